//! Error messages.

use crate::project::{ProgramOutput, Project};

#[track_caller]
fn check(said: &ProgramOutput, code: i32, err: &str) {
    assert_eq!((said.code, said.err.as_str()), (Some(code), err), "{said:?}");
}

#[test]
fn an_unknown_option_or_an_invalid_value() {
    let project = Project::new("wrong-flag");
    let said = project.forall("fuzz --no-comparison");
    assert_eq!(said.code, Some(2));
    assert!(
        said.err.starts_with("error: unexpected argument '--no-comparison' found\n"),
        "{said:?}"
    );
    assert!(said.err.contains("a similar argument exists: '--no-comparisons'"), "{said:?}");
    let said = project.forall("fuzz --time soon");
    assert_eq!(said.code, Some(2));
    assert!(
        said.err.starts_with(
            "error: invalid value 'soon' for '--time <TIME>': \
             `soon` is not a duration, such as 500ms, 10s, 5m or 1h\n"
        ),
        "{said:?}"
    );
}

#[test]
fn an_unknown_subcommand() {
    let said = Project::new("wrong-verb").forall("fuz");
    assert_eq!(said.code, Some(2));
    assert!(said.err.starts_with("error: unrecognized subcommand 'fuz'\n"), "{said:?}");
}

#[test]
fn no_project() {
    let said = Project::new("no-project").forall("fuzz --manifest-path elsewhere/Cargo.toml");
    check(&said, 2, "error: manifest path `elsewhere/Cargo.toml` does not exist");
}

#[test]
fn a_project_without_forall() {
    let project = Project::without_forall("without-forall").file("src/lib.rs", "");
    let expected = "error: no package here uses Forall; `cargo add --dev forall` adds it to one";
    check(&project.forall("fuzz --all-tests"), 2, expected);
}

#[test]
fn a_project_that_does_not_compile() {
    let project =
        Project::with_macros("not-compiling").file("src/lib.rs", "pub fn one() -> u8 { \"one\" }");
    for verb in ["fuzz --all-tests", "run --json", "list", "sample one", "replay 1.2 one"] {
        let said = project.forall(verb);
        assert_eq!((said.code, said.out.as_str()), (Some(2), ""));
        let reason = "error[E0308]: mismatched types\n --> src/lib.rs:1:22";
        assert!(said.err.contains(reason), "{said:?}");
        assert!(said.err.ends_with("\nerror: the tests do not compile"), "{said:?}");
    }
}

#[test]
fn no_properties() {
    let project =
        Project::with_macros("no-properties").file("src/lib.rs", "pub fn one() -> u8 { 1 }");
    check(
        &project.forall("fuzz --all-tests"),
        2,
        "error: there are no properties in the selected packages",
    );
    let none = "error: no property matches `one`; there are no properties in the selected packages";
    check(&project.forall("fuzz --all-tests one"), 2, none);
    check(&project.forall("run"), 2, "error: there are no properties in the selected packages");
    check(&project.forall("list"), 2, "error: there are no properties in the selected packages");
    let none = "error: there are no results yet; `cargo forall run` runs the properties";
    check(&project.forall("report"), 2, none);
    assert_eq!(project.forall("regressions").out, "no saved failures\n");
}

#[test]
fn no_property_matches() {
    let tests = "#[test] fn one() {}\n#[test] fn two() {}\n#[test] #[ignore] fn three() {}";
    let project = Project::new("no-match").file("src/lib.rs", "").file("tests/numbers.rs", tests);
    let expected = "error: no property matches `three`; `cargo forall list` lists all of them";
    check(&project.forall("fuzz --all-tests three --no-coverage"), 2, expected);
}

#[test]
fn a_platform_without_coverage() {
    let project = Project::new("elsewhere").file("src/lib.rs", "");
    let expected = "\
error: coverage is not supported on aarch64-apple-darwin, only on Linux on x86_64 and aarch64
  `cargo forall fuzz --no-coverage` uses premises, labels, scores, the shape of inputs, and probes,
  which `#[forall::instrument]` adds to the branches of a function";
    check(&project.forall("fuzz --target aarch64-apple-darwin"), 2, expected);
}
