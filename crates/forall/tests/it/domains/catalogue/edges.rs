//! Edge values come up, and no more than they should.

use std::fmt::Debug;

use forall::domain::{Domain, sample};
use forall::{Arbitrary, any};

/// An edge has its place in about 1 of 16 · 16 values: within this many it comes up, unless one in
/// e²⁰ times. The seed is fixed.
const ENOUGH: u64 = 5_000;

/// Each of these comes up by default. Without edges, all of them together are less than one value in
/// ten.
#[track_caller]
fn check<T: Arbitrary + Copy>(edges: &[T], same: impl Fn(T, T) -> bool) {
    let values = sample(&any::<T>(), ENOUGH);
    for edge in edges {
        assert!(values.iter().any(|value| same(*value, *edge)), "{edge:?} comes up");
    }
    let is_edge = |value: &&T| edges.iter().any(|edge| same(**value, *edge));
    let flat = sample(&any::<T>().without_edge_cases(), ENOUGH);
    let count = flat.iter().filter(is_edge).count() as u64;
    assert!(count < ENOUGH / 10, "{count} of {ENOUGH} are edges");
}

macro_rules! integers {
    ($($int:ident)*) => { $(
        #[test]
        fn $int() {
            let (min, max) = ($int::MIN, $int::MAX);
            check(&[0, 1, 2, 7, min, min + 1, max, max - 1], |l, r| l == r);
        }
    )* };
}

integers!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

macro_rules! floats {
    ($($float:ident)*) => { $(
        #[test]
        fn $float() {
            let least = $float::MIN_POSITIVE;
            let tiny = [least, -least, $float::from_bits(1), least.next_down(), $float::EPSILON];
            let huge = [$float::MAX, $float::MIN, $float::INFINITY, $float::NEG_INFINITY];
            let edges = [&[0.0, -0.0, 1.0, -1.0, $float::NAN], &tiny[..], &huge].concat();
            check(&edges, |l, r| l.to_bits() == r.to_bits());
        }
    )* };
}

floats!(f32 f64);

#[test]
fn floats_of_every_kind() {
    let values = sample(&any::<f64>(), 1_000);
    let share = |of: fn(&&f64) -> bool| values.iter().filter(of).count();
    assert!(share(|x| x.fract() == 0.0 && x.abs() <= 128.0) > 200, "small whole numbers");
    assert!(share(|x| x.fract() != 0.0 && (0.0..1.0).contains(*x)) > 100, "fractions");
    assert!(share(|x| x.abs() > 1e30) > 50, "large ones");
    assert!(share(|x| x.is_nan()) < 20, "few that are none");
}

#[test]
fn chars() {
    check(
        &['\0', '"', '\\', '\n', 'İ', 'ß', '\u{301}', '\u{202e}', '😀', char::MAX],
        |l, r| l == r,
    );
    let text: String = sample(&any::<String>(), 1_000).concat();
    let ascii = text.chars().filter(|c| matches!(c, ' '..='~')).count();
    let all = text.chars().count();
    assert!(ascii * 10 > all * 6, "{ascii} of {all} can be read by everybody");
    assert!(ascii * 10 < all * 9, "{ascii} of {all} are not all");
}

/// The ends of a range come up, and its values stay inside.
#[track_caller]
fn range<D: Domain<Value: PartialOrd + Debug>>(domain: D, low: D::Value, high: D::Value) {
    let values = sample(&domain, ENOUGH);
    assert!(values.contains(&low) && values.contains(&high), "{low:?} and {high:?} come up");
    assert!(values.iter().all(|x| low <= *x && *x <= high), "all are in {low:?}..={high:?}");
}

#[test]
fn ranges() {
    range(-1_000_000..1_000_000, -1_000_000, 999_999);
    range(5..=u128::MAX, 5, u128::MAX);
    range('\u{100}'..'\u{ffff}', '\u{100}', '\u{fffe}');
    range(0.0..1.0, 0.0, 1.0_f64.next_down());
    range(-3.5..=2.5_f32, -3.5, 2.5);
    range(f64::MIN..=f64::MAX, f64::MIN, f64::MAX);
    range(f32::NEG_INFINITY..=f32::INFINITY, f32::MIN, f32::MAX);
}
