//! What the program says when it cannot do what it is asked.

use crate::project::{EmittedObservation, Project};

#[track_caller]
fn check(said: &EmittedObservation, code: i32, err: &str) {
    assert_eq!((said.code, said.err.as_str()), (Some(code), err), "{said:?}");
}

#[test]
fn a_wrong_flag() {
    let project = Project::new("wrong-flag");
    let said = project.forall("fuzz --tracing");
    assert_eq!(said.code, Some(2));
    assert!(said.err.starts_with("error: unexpected argument '--tracing' found\n"), "{said:?}");
    assert!(said.err.contains("a similar argument exists: '--trace'"), "{said:?}");
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
fn a_wrong_verb() {
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
        let why = "error[E0308]: mismatched types\n --> src/lib.rs:1:22";
        assert!(said.err.contains(why), "{said:?}");
        assert!(said.err.ends_with("\nerror: the tests do not compile"), "{said:?}");
    }
}

#[test]
fn no_properties() {
    let project =
        Project::with_macros("no-properties").file("src/lib.rs", "pub fn one() -> u8 { 1 }");
    check(&project.forall("fuzz --all-tests"), 2, "error: there are no properties here");
    let none = "error: no property matches `one`; there are none here";
    check(&project.forall("fuzz --all-tests one"), 2, none);
    check(&project.forall("run"), 2, "error: there are no properties here");
    check(&project.forall("list"), 2, "error: there are no properties here");
    let none = "error: nothing was run yet; `cargo forall run` runs the properties";
    check(&project.forall("report"), 2, none);
    assert_eq!(project.forall("regressions").out, "no failures are kept\n");
}

#[test]
fn no_property_of_that_name() {
    let tests = "#[test] fn one() {}\n#[test] fn two() {}\n#[test] #[ignore] fn three() {}";
    let project = Project::new("no-match").file("src/lib.rs", "").file("tests/numbers.rs", tests);
    let expected = "error: no property matches `three`; there are one, two";
    check(&project.forall("fuzz --all-tests three --plain"), 2, expected);
}

#[test]
fn a_platform_without_coverage() {
    let project = Project::new("elsewhere").file("src/lib.rs", "");
    let expected = "\
error: edges are not counted on aarch64-apple-darwin: only on Linux, on x86_64 and aarch64
  `cargo forall fuzz --plain` is guided by premises, labels, scores, the shape of inputs, and probes,
  which `#[forall::instrument]` puts on the branches of a function";
    check(&project.forall("fuzz --target aarch64-apple-darwin"), 2, expected);
}
