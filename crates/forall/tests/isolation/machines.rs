//! State machines in a child process: a step may crash it.

use std::fs;

use forall::machine::Steps;
use forall::property;

use crate::crashes::report;
use crate::workspace::Workspace;

#[forall::machine(model = Count)]
trait Ticks {
    fn tick(&mut self);
    fn reset(&mut self);
}

#[derive(Default, Hash)]
struct Count(u32);

impl Ticks for Count {
    fn tick(&mut self) {
        self.0 += 1;
    }

    fn reset(&mut self) {
        self.0 = 0;
    }
}

/// Aborts in the third tick in a row.
#[derive(Default)]
struct Fragile(u32);

impl Ticks for Fragile {
    fn tick(&mut self) {
        self.0 += 1;
        if self.0 == 3 {
            std::process::abort();
        }
    }

    fn reset(&mut self) {
        self.0 = 0;
    }
}

#[property(isolate)]
#[ignore = "it aborts"]
fn a_step_aborts(steps: Steps<Count>) {
    steps.check::<Fragile>();
}

/// A machine whose steps are `async`.
#[forall::machine(model = AsyncCount)]
trait AsyncTicks {
    async fn tick(&mut self);
    async fn reset(&mut self);
}

#[derive(Default, Hash)]
struct AsyncCount(u32);

impl AsyncTicks for AsyncCount {
    async fn tick(&mut self) {
        self.0 += 1;
    }

    async fn reset(&mut self) {
        self.0 = 0;
    }
}

impl AsyncTicks for Fragile {
    async fn tick(&mut self) {
        forall::task::yield_now().await;
        Ticks::tick(self);
    }

    async fn reset(&mut self) {
        Ticks::reset(self);
    }
}

#[property(isolate)]
#[ignore = "it aborts"]
async fn an_async_step_aborts(steps: Steps<AsyncCount>) {
    steps.check_async::<Fragile>().await;
}

fn aborts_in_the_third_tick(name: &str) {
    let workspace = Workspace::new(name);
    let (code, text) = workspace.run(&[&format!("machines::{name}")]);
    assert_eq!(code, Some(101), "{text}");
    let expected = "  \
  steps = 1  tick()
          2  tick()
          3  tick()
the process aborted";
    assert_eq!(report(&text), expected, "{text}");
    let saved = workspace.folder.join(format!("isolation/machines/{name}.txt"));
    let saved = fs::read_to_string(saved).expect("the failure is saved");
    assert!(saved.contains("\ncrashes t,0,t,0,t,0,f."), "{saved}");
}

#[test]
fn a_crash_of_a_step_is_reported_shrunk_and_saved() {
    aborts_in_the_third_tick("a_step_aborts");
}

#[test]
fn a_crash_of_an_async_step_is_reported_shrunk_and_saved() {
    aborts_in_the_third_tick("an_async_step_aborts");
}
