//! All loops run the same tests, so a comparison only compares the loops.

use std::time::Duration;

use workloads::runners::RUNNERS;
use workloads::strategy::Strategy;
use workloads::tool::Tool;
use workloads::trial::Status;
use workloads::workload::{WORKLOADS, Workload};

/// Returns the status and the number of tests before the failing one.
fn before(tool: Tool, workload: &str, strategy: &'static Strategy) -> Option<(Status, u64)> {
    let workload = WORKLOADS.iter().find(|known| known.name == workload)?;
    let task = workload.tasks().last()?;
    let trial = tool.trial(&task, strategy, (5, Duration::from_secs(600)))?;
    Some((trial.status, trial.tally.tests()))
}

#[test]
fn all_loops_find_the_bug_in_the_same_test() {
    for workload in ["BST", "STLC", "FSUB", "IFC"] {
        let typed = before(Tool::Typed, workload, &Strategy::Bespoke);
        assert!(matches!(typed, Some((Status::FoundBug, _))), "{workload}: {typed:?}");
        for tool in [Tool::Erased, Tool::Both, Tool::Quickcheck, Tool::Proptest] {
            let other = before(tool, workload, &Strategy::Bespoke);
            let left_out = other.is_none() && cfg!(not(feature = "peers"));
            assert!(other == typed || left_out, "{workload} {tool}: {other:?}, not {typed:?}");
        }
    }
}

/// Other libraries shrink our counterexamples: the result is not larger than the original, and not
/// smaller than the minimum.
#[test]
fn others_shrink_the_same_counterexamples() {
    for workload in ["BST", "RBT", "STLC", "FSUB"] {
        let workload = Workload::named(workload).unwrap();
        for task in workload.tasks().step_by(7) {
            for tool in [Tool::QuickcheckShrinks, Tool::ProptestShrinks] {
                let made = |tool: Tool| {
                    tool.trial(&task, &Strategy::Bespoke, (2, Duration::from_secs(600)))
                };
                let (Some(ours), Some(theirs)) = (made(Tool::Erased), made(tool)) else { continue };
                let (ours, theirs) = (ours.found.unwrap(), theirs.found.unwrap());
                let size = |bindings: &[_]| (workload.measure)(bindings);
                assert_eq!(
                    theirs.original, ours.original,
                    "{tool} {} {}",
                    task.mutant, task.property
                );
                assert!(
                    size(&theirs.shrunk) <= size(&theirs.original),
                    "{tool} {} {}",
                    task.mutant,
                    task.property
                );
                assert!(
                    Some(size(&theirs.shrunk)) >= task.minimum,
                    "{tool} {} {}",
                    task.mutant,
                    task.property
                );
                assert!(theirs.shrinks > 0, "{tool} {} {}", task.mutant, task.property);
            }
        }
    }
}

/// Every runner finds an easy bug under its own name, and returns a counterexample.
#[test]
fn every_runner_finds_what_is_easy() {
    for (name, _) in RUNNERS {
        for workload in ["BST", "STLC"] {
            let task = Workload::named(workload).unwrap().tasks().next().unwrap();
            let limits = (1, Duration::from_secs(600));
            let trial = Tool::Runner(name).trial(&task, &Strategy::Bespoke, limits);
            let trial = trial.expect("a runner of this name");
            assert_eq!(trial.status, Status::FoundBug, "{name} {workload}");
            assert!(trial.found.is_some(), "{name} {workload}");
        }
    }
}
