//! Types with `#[derive(Arbitrary)]`.

mod attributes;
mod laws;
mod places;
mod shrinking;
mod sizes;
mod types;

use std::collections::BTreeMap;
use std::fmt::Debug;

use forall::Arbitrary;
use forall::source::{Policy, Source};

/// The number of values that a test generates.
const SAMPLES: u64 = 2_000;

/// Returns value number `n` of a type, at this size.
fn value<T: Arbitrary>(n: u64, size: u32) -> T {
    T::generate(&mut Source::for_test(11, n, size)).expect("a derived type rejects nothing")
}

/// Returns the simplest value of a type.
fn simplest<T: Arbitrary>() -> T {
    let mut source = Source::replay(Vec::new(), Policy::SIMPLEST);
    T::generate(&mut source).expect("a derived type rejects nothing")
}

/// Counts how often `of` returns each key for values of this size.
fn frequencies<T: Arbitrary, K: Ord>(size: u32, of: impl Fn(&T) -> K) -> BTreeMap<K, u64> {
    let mut frequencies = BTreeMap::new();
    for n in 0..SAMPLES {
        *frequencies.entry(of(&value(n, size))).or_default() += 1;
    }
    frequencies
}

/// Shrinks greedily to the first simpler value for which `keep` holds, as long as one exists.
#[track_caller]
fn minimal<T: Arbitrary + Clone + PartialEq + Debug>(from: T, keep: impl Fn(&T) -> bool) -> T {
    assert!(keep(&from));
    let mut best = from;
    for _ in 0..100_000 {
        let next = best.shrink().inspect(|simpler| assert_ne!(*simpler, best)).find(&keep);
        match next {
            Some(simpler) => best = simpler,
            None => return best,
        }
    }
    panic!("shrinking does not end; it is at {best:?}");
}
