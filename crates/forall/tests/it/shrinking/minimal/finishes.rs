//! Minima that only the finish reaches, with default options: each problem needs the pass that it names.

use std::collections::BTreeMap;

use forall::Arbitrary;
use forall::block::Property;
use forall::domain::{string, vec};
use forall::property::property;
use forall::report::PassStats;
use forall::runner::{Options, quick_check};

/// The number of seeds for each problem.
const SEEDS: u64 = 4;

/// Returns the values at which a seed ends, joined by `; `, and the statistics of its passes.
fn shrunk<P: Property>(property: &P, seed: u64) -> (String, Vec<PassStats>) {
    let options = Options { seed, tests: 100_000, ..Options::default() };
    let report = quick_check(property, &options);
    let found = report.counterexample().expect("it fails");
    let values: Vec<&str> = found.shrunk.iter().map(|binding| &*binding.value).collect();
    (values.join("; "), found.shrinking.passes.clone())
}

/// Checks that all seeds end at the ideal, and that each of these passes improved a case of some seed.
fn check<P: Property>(passes: &[&str], property: &P, ideal: &str) {
    let mut accepted: BTreeMap<&str, u64> = BTreeMap::new();
    for seed in 0..SEEDS {
        let (values, stats) = shrunk(property, seed);
        assert_eq!(values, ideal, "seed {seed}");
        for stats in stats {
            *accepted.entry(stats.pass).or_default() += stats.accepted;
        }
    }
    let useless = passes.iter().find(|pass| accepted.get(*pass).is_none_or(|count| *count == 0));
    assert_eq!(useless, None, "{accepted:?}");
}

#[test]
fn residues_shrink_to_the_minimum() {
    let property = property! {
        forall digits in vec(0..=9_u32, 3..=8);
        check {
            let sum: u32 = digits.iter().enumerate().map(|(at, x)| x * (at as u32 % 2 * 2 + 1)).sum();
            sum == 0 || !sum.is_multiple_of(10) || digits.contains(&5)
        }
    };
    check(&["enumerate by digits"], &property, "[0, 1, 7]");
    let property = property! {
        forall x: u32;
        forall y: u32;
        check *x == 0 || x == y || x % 1009 != y % 1009
    };
    check(&["divide numbers"], &property, "1; 1010");
}

#[test]
fn bits_shrink_to_the_minimum() {
    let property = property! { forall x: u32; check (x ^ (x >> 1)).count_ones() != 7 };
    check(&["lower in steps"], &property, "85");
    let property = property! {
        forall a: u8;
        forall b: u8;
        check a ^ b != 0x5A || a & b != 0x21
    };
    check(&["hand on bits"], &property, "33; 123");
}

#[test]
fn texts_that_share_something_shrink_to_the_minimum() {
    let property = property! {
        forall text in string('0'..='9', ..=6);
        forall number in 0..=2000_u32;
        check *number < 20 || text.parse() != Ok(*number)
    };
    check(&["lower number in text"], &property, "\"20\"; 20");
    let property = property! {
        forall password: String;
        forall repeated: String;
        check password != repeated
            || !password.contains(|c: char| c.is_ascii_digit())
            || !password.contains(|c: char| c.is_ascii_uppercase())
    };
    check(&["delete shared letters"], &property, "\"A0\"; \"A0\"");
    let property = property! {
        forall text in string('a'..='f', ..=16);
        check {
            let letters: Vec<char> = text.chars().collect();
            !letters.windows(4).any(|w| w[0] != w[1] && w[..2] == w[2..])
        }
    };
    check(&["exchange letters"], &property, "\"abab\"");
}

#[test]
fn the_finish_leaves_plain_cases_alone() {
    let property = property! { forall xs: Vec<u32>; check xs.iter().sum::<u32>() < 900 };
    for seed in 0..SEEDS {
        let (values, stats) = shrunk(&property, seed);
        assert_eq!(values, "[900]");
        assert!(stats.iter().all(|stats| !stats.pass.starts_with("enumerate")), "{stats:?}");
    }
}

/// Checks that all seeds end at the ideal after at most this number of calls, with this number of tests to find a failure.
fn ends_soon<P: Property>(property: &P, ideal: &str, max_calls: u64) {
    for seed in 0..SEEDS {
        let (values, stats) = shrunk(property, seed);
        assert_eq!(values, ideal, "seed {seed}");
        let calls: u64 = stats.iter().map(|stats| stats.tried).sum();
        assert!(calls <= max_calls, "seed {seed}: {calls} calls, {stats:?}");
    }
}

#[test]
fn bounds_end_after_a_short_finish() {
    let property =
        property! { forall text: String; check !text.contains('(') || text.chars().count() < 5 };
    ends_soon(&property, "\"aaaa(\"", 1_200);
    let property = property! {
        forall age in 18..=99_u8;
        forall angle in -180.0..180.0_f64;
        check *age < 30 || *angle > -90.0
    };
    ends_soon(&property, "30; -90.0", 200);
}

#[test]
fn plain_values_that_depend_on_each_other_shrink_to_the_minimum() {
    let property = property! {
        forall xs in vec(0..=1_u8, ..=2);
        forall ys in vec(0..=1_u8, ..=2);
        forall key in 0..=5_u8;
        check !matches!((xs.as_slice(), ys.as_slice(), *key), ([_], [_], 0) | ([], [_], 3))
    };
    check(&[], &property, "[]; [0]; 3");
}

#[test]
fn elements_of_different_lengths_are_sorted() {
    #[derive(Arbitrary, Clone, Debug)]
    enum Step {
        Put(#[forall(domain = 0..=9_u8)] u8),
        Repeat,
    }
    let property = property! {
        forall steps: Vec<Step>;
        check {
            let has = |large: bool| steps.iter().any(|step| matches!(step, Step::Put(x) if (*x >= 7) == large));
            !has(true) || !has(false) || !steps.iter().any(|step| matches!(step, Step::Repeat))
        }
    };
    check(&[], &property, "[Put(0), Put(7), Repeat]");
}
