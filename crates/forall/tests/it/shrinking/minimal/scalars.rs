//! Minimal numbers, strings and bytes.

use forall::domain::{Domain, from_fn};
use forall::property::property;
use forall::source::Alphabet;

use super::check;
use crate::shrinking::challenge;

fn floats() -> impl Domain<Value = f64> {
    from_fn(|source| {
        Ok(source.float(f64::MIN..=f64::MAX, true, |random| match random.below(20) {
            0 => f64::NAN,
            1..6 => f64::from_bits(random.word()).clamp(f64::MIN, f64::MAX),
            _ => (random.unit() - 0.5) * 1e6,
        }))
    })
}

fn text() -> impl Domain<Value = String> {
    from_fn(|source| {
        let most = u64::from(source.size() * source.size());
        Ok(source.string(&Alphabet::ANY, 0..=usize::MAX, |random| {
            let length = random.below(most + 1);
            (0..length).filter_map(|_| Alphabet::ANY.get(random.below(200) as u32)).collect()
        }))
    })
}

#[test]
fn integers_shrink_to_the_minimum() {
    let property = property! { forall x: i64; check *x < 1_234_567 };
    check("a bound", &property, "1234567");
    let property = property! { forall x: i64; check *x > -77 };
    check("a negative bound", &property, "-77");
    let property = property! { forall x: u64; check x & 0x100 == 0 };
    check("a bit", &property, "256");
    let property = property! { forall x: u64; check *x < 1000 || x % 7 != 3 };
    check("a remainder", &property, "1004");
    let property = property! { forall x: i32; check x % 2 == 0 };
    check("odd", &property, "1");
    let property = property! { forall x: u128; check *x < 1 << 100 };
    check("wide", &property, &(1_u128 << 100).to_string());
}

#[test]
fn pairs_of_integers_shrink_to_the_minimum() {
    let property = property! { forall a: i32; forall b: i32; check a <= b };
    check("greater", &property, "0; -1");
    let property = property! { forall a in 0..=1000; forall b in 0..=1000; check a + b < 700 };
    check("a sum of two", &property, "0; 700");
    let property = property! { forall a in 0..=400; forall b in 0..=500; check a + b < 700 };
    check("a sum of two, bounded", &property, "200; 500");
    let property = property! {
        forall a in 1..=10_000_u64;
        forall b in 1..=10_000_u64;
        check a * b < 1_000_000
    };
    check("a product of two", &property, "100; 10000");
}

#[test]
fn numbers_compared_as_text_shrink_to_the_minimum() {
    let property = property! {
        forall a in 10..10_000_u32;
        forall b in 10..10_000_u32;
        check (a < b) == (a.to_string() < b.to_string())
    };
    check("compared as text", &property, "11; 100");
    let property = property! {
        forall a: u16;
        forall b: u16;
        check a > b || *a < 10 || a.to_string() <= b.to_string()
    };
    check("ascending but not as text", &property, "11; 100");
}

#[test]
fn related_integers_shrink_to_the_minimum() {
    let property = property! {
        forall a in 0..=1000;
        forall b in 0..=1000;
        check *a < 10 || b - a != 100
    };
    check("a hundred apart", &property, "10; 110");
    let property = property! {
        forall a in 1..=300;
        forall b in 1..=300;
        check *a < 20 || *b != a * 2
    };
    check("twice", &property, "20; 40");
    let property = property! {
        forall a in 0..=99;
        forall b in 0..=99;
        check *a < 5 || a + b != 99
    };
    check("together ninety-nine", &property, "5; 94");
}

#[test]
fn triples_of_integers_shrink_to_the_minimum() {
    let property = property! {
        forall a in 0..=200;
        forall b in 0..=200;
        forall c in 0..=200;
        check !(*a >= 7 && b - a == c - b && b > a)
    };
    check("progression", &property, "7; 8; 9");
    let property = property! {
        forall a in 1..=60;
        forall b in 1..=60;
        forall c in 1..=60;
        check a * a + b * b != c * c
    };
    // The triples that are not multiples of a smaller one.
    let ideal = [
        "3; 4; 5",
        "5; 12; 13",
        "7; 24; 25",
        "8; 15; 17",
        "9; 40; 41",
        "12; 35; 37",
        "20; 21; 29",
        "28; 45; 53",
    ];
    challenge::check("a right triangle", &property, &ideal, challenge::Goal::DEFAULT);
}

#[test]
fn floats_shrink_to_the_minimum() {
    let property = property! { forall x in floats(); check *x < 1000.5 };
    check("a float above", &property, "1001.0");
    let property = property! { forall x in floats(); check x.fract() == 0.0 || x.is_nan() };
    check("a fraction", &property, "0.5");
    let property = property! { forall x in floats(); check *x > -3.5 || x.is_nan() };
    check("a float below", &property, "-4.0");
    let property = property! { forall x in floats(); check !x.is_nan() };
    check("no number", &property, "NaN");
    let property = property! { forall x in floats(); check x.abs() < 1e20 || x.is_nan() };
    check("a large float", &property, "1e20");
}

#[test]
fn strings_shrink_to_the_minimum() {
    let property = property! { forall s in text(); check !s.contains('7') };
    check("a digit", &property, "\"7\"");
    let property = property! { forall s in text(); check s.chars().count() < 5 };
    check("five letters", &property, "\"aaaaa\"");
    let property = property! { forall s in text(); check s.is_ascii() };
    check("not ascii", &property, "\"\\u{80}\"");
    let property = property! { forall s in text(); check s.chars().rev().eq(s.chars()) };
    check("no palindrome", &property, "\"ab\"");
    let property = property! {
        forall s in text();
        forall t in text();
        check !s.chars().any(|c| c.is_ascii_digit() && t.contains(c))
    };
    // With one seed, a letter remains after the digit.
    challenge::check(
        "a digit in both",
        &property,
        &["\"0\"; \"0\""],
        challenge::Goal { ideal_seeds: 29, ..challenge::Goal::DEFAULT },
    );
}

#[test]
fn bytes_shrink_to_the_minimum() {
    let bytes = from_fn(|source| {
        Ok(source.bytes(0..=100, |random| {
            let length = random.below(50);
            (0..length).map(|_| random.word() as u8).collect()
        }))
    });
    let property = property! {
        forall bytes in bytes;
        check bytes.iter().filter(|b| **b > 100).count() < 3
    };
    check("three high bytes", &property, "[101, 101, 101]");
}
