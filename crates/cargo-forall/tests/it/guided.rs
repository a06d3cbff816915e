//! Guided runners in an instrumented build.
#![cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]

use crate::project::Project;

/// A magic word behind nested conditions, which random inputs do not satisfy.
const LIBRARY: &str = r#"
pub fn is_magic(bytes: &[u8]) -> bool {
    if bytes.len() >= 4 {
        if bytes[0] == b'M' {
            if bytes[1] == b'a' {
                if bytes[2] == b'g' {
                    if bytes[3] == b'i' {
                        return true;
                    }
                }
            }
        }
    }
    false
}
"#;

const TESTS: &str = r#"
use forall::domain::any;
use forall::feedback::{Premises, Shape};
use forall::property::forall;
use forall::part::Guidance;
use forall::runner::{Options, fuzz_with, quick_check};
use forall::feedback::{Comparisons, Edges};

const SEEDS: u64 = 8;
/// The number of seeds that must find the word. Random inputs never do, as another test checks.
const MIN_FOUND: usize = 6;

struct Search {
    /// The number of seeds that found the word.
    found: usize,
    /// The feedback sources of the last search.
    sources: Vec<String>,
}

/// Searches for the word with each seed.
fn search(tests: u64, traced: bool) -> Search {
    let property = forall("bytes", any::<Vec<u8>>()).check(|(bytes, ())| !magic::is_magic(bytes));
    let mut found = 0;
    let mut sources = Vec::new();
    for seed in 0..SEEDS {
        let options = Options { seed, tests, ..Options::default() };
        let report = if traced {
            let all = (Premises, Shape, Edges::detect(), Comparisons::default());
            fuzz_with(&property, &mut Guidance::default().instrument(all), &options)
        } else {
            fuzz_with(&property, &mut Guidance::default().instrument(Edges::detect()), &options)
        };
        found += usize::from(report.counterexample().is_some());
        sources = report.guided_by.iter().map(|name| name.to_string()).collect();
    }
    Search { found, sources }
}

#[test]
fn random_inputs_do_not_find_it() {
    let property = forall("bytes", any::<Vec<u8>>()).check(|(bytes, ())| !magic::is_magic(bytes));
    for seed in 0..SEEDS {
        let report = quick_check(&property, &Options { seed, tests: 100_000, ..Options::default() });
        assert!(report.passed());
    }
}

#[test]
fn edges_find_it() {
    let Search { found, sources } = search(100_000, false);
    assert!(found >= MIN_FOUND, "{found} of {SEEDS}");
    assert_eq!(sources, ["edges"]);
}

#[test]
fn compares_find_it_in_few_tests() {
    let Search { found, sources } = search(5_000, true);
    assert!(found >= MIN_FOUND, "{found} of {SEEDS}");
    assert_eq!(sources, ["premises", "shape", "edges", "comparisons"]);
}
"#;

fn project() -> Project {
    Project::new("magic").file("src/lib.rs", LIBRARY).file("tests/magic.rs", TESTS)
}

#[test]
fn a_magic_word_is_found_by_edges_and_by_compares() {
    let output = project().forall("fuzz --all-tests --no-comparisons");
    let expected = "\
fuzzing 3 properties for 180s together
instrumented: magic
  falsified  compares_find_it_in_few_tests
     passed  edges_find_it
     passed  random_inputs_do_not_find_it
3 properties: 2 passed, 1 falsified
";
    assert_eq!((output.code, output.out.as_str()), (Some(1), expected), "{output:?}");
    let output = project().forall("fuzz --all-tests compares");
    assert_eq!(output.code, Some(0), "{output:?}");
}
