//! Follows the README in an empty project, and checks that it keeps its promises.

use std::fs;
use std::process::Output;

use crate::support::project::Project;

const README: &str = include_str!("../../../../../README.md");

/// Returns the first code block of the README in this language.
fn block(language: &str) -> &'static str {
    let (_, rest) =
        README.split_once(&format!("```{language}\n")).expect("the README has such a block");
    rest.split_once("```").expect("the block is closed").0
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

const NAME: &str = "a_group_covers_its_parts";

#[test]
fn the_first_property_of_the_readme_fails_and_replays() {
    let project = Project::new("shapes", block("toml"));
    project.write("tests/shapes.rs", block("rust"));
    let report = block("text");
    let (_, replay) =
        report.trim_end().rsplit_once("replay: ").expect("the report ends with the command");

    let first = project.shell("FORALL_SEED=42 cargo test");
    assert!(!first.status.success());
    assert!(
        text(&first).contains(report),
        "the README prints\n{report}\nbut the output is\n{}",
        text(&first)
    );

    let again = project.shell(replay);
    assert!(!again.status.success());
    let (heading, _) = report.split_once("found by").expect("the report has a `found by` line");
    assert!(text(&again).contains(heading), "{}", text(&again));

    let debugged = project.shell(&format!("RUST_BACKTRACE=1 {replay} --nocapture"));
    let stderr = String::from_utf8_lossy(&debugged.stderr);
    assert!(stderr.contains("panicked at tests/shapes.rs:11:42:\nattempt to multiply"), "{stderr}");
    assert!(stderr.contains("stack backtrace:"), "{stderr}");
    assert!(stderr.contains("shapes::area"), "{stderr}");

    let saved =
        fs::read_to_string(project.folder.join(format!(".forall/regressions/shapes/{NAME}.txt")));
    assert!(
        saved
            .expect("the failure is saved")
            .contains("\nfails t,0,16,f,0.4e8aed\n  # shapes = [Square(16)]\n")
    );
    let next = project.shell("FORALL_TESTS=0 cargo test");
    assert!(text(&next).contains("found by an earlier run"), "{}", text(&next));
    project.write("forall.toml", "[default]\nregressions = \"off\"\n");
    let off = project.shell("FORALL_TESTS=1 FORALL_SEED=1 cargo test");
    assert!(off.status.success(), "{}", text(&off));
    project.delete("forall.toml");

    let wrong = project.shell("FORALL_TESTS=many cargo test");
    let message = "forall: FORALL_TESTS: `many` is not a whole number, such as 1000 or 0x3e8";
    assert!(!wrong.status.success() && text(&wrong).contains(message), "{}", text(&wrong));
}
