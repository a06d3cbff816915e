//! Crashes of isolated properties are reported, shrunk and saved, and stop no other test.

use std::collections::HashSet;
use std::fs;
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use crate::workspace::{Workspace, code_and_text};

/// Returns the lines with text between the headline of a report and its `found by` line.
pub(crate) fn report(text: &str) -> String {
    let (_, report) = text.split_once("falsified: ").unwrap_or_else(|| panic!("{text}"));
    let lines = report
        .lines()
        .skip(1)
        .take_while(|line| !line.starts_with("  found by ") && *line != "  replayed once");
    lines.filter(|line| !line.is_empty()).collect::<Vec<&str>>().join("\n")
}

/// Checks that the victim crashes for this reason, and that the crash is shrunk and saved.
fn crashes_with(name: &str, reason: &str) {
    let workspace = Workspace::new(name);
    let (code, text) = workspace.run(&[name, "sibling"]);
    assert_eq!(code, Some(101), "{text}");
    assert!(text.contains("victims::sibling ... ok"), "{text}");
    assert_eq!(report(&text), format!("  list = [1000]\n{reason}"), "{text}");
    assert!(text.contains("\n  found by test "), "{text}");
    assert!(text.contains("\n  replay: FORALL_ISOLATE=1 FORALL_REPLAY=t,1000,f."), "{text}");
    let saved = workspace.saved(name).expect("the failure is saved");
    assert!(saved.ends_with("\ncrashes t,1000,f.0f0722\n  # list = [1000]\n"), "{saved}");
    let (code, again) = workspace.run(&[name, "sibling"]);
    assert_eq!(code, Some(101), "{again}");
    assert!(again.contains("victims::sibling ... ok"), "{again}");
    assert_eq!(report(&again), report(&text), "{again}");
    assert!(again.contains("\n  found by an earlier run"), "{again}");
    assert_eq!(workspace.saved(name), Some(saved), "the second run adds nothing");
}

#[test]
fn an_abort_is_reported_shrunk_and_saved() {
    crashes_with("aborts", "the process aborted");
}

#[test]
fn a_caught_panic_is_not_reported_as_the_crash() {
    crashes_with("aborts_after_panics", "the process aborted");
}

#[test]
fn a_panic_during_a_panic_is_reported_with_its_message() {
    let workspace = Workspace::new("panics_in_a_panic");
    let (_, text) = workspace.run(&["panics_in_a_panic"]);
    let report = report(&text);
    assert!(report.starts_with("  list = [1000]\nthe process aborted:\n"), "{text}");
    assert!(report.ends_with("\n  panic in a destructor during cleanup"), "{text}");
}

#[test]
fn a_stack_overflow_is_reported_shrunk_and_saved() {
    crashes_with("overflows", "the process overflowed its stack");
}

#[test]
fn a_segfault_is_reported_shrunk_and_saved() {
    crashes_with("segfaults", "the process was killed by SIGSEGV");
}

#[test]
fn an_exit_is_reported_shrunk_and_saved() {
    crashes_with("exits", "the process exited with 3");
}

#[test]
fn running_out_of_memory_is_reported_shrunk_and_saved() {
    crashes_with("exhausts_memory", "the process ran out of memory: its limit is 512 MB");
}

#[test]
#[cfg(target_os = "linux")]
fn a_memory_limit_that_is_too_small_is_an_error() {
    let workspace = Workspace::new("no-memory");
    let mut command = workspace.command(&["trivial"]);
    command.env("FORALL_ISOLATE", "1").env("FORALL_MEMORY_LIMIT", "1B");
    let (code, text) = code_and_text(&command.output().expect("it starts"));
    assert_eq!(code, Some(101), "{text}");
    let start = "forall: `memory_limit` is too small: the process of `trivial` needs ";
    assert!(text.contains(start) && text.contains(" MB before it runs a test\n"), "{text}");
}

#[test]
fn an_endless_loop_is_reported_shrunk_and_saved() {
    crashes_with("loops", "the test took longer than 300ms");
}

#[test]
fn a_failure_without_a_crash_is_reported_as_usual() {
    let workspace = Workspace::new("fails");
    let (code, text) = workspace.run(&["fails"]);
    assert_eq!(code, Some(101), "{text}");
    let report = report(&text);
    assert!(report.starts_with("  list = [1000]\npanicked at "), "{text}");
    assert!(text.contains("\n  replay: FORALL_REPLAY=t,1000,f."), "{text}");
    let saved = workspace.saved("fails").expect("the failure is saved");
    assert!(saved.contains("\nfails t,1000,f."), "{saved}");
}

#[test]
fn a_crash_that_cannot_be_saved_is_not_reported_as_saved() {
    for name in ["fails", "aborts"] {
        let workspace = Workspace::new(&format!("unsaved-{name}"));
        fs::create_dir(workspace.folder.join("regressions.lock")).expect("tests may write there");
        let (code, text) = workspace.run(&[name]);
        assert_eq!(code, Some(101), "{text}");
        assert!(text.contains("\n  not saved: "), "{text}");
        assert!(text.contains(" cannot be locked: Is a directory (os error 21)\n"), "{text}");
        assert!(!text.contains("\n  saved to "), "{text}");
    }
}

#[test]
fn a_failure_is_not_shrunk_to_a_crash() {
    let workspace = Workspace::new("slides");
    let (code, text) = workspace.run(&["fails_or_aborts"]);
    assert_eq!(code, Some(101), "{text}");
    assert_eq!(report(&text), "  x = 2000\nfalse: fails_or_aborts(x)", "{text}");
    let saved = workspace.saved("fails_or_aborts").expect("the failure is saved");
    assert_eq!(
        (saved.matches("\nfails ").count(), saved.matches("2000.").count()),
        (1, 1),
        "{saved}"
    );
}

#[test]
fn a_crash_in_a_domain_is_reported() {
    let workspace = Workspace::new("aborts_while_generating");
    let (code, text) = workspace.run(&["aborts_while_generating", "sibling"]);
    assert_eq!(code, Some(101), "{text}");
    assert!(text.contains("victims::sibling ... ok"), "{text}");
    assert!(text.contains("\nthe process aborted\n"), "{text}");
    assert!(text.contains(" before its inputs were complete\n"), "{text}");
}

#[test]
fn a_crash_of_an_example_is_reported() {
    let workspace = Workspace::new("example");
    let (code, text) = workspace.run(&["aborts_on_its_example", "sibling"]);
    assert_eq!(code, Some(101), "{text}");
    assert!(text.contains("victims::sibling ... ok"), "{text}");
    assert_eq!(report(&text), "  list = [7, 7000]\nthe process aborted", "{text}");
    assert!(text.contains("\n  found by example 1"), "{text}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_test_that_exits_with_success_fails() {
    for name in ["exits_without_isolation", "exits_on_another_thread"] {
        let workspace = Workspace::new(name);
        let output = workspace.command(&[name]).output().expect("it starts");
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(101), "{name}: {text}");
        assert_eq!(report(&text), "  list = [1000]\nthe process exited with 0", "{text}");
        let saved = workspace.saved(name).expect("the failure is saved");
        assert!(saved.ends_with("\ncrashes t,1000,f.0f0722\n  # list = [1000]\n"), "{saved}");
        let (code, again) = workspace.run(&[name, "sibling"]);
        assert_eq!(code, Some(101), "{again}");
        assert!(again.contains("victims::sibling ... ok"), "{again}");
        assert_eq!(report(&again), report(&text), "{again}");
    }
}

#[test]
fn the_next_run_reports_the_input_that_crashed_the_last_one() {
    let workspace = Workspace::new("all");
    let (code, text) = workspace.run(&["aborts_without_isolation"]);
    assert_eq!(code, None, "the process crashes: {text}");
    let (code, text) = workspace.run(&["aborts_without_isolation", "sibling"]);
    assert_eq!(code, Some(101), "{text}");
    assert!(text.contains("victims::sibling ... ok"), "{text}");
    assert_eq!(report(&text), "  list = [1000]\nthe process aborted", "{text}");
    assert!(text.contains("\nthe last run crashed on this input\n"), "{text}");
    let (code, text) = workspace.run(&["aborts_without_isolation", "sibling"]);
    assert_eq!(code, Some(101), "a saved crash runs in a child process: {text}");
    assert!(text.contains("\n  found by an earlier run"), "{text}");
}

/// The input runs again in a child process, without limits that the property does not set.
#[test]
fn an_input_that_does_not_crash_again_is_not_a_failure() {
    let workspace = Workspace::new("again");
    let killed =
        workspace.command(&["reserves_much_memory"]).env("ABORT", "1").output().expect("it starts");
    assert_eq!(killed.status.code(), None, "the process crashes");
    let (code, text) = workspace.run(&["reserves_much_memory"]);
    assert_eq!(code, Some(0), "{text}");
}

/// A slow input of an interrupted run is not a failure of the next run, unless a time limit is set.
#[test]
fn a_slow_input_without_a_time_limit_is_not_a_failure() {
    let workspace = Workspace::new("long");
    let started = workspace.folder.join("started");
    let interrupt = || {
        let mut run =
            workspace.command(&["takes_long"]).env("STARTED", &started).spawn().expect("it starts");
        while !started.exists() {
            sleep(Duration::from_millis(10));
        }
        run.kill().expect("it is still running");
        run.wait().expect("it was killed");
    };
    interrupt();
    let (code, text) = workspace.run(&["takes_long"]);
    assert_eq!((code, workspace.saved("takes_long")), (Some(0), None), "{text}");
    fs::remove_file(&started).expect("the run wrote it");
    interrupt();
    let limited = workspace.command(&["takes_long"]).env("FORALL_TEST_TIMEOUT", "300ms").output();
    let (code, text) = code_and_text(&limited.expect("it starts"));
    assert_eq!(code, Some(101), "{text}");
    assert!(report(&text).ends_with("\nthe test took longer than 300ms"), "{text}");
}

#[test]
fn an_environment_variable_turns_isolation_on() {
    let workspace = Workspace::new("outside");
    let output = workspace
        .command(&["aborts_without_isolation", "sibling"])
        .env("FORALL_ISOLATE", "1")
        .output();
    let (code, text) = code_and_text(&output.expect("it starts"));
    assert_eq!(code, Some(101), "{text}");
    assert_eq!(report(&text), "  list = [1000]\nthe process aborted", "{text}");
}

/// Like nextest, starts each test in its own process and captures no output.
#[test]
fn isolation_works_with_one_process_per_test() {
    let workspace = Workspace::new("each");
    let output = workspace.command(&["aborts"]).arg("--nocapture").output().expect("it starts");
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(101), "{text}");
    assert_eq!(report(&text), "  list = [1000]\nthe process aborted", "{text}");
}

/// Replaying a crash runs in a child process too.
#[test]
fn replaying_a_crash_does_not_stop_other_tests() {
    let workspace = Workspace::new("token");
    let mut command = workspace.command(&["aborts_without_isolation", "sibling"]);
    let command = command.env("FORALL_ISOLATE", "1").env("FORALL_REPLAY", "t,1000,f.0f0722");
    let (code, text) =
        code_and_text(&command.env("FORALL_REGRESSIONS", "off").output().expect("it starts"));
    assert_eq!(code, Some(101), "{text}");
    assert!(text.contains("victims::sibling ... ok"), "{text}");
    assert_eq!(report(&text), "  list = [1000]\nthe process aborted", "{text}");
}

/// A replay says nothing about the last run, and leaves its journal to the next one.
#[test]
fn a_replay_after_a_crash_runs_only_the_given_input() {
    let workspace = Workspace::new("replay-after-crash");
    let command = || workspace.separate_command(&["aborts_without_isolation"]);
    let crashed = command().output().expect("it starts");
    assert_eq!(crashed.status.code(), None, "the process crashes");
    let replayed = command().env("FORALL_REPLAY", "f.da093c").output().expect("it starts");
    let (code, text) = code_and_text(&replayed);
    assert_eq!(code, Some(0), "the empty list passes: {text}");
    let (code, text) = code_and_text(&command().output().expect("it starts"));
    assert_eq!(code, Some(101), "{text}");
    assert_eq!(report(&text), "  list = [1000]\nthe process aborted", "{text}");
    assert!(text.contains("\nthe last run crashed on this input\n"), "{text}");
}

/// Without time for shrinking, the report has the first input, and replays it.
#[test]
fn shrinking_a_crash_takes_no_longer_than_its_time() {
    for (name, reason) in
        [("aborts", "the process aborted"), ("loops", "the test took longer than 300ms")]
    {
        let workspace = Workspace::new(&format!("shrink-time-{name}"));
        let mut command = workspace.command(&[name]);
        let output = command.env("FORALL_SHRINK_TIME", "1ms").output().expect("it starts");
        let (code, text) = code_and_text(&output);
        assert_eq!(code, Some(101), "{name}: {text}");
        let unshrunk = report(&text);
        assert!(unshrunk.ends_with(reason), "{name}: {text}");
        assert_ne!(unshrunk, format!("  list = [1000]\n{reason}"), "{name}: {text}");
        let saved = workspace.saved(name).expect("the failure is saved");
        let (_, token) = text.split_once("FORALL_REPLAY=").unwrap_or_else(|| panic!("{text}"));
        let token = token.split_whitespace().next().expect("it is not empty");
        assert!(saved.contains(&format!("\ncrashes {token}\n")), "{name}: {saved} {text}");
        let (_, again) = workspace.run(&[name]);
        assert_eq!(report(&again), format!("  list = [1000]\n{reason}"), "{name}: {again}");
    }
}

#[test]
fn other_runners_survive_crashes_too() {
    for runner in ["fuzz", "parallel:threads=2", "combinatorial", "enumerate", "backjump"] {
        let workspace = Workspace::new(&format!("guided-{}", &runner[..4]));
        let mut command = workspace.command(&["aborts_for_some_inputs"]);
        let command = command.env("FORALL_ISOLATE", "1").env("FORALL_RUNNER", runner);
        let (code, text) =
            code_and_text(&command.env("FORALL_MAX_TIME", "60s").output().expect("it starts"));
        assert_eq!(code, Some(101), "{runner}: {text}");
        let expected = "  x  = 7\n  _y = 0\nthe process aborted";
        assert!(report(&text).starts_with(expected), "{runner}: {text}");
    }
}

#[test]
fn a_crash_whose_input_cannot_be_generated_again_is_called_flaky() {
    let workspace = Workspace::new("aborts_on_mutated_values");
    let (code, text) = workspace.run(&["aborts_on_mutated_values"]);
    assert_eq!(code, Some(101), "{text}");
    let expected = " (by mutation), but flaky: 0 of 1 rerun failed\n  \
                    these inputs may be approximate";
    assert!(text.contains("\nthe process aborted\n") && text.contains(expected), "{text}");
}

#[test]
fn an_interrupt_that_reaches_the_child_first_is_not_a_crash() {
    let workspace = Workspace::new("interrupted");
    let signalled = workspace.folder.join("signalled");
    let output = workspace.command(&["interrupts_itself"]).env("SIGNALLED", &signalled).output();
    let output = output.expect("it starts");
    assert_eq!(output.status.code(), Some(143), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(workspace.saved("interrupts_itself"), None);
}

/// The signal may reach the parent alone or both, while the child starts or crashes on a simpler input.
#[test]
fn an_interrupt_while_a_crash_is_shrunk_reports_the_crash() {
    for (name, prefix) in [("parent", ""), ("both", "-")] {
        let workspace = Workspace::new(&format!("interrupted-{name}"));
        let mut command = workspace.command(&["aborts_late"]);
        let run = command.process_group(0).spawn().expect("it starts");
        while workspace.saved("aborts_late").is_none() {
            sleep(Duration::from_millis(5));
        }
        let target = format!("{prefix}{}", run.id());
        Command::new("kill").args(["-INT", "--", &target]).status().expect("the command exists");
        let output = run.wait_with_output().expect("it ends");
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(101), "{name}: {text}");
        assert!(report(&text).ends_with("\nthe process aborted"), "{name}: {text}");
        assert!(text.ends_with("interrupted: this is the best so far\n"), "{name}: {text}");
    }
}

/// Child processes that crash and are restarted count as one run in the results.
#[test]
fn a_run_with_crashes_writes_the_results_of_one_run() {
    let workspace = Workspace::new("results");
    let mut command = workspace.command(&["aborts"]);
    let both = [("FORALL_RESULTS", &workspace.folder), ("FORALL_OBSERVATIONS", &workspace.folder)];
    let (code, text) = code_and_text(&command.envs(both).output().expect("it starts"));
    assert_eq!(code, Some(101), "{text}");
    let read =
        |file: &str| fs::read_to_string(workspace.folder.join(file)).expect("the run wrote it");
    let results = read("isolation/victims/aborts.jsonl");
    let of = |kind: &str| results.matches(&format!("{{\"type\":\"{kind}\"")).count();
    assert_eq!((of("begin"), of("end")), (1, 1), "{results}");
    assert!(results.starts_with("{\"type\":\"begin\""), "{results}");
    let steps: Vec<&str> = results.lines().filter(|line| line.contains("\"failing\"")).collect();
    let different: HashSet<&str> = steps.iter().copied().collect();
    assert!(
        steps.len() > 3 && steps.len() == different.len(),
        "each step is recorded once: {results}"
    );
    let observations = read("isolation.victims.aborts.jsonl");
    assert!(
        observations.lines().count() > 2,
        "tests before the crash are recorded: {observations}"
    );
    let started =
        |line: &str| line.split("\"run_start\":").nth(1).map(|rest| rest[..10].to_owned());
    let starts: HashSet<Option<String>> = observations.lines().map(started).collect();
    assert_eq!(starts.len(), 1, "{observations}");
}

/// An input that only just overflows the stack would do so in one process and not in the next.
#[test]
fn a_deep_recursion_overflows_the_stack_every_time() {
    let workspace = Workspace::new("recurses");
    for run in 0..5 {
        let (code, text) = workspace.run(&["recurses"]);
        assert_eq!(code, Some(101), "{run}: {text}");
        assert!(report(&text).ends_with("\nthe process overflowed its stack"), "{run}: {text}");
        assert!(!text.contains("flaky"), "{run}: {text}");
        let saved = workspace.saved("recurses").expect("the failure is saved");
        assert!(saved.contains("\ncrashes ") && !saved.contains("\nfixed "), "{run}: {saved}");
    }
}

#[test]
fn the_next_run_reports_a_deep_recursion_without_isolation() {
    let workspace = Workspace::new("recurses_alone");
    let (code, text) = workspace.run(&["recurses_without_isolation"]);
    assert_eq!(code, None, "the process crashes: {text}");
    for run in 0..3 {
        let (code, text) = workspace.run(&["recurses_without_isolation"]);
        assert_eq!(code, Some(101), "{run}: {text}");
        assert!(report(&text).ends_with("\nthe process overflowed its stack"), "{run}: {text}");
    }
}
