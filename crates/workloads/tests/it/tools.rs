//! All loops run the same tests, so what is compared is the loop.

use std::time::Duration;

use workloads::strategy::Strategy;
use workloads::tool::Tool;
use workloads::trial::Status;
use workloads::workload::WORKLOADS;

/// The tests before the first that fails, in the way the tool counts them.
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
