//! `cargo forall fuzz`, from the build to the exit code.

use crate::project::Project;

/// Two tests: one holds, and one does not. They run their properties themselves, so that what is tested
/// here is the way there.
const TESTS: &str = r#"
use forall::property::forall;
use forall::report::Outcome;
use forall::runner::{Options, quick_check};

#[test]
fn small_numbers_are_small() {
    let property = forall("x", 0..100_u8).check(|(x, ())| *x < 100);
    assert_eq!(quick_check(&property, &Options::default()).outcome, Outcome::Passed);
    println!("this is not shown");
}

#[test]
fn small_numbers_are_smaller() {
    let property = forall("x", 0..100_u8).check(|(x, ())| *x < 50);
    assert_eq!(quick_check(&property, &Options::default()).outcome, Outcome::Passed);
}

#[test]
fn the_program_says_how_to_run() {
    assert_eq!(std::env::var("FORALL_RUNNER").as_deref(), Ok("fuzz"));
    assert_eq!(std::env::var("FORALL_MAX_TIME").as_deref(), Ok("1s"));
    assert!(std::env::current_dir().unwrap().join("tests/numbers.rs").exists());
}

#[test]
fn it_dies() {
    std::process::exit(3);
}
"#;

fn project(name: &'static str) -> Project {
    Project::new(name).file("src/lib.rs", "").file("tests/numbers.rs", TESTS)
}

#[test]
fn what_passes_exits_with_0() {
    let said =
        project("fuzz-passes").forall("fuzz --all-tests small_numbers_are_small --time 1s --plain");
    assert_eq!(said.code, Some(1), "both names contain it: {said:?}");
    let said = project("fuzz-passes").forall("fuzz --all-tests how_to_run --time 1s --plain");
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
    let expected = "\
fuzzing 1 property, 1s each
     passed  the_program_says_how_to_run
1 property: 1 passed
";
    assert_eq!(said.out, expected);
}

#[test]
fn what_is_falsified_exits_with_1() {
    let said = project("fuzz-fails").forall("fuzz --all-tests --time 1s");
    let expected = "\
fuzzing 4 properties, 1s each
       died  it_dies (exit status: 3)
     passed  small_numbers_are_small
  falsified  small_numbers_are_smaller
     passed  the_program_says_how_to_run
4 properties: 2 passed, 1 falsified, 1 died
";
    assert_eq!((said.code, said.out.as_str()), (Some(1), expected), "{said:?}");
    assert!(said.err.contains("small_numbers_are_smaller"), "the report is shown: {said:?}");
}

/// As a user has them: among other tests, and nothing in the manifest but the library.
const PROPERTIES: &str = r#"
use forall::property;

#[property]
fn starts_otherwise(text: &str) -> bool {
    !magic::is_magic(text)
}

#[test]
fn not_a_property() {
    panic!("it is not run");
}
"#;

const MAGIC: &str = r#"
pub fn is_magic(text: &str) -> bool {
    let mut letters = text.chars();
    letters.next() == Some('f') && letters.next() == Some('o') && letters.next() == Some('x')
}
"#;

#[test]
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
fn properties_are_found_guided_and_kept() {
    let project = Project::with_macros("magic").file("src/lib.rs", MAGIC);
    let project = project.file("tests/words.rs", PROPERTIES);
    let said = project.forall("fuzz --trace --time 60s");
    let expected = "\
fuzzing 1 property, 60s each
  falsified  starts_otherwise
1 property: 1 falsified
";
    assert_eq!((said.code, said.out.as_str()), (Some(1), expected), "{said:?}");
    assert!(said.err.contains("text = \"fox\"\n"), "{said:?}");
    assert!(said.err.contains(", edges, comparisons"), "{said:?}");
    let kept = project.read(".forall/regressions/words/starts_otherwise.txt");
    assert!(kept.contains("\nfails sfox."), "{kept}");
}

#[test]
fn programs_that_are_no_tests_can_be_instrumented() {
    let said = project("wrapper").forall("wrapper");
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
    let path = std::path::Path::new(said.out.trim());
    let name = path.file_name().unwrap().to_string_lossy();
    assert!(name.starts_with("forall-rustc-edges-") && path.exists(), "{said:?}");
}

const DEADLY: &str = r#"
pub fn is_magic(text: &str) -> bool {
    let mut letters = text.chars();
    let magic = letters.next() == Some('f') && letters.next() == Some('o') && letters.next() == Some('x');
    if magic {
        std::process::abort();
    }
    false
}
"#;

#[test]
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
fn a_campaign_survives_the_code_under_test() {
    let project = Project::with_macros("deadly").file("src/lib.rs", DEADLY);
    let project = project.file("tests/words.rs", &PROPERTIES.replace("magic::", "deadly::"));
    let said = project.forall("fuzz --trace --time 60s");
    let expected = "\
fuzzing 1 property, 60s each
  falsified  starts_otherwise
1 property: 1 falsified
";
    assert_eq!((said.code, said.out.as_str()), (Some(1), expected), "{said:?}");
    assert!(said.err.contains("text = \"fox\"\nthe process aborted\n"), "{said:?}");
    let kept = project.read(".forall/regressions/words/starts_otherwise.txt");
    assert!(kept.contains("\ncrashes sfox."), "{kept}");
}
