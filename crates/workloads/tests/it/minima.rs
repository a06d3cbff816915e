//! The tables list the sizes of the smallest counterexamples: an exhaustive search finds no smaller
//! ones.

use forall::block::{check, print};
use forall::report::Verdict;
use workloads::enumerate::Inputs;
use workloads::strategy::Strategy;
use workloads::workload::{Task, Workload};
use workloads::{bst, fsub, rbt, stlc};

use crate::tests;

/// Returns the size of the smallest counterexample among all inputs up to this size.
fn least(task: &Task, largest: u32) -> Option<usize> {
    let property = task.property(&Strategy::Enumerative);
    let mut least = None;
    for size in 0..=largest {
        for inputs in Inputs::of(&property, size).flatten() {
            if let Verdict::Fail(_) = check(&property, &inputs) {
                let found = (task.workload.measure)(&print(&property, &inputs));
                least = Some(least.map_or(found, |least: usize| least.min(found)));
            }
        }
        // A term has exactly the size of the source. Several trees may share it.
        if least.is_some_and(|least| least <= size as usize) {
            break;
        }
    }
    least
}

/// Checks the minimum of every task by enumeration up to `limit`: a listed minimum above the limit
/// must have no counterexample up to it.
fn are_exact(workload: &'static Workload, limit: u64) {
    for task in workload.tasks() {
        let minimum = task.minimum.expect("the minimum is known, except for IFC");
        let tried = minimum.min(limit as usize);
        let expected = Some(minimum).filter(|minimum| *minimum <= tried);
        assert_eq!(least(&task, tried as u32), expected, "{} {}", task.mutant, task.property);
    }
}

static BST: Workload = bst::WORKLOAD;
static RBT: Workload = rbt::WORKLOAD;
static STLC: Workload = stlc::WORKLOAD;
static FSUB: Workload = fsub::WORKLOAD;

#[test]
fn minima_of_search_trees_are_exact() {
    are_exact(&BST, 3);
}

#[test]
fn minima_of_red_black_trees_are_exact() {
    are_exact(&RBT, tests(4, 12));
}

#[test]
fn minima_of_simply_typed_terms_are_exact() {
    are_exact(&STLC, tests(9, 11));
}

#[test]
fn minima_of_system_f_terms_are_exact() {
    are_exact(&FSUB, tests(7, 13));
}
