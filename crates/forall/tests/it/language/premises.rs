//! Premises that restrict the domain of the variable bound last.

mod limits;
mod patterns;
mod runs;

use forall::block::Property;
use forall::runner::{Options, quick_check};

/// Runs 1,000 tests with each of several seeds, and checks that all pass and none is discarded.
#[track_caller]
fn never_discards(property: &impl Property) {
    for seed in 0..5 {
        let report = quick_check(property, &Options { seed, ..Options::default() });
        assert_eq!(report.to_string(), "passed: 1,000 tests\n", "with seed {seed}");
    }
}

/// Runs 1,000 tests with each of several seeds, and checks that all pass and at most one test in five is discarded: those
/// in which no value, or hardly any, is in the order that the premise requires.
#[track_caller]
fn rarely_discards(property: &impl Property) {
    for seed in 0..5 {
        let report = quick_check(property, &Options { seed, ..Options::default() });
        assert!(report.passed() && report.tally.discarded <= 250, "with seed {seed}: {report}");
    }
}

mod attribute {
    //! The attribute restricts parameters of every kind. A discarded test would end these runs.

    use forall::property;

    const LIMIT: i32 = 40;

    #[property(implies(a < b, b <= LIMIT, a != 3), max_discard_ratio = 0)]
    fn values_are_restricted(a: i32, b: i32) -> bool {
        a < b && b <= 40 && a != 3
    }

    #[property(implies(a < b), max_discard_ratio = 0)]
    fn references_are_restricted(a: &u8, b: &u8) -> bool {
        a < b
    }

    #[property(implies(!list.is_empty() && i < list.len(), list.contains(x)), max_discard_ratio = 0)]
    fn lists_are_restricted(list: &[u8], i: usize, x: &u8) -> bool {
        list.get(i).is_some() && list.contains(x)
    }

    #[property(implies(text.len() > count as usize), max_discard_ratio = 0)]
    fn strings_are_restricted(count: u8, text: &str) -> bool {
        text.len() > count.into()
    }

    #[property(implies(low < high && high != 17), max_discard_ratio = 0)]
    fn written_domains_are_restricted(
        #[domain(0..10)] low: u32,
        #[domain(5..20)] high: u32,
    ) -> bool {
        low < high && (5..20).contains(&high) && high != 17
    }

    #[property(implies(i != j), max_discard_ratio = 0)]
    fn dependent_domains_are_restricted(i: u8, #[domain(i / 2..=i / 2 + 3)] j: u8) -> bool {
        i != j && j >= i / 2
    }

    #[property(implies(value.is_some()), max_discard_ratio = 0)]
    fn variants_are_restricted(value: Option<String>) -> bool {
        value.is_some()
    }

    #[property(implies(a < b), restrict = false)]
    fn restrictions_can_be_switched_off(a: u8, b: u8) -> bool {
        a < b
    }
}
