//! Shrinking ends in time and keeps the best case, whatever happens.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use forall::block::{Property, TestCase, check, regenerate, run_batch};
use forall::domain::{Domain, any, from_fn, string, vec};
use forall::property::{forall, property};
use forall::report::text::{ReportContext, Style, render};
use forall::report::{Failure, FailureEvent, PassStats, RunObserver, Verdict};
use forall::runner::{Options, quick_check};
use forall::shrink::{
    Alternating, External, Integrated, ShrinkLimits, ShrinkTarget, Shrinker, minimize,
};
use forall::source::{Alphabet, Campaign, ChoiceSequence, Policy, Reject, Role, Source, SpanLabel};

use crate::shrinking::challenge::ENUMERATIONS;

/// Draws a value of a random shape: numbers, texts, lists of a fixed or free length, variants and discarded draws. The
/// shape depends on the values, as it does with flat-maps.
fn draw(source: &mut Source, shape: u64, depth: u32) -> Result<Vec<i64>, Reject> {
    let part = |turn: u64| shape.rotate_left(7).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ turn;
    let number = |source: &mut Source, max: u64| {
        source.integer(0..=i128::from(max), 0, Role::Value, |random| {
            i128::from(random.below(max + 1))
        }) as i64
    };
    match if depth == 0 { shape % 3 } else { shape % 7 } {
        0 => Ok(vec![number(source, shape % 1000)]),
        1 => {
            let text = source.string(&Alphabet::LETTERS, 0..=5, |random| {
                (0..random.below(6))
                    .filter_map(|_| Alphabet::LETTERS.get(random.below(52) as u32))
                    .collect()
            });
            Ok(text.bytes().map(i64::from).collect())
        }
        2 => Ok(vec![source.float(-9.0..=9.0, false, |random| random.unit() * 9.0) as i64]),
        3 => {
            let count = number(source, shape / 7 % 5);
            let list = vec(from_fn(move |source| draw(source, part(1), depth - 1)), count as usize);
            Ok(list.generate(source)?.concat())
        }
        4 => {
            let list = vec(from_fn(move |source| draw(source, part(2), depth - 1)), ..=4);
            Ok(list.generate(source)?.concat())
        }
        5 => {
            let variant = source.branch(3) as u64;
            source.span(SpanLabel::new("variant"), |source| draw(source, part(variant), depth - 1))
        }
        _ => {
            let odd = from_fn(move |source| draw(source, part(3), depth - 1));
            odd.filtered(|values| values.iter().sum::<i64>() % 2 == 0).generate(source)
        }
    }
}

#[test]
fn shrinking_never_panics() {
    let mut shrunk = 0;
    let mut ran = BTreeSet::new();
    for shape in 0..80_u64 {
        let shape = shape.wrapping_mul(0xD134_2543_DE82_EF95) >> 3;
        let values = from_fn(move |source| draw(source, shape, 3));
        let property = forall("values", values).check(move |(values, ())| {
            let mixed = values.iter().fold(shape, |mixed, value| {
                (mixed ^ *value as u64).wrapping_mul(0xF39C_C060_5CED_C835).rotate_left(23)
            });
            mixed % 5 != 0
        });
        let campaign = Campaign::from_seed(shape);
        let (n, Verdict::Fail(failure)) = run_batch(&property, &campaign, 0..200) else { continue };
        let found = regenerate(&property, campaign.source(n)).expect("it was generated before");
        let shrunk_case = minimize(&property, found, *failure, &Alternating, 1_000);
        assert_eq!(shrunk_case.panicked, None, "{shape}");
        assert!(matches!(check(&property, &shrunk_case.inputs), Verdict::Fail(_)), "{shape}");
        ran.extend(shrunk_case.passes.into_iter().map(|stats| stats.pass));
        shrunk += 1;
    }
    assert!(shrunk > 45, "only {shrunk} of the properties failed");
    assert!(ran.contains("enumerate by digits"), "the finish ran for no property");
}

#[test]
fn minimize_reports_a_panic_of_the_shrinker() {
    let property =
        property! { forall x in 100..=200_u32; forall y in 1..=255_u32; check x + y < 60 };
    let found = regenerate(&property, Source::for_test(1, 0, 8)).expect("nothing is rejected");
    let shrunk = minimize(&property, found, Failure::predicate_false(), &Panicking, 100);
    assert_eq!(shrunk.inputs.0, 1, "the step before the panic counts");
    let panic = shrunk.panicked.expect("it panicked");
    assert_eq!(panic.message, "index out of bounds in a pass");
}

/// Accepts one step, and panics.
#[derive(Debug)]
struct Panicking;

impl Shrinker for Panicking {
    fn shrink(&self, target: &mut dyn ShrinkTarget, _: &ShrinkLimits) -> Vec<PassStats> {
        let mut values = target.record().expect("it was generated").values();
        values.pop();
        let simpler = target.generate(Source::replay(values, Policy::SIMPLEST)).accepted();
        if target.fails() {
            target.accept(simpler.expect("it was not rejected"), "pop");
        }
        panic!("index out of bounds in a pass")
    }
}

#[test]
fn a_panic_of_the_shrinker_keeps_the_best_case() {
    let property =
        property! { forall x in 100..=200_u32; forall y in 1..=255_u32; check x + y < 60 };
    let options = Options { shrinker: Arc::new(Panicking), ..Options::default() };
    let report = quick_check(&property, &options);
    let found = report.counterexample().expect("it fails");
    assert_eq!((found.shrunk[1].value.as_str(), found.shrinking.accepted), ("1", 1));
    let text = render(&report, &ReportContext::default(), Style::Plain);
    let line =
        text.lines().find(|line| line.contains("shrinker panicked")).expect("it is reported");
    assert!(line.contains("shrinking ended early: the shrinker panicked at "), "{line}");
    assert!(line.ends_with(": index out of bounds in a pass"), "{line}");
}

/// Counts the cases that a domain generates, and stops shrinking at one of them.
#[derive(Clone, Debug, Default)]
struct Stopper {
    stop: Arc<AtomicBool>,
    generated: Arc<AtomicU64>,
    late: Arc<AtomicU64>,
}

impl Stopper {
    /// Counts one more case.
    fn count(&self, limit: u64) {
        if self.generated.fetch_add(1, Ordering::Relaxed) == limit {
            self.stop.store(true, Ordering::Relaxed);
        } else if self.stop.load(Ordering::Relaxed) {
            self.late.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Shrinks a failing case, and checks that it ends when it is stopped. Returns whether it was.
    fn check<P: Property>(&self, property: &P, case: TestCase<P::Inputs>) -> bool {
        self.generated.store(0, Ordering::Relaxed);
        let stop = Some(self.stop.clone());
        let limits = ShrinkLimits { stop, ..ShrinkLimits::from(10_000) };
        minimize(property, case, Failure::predicate_false(), &Integrated, limits);
        let stopped = self.stop.load(Ordering::Relaxed);
        let late = self.late.load(Ordering::Relaxed);
        assert!(!stopped || late <= 2, "{late} cases after the end");
        stopped
    }
}

#[test]
fn every_loop_ends_when_shrinking_is_stopped() {
    for (shape, limit) in [(0, 3), (1, 40), (2, 200), (3, 1), (0, 60), (1, 300), (2, 17), (3, 120)]
    {
        let stopper = Stopper::default();
        let counter = stopper.clone();
        let values = from_fn(move |source| {
            counter.count(limit);
            long_input(source, shape)
        });
        let property = forall("values", values)
            .check(|(values, ())| values.iter().filter(|value| **value % 3 == 1).count() < 40);
        let campaign = Campaign::from_seed(7);
        let found = regenerate(&property, campaign.source(90)).expect("nothing is rejected");
        stopper.check(&property, found);
    }
}

#[test]
fn the_finish_ends_when_shrinking_is_stopped() {
    let mut stopped = 0;
    for limit in [50, 150, 400, 1_000, 2_000] {
        let stopper = Stopper::default();
        let counter = stopper.clone();
        let inner = (vec((any::<u16>(), any::<bool>()), ..=4), string('a'..='f', ..=4));
        let values = from_fn(move |source| {
            counter.count(limit);
            inner.generate(source)
        });
        let property = forall("values", values).check(|((pairs, text), ())| {
            let sum = pairs.iter().map(|(x, up)| u64::from(*x) * if *up { 3 } else { 5 });
            sum.sum::<u64>() % 1009 != 33 || text.len() != 2
        });
        let campaign = Campaign::from_seed(11);
        let (n, Verdict::Fail(_)) = run_batch(&property, &campaign, 0..1_000_000) else {
            panic!("some inputs fail")
        };
        stopper.stop.store(false, Ordering::Relaxed);
        stopper.late.store(0, Ordering::Relaxed);
        stopper.generated.store(limit + 1, Ordering::Relaxed);
        let found = regenerate(&property, campaign.source(n)).expect("it was generated before");
        stopped += u32::from(stopper.check(&property, found));
    }
    assert!(stopped >= 3, "only {stopped} of them were stopped");
}

/// Draws a few hundred values: from a loop, a list, a length and a list, or nested lists.
fn long_input(source: &mut Source, shape: u32) -> Result<Vec<u64>, Reject> {
    let bit = |source: &mut Source| {
        source.integer(0..=999, 0, Role::Value, |random| i128::from(random.below(1000))) as u64
    };
    match shape {
        0 => {
            let count = source.integer(0..=900, 0, Role::Value, |_| 900);
            Ok((0..count).map(|_| bit(source)).collect())
        }
        1 => vec(from_fn(move |source| Ok(bit(source))), 300..=900).generate(source),
        2 => {
            let count = source.integer(0..=900, 0, Role::Length, |_| 700) as usize;
            vec(from_fn(move |source| Ok(bit(source))), count).generate(source)
        }
        _ => {
            let inner = vec(from_fn(move |source| Ok(bit(source))), 1..=30);
            Ok(vec(inner, 20..=40).generate(source)?.concat())
        }
    }
}

#[test]
fn alternating_does_not_end_with_a_longer_case() {
    let misled =
        (0..1_000_000_u32).shrink_with(|x| if *x < 1000 { vec![*x + 5000] } else { vec![] });
    let property = forall("x", misled).check(|(x, ())| *x < 10);
    let report = quick_check(&property, &Options::default());
    assert_eq!(report.counterexample().expect("it fails").shrunk[0].value, "10");
}

/// Records the choices of all steps, slowly.
#[derive(Debug, Default)]
struct SlowObserver(Mutex<Vec<Option<ChoiceSequence>>>);

/// The least time that the slow observer takes for a step.
const SAVING_TIME: Duration = Duration::from_millis(20);

impl RunObserver for SlowObserver {
    fn failure(&self, event: &FailureEvent<'_>) {
        std::thread::sleep(SAVING_TIME);
        let mut steps = self.0.lock().expect("no observer panics");
        steps.push(event.choices.clone());
    }
}

/// Runs a property with large inputs, and checks that saving steps takes little of the time.
fn saves_seldom<P: Property>(property: &P, shrinker: Arc<dyn Shrinker>) {
    let observer = Arc::new(SlowObserver::default());
    let options = Options { observer: Some(observer.clone()), shrinker, ..Options::default() };
    let start = Instant::now();
    let report = quick_check(property, &options);
    let time = start.elapsed();
    let found = report.counterexample().expect("it fails");
    let steps = observer.0.lock().expect("no observer panics");
    assert_eq!(steps.last(), Some(&found.choices), "the last one is saved");
    let accepted = found.shrinking.accepted;
    assert!((steps.len() as u64) < accepted, "{} events for {accepted} steps", steps.len());
    // The first failure, the first step and the last one are always saved.
    let rest = SAVING_TIME * (steps.len() as u32).saturating_sub(3);
    assert!(10 * rest < time, "{} events in {time:?}", steps.len());
}

#[test]
fn not_every_step_of_a_large_case_is_saved() {
    let bits = from_fn(|source: &mut Source| {
        let count = source.integer(1500..=3000, 1500, Role::Value, |_| 3000);
        (0..count).map(|_| any::<bool>().generate(source)).collect::<Result<Vec<bool>, _>>()
    });
    let property =
        forall("bits", bits).check(|(bits, ())| bits.iter().filter(|bit| **bit).count() < 500);
    saves_seldom(&property, Arc::new(Integrated));
}

#[test]
fn not_every_simpler_value_of_a_large_case_is_saved() {
    let shorter = |xs: &Vec<bool>| vec![xs[..xs.len().saturating_sub(5)].to_vec()];
    let property = forall("bits", vec(any::<bool>(), 2000).shrink_with(shorter))
        .check(|(bits, ())| bits.len() < 1200);
    saves_seldom(&property, Arc::new(External));
}

/// Returns the values at which a default run ends, and its calls: all of them, and those without the enumeration at the
/// end.
fn shrunk<P: Property>(property: &P, seed: u64) -> (Vec<String>, u64, u64) {
    let report = quick_check(property, &Options { seed, ..Options::default() });
    let found = report.counterexample().expect("it fails");
    let is_descent = |stats: &&PassStats| !ENUMERATIONS.contains(&stats.pass);
    let descent = found.shrinking.passes.iter().filter(is_descent).map(|stats| stats.tried).sum();
    let values = found.shrunk.iter().map(|binding| binding.value.clone()).collect();
    (values, found.shrinking.tried, descent)
}

#[test]
fn a_number_of_odd_parity_shrinks_to_the_minimum() {
    let parity = property! { forall x: u64; check *x < 1_000 || x.count_ones() % 2 == 0 };
    for seed in 0..20 {
        let (values, calls, _) = shrunk(&parity, seed);
        assert_eq!(values, ["1001"], "seed {seed}");
        assert!(calls <= 800, "{calls} calls for seed {seed}");
    }
}

#[test]
fn coupled_numbers_shrink_to_the_minimum() {
    let coupled = property! {
        forall a: i64;
        forall b: i64;
        check *a < 9 || *b < 9 || a.ilog2().abs_diff(b.ilog2()) > 1
    };
    for seed in 0..20 {
        let (values, _, calls) = shrunk(&coupled, seed);
        assert_eq!(values, ["9", "9"], "seed {seed}");
        assert!(calls < 1_000, "{calls} calls for seed {seed}");
    }
}

#[test]
fn empty_lists_of_a_fixed_length_are_shrunk() {
    let property = property! {
        forall n in 0..10_usize;
        forall xs in vec(any::<u8>(), *n);
        check xs.len() == 7
    };
    let report = quick_check(&property, &Options::default());
    let found = report.counterexample().expect("it fails");
    assert_eq!((&*found.shrunk[0].value, &*found.shrunk[1].value), ("0", "[]"));
}
