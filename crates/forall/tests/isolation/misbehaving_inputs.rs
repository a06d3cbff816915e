//! Inputs whose `Debug` or `Drop` implementation crashes or does not end: the failure is saved and reported.

use crate::workspace::{Workspace, code_and_text};

/// How a value misbehaves, and how reports call that.
const FAULTS: [(&str, &str, &str); 4] = [
    ("abort", "the process aborted while the inputs were being ", ""),
    ("exit", "the process exited with 3 while the inputs were being ", ""),
    ("overflow", "the process overflowed its stack while the inputs were being ", ""),
    ("hang", "", "ing the inputs took longer than 300ms"),
];

fn run(workspace: &Workspace, name: &str, fault: &str, isolate: bool) -> (Option<i32>, String) {
    let mut command = workspace.separate_command(&[name]);
    // On a busy machine, shrinking would end before it knows all about the crash.
    command.env("FAULT", fault).env("FORALL_SHRINK_TIME", "60s");
    if isolate {
        command.env("FORALL_ISOLATE", "1");
    }
    code_and_text(&command.output().expect("it starts"))
}

#[test]
fn inputs_that_cannot_be_printed_are_reported_without_their_values() {
    for (fault, crash, timeout) in FAULTS {
        let workspace = Workspace::new(&format!("printed-{fault}"));
        for found in ["found by test ", "found by an earlier run"] {
            let (code, text) = run(&workspace, "is_printed_badly", fault, true);
            assert_eq!(code, Some(101), "{fault}: {text}");
            let reason = match timeout {
                "" => format!("{crash}printed"),
                timeout => format!("print{timeout}"),
            };
            let value = format!("\n  x = (not printed: {reason})\n");
            assert!(text.contains(&value), "{fault}: {text}");
            assert!(text.contains(": it is too large\n"), "{fault}: {text}");
            assert!(text.contains(found) && !text.contains("flaky"), "{fault}: {text}");
            let saved = workspace.saved("is_printed_badly").expect("the failure is saved");
            assert!(saved.contains("\ncrashes 1000,f."), "{fault}: {saved}");
        }
    }
}

#[test]
fn inputs_that_cannot_be_dropped_are_a_failure() {
    for (fault, crash, timeout) in FAULTS {
        let workspace = Workspace::new(&format!("dropped-{fault}"));
        for found in ["found by test ", "found by an earlier run"] {
            let (code, text) = run(&workspace, "is_dropped_badly", fault, true);
            assert_eq!(code, Some(101), "{fault}: {text}");
            assert!(text.contains("\n  x = DroppedBadly(1000)\n  y = false\n"), "{fault}: {text}");
            let reason = match timeout {
                "" => format!("\n{crash}dropped\n"),
                timeout => format!("\ndropp{timeout}\n"),
            };
            assert!(text.contains(&reason), "{fault}: {text}");
            assert!(text.contains(found) && !text.contains("flaky"), "{fault}: {text}");
            let saved = workspace.saved("is_dropped_badly").expect("the failure is saved");
            assert!(saved.contains("\ncrashes 1000,f."), "{fault}: {saved}");
        }
    }
}

#[test]
fn a_panic_in_drop_is_a_failure_like_any_other() {
    for isolate in [false, true] {
        let workspace = Workspace::new(&format!("dropped-panic-{isolate}"));
        for found in ["found by test ", "found by an earlier run"] {
            let (code, text) = run(&workspace, "is_dropped_badly", "panic", isolate);
            assert_eq!(code, Some(101), "{text}");
            assert!(text.contains("\n  x = DroppedBadly(1000)\n  y = false\n"), "{text}");
            assert!(text.contains(": it misbehaves\n"), "{text}");
            assert!(text.contains(found) && !text.contains("flaky"), "{text}");
            let saved = workspace.saved("is_dropped_badly").expect("the failure is saved");
            assert!(saved.contains("\nfails 1000,f."), "{saved}");
        }
    }
}

#[test]
fn a_panic_in_drop_is_found_by_runners_that_keep_inputs() {
    for isolate in [false, true] {
        let workspace = Workspace::new(&format!("dropped-later-{isolate}"));
        let mut command = workspace.separate_command(&["is_dropped_badly"]);
        command.env("FAULT", "panic").env("FORALL_RUNNER", "fuzz");
        if isolate {
            command.env("FORALL_ISOLATE", "1");
        }
        let (code, text) = code_and_text(&command.output().expect("it starts"));
        assert_eq!(code, Some(101), "{text}");
        assert!(text.contains("\n  x = DroppedBadly(1000)\n  y = false\n"), "{text}");
        assert!(text.contains(": it misbehaves\n") && !text.contains("flaky"), "{text}");
    }
}

#[test]
fn a_deep_list_with_derived_implementations_is_reported() {
    let workspace = Workspace::new("deep-list");
    for _ in 0..2 {
        let (code, text) = run(&workspace, "is_shallow", "", true);
        assert_eq!(code, Some(101), "{text}");
        assert!(text.contains("\nfalsified: is_shallow "), "{text}");
        assert!(text.contains("the process overflowed its stack while the inputs were being "));
        assert!(!text.contains("flaky"), "{text}");
        let saved = workspace.saved("is_shallow").expect("the failure is saved");
        assert!(saved.contains("\ncrashes "), "{saved}");
    }
}

#[test]
fn values_that_cannot_be_simplified_are_shrunk_otherwise() {
    for fault in ["abort", "hang", "panic"] {
        let workspace = Workspace::new(&format!("simplified-{fault}"));
        let (code, text) = run(&workspace, "is_simplified_badly", fault, true);
        assert_eq!(code, Some(101), "{fault}: {text}");
        assert!(text.contains("\n  x = 1000\n"), "{fault}: {text}");
        assert!(text.contains(": it is too large\n"), "{fault}: {text}");
        let saved = workspace.saved("is_simplified_badly").expect("the failure is saved");
        assert!(saved.contains("\nfails 1000."), "{fault}: {saved}");
    }
}

#[test]
fn an_example_that_cannot_be_printed_or_dropped_is_reported() {
    let timeout = "dropping the inputs took longer than 300ms";
    let crash = "the process aborted while the inputs were being dropped";
    for (fault, reason) in [("abort", crash), ("hang", timeout), ("panic", ": it misbehaves")] {
        let workspace = Workspace::new(&format!("example-{fault}"));
        let (code, text) = run(&workspace, "has_a_bad_example", fault, true);
        assert_eq!(code, Some(101), "{fault}: {text}");
        assert!(text.contains("\nfalsified: has_a_bad_example "), "{fault}: {text}");
        assert!(text.contains(&format!("{reason}\n")), "{fault}: {text}");
        let (code, text) = run(&workspace, "has_an_unprintable_example", fault, true);
        assert_eq!(code, Some(101), "{fault}: {text}");
        assert!(text.contains(": it is too large\n"), "{fault}: {text}");
        assert!(text.contains("\n  found by example 1, "), "{fault}: {text}");
    }
}

#[test]
fn long_inputs_are_cut_off() {
    for isolate in [false, true] {
        let workspace = Workspace::new(&format!("length-{isolate}"));
        let (code, text) = run(&workspace, "is_printed_at_length", "", isolate);
        assert_eq!(code, Some(101));
        assert!(text.contains("\nfalsified: is_printed_at_length "));
        assert!(text.len() < 2 << 20, "{} bytes", text.len());
    }
}

#[test]
fn the_next_run_reports_an_input_that_cannot_be_dropped() {
    let workspace = Workspace::new("dropped-without-isolation");
    let (code, text) = run(&workspace, "is_dropped_badly", "abort", false);
    assert_eq!(code, None, "{text}");
    for _ in 0..2 {
        let (code, text) = run(&workspace, "is_dropped_badly", "abort", false);
        assert_eq!(code, Some(101), "{text}");
        assert!(text.contains("\n  x = DroppedBadly(1000)\n  y = false\n"), "{text}");
        let reason = "\nthe process aborted while the inputs were being dropped\n";
        assert!(text.contains(reason), "{text}");
    }
}

/// Without isolation, the process crashes. But the failure is saved before, and the next run reports it.
#[test]
fn a_failure_is_saved_before_it_is_printed() {
    let workspace = Workspace::new("printed-without-isolation");
    let (code, text) = run(&workspace, "is_printed_badly", "abort", false);
    assert_eq!(code, None, "{text}");
    let saved = workspace.saved("is_printed_badly").expect("the failure is saved");
    assert!(saved.contains("\nfails "), "{saved}");
    for _ in 0..3 {
        let (code, text) = run(&workspace, "is_printed_badly", "abort", false);
        assert_eq!(code, Some(101), "{text}");
        let value =
            "\n  x = (not printed: the process aborted while the inputs were being printed)\n";
        assert!(text.contains(value), "{text}");
        assert!(text.contains(": it is too large\n"), "{text}");
    }
}
