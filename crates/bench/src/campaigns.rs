//! Campaigns: whether long guided runs keep their speed.
//!
//! Each campaign runs five minutes of CPU time, with and without edges, on code without bugs. The median speed of
//! its last fifth must be at least half that of its first fifth. A short run has a number of tests instead, and
//! compares the sizes of mutants, which do not depend on the machine. Each row states the coverage at its end, so that
//! two versions can be compared.

use std::io;
use std::path::Path;

use crate::coverage::project::{Measurements, Project};
use crate::options::Options;
use crate::row::{Bar, Row};

/// The properties: a parser, steps of a state machine, nested data and bytes.
const PROPERTIES: [&str; 4] = ["reads_json", "double_queue", "nested_data", "frames"];

/// A build, and the flags of `cargo forall fuzz` for it.
const BUILDS: [(&str, &[&str]); 2] = [("edges", &[]), ("no edges", &["--no-coverage"])];

/// The CPU time of a campaign.
const SECONDS: u64 = 300;
/// The number of tests in a short campaign.
const QUICK_TESTS: u64 = 60_000;

/// The least speed of the last fifth, relative to that of the first.
const MIN_SPEED: f64 = 0.5;
/// The greatest mean size of the mutants of a short campaign at its end.
const MAX_MEAN_SIZE: f64 = 600.0;

/// Measures all rows that `options` select.
pub fn campaigns(options: &Options) -> io::Result<Vec<Row>> {
    let project = project()?;
    let limit = match options.quick {
        true => ("BENCH_TESTS", QUICK_TESTS),
        false => ("BENCH_SECONDS", options.seconds.unwrap_or(SECONDS)),
    };
    let campaigns =
        PROPERTIES.into_iter().flat_map(|name| seeds(options).map(move |seed| (name, seed)));
    let mut rows = Vec::new();
    for (build, flags) in BUILDS {
        for (property, seed) in campaigns.clone() {
            let name = format!("{property}, {build}, seed {seed}");
            if !options.wants(&name) {
                continue;
            }
            let measured = project.probe(property, flags, &[limit, ("BENCH_SEED", seed)])?;
            rows.push(if options.quick {
                size_row(name, &measured)
            } else {
                speed_row(name, &measured)
            });
        }
    }
    Ok(rows)
}

/// Returns the seeds of each campaign.
fn seeds(options: &Options) -> impl Iterator<Item = u64> + Clone {
    (0..options.seeds.unwrap_or(1)).map(|k| options.seed.wrapping_add(k))
}

/// Compares the speed at the end to that at the start.
fn speed_row(name: String, measured: &Measurements) -> Row {
    Row {
        name,
        ours: figure(measured, "last_speed"),
        theirs: figure(measured, "first_speed"),
        bar: Some(Bar::AtLeast(MIN_SPEED)),
        unit: "tests/s",
        note: note(measured),
    }
}

/// Compares the size of the mutants at the end to the limit.
fn size_row(name: String, measured: &Measurements) -> Row {
    Row {
        name,
        ours: figure(measured, "last_mean"),
        theirs: MAX_MEAN_SIZE,
        bar: Some(Bar::Firm(1.0)),
        unit: "choices",
        note: note(measured),
    }
}

fn note(measured: &Measurements) -> String {
    let figure = |name| figure(measured, name);
    let coverage = match figure("all_edges") {
        0.0 => "edges are not counted".to_owned(),
        all => format!("{} of {all} edges", figure("edges")),
    };
    format!(
        "{coverage}, {} kept, mean size {} → {}, longest {} → {}",
        figure("kept"),
        figure("first_mean"),
        figure("last_mean"),
        figure("first_longest"),
        figure("last_longest"),
    )
}

fn figure(measured: &Measurements, name: &str) -> f64 {
    measured.get(name).copied().unwrap_or(f64::NAN)
}

fn project() -> io::Result<Project> {
    let forall = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("forall");
    let depend = |features: &str| {
        format!("forall = {{ path = {forall:?}, default-features = false, features = {features} }}")
    };
    let manifest = format!(
        "[package]\nname = \"project\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n\
         [workspace]\nmembers = [\"subjects\"]\n\n\
         [dev-dependencies]\n{}\nsubjects = {{ path = \"subjects\" }}\n",
        depend("[\"coverage\"]")
    );
    let subjects = format!(
        "[package]\nname = \"subjects\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n\
         [dependencies]\n{}\n",
        depend("[\"macros\"]")
    );
    Project::with(&[
        ("Cargo.toml", &*manifest),
        ("src/lib.rs", ""),
        ("tests/campaigns.rs", include_str!("campaigns/campaigns.txt")),
        ("tests/meter/mod.rs", include_str!("../../real-bugs/suite/meter.rs")),
        ("subjects/Cargo.toml", &subjects),
        ("subjects/src/lib.rs", include_str!("campaigns/subjects.txt")),
        ("subjects/src/json.rs", include_str!("campaigns/json.txt")),
        ("subjects/src/queue.rs", include_str!("campaigns/queue.txt")),
        ("subjects/src/codec.rs", include_str!("campaigns/codec.txt")),
        ("subjects/src/frames.rs", include_str!("campaigns/frames.txt")),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(figures: &[(&str, f64)]) -> Measurements {
        figures.iter().map(|(name, figure)| ((*name).to_owned(), *figure)).collect()
    }

    #[test]
    fn the_seeds_begin_with_the_given_one() {
        let seeds = |args: &str| {
            let args = args.split(' ').map(Into::into);
            seeds(&Options::parse(args).unwrap()).collect::<Vec<u64>>()
        };
        assert_eq!(seeds("campaigns"), [1]);
        assert_eq!(seeds("campaigns --seed 16"), [16]);
        assert_eq!(seeds("campaigns --seed 16 --seeds 3"), [16, 17, 18]);
    }

    #[test]
    fn a_campaign_that_slows_down_misses_its_bar() {
        let row = |last| {
            speed_row("r".to_owned(), &measured(&[("first_speed", 1_000.0), ("last_speed", last)]))
        };
        assert!(row(500.0).holds() && !row(499.0).holds());
    }

    #[test]
    fn the_coverage_is_that_of_the_build() {
        let edges = measured(&[("edges", 3.0), ("all_edges", 9.0)]);
        assert!(note(&edges).starts_with("3 of 9 edges, "), "{}", note(&edges));
        let none = measured(&[("edges", 0.0), ("all_edges", 0.0)]);
        assert!(note(&none).starts_with("edges are not counted, "), "{}", note(&none));
    }

    #[test]
    fn inputs_that_grow_miss_their_bar() {
        let row = |mean| size_row("r".to_owned(), &measured(&[("last_mean", mean)]));
        assert!(row(600.0).holds() && !row(601.0).holds());
        assert!(!size_row("r".to_owned(), &measured(&[])).holds(), "nothing was measured");
    }
}
