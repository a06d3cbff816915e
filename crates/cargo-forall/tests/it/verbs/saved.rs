//! `cargo forall shrink` and `cargo forall regressions`.

use super::project;
use crate::project::Project;

const SHRUNK: &str = ".forall/regressions/others/is_shrunk.txt";

#[test]
fn a_saved_failure_is_shrunk_again() {
    let output =
        project().command("run is_shrunk --seed 3").env("FORALL_MAX_SHRINKS", "0").output();
    assert_eq!(output.expect("the program starts").status.code(), Some(1));
    let large = project().read(SHRUNK);
    assert!(!large.contains("  # numbers = [1000]\n"), "{large}");
    let output = project().forall(&format!("shrink {SHRUNK}"));
    assert_eq!(output.code, Some(0), "{output:?}");
    assert!(output.out.starts_with("shrunk: fails "), "{output:?}");
    assert!(output.out.ends_with("\n  # numbers = [1000]\n"), "{output:?}");
    let small = project().read(SHRUNK);
    assert!(small.ends_with("\n  # numbers = [1000]\n"), "{small}");
    let output = project().forall(&format!("shrink {SHRUNK}"));
    assert!(output.out.starts_with("unchanged: fails "), "{output:?}");
    let output = project().forall("shrink nowhere.txt");
    let expected = "error: no failures are saved in nowhere.txt";
    assert_eq!((output.code, output.err.as_str()), (Some(2), expected));
}

#[test]
fn prune_removes_fixed_and_stale_failures() {
    let path = ".forall/regressions/old/gone/adds.txt";
    let head = "forall-regressions 1\n# Inputs.\n\n";
    let open = "fails t,0.baab3e\n  # x = 1\ncrashes 2.ae43f0\n";
    let rest = "fixed 3.af7d87\n  # x = 3\nstale 4.a87606\n";
    project().write(path, &format!("{head}{open}{rest}"));
    let output = project().forall("regressions list old::gone");
    assert_eq!(
        output.out,
        "old::gone::adds, 1 fails, 1 crashes, 1 fixed, 1 stale, no such property\n"
    );
    let output = project().forall("regressions show old::gone");
    assert_eq!(output.out, format!("old::gone::adds, in {path}\n{open}{rest}"));
    let output = project().forall("regressions prune old::gone");
    assert_eq!((output.code, output.out.as_str()), (Some(0), "old::gone::adds, 2 removed\n"));
    assert_eq!(project().read(path), format!("{head}{open}"));
    let output = project().forall("regressions prune old::gone");
    assert_eq!(output.out, "nothing to prune: all saved failures still fail\n");
    let output = project().forall("regressions list nowhere");
    let expected = "no saved failures of properties that match `nowhere`\n";
    assert_eq!((output.code, output.out.as_str()), (Some(0), expected));
}

#[test]
fn failures_are_listed_where_the_variable_says() {
    let path = "elsewhere/old/gone/adds.txt";
    project().write(path, "forall-regressions 1\nfixed 3.af7d87\n");
    let mut list = project().command("regressions list");
    let output = list.env("FORALL_REGRESSIONS", "elsewhere").output().expect("the program starts");
    assert_eq!(project().said(&output).out, "old::gone::adds, 1 fixed, no such property\n");
    let mut prune = project().command("regressions prune");
    let folder = project().path("elsewhere");
    let output = prune.env("FORALL_REGRESSIONS", folder).output().expect("the program starts");
    assert_eq!(project().said(&output).out, "old::gone::adds, 1 removed\n");
}

const NAMED: &str = "#[forall::property]\nfn stays_small(x: u8) -> bool {\n    x < 200\n}\n";

/// All verbs use the folder that `forall.toml` names: a setting of the profile that the tests use.
#[test]
fn failures_are_managed_where_the_file_of_settings_says() {
    let settings = "[default]\nregressions = \"saved\"\n\n[ci]\nregressions = \"of-ci\"\n";
    let project = Project::with_macros("named-folder")
        .file("src/lib.rs", "")
        .file("tests/named.rs", NAMED)
        .file("forall.toml", settings);
    let forall = |args: &str, ci: &str| {
        let output = project.command(args).env("CI", ci).output();
        project.said(&output.expect("the program starts"))
    };
    for (folder, ci) in [("saved", ""), ("of-ci", "true")] {
        let path = format!("{folder}/named/stays_small.txt");
        assert_eq!(forall("run", ci).code, Some(1));
        assert!(project.path(&path).exists(), "{path}");
        assert_eq!(forall("regressions list", ci).out, "named::stays_small, 1 fails\n");
        let shown = forall("regressions show", ci).out;
        assert!(shown.starts_with(&format!("named::stays_small, in {path}\nfails ")), "{shown}");
        let listed = forall("list", ci).out;
        assert!(listed.ends_with("    saved: 1 fails\n"), "{listed}");
        let replayed = forall(&format!("replay {path}"), ci).out;
        assert!(replayed.contains("falsified"), "{replayed}");
        project
            .write(&format!("{folder}/named/gone.txt"), "forall-regressions 1\nfixed 3.af7d87\n");
        let note = format!(
            "note: {folder}/named/gone.txt has 1 saved failure, but there is no property `named::gone`"
        );
        let said = forall("run", ci);
        assert!(said.err.contains(&note), "{said:?}");
        assert_eq!(forall("regressions prune", ci).out, "named::gone, 1 removed\n");
    }
    project.write("forall.toml", "[default\n");
    let said = forall("regressions list", "");
    assert_eq!(said.code, Some(2), "{said:?}");
    assert!(said.err.starts_with("error: <project>/forall.toml is not TOML: "), "{said:?}");
}

#[test]
fn saved_failures_without_a_property_are_reported() {
    let path = ".forall/regressions/others/before_the_rename.txt";
    project().write(path, "forall-regressions 1\nfails 1.ad7919\n");
    let damaged = ".forall/regressions/others/before_the_move.txt";
    project().write(damaged, "forall-regressions 1\nfails 1.000000\n");
    let end = |name: &str| {
        format!(
            ", but there is no property `others::{name}`; if it was renamed or moved, rename the file too, otherwise delete it"
        )
    };
    let renamed = format!("note: {path} has 1 saved failure{}", end("before_the_rename"));
    let moved = end("before_the_move");
    // A run of other targets cannot know it, and other names are not asked for.
    for (args, notes) in [
        ("run --num-tests 1", 2),
        ("run --num-tests 1 --test others", 2),
        ("run --num-tests 1 --test endings", 0),
        ("run --num-tests 1 halves", 0),
        ("run before_the_rename", 1),
        ("list", 2),
        ("list halves", 0),
    ] {
        let said = project().forall(args);
        assert_eq!(said.err.contains(&renamed), notes > 0, "{args}: {said:?}");
        let unreadable = said.err.lines().find(|line| line.ends_with(&moved));
        assert_eq!(unreadable.is_some(), notes > 1, "{args}: {said:?}");
        let names_line = |line: &str| line.starts_with(&format!("note: {damaged}:2: "));
        assert!(unreadable.is_none_or(names_line), "{args}: {said:?}");
    }
    let listed = project().forall("regressions list before_the_rename").out;
    assert_eq!(listed, "others::before_the_rename, 1 fails, no such property\n");
}
