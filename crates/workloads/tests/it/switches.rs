//! Mutation switches are free, and only the code under test uses them.

use std::hint::black_box;
use std::time::{Duration, Instant};

use forall::block::{generate, print};
use forall::source::Campaign;
use workloads::bst::{self, Tree};
use workloads::strategy::Strategy;
use workloads::throughput::insert;
use workloads::workload::{BASE, WORKLOADS};

use crate::{KNOWN, tests};

/// For each seed, all mutants get the same inputs as the correct code.
#[test]
fn generators_never_call_mutated_code() {
    for workload in WORKLOADS {
        for strategy in workload.strategies.iter().filter(|known| **known != Strategy::Enumerative)
        {
            for name in workload.properties {
                let inputs = |mutant: &str| {
                    let property = (workload.property)(mutant, name, strategy).expect(KNOWN);
                    let campaign = Campaign::from_seed(5);
                    let shown = |n| {
                        let made = generate(&property, &mut campaign.source(n));
                        made.ok().map(|inputs| print(&property, &inputs))
                    };
                    (0..tests(8, 200)).map(shown).collect::<Vec<_>>()
                };
                let correct = inputs(BASE);
                for mutant in workload.mutants {
                    assert_eq!(inputs(mutant), correct, "{} {mutant} {name}", workload.name);
                }
            }
        }
    }
}

/// Measures the time to build a tree.
fn took(insert: impl Fn(i32, bool, &Tree) -> Tree) -> Duration {
    let began = Instant::now();
    let tree = (0..400).fold(Tree::E, |tree, n| insert((n * 7919) % 1009, n % 2 == 0, &tree));
    black_box(tree);
    began.elapsed()
}

/// Compares to the same code without a switch, in alternation. An unoptimized build spends a large
/// part of the time on the comparison itself, so its limit is higher.
#[test]
fn a_mutation_switch_has_no_measurable_cost() {
    let most = if cfg!(debug_assertions) { 1.5 } else { 1.1 };
    let fastest = |rounds: u32| {
        (0..rounds).fold((Duration::MAX, Duration::MAX), |(with, without), _| {
            let base = black_box(bst::Mutant::Base);
            let one = took(|key, value, tree| base.insert(key, value, tree));
            (with.min(one), without.min(took(insert)))
        })
    };
    // On a busy machine, all of a few rounds may be disturbed.
    let ratios = [50, 200, 800].map(|rounds| {
        move || {
            let (with, without) = fastest(rounds);
            with.as_secs_f64() / without.as_secs_f64()
        }
    });
    let least = ratios.into_iter().map(|ratio| ratio()).find(|ratio| *ratio <= most);
    assert!(least.is_some(), "with a switch it takes more than {most} times as long");
}
