//! Shrinking ends when its limits are reached, even in a loop that generates nothing.

use std::fmt::Debug;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use forall::block::regenerate;
use forall::domain::{Domain, from_fn, vec};
use forall::property::forall;
use forall::report::Failure;
use forall::shrink::{Integrated, ShrinkLimits, minimize};
use forall::source::{Alphabet, Campaign, Reject, Role, Source};

/// Generates the values of a long case.
type Draw<A> = fn(&mut Source) -> Result<A, Reject>;

/// Sets a flag that ends shrinking when this number of cases was generated.
#[derive(Debug)]
struct Stopwatch {
    limit: u64,
    generated: AtomicU64,
    stop: Arc<AtomicBool>,
    stopped_at: Mutex<Option<Instant>>,
}

impl Stopwatch {
    fn count(&self) {
        if self.generated.fetch_add(1, Ordering::Relaxed) == self.limit {
            self.stop.store(true, Ordering::Relaxed);
            *self.stopped_at.lock().expect("no thread panics") = Some(Instant::now());
        }
    }
}

/// Shrinks a case, stops after `limit` generated cases, and returns the time before and after that. Returns `None` if
/// shrinking ended before.
fn times<A: Clone + Debug + 'static>(
    draw: Draw<A>,
    fails: fn(&A) -> bool,
    limit: u64,
) -> Option<[Duration; 2]> {
    let watch = Arc::new(Stopwatch {
        limit,
        generated: AtomicU64::new(0),
        stop: Arc::default(),
        stopped_at: Mutex::default(),
    });
    let counted = watch.clone();
    let values = from_fn(move |source| {
        counted.count();
        draw(source)
    });
    let property = forall("values", values).check(move |(values, ())| !fails(values));
    let case = regenerate(&property, Campaign::from_seed(7).source(90)).expect("a case");
    assert!(fails(&case.inputs.0), "the case fails");
    watch.generated.store(0, Ordering::Relaxed);
    let limits = ShrinkLimits { stop: Some(watch.stop.clone()), ..ShrinkLimits::from(20_000) };
    let start = Instant::now();
    minimize(&property, case, Failure::predicate_false(), &Integrated, limits);
    let stopped = (*watch.stopped_at.lock().expect("no thread panics"))?;
    Some([stopped - start, stopped.elapsed()])
}

/// Checks that shrinking that took long ends soon after it was stopped: in less time than it took before.
fn ends_soon<A: Clone + Debug + 'static>(draw: Draw<A>, fails: fn(&A) -> bool) {
    let mut stopped = 0;
    for limit in [60, 240, 700] {
        let Some([before, after]) = times(draw, fails, limit) else { continue };
        assert!(after < before, "{after:?} after {before:?}, {limit} cases");
        stopped += 1;
    }
    assert!(stopped > 0, "shrinking generates at least 60 cases");
}

/// Draws a number, whose simplest value is 0.
fn number(source: &mut Source, max: u64, role: Role) -> u64 {
    source.integer(0..=i128::from(max), 0, role, |random| i128::from(random.below(max + 1))) as u64
}

/// Draws a length for a fresh value.
fn fixed(source: &mut Source, role: Role, length: u64) -> u64 {
    source.integer(0..=20_000, 0, role, |_| i128::from(length)) as u64
}

#[test]
fn a_long_loop_over_bits_is_stopped() {
    fn bits(source: &mut Source) -> Result<Vec<u64>, Reject> {
        let count = fixed(source, Role::Value, 17_920);
        Ok((0..count).map(|_| number(source, 1, Role::Value)).collect())
    }
    ends_soon(bits, |bits| bits.iter().sum::<u64>() > 8_000);
}

#[test]
fn nested_flat_maps_are_stopped() {
    fn nested(source: &mut Source, depth: u32) -> u64 {
        let count = source.integer(0..=9, 0, Role::Value, |random| 3 + i128::from(random.below(6)));
        if depth == 0 {
            return count as u64;
        }
        (0..count).map(|_| nested(source, depth - 1)).sum()
    }
    ends_soon(|source| Ok(nested(source, 4)), |leaves| *leaves > 3_000);
}

#[test]
fn a_list_of_references_with_its_length_is_stopped() {
    fn references(source: &mut Source) -> Result<Vec<u64>, Reject> {
        let count = fixed(source, Role::Length, 2_000);
        let max = count.saturating_sub(1);
        let reference = from_fn(move |source| Ok(number(source, max, Role::Value)));
        vec(reference, count as usize).generate(source)
    }
    ends_soon(references, |list| list.iter().filter(|at| **at % 2 == 1).count() > 400);
}

#[test]
fn many_texts_are_stopped() {
    fn texts(source: &mut Source) -> Result<Vec<String>, Reject> {
        let text = |source: &mut Source| {
            source.string(&Alphabet::LETTERS, 0..=30, |random| {
                let letters = (0..20).map(|_| Alphabet::LETTERS.get(random.below(52) as u32));
                letters.flatten().collect()
            })
        };
        let count = fixed(source, Role::Length, 1_000);
        vec(from_fn(move |source| Ok(text(source))), count as usize).generate(source)
    }
    ends_soon(texts, |texts| texts.iter().map(String::len).sum::<usize>() > 12_000);
}
