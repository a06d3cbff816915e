//! A newcomer follows the README in an empty project: what it promises must come true.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

const README: &str = include_str!("../../../../README.md");

const WRITABLE: &str = "tests may write into the target folder";

/// The first block of the README in this language.
fn block(language: &str) -> &'static str {
    let (_, rest) = README.split_once(&format!("```{language}\n")).expect("there is such a block");
    rest.split_once("```").expect("it ends").0
}

/// A project outside of this workspace, whose tests are these.
fn project(name: &str, tests: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(folder.join("src")).expect(WRITABLE);
    fs::create_dir_all(folder.join("tests")).expect(WRITABLE);
    let dependency = block("toml").replace("…/crates/forall", env!("CARGO_MANIFEST_DIR"));
    let package =
        format!("[package]\nname = \"{name}\"\nedition = \"2024\"\n\n{dependency}\n[workspace]\n");
    fs::write(folder.join("Cargo.toml"), package).expect(WRITABLE);
    fs::write(folder.join("src/lib.rs"), "").expect(WRITABLE);
    let _ = fs::remove_dir_all(folder.join(".forall"));
    let _ = fs::remove_file(folder.join("forall.toml"));
    fs::write(folder.join(format!("tests/{name}.rs")), tests).expect(WRITABLE);
    folder
}

/// Runs a command line there, as a person would in a shell of their own.
fn shell(folder: &Path, line: &str) -> Output {
    let mut shell = Command::new("sh");
    shell.args(["-c", line]).current_dir(folder);
    for (name, _) in env::vars().filter(|(name, _)| name.starts_with("FORALL_") || name == "CI") {
        shell.env_remove(name);
    }
    shell.env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("newcomer"));
    shell.env_remove("RUSTFLAGS").env("CARGO_TERM_COLOR", "never");
    shell.output().expect("a shell runs")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

const NAME: &str = "a_group_is_no_smaller_than_its_parts";

#[test]
fn the_first_property_fails_and_is_replayed() {
    let folder = project("shapes", block("rust"));
    let report = block("text");
    let (_, replay) = report.trim_end().rsplit_once("replay: ").expect("it ends with the command");

    let first = shell(&folder, "FORALL_SEED=42 cargo test");
    assert!(!first.status.success());
    assert!(
        text(&first).contains(report),
        "the README says\n{report}\nbut it is\n{}",
        text(&first)
    );

    let again = shell(&folder, replay);
    assert!(!again.status.success());
    let (heading, _) = report.split_once("found by").expect("it says how it was found");
    assert!(text(&again).contains(heading), "{}", text(&again));

    let kept = fs::read_to_string(folder.join(format!(".forall/regressions/shapes/{NAME}.txt")));
    assert!(
        kept.expect("it is kept")
            .contains("\nfails t,0,16,f,0.4e8aed\n  # shapes = [Square(16)]\n")
    );
    let next = shell(&folder, "FORALL_TESTS=0 cargo test");
    assert!(text(&next).contains("found by an earlier run"), "{}", text(&next));
    fs::write(folder.join("forall.toml"), "[default]\nregressions = \"off\"\n").expect(WRITABLE);
    let off = shell(&folder, "FORALL_TESTS=1 FORALL_SEED=42 cargo test");
    assert!(off.status.success(), "{}", text(&off));
    fs::remove_file(folder.join("forall.toml")).expect(WRITABLE);

    let wrong = shell(&folder, "FORALL_TESTS=many cargo test");
    let message = "forall: FORALL_TESTS is `many`, but takes a whole number, such as 1000";
    assert!(!wrong.status.success() && text(&wrong).contains(message), "{}", text(&wrong));
}
