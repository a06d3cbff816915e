//! What guided runners make of an instrumented build.
#![cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]

use crate::project::Project;

/// A magic word behind nested conditions, which random inputs do not meet.
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
/// So many of them shall find it. Which do is up to the runner; that none does by chance is shown below.
const MOST: usize = 6;

/// How many of the seeds find the word within so many tests, and what they were guided by.
fn found(tests: u64, traced: bool) -> (usize, Vec<String>) {
    let property = forall("bytes", any::<Vec<u8>>()).check(|(bytes, ())| !magic::is_magic(bytes));
    let (mut found, mut sources) = (0, Vec::new());
    for seed in 0..SEEDS {
        let options = Options { seed, tests, ..Options::default() };
        let report = if traced {
            let all = (Premises, Shape, Edges::detect(), Comparisons::default());
            fuzz_with(&property, &mut Guidance::default().instrument(all), &options)
        } else {
            fuzz_with(&property, &mut Guidance::default().instrument(Edges::detect()), &options)
        };
        found += usize::from(report.counterexample().is_some());
        sources = report.sources.iter().map(|name| name.to_string()).collect();
    }
    (found, sources)
}

#[test]
fn chance_does_not_find_it() {
    let property = forall("bytes", any::<Vec<u8>>()).check(|(bytes, ())| !magic::is_magic(bytes));
    for seed in 0..SEEDS {
        let report = quick_check(&property, &Options { seed, tests: 100_000, ..Options::default() });
        assert!(report.passed());
    }
}

#[test]
fn edges_find_it() {
    let (found, sources) = found(100_000, false);
    assert!(found >= MOST, "{found} of {SEEDS}");
    assert_eq!(sources, ["edges"]);
}

#[test]
fn compares_find_it_at_once() {
    let (found, sources) = found(5_000, true);
    assert!(found >= MOST, "{found} of {SEEDS}");
    assert_eq!(sources, ["premises", "shape", "edges", "comparisons"]);
}
"#;

fn project() -> Project {
    Project::new("magic").file("src/lib.rs", LIBRARY).file("tests/magic.rs", TESTS)
}

#[test]
fn a_magic_word_is_found() {
    let said = project().forall("fuzz --all-tests");
    let expected = "\
fuzzing 3 properties, 60s each
     passed  chance_does_not_find_it
  falsified  compares_find_it_at_once
     passed  edges_find_it
3 properties: 2 passed, 1 falsified
";
    assert_eq!((said.code, said.out.as_str()), (Some(1), expected), "{said:?}");
    let said = project().forall("fuzz --all-tests compares --trace");
    assert_eq!(said.code, Some(0), "{said:?}");
}
