//! Searching: tests until edges and comparisons lead to a bug that random inputs do not find.

use std::io;

use super::project::{Measurements, Project};
use crate::options::Options;
use crate::row::{Bar, Row};

/// A planted bug, the instrumentation, and the limit on tests.
struct Target {
    name: &'static str,
    /// The test of the project that searches for it.
    test: &'static str,
    flags: &'static [&'static str],
    max_tests: u64,
}

/// Records edges only.
const EDGES_ONLY: &[&str] = &["--no-comparisons"];

const TARGETS: [Target; 6] = [
    Target { name: "four letters, edges", test: "text", flags: EDGES_ONLY, max_tests: 100_000 },
    Target { name: "four bytes, edges", test: "bytes", flags: EDGES_ONLY, max_tests: 100_000 },
    Target { name: "four letters, compares", test: "text", flags: &[], max_tests: 5_000 },
    Target { name: "four bytes, compares", test: "bytes", flags: &[], max_tests: 5_000 },
    Target { name: "doors, compares", test: "doors", flags: &[], max_tests: 5_000 },
    Target { name: "record, compares", test: "record", flags: &[], max_tests: 10_000 },
];

/// A typed property is compiled into the crate under test, including the runner, and is
/// instrumented with it; an erased one is not.
const FORMS: [&str; 2] = ["typed", "erased"];

/// Measures all rows that `options` select, in the temporary workspace.
pub(super) fn rows(project: &Project, options: &Options) -> io::Result<Vec<Row>> {
    let seeds = options.seeds.unwrap_or(if options.quick { 3 } else { 20 });
    let mut rows = Vec::new();
    for target in &TARGETS {
        let wanted = FORMS.map(|form| (form, format!("{}, {form}", target.name)));
        let wanted = wanted.into_iter().filter(|(_, name)| options.wants(name));
        let wanted: Vec<(&str, String)> = wanted.collect();
        if wanted.is_empty() {
            continue;
        }
        let settings = [("BENCH_SEEDS", seeds), ("BENCH_TESTS", target.max_tests)];
        let measured = project.probe(target.test, target.flags, &settings)?;
        rows.extend(
            wanted.into_iter().map(|(form, name)| row(name, form, target, &measured, seeds)),
        );
    }
    Ok(rows)
}

/// Compares the tests of the slowest seed to the limit.
fn row(name: String, form: &str, target: &Target, measured: &Measurements, seeds: u64) -> Row {
    let figure = |name: &str| measured.get(name).copied().unwrap_or(f64::NAN);
    let note = format!("{} of {seeds} seeds", figure(&format!("{form}_found")));
    Row {
        name,
        ours: figure(form),
        theirs: target.max_tests as f64,
        bar: Some(Bar::Firm(1.0)),
        unit: "tests",
        note,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slowest_seed_counts() {
        let measured = [("typed".to_owned(), 200_000.0), ("typed_found".to_owned(), 19.0)];
        let measured: Measurements = measured.into_iter().collect();
        let typed = row("r".to_owned(), "typed", &TARGETS[0], &measured, 20);
        assert_eq!(typed.ratio(), 2.0);
        assert!(!typed.holds());
        assert_eq!(typed.note, "19 of 20 seeds");
        let missing = row("r".to_owned(), "erased", &TARGETS[0], &measured, 20);
        assert!(!missing.holds());
    }
}
