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
        let said = project().forall(&format!("replay {input}"));
        let expected = format!("{choices}\n  falsified  is_replayed\n1 property: 1 falsified\n");
        assert_eq!((said.code, said.out), (Some(1), expected), "{input}");
        assert!(said.err.starts_with(failed), "{}", said.err);
    }
    let said = project().forall(&format!("replay {FILE} --json"));
    assert_eq!(said.out.lines().count(), 1, "{said:?}");
    assert!(said.out.starts_with('{') && said.out.ends_with("}\n"), "{said:?}");
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
        let said = project().shell(line);
        assert!(said.out.contains("\nrunning 1 test\n"), "{said:?}");
        assert!(said.out.contains(&format!("\n  x = {x}\n")), "{said:?}");
        assert_eq!(said.out.matches("\nrunning ").count(), 1, "{said:?}");
    }
}

#[test]
fn invalid_inputs_and_files_are_rejected() {
    let said = project().forall("replay nowhere.txt");
    let expected = "error: there is no file `nowhere.txt`; if it is an input, name its property: `cargo forall replay nowhere.txt PROPERTY`";
    assert_eq!((said.code, said.err.as_str()), (Some(2), expected));
    let said = project().forall("replay nonsense others::adds");
    let expected = "forall: FORALL_REPLAY: `nonsense` is not a test that a report printed, such as t,-5,f.9c1e03 or 0x2a:17@4";
    assert_eq!((said.code, said.err.as_str()), (Some(2), expected));
    project().write("notes.txt", "forall-regressions 1\nfails 1.ad7919\n");
    let said = project().forall("replay notes.txt");
    let expected = "error: notes.txt does not belong to a property of the selected packages; the property may have been renamed";
    assert_eq!((said.code, said.err.as_str()), (Some(2), expected));
    project().write("empty.txt", "forall-regressions 1\n# There is nothing here.\n");
    let said = project().forall("replay empty.txt");
    assert_eq!(said.err, "error: no failures are saved in empty.txt");
    project().write("diary.txt", "Dear diary\n");
    let said = project().forall("replay diary.txt");
    let expected =
        "error: diary.txt:1: not a regression file; its first line must be `forall-regressions 1`";
    assert_eq!((said.code, said.err.as_str()), (Some(2), expected));
}
