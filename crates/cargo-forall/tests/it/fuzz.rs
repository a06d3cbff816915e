//! `cargo forall fuzz`, from the build to the exit code.

use crate::project::Project;

/// Tests that call a runner themselves, so that only the subcommand is tested here.
const TESTS: &str = r#"
use forall::property::forall;
use forall::report::Outcome;
use forall::runner::{Options, quick_check};

#[test]
fn small_numbers_are_small() {
    let property = forall("x", 0..100_u8).check(|(x, ())| *x < 100);
    assert_eq!(quick_check(&property, &Options::default()).outcome, Outcome::Passed);
    println!("this is not printed");
}

#[test]
fn small_numbers_are_smaller() {
    let property = forall("x", 0..100_u8).check(|(x, ())| *x < 50);
    assert_eq!(quick_check(&property, &Options::default()).outcome, Outcome::Passed);
}

#[test]
fn settings_are_environment_variables() {
    assert_eq!(std::env::var("FORALL_RUNNER").as_deref(), Ok("fuzz"));
    assert!(["1s", "250ms"].contains(&&*std::env::var("FORALL_MAX_TIME").unwrap()));
    assert!(std::env::current_dir().unwrap().join("tests/numbers.rs").exists());
}

#[test]
fn exits() {
    std::process::exit(3);
}
"#;

fn project(name: &'static str) -> Project {
    Project::new(name).file("src/lib.rs", "").file("tests/numbers.rs", TESTS)
}

#[test]
fn the_exit_code_is_0_if_all_properties_pass() {
    let output = project("fuzz-passes")
        .forall("fuzz --all-tests small_numbers_are_small --time 1s --no-coverage");
    assert_eq!(output.code, Some(1), "both names match: {output:?}");
    let output =
        project("fuzz-passes").forall("fuzz --all-tests environment --time 1s --no-coverage");
    assert_eq!((output.code, output.err.as_str()), (Some(0), ""));
    let expected = "\
fuzzing 1 property for 1s
     passed  settings_are_environment_variables
1 property: 1 passed
";
    assert_eq!(output.out, expected);
}

#[test]
fn the_exit_code_is_1_if_a_property_is_falsified() {
    let output = project("fuzz-fails").forall("fuzz --all-tests --time 1s");
    let expected = "\
fuzzing 4 properties for 1s together
instrumented: fuzz-fails
    crashed  exits (exit status: 3)
     passed  settings_are_environment_variables
     passed  small_numbers_are_small
  falsified  small_numbers_are_smaller
4 properties: 2 passed, 1 falsified, 1 crashed
";
    assert_eq!((output.code, output.out.as_str()), (Some(1), expected), "{output:?}");
    assert!(output.err.contains("small_numbers_are_smaller"), "the report is printed: {output:?}");
}

/// A property next to other tests, in a project with the default features.
const PROPERTIES: &str = r#"
use forall::property;

#[property]
fn starts_otherwise(text: &str) -> bool {
    !magic::is_magic(text)
}

#[test]
fn not_a_property() {
    panic!("only properties run");
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
fn a_failure_is_found_by_coverage_and_saved() {
    let project = Project::with_macros("magic").file("src/lib.rs", MAGIC);
    let project = project.file("tests/words.rs", PROPERTIES);
    let output = project.forall("fuzz --time 60s");
    let expected = "\
fuzzing 1 property for 60s
instrumented: magic
  falsified  starts_otherwise
1 property: 1 falsified
";
    assert_eq!((output.code, output.out.as_str()), (Some(1), expected), "{output:?}");
    assert!(output.err.contains("text = \"fox\"\n"), "{output:?}");
    assert!(output.err.contains(", edges, comparisons"), "{output:?}");
    let saved = project.read(".forall/regressions/words/starts_otherwise.txt");
    assert!(saved.contains("\nfails sfox."), "{saved}");
}

#[test]
fn the_path_of_the_compiler_wrapper_is_printed() {
    let output = project("wrapper").forall("wrapper");
    assert_eq!((output.code, output.err.as_str()), (Some(0), ""));
    let path = std::path::Path::new(output.out.trim());
    let name = path.file_name().expect("it is a file").to_string_lossy();
    assert!(name.starts_with("forall-rustc-comparisons-") && path.exists(), "{output:?}");
}

const ABORTING: &str = r#"
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
fn a_search_survives_an_abort_of_the_code_under_test() {
    let project = Project::with_macros("aborting").file("src/lib.rs", ABORTING);
    let project = project.file("tests/words.rs", &PROPERTIES.replace("magic::", "aborting::"));
    let output = project.forall("fuzz --time 60s");
    let expected = "\
fuzzing 1 property for 60s
instrumented: aborting
  falsified  starts_otherwise
1 property: 1 falsified
";
    assert_eq!((output.code, output.out.as_str()), (Some(1), expected), "{output:?}");
    assert!(output.err.contains("text = \"fox\"\nthe process aborted\n"), "{output:?}");
    let saved = project.read(".forall/regressions/words/starts_otherwise.txt");
    assert!(saved.contains("\ncrashes sfox."), "{saved}");
}

const UNEQUAL: &str = "
use forall::property;

#[forall::instrument]
fn depth(text: &[u8]) -> usize {
    text.iter().zip(b\"a long text that is not found at once, but byte by byte\").take_while(|(a, b)| a == b).count()
}

#[property]
fn has_nothing_new(x: bool, y: u64) -> bool {
    x || y.count_ones() <= 64
}

#[property]
fn has_nothing_new_either(x: u64) -> bool {
    x.count_ones() <= 64
}

#[property]
fn is_falsified(x: u64) -> bool {
    x.count_ones() < 20
}

#[property]
fn shows_more_and_more(text: Vec<u8>) -> bool {
    depth(&text) < 1_000
}
";

#[test]
fn time_is_divided_among_properties() {
    let project = Project::with_macros("divided").file("src/lib.rs", "");
    let project = project.file("tests/unequal.rs", UNEQUAL);
    let output = project.forall("fuzz --no-coverage --time 24s");
    assert_eq!(output.code, Some(1), "{output:?}");
    let heading = "fuzzing 4 properties for 24s together\n";
    assert!(output.out.starts_with(heading), "{output:?}");
    assert!(output.out.ends_with("4 properties: 3 passed, 1 falsified\n"), "{output:?}");
    // The falsified property has left its time to the others, which have several slices.
    let slices = output.err.matches("slices of the search").count();
    assert!(slices >= 2, "{output:?}");
    assert_eq!(output.err.matches("falsified: ").count(), 1, "{output:?}");
}
