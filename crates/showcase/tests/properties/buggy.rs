//! The bugs of the buggy programs are found, and shrink to the counterexamples in the README.

use forall::block::Property;
use forall::domain::vec;
use forall::property::property;
use forall::runner::{Options, quick_check};
use showcase::buggy::bank::Bank;
use showcase::buggy::{runs, search};

const README: &str = include_str!("../../README.md");

/// Checks that the counterexample of every seed is the one in the README.
#[track_caller]
fn check(property: &impl Property, expected: &str) {
    assert!(README.contains(&format!("\n{expected}\n")), "the README does not show\n{expected}");
    for seed in 0..20 {
        let options = Options { seed, tests: 100_000, ..Options::default() };
        let report = quick_check(property, &options);
        let found = report.counterexample().expect("the program is buggy");
        let width = found.shrunk.iter().map(|binding| binding.name.len()).max().unwrap_or(0);
        let lines = found.shrunk.iter().map(|b| format!("  {:width$} = {}", b.name, b.value));
        let actual = lines.collect::<Vec<_>>().join("\n");
        assert_eq!(actual, expected, "seed {seed}");
    }
}

#[test]
fn the_bank_creates_money() {
    let property = property! {
        forall accounts in vec(0..1_000_u64, 1..8);
        forall from in 0..accounts.len();
        forall to in 0..accounts.len();
        forall amount in 0..1_000_u64;
        check {
            let mut bank = Bank { accounts: accounts.clone() };
            let before = bank.total();
            bank.transfer(*from, *to, *amount);
            bank.total() == before
        }
    };
    check(&property, "  accounts = [1]\n  from     = 0\n  to       = 0\n  amount   = 1");
}

#[test]
fn digits_are_not_decoded() {
    let property = property! {
        forall text: String;
        check runs::decode(&runs::encode(text)) == *text
    };
    check(&property, "  text = \"0\"");
}

#[test]
fn the_middle_overflows() {
    let property = property! {
        forall low: u32;
        forall high in *low..=u32::MAX;
        check (*low..=*high).contains(&search::middle(*low, *high))
    };
    check(&property, "  low  = 1\n  high = 4294967295");
}
