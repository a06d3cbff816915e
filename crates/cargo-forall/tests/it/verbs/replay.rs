//! `cargo forall replay`.

use super::project;

const FILE: &str = ".forall/regressions/others/is_replayed.txt";

#[test]
fn saved_failures_are_replayed_by_input_and_by_file() {
    let found = project().forall("run is_replayed");
    assert_eq!(found.code, Some(1), "{found:?}");
    let saved = project().read(FILE);
    let choices =
        saved.lines().find_map(|line| line.strip_prefix("fails ")).expect("the failure is saved");
    let failed = "falsified: is_replayed (tests/others.rs:39:4)\n  x = 1000\nfalse: x < 1_000\n";
    for input in [format!("{choices} is_replayed"), FILE.to_owned()] {
        let output = project().forall(&format!("replay {input}"));
        let expected = format!("{choices}\n  falsified  is_replayed\n1 property: 1 falsified\n");
        assert_eq!((output.code, output.out), (Some(1), expected), "{input}");
        assert!(output.err.starts_with(failed), "{}", output.err);
    }
    let output = project().forall(&format!("replay {FILE} --json"));
    assert_eq!(output.out.lines().count(), 1, "{output:?}");
    assert!(output.out.starts_with('{') && output.out.ends_with("}\n"), "{output:?}");
}

#[test]
fn the_replay_command_runs_one_test() {
    let found = project().forall("run is_named");
    for (target, x) in [("--lib", 10), ("--test two-words", 20)] {
        let rest = format!("cargo test -p verbs {target} tests::is_named -- --exact");
        let replay =
            found.err.lines().filter_map(|line| line.trim_start().strip_prefix("replay: "));
        let mut line = replay.filter(|line| line.ends_with(&rest));
        let line = line.next().unwrap_or_else(|| panic!("no `{rest}` in {found:?}"));
        let output = project().shell(line);
        assert!(output.out.contains("\nrunning 1 test\n"), "{output:?}");
        assert!(output.out.contains(&format!("\n  x = {x}\n")), "{output:?}");
        assert_eq!(output.out.matches("\nrunning ").count(), 1, "{output:?}");
    }
}

#[test]
fn invalid_inputs_and_files_are_rejected() {
    let output = project().forall("replay nowhere.txt");
    let expected = "error: there is no file `nowhere.txt`; if it is an input, name its property: `cargo forall replay nowhere.txt PROPERTY`";
    assert_eq!((output.code, output.err.as_str()), (Some(2), expected));
    let output = project().forall("replay nonsense others::adds");
    let expected = "forall: FORALL_REPLAY: `nonsense` is not a replay token, such as t,-5,f.9c1e03 or 0x2a:17@4";
    assert_eq!((output.code, output.err.as_str()), (Some(2), expected));
    project().write("notes.txt", "forall-regressions 1\nfails 1.ad7919\n");
    let output = project().forall("replay notes.txt");
    let expected = "error: notes.txt does not belong to a property of the selected packages; the property may have been renamed";
    assert_eq!((output.code, output.err.as_str()), (Some(2), expected));
    project().write("empty.txt", "forall-regressions 1\n# There is nothing here.\n");
    let output = project().forall("replay empty.txt");
    assert_eq!(output.err, "error: no failures are saved in empty.txt");
    project().write("diary.txt", "Dear diary\n");
    let output = project().forall("replay diary.txt");
    let expected =
        "error: diary.txt:1: not a regression file; its first line must be `forall-regressions 1`";
    assert_eq!((output.code, output.err.as_str()), (Some(2), expected));
}
