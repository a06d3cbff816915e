//! `cargo forall shrink` and `cargo forall regressions`.

use super::project;

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
    assert_eq!(output.out, "old::gone::adds, 1 fails, 1 crashes, 1 fixed, 1 stale\n");
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
    assert_eq!(project().said(&output).out, "old::gone::adds, 1 fixed\n");
    let mut prune = project().command("regressions prune");
    let folder = project().path("elsewhere");
    let output = prune.env("FORALL_REGRESSIONS", folder).output().expect("the program starts");
    assert_eq!(project().said(&output).out, "old::gone::adds, 1 removed\n");
}

#[test]
fn saved_failures_without_a_property_are_reported() {
    let path = ".forall/regressions/verbs/before_the_rename.txt";
    project().write(path, "forall-regressions 1\nfails 1.ad7919\n");
    let note = format!(
        "note: {path} has 1 saved failure, but there is no property `verbs::before_the_rename`; if it was renamed or moved, rename the file too, otherwise delete it"
    );
    let said = project().forall("run --num-tests 1");
    assert!(said.err.contains(&note), "{said:?}");
    let said = project().forall("run halves --num-tests 1");
    assert!(!said.err.contains("before_the_rename"), "{said:?}");
}
