//! Faults outside of the plain call of a test: in the payload of a panic, between two tests, and in the program file.

use std::process::Command;

use crate::crashes::report;
use crate::workspace::{Workspace, code_and_text};

/// Returns a command that runs the property with this fault.
fn misbehaving(workspace: &Workspace, fault: &str) -> Command {
    let mut command = workspace.separate_command(&["faults::misbehaves", "faults::sibling"]);
    command.env("FAULT", fault);
    command
}

/// Runs the property with this fault in isolation, beside a test that passes.
fn run_isolated(name: &str, fault: &str) -> String {
    let workspace = Workspace::new(name);
    let mut command = misbehaving(&workspace, fault);
    command.env("FORALL_ISOLATE", "1").env("FORALL_TEST_TIMEOUT", "300ms");
    let (code, text) = code_and_text(&command.output().expect("it starts"));
    assert_eq!(code, Some(101), "{fault}: {text}");
    assert!(text.contains("faults::sibling ... ok"), "{fault}: {text}");
    text
}

#[test]
fn the_payload_of_a_panic_may_crash_or_hang_when_it_is_dropped() {
    let text = run_isolated("payload-aborts", "payload that aborts when dropped");
    assert!(report(&text).starts_with("  list = [1000]\nthe process aborted"), "{text}");
    let text = run_isolated("payload-hangs", "payload that hangs when dropped");
    assert_eq!(report(&text), "  list = [1000]\nthe test took longer than 300ms", "{text}");
}

#[test]
fn the_next_run_reports_a_payload_that_crashed_the_last_one() {
    let workspace = Workspace::new("payload-alone");
    let run = || misbehaving(&workspace, "payload that aborts when dropped").output();
    assert_eq!(run().expect("it starts").status.code(), None, "the process crashes");
    let (code, text) = code_and_text(&run().expect("it starts"));
    assert_eq!(code, Some(101), "{text}");
    assert!(report(&text).starts_with("  list = [1000]\nthe process aborted"), "{text}");
}

/// A test that stops its process may have ended before the process stops. Then the process continues after a while, and
/// the test passes.
#[test]
fn a_test_that_stops_its_process_ends() {
    for (name, fault) in [("stop", "stop"), ("ctrl-z", "stop like Ctrl-Z")] {
        let workspace = Workspace::new(name);
        let mut command = misbehaving(&workspace, fault);
        command.env("FORALL_ISOLATE", "1").env("FORALL_TEST_TIMEOUT", "300ms");
        let output = command.env("FORALL_TESTS", "20").output().expect("it starts");
        let (code, text) = code_and_text(&output);
        assert!([Some(0), Some(101)].contains(&code), "{fault}: {text}");
        assert!(text.contains("faults::sibling ... ok"), "{fault}: {text}");
        let is_timeout = || report(&text).contains("the test took longer than 300ms");
        assert!(code == Some(0) || is_timeout(), "{fault}: {text}");
    }
}

/// A build may replace the program while its tests run.
#[test]
#[cfg(target_os = "linux")]
fn a_deleted_program_runs_on() {
    let text = run_isolated("deleted", "delete the program and abort");
    assert_eq!(report(&text), "  list = [1000]\nthe process aborted", "{text}");
}

#[test]
fn signals_are_named() {
    for signal in ["SIGBUS", "SIGFPE", "SIGKILL"] {
        let text = run_isolated(signal, signal);
        let expected = format!("  list = [1000]\nthe process was killed by {signal}");
        assert_eq!(report(&text), expected, "{text}");
    }
}
