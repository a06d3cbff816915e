//! A tour: prints, runs and changes one property.

#![expect(clippy::print_stdout, reason = "an example shows what it does")]

use forall::block::{Property, run};
use forall::domain::{Domain, any, vec};
use forall::property::{With, property};
use forall::report::Verdict;
use forall::runner::{Options, quick_check};

/// Sorts, but drops duplicates.
fn sort(list: &[i32]) -> Vec<i32> {
    let mut sorted = list.to_vec();
    sorted.sort();
    sorted.dedup();
    sorted
}

fn main() {
    // A property is a value.
    let preserves_length = || {
        property! {
            forall list: Vec<i32>;
            implies !list.is_empty();
            check sort(list).len() == list.len()
        }
    };
    println!("the property\n  {}\n", preserves_length());

    // A runner is a function that takes a property.
    println!("under quick_check\n{}", quick_check(&preserves_length(), &Options::default()));

    // The same property with another domain for its variable.
    let few = preserves_length()
        .with("list", vec(0..5, 0..=4).print_with(|list| format!("short {list:?}")));
    println!("with short lists of small numbers\n{}", quick_check(&few, &Options::default()));
    let one = preserves_length().with("list", vec(any::<i32>(), 1));
    println!("with lists of one number\n{}", quick_check(&one, &Options::default()));

    // A user-defined runner.
    let share = failing_share(&preserves_length(), 10_000);
    println!("under a runner of six lines\n  {:.1} % of 10,000 tests fail", share * 100.0);
}

/// Returns the share of failing tests.
fn failing_share<P: Property>(property: &P, tests: u64) -> f64 {
    let campaign = Options::default().campaign();
    let fails = |n: &u64| matches!(run(property, &mut campaign.source(*n)), Verdict::Fail(_));
    (0..tests).filter(fails).count() as f64 / tests as f64
}
