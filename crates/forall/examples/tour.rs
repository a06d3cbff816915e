//! One property, and what can be done with it.

#![expect(clippy::print_stdout, reason = "an example shows what it does")]

use forall::block::{Property, run};
use forall::domain::{Domain, any, vec};
use forall::property::{With, property};
use forall::report::Verdict;
use forall::runner::{Options, quick_check};

/// Sorts, but loses what is there twice.
fn sort(list: &[i32]) -> Vec<i32> {
    let mut sorted = list.to_vec();
    sorted.sort();
    sorted.dedup();
    sorted
}

fn main() {
    // A property is a value.
    let keeps_all = || {
        property! {
            forall list: Vec<i32>;
            implies !list.is_empty();
            check sort(list).len() == list.len()
        }
    };
    println!("the property\n  {}\n", keeps_all());

    // A runner is a function of it.
    println!("under quick_check\n{}", quick_check(&keeps_all(), &Options::default()));

    // The same property with another domain for its variable.
    let few =
        keeps_all().with("list", vec(0..5, 0..=4).print_with(|list| format!("short {list:?}")));
    println!("with short lists of small numbers\n{}", quick_check(&few, &Options::default()));
    let one = keeps_all().with("list", vec(any::<i32>(), 1));
    println!("with lists of one number\n{}", quick_check(&one, &Options::default()));

    // A runner of our own.
    let share = failing_share(&keeps_all(), 10_000);
    println!("under a runner of six lines\n  {:.1} % of 10,000 tests fail", share * 100.0);
}

/// How likely is it to fail?
fn failing_share<P: Property>(property: &P, tests: u64) -> f64 {
    let campaign = Options::default().campaign();
    let fails = |n: &u64| matches!(run(property, &mut campaign.source(*n)), Verdict::Fail(_));
    (0..tests).filter(fails).count() as f64 / tests as f64
}
