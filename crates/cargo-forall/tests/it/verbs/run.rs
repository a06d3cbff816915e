//! `cargo forall run`.

use super::project;

/// In the second run, a property that crashed is falsified: the library isolates the input of the crash.
#[test]
#[cfg(unix)]
fn every_outcome_is_reported() {
    let said = project().forall("run --jobs 1 endings::");
    let expected = "     passed  endings::adds
    crashed  crashes (signal: 6 (SIGABRT))
  falsified  crashes_isolated
      flaky  fails_once
     passed  i64::doubles
  falsified  is_sorted
    vacuous  is_vacuous
     proved  negates
  falsified  r#type::r#match
     passed  u32::doubles
10 properties: 3 passed, 1 proved, 1 vacuous, 1 flaky, 3 falsified, 1 crashed
";
    assert_eq!((said.code, said.out.as_str()), (Some(1), expected), "{said:?}");
    let isolated = "falsified: crashes_isolated (tests/endings.rs:20:4)\n  numbers = [";
    assert!(
        said.err.contains(isolated) && said.err.contains("]\nthe process aborted\n"),
        "{said:?}"
    );
    assert!(said.err.contains("\n  numbers = [1, 0]\n  limit   = 0\nfalse: "), "{said:?}");

    let output = project().command("run --json endings::").output().expect("the program starts");
    let lines = String::from_utf8(output.stdout).expect("the output is text");
    let line = |line: &str| serde_json::from_str::<serde_json::Value>(line).expect("it is JSON");
    let word = |key: &str, line: &serde_json::Value| line[key].as_str().expect("a text").to_owned();
    let all = lines.lines().map(line);
    let all = all.map(|line| format!("{} {}", word("name", &line), word("outcome", &line)));
    let mut all: Vec<String> = all.collect();
    all.sort();
    let expected = [
        "crashes falsified",
        "crashes_isolated falsified",
        "endings::adds passed",
        "fails_once flaky",
        "i64::doubles passed",
        "is_sorted falsified",
        "is_vacuous vacuous",
        "negates proved",
        "r#type::r#match falsified",
        "u32::doubles passed",
    ];
    assert_eq!((all, output.status.code()), (expected.map(str::to_owned).to_vec(), Some(1)));
}

#[test]
fn the_exit_code_is_that_of_the_worst_outcome() {
    for (args, code) in [
        ("run halves", 0),
        ("run negates", 0),
        ("run is_vacuous", 3),
        ("run fails_once", 3),
        ("run is_sorted", 1),
        ("run adds --num-tests 10 --jobs 2", 0),
    ] {
        let said = project().forall(args);
        assert_eq!(said.code, Some(code), "{args}: {said:?}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_property_that_exits_with_success_has_not_passed() {
    let said = project().forall("run ends_with_success");
    let expected = "  falsified  ends_with_success\n1 property: 1 falsified\n";
    assert_eq!((said.code, said.out.as_str()), (Some(1), expected), "{said:?}");
    assert!(said.err.contains("\n  x = 4\nthe process exited with 0\n"), "{said:?}");
    let said = project().forall("run ends_at_once");
    let expected =
        "    crashed  ends_at_once_with_success (exit status: 0)\n1 property: 1 crashed\n";
    assert_eq!((said.code, said.out.as_str()), (Some(1), expected), "{said:?}");
}

#[test]
#[cfg(target_os = "linux")]
fn processes_that_a_test_leaves_are_not_waited_for() {
    project().forall("run leaves_a_process --num-tests 0"); // builds the project
    let since = std::time::Instant::now();
    let said = project().forall("run leaves_a_process");
    assert!(since.elapsed().as_secs() < 15, "{:?}", since.elapsed());
    assert_eq!(said.code, Some(0), "{said:?}");
    assert_eq!(said.err, "note: it left a process running");
}

#[test]
fn options_configure_the_properties() {
    for args in ["run adds --runner nosuch", "run --runner nosuch"] {
        let said = project().forall(args);
        assert_eq!((said.code, said.out.as_str()), (Some(2), ""), "nothing runs: {said:?}");
        let expected = "error: there is no runner `nosuch`; the runners are auto, quick_check, ";
        assert!(said.err.starts_with(expected), "{said:?}");
        assert_eq!(said.err.lines().count(), 1, "{said:?}");
    }
    let said = project().forall("run --runner parallel:threads=two");
    let expected = "error: `threads` of the runner `parallel`: \
                    `two` is not a whole number, such as 1000 or 0x3e8";
    assert_eq!((said.code, said.err.as_str()), (Some(2), expected), "{said:?}");
    let output = project().command("run").env("FORALL_TESTS", "ten").output();
    let said = project().said(&output.expect("the program starts"));
    let expected = "error: FORALL_TESTS: `ten` is not a whole number, such as 1000 or 0x3e8";
    assert_eq!((said.code, said.out.as_str(), said.err.as_str()), (Some(2), "", expected));
    let said = project().forall("run others::adds --seed x");
    let expected = "error: invalid value 'x' for '--seed <SEED>': \
                    `x` is not a whole number, such as 1000 or 0x3e8";
    assert!(said.code == Some(2) && said.err.starts_with(expected), "{said:?}");
    let said = project().forall("run halves --runner enumerate --num-tests 7 --json");
    assert!(said.out.contains(r#""passed":7,"#), "{said:?}");
}

#[test]
fn ignored_properties_run_on_request() {
    let said = project().forall("run is_ignored");
    assert_eq!(said.code, Some(2), "{said:?}");
    let said = project().forall("run --ignored");
    let expected = "  falsified  is_ignored\n1 property: 1 falsified\n";
    assert_eq!((said.code, said.out.as_str()), (Some(1), expected), "{said:?}");
    let (_, replay) = said.err.split_once("FORALL_REPLAY=").expect("a command to replay");
    assert!(replay.contains(" is_ignored -- --exact --include-ignored"), "{said:?}");
    let input = replay.split(' ').next().expect("the input");
    let said = project().forall(&format!("replay {input} is_ignored"));
    assert_eq!(said.code, Some(1), "{said:?}");
}

#[test]
fn a_misspelt_filter_gets_a_suggestion() {
    let said = project().forall("run is_sortd");
    let expected = "error: no property matches `is_sortd`; did you mean `is_sorted`?";
    assert_eq!((said.code, said.err.as_str()), (Some(2), expected), "{said:?}");
    let said = project().forall("run halves --jobs 0");
    assert_eq!(said.code, Some(2));
    assert!(said.err.starts_with("error: invalid value '0' for '--jobs <N>'"), "{said:?}");
}

#[test]
#[cfg(unix)]
fn a_signal_ends_the_run_with_the_report_so_far() {
    use std::process::Command;
    use std::thread::sleep;
    use std::time::Duration;

    let program = project().start("run goes_on --time 100s");
    while project().lines(".forall/results/others/goes_on.jsonl") < 3 {
        sleep(Duration::from_millis(5));
    }
    let sent = Command::new("kill").args(["-INT", &program.id().to_string()]).status();
    assert!(sent.expect("`kill` starts").success());
    let said = project().said(&program.wait_with_output().expect("the program can be waited for"));
    let expected = "\
interrupted  goes_on
1 property: 1 interrupted
interrupted after 1 of 1 property
";
    assert_eq!((said.code, said.out.as_str()), (Some(130), expected), "{said:?}");
    assert!(said.err.contains("passed: goes_on, "), "{said:?}");
    assert!(said.err.ends_with("\ninterrupted: this is the report so far"), "{said:?}");
    let said = project().forall("list goes_on");
    assert!(said.out.contains("\n    last: interrupted, by auto, "), "{said:?}");
}

#[test]
fn flags_take_precedence_over_attributes() {
    let output = project().command("run --json others::runs_once --num-tests 7").output();
    let text = String::from_utf8(output.expect("the program starts").stdout).expect("it is text");
    assert!(text.contains("\"passed\":7"), "{text}");
}
