//! Shrinking on several threads: the same steps as on one, in less time.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use forall::block::{Property, TestCase, print, regenerate, run_batch};
use forall::domain::{Domain, any, vec};
use forall::property::{Erased, property};
use forall::report::{Failure, FailureEvent, PassStats, RunObserver, Verdict};
use forall::shrink::{
    Alternating, External, FailedTest, Integrated, ShrinkConfig, ShrinkLimits, ShrinkTarget,
    Shrinker, Speculative, minimize, shrink_failure,
};
use forall::source::Campaign;

/// The reason why a lock is never poisoned.
const NOT_POISONED: &str = "nothing panics while it is held";

/// Sleeps long enough for threads to pay off, without using a core.
fn doze() {
    thread::sleep(Duration::from_micros(100));
}

fn campaign(seed: u64) -> Campaign {
    Campaign::from_seed(13 + 7919 * seed)
}

fn found<P: Property>(property: &P, seed: u64) -> (u64, Failure) {
    let mut first = 0;
    loop {
        match run_batch(property, &campaign(seed), first..100_000) {
            (n, Verdict::Fail(failure)) => return (n, *failure),
            (_, Verdict::Pass) => panic!("no failure was found"),
            (n, _) => first = n + 1,
        }
    }
}

fn case<P: Property>(property: &P, seed: u64, n: u64) -> TestCase<P::Inputs> {
    regenerate(property, campaign(seed).source(n)).expect("it was generated before")
}

/// Records every step.
#[derive(Debug, Default)]
struct Steps(Mutex<Vec<String>>);

impl RunObserver for Steps {
    fn failure(&self, event: &FailureEvent<'_>) {
        let FailureEvent { pass, choices, inputs, failure } = event;
        let step = format!("{pass:?} {choices:?} {inputs:?} {failure:?}");
        self.0.lock().expect(NOT_POISONED).push(step);
    }
}

/// Returns the counterexample, and every step on the way to it.
fn steps<P: Property>(property: &P, seed: u64, shrinker: &dyn Shrinker) -> (String, Vec<String>) {
    let (n, failure) = found(property, seed);
    let observer = Steps::default();
    let limits = 10_000.into();
    let config =
        ShrinkConfig { shrinker, observer: Some(&observer), limits, explain: false, cross: true };
    let test = FailedTest { number: n, source: campaign(seed).source(n), failure };
    let counterexample = shrink_failure(property, test, config);
    (format!("{counterexample:#?}"), observer.0.into_inner().expect(NOT_POISONED))
}

fn speculative<S: Shrinker>(shrinker: S, threads: usize, property: &Erased) -> Speculative<S> {
    Speculative { shrinker, threads, property: property.clone() }
}

/// Checks that each shrinker takes the same steps and counts the same tries on several threads as on one.
fn same<P: Property + Send + Sync + 'static>(property: P) {
    let property = Erased::new(property);
    for seed in 0..3 {
        let shrinkers: [(&dyn Shrinker, &dyn Shrinker); 3] = [
            (&Alternating, &speculative(Alternating, 3, &property)),
            (&Integrated, &speculative(Integrated, 2, &property)),
            (&External, &speculative(External, 2, &property)),
        ];
        for (alone, together) in shrinkers {
            let expected = steps(&property, seed, alone);
            assert_eq!(steps(&property, seed, together), expected, "{property} with seed {seed}");
        }
    }
}

#[test]
fn lists_and_numbers_shrink_as_on_one_thread() {
    same(property! { forall xs: Vec<i64>; check { doze(); xs.is_sorted() } });
    same(property! {
        forall lists: Vec<Vec<i64>>;
        check { doze(); lists.iter().flatten().collect::<HashSet<_>>().len() < 5 }
    });
    same(property! {
        forall x: u64;
        forall y: u64;
        check { doze(); x.wrapping_add(*y) < 123_457 || x < y }
    });
    same(property! { forall s: String; forall f: f64; check { doze(); s.len() < 3 || *f < 0.5 } });
}

#[test]
fn premises_dependencies_and_panics_shrink_as_on_one_thread() {
    same(property! {
        forall xs in vec(any::<u8>().mapped(u64::from), ..);
        forall i in 0..=xs.len();
        implies *i < xs.len();
        check { doze(); assert!(xs[*i] < 7, "{} at {i}", xs[*i]) }
    });
    let halves = |xs: &Vec<u32>| match xs.len() {
        0..2 => Vec::new(),
        len => vec![xs[..len / 2].to_vec(), xs[len / 2..].to_vec()],
    };
    let domain = vec(0..1_000_u32, 0..40).shrink_with(halves);
    same(property! { forall xs in domain; check { doze(); xs.iter().all(|x| *x < 700) } });
    let domain = any::<i8>().mapped(i32::from).shrink_with(|x| vec![x - x.signum()]);
    same(property! { forall x in domain; check { doze(); x.abs() < 50 } });
}

/// A function prints the calls it has seen. Had it been called on another thread, it would print nothing.
#[test]
fn functions_shrink_as_on_one_thread() {
    same(property! {
        forall f: forall::domain::Func<u8, u8>;
        forall xs: Vec<u8>;
        check { doze(); xs.iter().map(|x| u32::from(f.call(x))).sum::<u32>() < 20 }
    });
}

/// Returns how long shrinking a property that sleeps takes, how often it runs, and how many tries are counted.
fn measure(shrinker: impl Fn(&Erased) -> Box<dyn Shrinker>) -> (Duration, u64, u64) {
    static RUNS: AtomicU64 = AtomicU64::new(0);
    static SLOW: AtomicBool = AtomicBool::new(false);
    let property = Erased::new(property! {
        forall lists: Vec<Vec<i64>>;
        check {
            if SLOW.load(Ordering::Relaxed) {
                thread::sleep(Duration::from_millis(2));
            }
            RUNS.fetch_add(1, Ordering::Relaxed);
            lists.iter().flatten().collect::<HashSet<_>>().len() < 5
        }
    });
    SLOW.store(false, Ordering::Relaxed);
    let (n, failure) = found(&property, 2);
    let case = case(&property, 2, n);
    SLOW.store(true, Ordering::Relaxed);
    let before = RUNS.load(Ordering::Relaxed);
    let began = Instant::now();
    let shrunk = minimize(&property, case, failure, &*shrinker(&property), 10_000);
    let took = began.elapsed();
    let tried = shrunk.passes.iter().map(|stats| stats.tried).sum();
    (took, RUNS.load(Ordering::Relaxed) - before, tried)
}

/// Sleeping needs no core, so this holds on a busy machine too. Takes the best of five runs, because other tests
/// run at the same time.
#[test]
fn shrinking_on_two_threads_takes_less_time() {
    let gain = (0..5).map(|_| {
        let (alone, runs, tried) = measure(|_| Box::new(Alternating));
        assert_eq!(runs, tried + 1, "the case itself runs once more");
        let (together, runs, again) =
            measure(|property| Box::new(speculative(Alternating, 2, property)));
        assert_eq!(again, tried, "speculative tries are not counted");
        assert!(runs < 2 * tried, "{runs} runs for {tried}");
        together.as_secs_f64() / alone.as_secs_f64()
    });
    let best = gain.fold(f64::INFINITY, f64::min);
    assert!(best <= 0.75, "{best} of the time");
}

/// The threads on which a property ran.
static THREADS: LazyLock<Mutex<HashSet<ThreadId>>> = LazyLock::new(Mutex::default);

fn record_thread_and_sleep() {
    THREADS.lock().expect(NOT_POISONED).insert(thread::current().id());
    thread::sleep(Duration::from_millis(1));
}

/// Returns on how many threads a property runs while it shrinks.
fn threads<P: Property>(property: &P, shared: &Erased) -> usize {
    let (n, failure) = found(property, 1);
    THREADS.lock().expect(NOT_POISONED).clear();
    minimize(property, case(property, 1, n), failure, &speculative(Alternating, 3, shared), 10_000);
    THREADS.lock().expect(NOT_POISONED).len()
}

#[test]
fn only_slow_properties_run_on_several_threads() {
    let slow =
        || property! { forall xs: Vec<u8>; check { record_thread_and_sleep(); xs.len() < 4 } };
    let shared = Erased::new(slow());
    assert!(threads(&shared, &shared) > 1);
    assert!(threads(&slow(), &shared) > 1, "the typed form is the same property");
    let fast = property! {
        forall xs: Vec<u8>;
        check { THREADS.lock().expect(NOT_POISONED).insert(thread::current().id()); xs.len() < 4 }
    };
    let fast = Erased::new(fast);
    assert_eq!(threads(&fast, &fast), 1);
}

#[test]
fn speculative_shrinking_respects_limits() {
    let property = Erased::new(property! {
        forall xs: Vec<i64>;
        check { doze(); xs.iter().all(|x| *x < 123_457) }
    });
    let (n, failure) = found(&property, 1);
    let end = |shrinker: &dyn Shrinker, limits: ShrinkLimits| {
        let shrunk = minimize(&property, case(&property, 1, n), failure.clone(), shrinker, limits);
        (print(&property, &shrunk.inputs), shrunk.record, shrunk.passes)
    };
    let shrinker = speculative(Alternating, 2, &property);
    for tries in 0..30 {
        assert_eq!(end(&shrinker, tries.into()), end(&Alternating, tries.into()));
    }
    let late = ShrinkLimits { deadline: Some(Instant::now()), ..ShrinkLimits::from(10_000) };
    let stopped =
        ShrinkLimits { stop: Some(Arc::new(AtomicBool::new(true))), ..ShrinkLimits::from(10_000) };
    for limits in [late, stopped] {
        assert!(end(&shrinker, limits).2.iter().all(|stats| stats.tried == 0));
    }
}

/// Shrinks, and then panics.
#[derive(Debug)]
struct Panics;

impl Shrinker for Panics {
    fn shrink(&self, target: &mut dyn ShrinkTarget, limits: &ShrinkLimits) -> Vec<PassStats> {
        Integrated.shrink(target, limits);
        panic!("at the end");
    }
}

#[test]
fn no_worker_outlives_shrinking() {
    static RUNS: AtomicU64 = AtomicU64::new(0);
    let property = Erased::new(property! {
        forall xs: Vec<i64>;
        check { thread::sleep(Duration::from_micros(300)); RUNS.fetch_add(1, Ordering::Relaxed); xs.is_sorted() }
    });
    let (n, failure) = found(&property, 1);
    let shrinker = speculative(Panics, 4, &property);
    let shrunk = minimize(&property, case(&property, 1, n), failure, &shrinker, 10_000);
    let runs = RUNS.load(Ordering::Relaxed);
    assert_eq!(shrunk.panicked.expect("it panicked").message, "at the end");
    thread::sleep(Duration::from_millis(20));
    assert_eq!(RUNS.load(Ordering::Relaxed), runs);
}
