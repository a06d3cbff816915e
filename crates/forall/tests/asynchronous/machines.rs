//! State machines with `async` operations.

use std::future::pending;

use forall::machine::{Steps, steps};
use forall::property;
use forall::task::{JoinHandle, block_on, spawn, yield_now};

use crate::report;

#[forall::machine(model = Model)]
trait Counter {
    type Job;

    #[start]
    async fn starting_with(#[domain(0..=2_u32)] sum: u32) -> Self;
    async fn add(&mut self, #[domain(1..=3)] n: u32) -> u32;
    /// Adds in the background.
    fn add_later(&mut self, #[domain(1..=3)] n: u32) -> Self::Job;
    async fn finish(&mut self, job: Self::Job) -> u32;
    #[ensures(model.0 == 0)]
    async fn reset(&mut self);
    #[always]
    fn is_zero(&self) -> bool;
}

#[derive(Hash)]
struct Model(u32);

impl Counter for Model {
    type Job = u32;

    async fn starting_with(sum: u32) -> Model {
        Model(sum)
    }

    async fn add(&mut self, n: u32) -> u32 {
        self.0 += n;
        self.0
    }

    fn add_later(&mut self, n: u32) -> u32 {
        n
    }

    async fn finish(&mut self, job: u32) -> u32 {
        self.add(job).await
    }

    async fn reset(&mut self) {
        self.0 = 0;
    }

    fn is_zero(&self) -> bool {
        self.0 == 0
    }
}

/// A counter whose jobs are tasks.
struct Tasks<const WRONG: usize>(u32);

const RIGHT: usize = 0;
const COUNTS_TO_FOUR: usize = 1;
const PANICS_AT_FIVE: usize = 2;
const TASK_PANICS_AT_FIVE: usize = 3;
const WAITS_AT_FIVE: usize = 4;
const LEAKS_AT_FIVE: usize = 5;

impl<const WRONG: usize> Tasks<WRONG> {
    fn is_wrong(&self, kind: usize) -> bool {
        WRONG == kind && self.0 >= 5
    }
}

impl<const WRONG: usize> Counter for Tasks<WRONG> {
    type Job = JoinHandle<u32>;

    async fn starting_with(sum: u32) -> Tasks<WRONG> {
        yield_now().await;
        Tasks(sum)
    }

    async fn add(&mut self, n: u32) -> u32 {
        yield_now().await;
        self.0 += n;
        assert!(!self.is_wrong(PANICS_AT_FIVE), "five is too much");
        if self.is_wrong(TASK_PANICS_AT_FIVE) {
            spawn(async { panic!("five is too much") });
            yield_now().await;
        }
        if self.is_wrong(WAITS_AT_FIVE) {
            spawn(pending::<()>()).await;
        }
        if self.is_wrong(LEAKS_AT_FIVE) {
            spawn(pending::<()>());
        }
        if WRONG == COUNTS_TO_FOUR { self.0.min(4) } else { self.0 }
    }

    fn add_later(&mut self, n: u32) -> JoinHandle<u32> {
        spawn(async move {
            yield_now().await;
            n
        })
    }

    async fn finish(&mut self, job: JoinHandle<u32>) -> u32 {
        self.0 += job.await;
        self.0
    }

    async fn reset(&mut self) {
        yield_now().await;
        self.0 = 0;
    }

    fn is_zero(&self) -> bool {
        self.0 == 0
    }
}

#[property]
async fn tasks_count(steps: Steps<Model>) {
    steps.check_async::<Tasks<RIGHT>>().await;
}

#[property(executor = pollster::block_on)]
async fn a_model_needs_no_executor(steps: Steps<Model>) {
    steps.check_async::<Model>().await;
}

/// Defines a property that fails, for each mistake.
macro_rules! with_mistakes {
    ($($name:ident = $wrong:ident),*) => { $(
        #[property(regressions = "off", seed = 1, leaks = "fail")]
        #[ignore = "it fails"]
        async fn $name(#[domain(steps().only(&["add", "reset"]))] steps: Steps<Model>) {
            steps.check_async::<Tasks<$wrong>>().await;
        }
    )* };
}

with_mistakes! {
    counting_to_four = COUNTS_TO_FOUR,
    a_step_panics = PANICS_AT_FIVE,
    a_task_panics = TASK_PANICS_AT_FIVE,
    a_step_waits = WAITS_AT_FIVE,
    a_step_leaks = LEAKS_AT_FIVE
}

#[test]
fn replies_that_differ_are_reported() {
    let expected = "\
steps = starting_with(2)
          1  add(3)  → 5
add: the replies differ at step 1
   model: 5
  system: 4";
    assert_eq!(report(counting_to_four), expected);
}

#[test]
fn a_panic_is_reported_with_the_step() {
    let expected = "\
steps = starting_with(2)
          1  add(3)  → 5
panicked at crates/forall/tests/asynchronous/machines.rs:86:9: five is too much
  in step 1, `add`";
    assert_eq!(report(a_step_panics), expected);
}

#[test]
fn a_panic_of_a_task_is_reported_with_the_step_that_waits() {
    let expected = "\
steps = starting_with(2)
          1  add(3)  → 5
panicked at crates/forall/tests/asynchronous/machines.rs:88:27: five is too much
  in step 1, `add`";
    assert_eq!(report(a_task_panics), expected);
}

#[test]
fn a_deadlock_is_reported_with_the_step_that_waits() {
    let expected = "\
steps = starting_with(2)
          1  add(3)  → 5
deadlock: the body and 1 task wait, and nothing on this thread can wake them
  in step 1, `add`
  a task spawned at crates/forall/tests/asynchronous/machines.rs:92:13";
    assert_eq!(report(a_step_waits), expected);
}

#[test]
fn a_leaked_task_is_reported_with_the_step_that_spawned_it() {
    let expected = "\
steps = starting_with(2)
          1  add(3)  → 5
leaked tasks: the body ended before 1 task that it spawned
  the first was spawned at crates/forall/tests/asynchronous/machines.rs:95:13
  in step 1, `add`";
    assert_eq!(report(a_step_leaks), expected);
}

#[forall::machine(model = Waiting)]
trait Waits {
    async fn wait(&mut self);
}

/// A model that waits, which it must not.
#[derive(Default, Hash)]
struct Waiting;

impl Waits for Waiting {
    async fn wait(&mut self) {
        yield_now().await;
    }
}

#[property(regressions = "off", seed = 1)]
#[ignore = "it fails"]
async fn a_model_that_waits(steps: Steps<Waiting>) {
    steps.check_async::<Waiting>().await;
}

#[test]
fn a_model_that_waits_is_a_mistake_of_the_model() {
    let text = report(a_model_that_waits);
    let expected = "\
steps = 1  wait()
the model panicked: it awaits something that is not ready: a model must not wait, because it runs without an executor
  at crates/forall/tests/asynchronous/machines.rs:";
    assert!(text.starts_with(expected) && text.ends_with(", in step 1, `wait`"), "{text}");
}

/// The model is written without `async`, in attributes.
#[forall::machine(model = Total, system = Slow)]
trait Sum {
    #[model({ self.0 += x; self.0 })]
    async fn add(&mut self, #[domain(0..9_u32)] x: u32) -> u32;
}

#[derive(Default, Hash)]
struct Total(u32);

#[derive(Default)]
struct Slow(u32);

impl Slow {
    async fn add(&mut self, x: u32) -> u32 {
        for _ in 0..x {
            yield_now().await;
            self.0 += 1;
        }
        self.0
    }
}

#[property]
async fn methods_of_the_system_may_be_async(steps: Steps<Total>) {
    steps.check_async::<Slow>().await;
}

#[test]
fn steps_may_be_checked_without_the_attribute() {
    for list in forall::domain::sample(&steps::<Total>(), 50) {
        block_on(list.check_async::<Slow>());
    }
}

#[cfg(feature = "tokio")]
mod on_tokio {
    use std::time::Duration;

    use forall::machine::Steps;
    use forall::property;
    use tokio::time::{Instant, sleep};

    use super::{Sum, Total};
    use crate::report;

    /// Adds after a minute for each unit.
    struct Timed<const WRONG: usize> {
        sum: u32,
        start: Instant,
    }

    impl<const WRONG: usize> Default for Timed<WRONG> {
        fn default() -> Timed<WRONG> {
            Timed { sum: 0, start: Instant::now() }
        }
    }

    const RIGHT: usize = 0;
    const TASK_PANICS: usize = 1;
    const WAITS: usize = 2;
    const LEAKS: usize = 3;

    impl<const WRONG: usize> Sum for Timed<WRONG> {
        async fn add(&mut self, x: u32) -> u32 {
            sleep(Duration::from_secs(60 * u64::from(x))).await;
            self.sum += x;
            if self.sum >= 9 && WRONG == TASK_PANICS {
                drop(tokio::spawn(async { panic!("nine is too much") }).await);
            }
            if self.sum >= 9 && WRONG == WAITS {
                std::future::pending::<()>().await;
            }
            if self.sum >= 9 && WRONG == LEAKS {
                tokio::spawn(sleep(Duration::from_secs(1)));
            }
            (self.start.elapsed().as_secs() / 60) as u32
        }
    }

    #[property(executor = "tokio")]
    async fn time_passes_between_steps(steps: Steps<Total>) {
        steps.check_async::<Timed<RIGHT>>().await;
    }

    #[property(executor = "tokio", regressions = "off", seed = 1)]
    #[ignore = "it fails"]
    async fn a_task_panics(steps: Steps<Total>) {
        steps.check_async::<Timed<TASK_PANICS>>().await;
    }

    #[property(executor = "tokio", regressions = "off", seed = 1)]
    #[ignore = "it fails"]
    async fn a_step_waits(steps: Steps<Total>) {
        steps.check_async::<Timed<WAITS>>().await;
    }

    #[property(executor = "tokio", regressions = "off", seed = 1, leaks = "fail")]
    #[ignore = "it fails"]
    async fn a_step_leaks(steps: Steps<Total>) {
        steps.check_async::<Timed<LEAKS>>().await;
    }

    #[test]
    fn a_leaked_task_is_reported_with_the_first_step_that_may_have_spawned_it() {
        let expected = "\
steps = 1  add(1)  → 1
          2  add(8)  → 9
leaked tasks: the body ended before 1 task that it spawned
  in step 2, `add`, or later";
        assert_eq!(report(a_step_leaks), expected);
    }

    #[test]
    fn a_panic_of_a_task_is_reported_with_the_step_that_waits() {
        let expected = "\
steps = 1  add(1)  → 1
          2  add(8)  → 9
panicked at crates/forall/tests/asynchronous/machines.rs:303:43: nine is too much
  in step 2, `add`
  swallowed panic: the body passed, but a task panicked; await the task and check its result, or write `panics = \"ignore\"`";
        assert_eq!(report(a_task_panics), expected);
    }

    #[test]
    fn a_deadlock_is_reported_with_the_step_that_waits() {
        let expected = "\
steps = 1  add(1)  → 1
          2  add(8)  → 9
deadlock: the body waits, and nothing on this thread can wake it
  in step 2, `add`";
        assert_eq!(report(a_step_waits), expected);
    }
}
