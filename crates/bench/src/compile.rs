//! Compile time: what a user waits for, against quickcheck, the fastest to compile of the peers.

mod project;

use std::io;

use self::project::{Library, Project};
use crate::measure::median;
use crate::options::Options;
use crate::row::{Bar, Row};

/// How many properties a large file of tests has.
const PROPERTIES: usize = 150;

/// A way to compile: its name, how often to do it, and the CPU time of one go, in seconds.
type ObservationKind = (&'static str, usize, fn(&Project) -> io::Result<f64>);

const WAYS: [ObservationKind; 2] = [
    ("150 properties", 15, |project| project.compile_many(PROPERTIES)),
    ("cold build of one property", 3, Project::compile_cold),
];

/// Compares all that `options` ask for.
pub fn compile(options: &Options) -> io::Result<Vec<Row>> {
    let ours = Project::new(&Library::forall())?;
    let theirs = Project::new(&Library::quickcheck())?;
    let wanted = WAYS.into_iter().filter(|(name, ..)| options.wants(name));
    wanted.map(|way| compare(way, [&ours, &theirs], options.quick)).collect()
}

/// In rounds, so that what slows the machine down for a while slows both.
fn compare(
    (name, rounds, way): ObservationKind,
    projects: [&Project; 2],
    quick: bool,
) -> io::Result<Row> {
    let mut seconds = [Vec::new(), Vec::new()];
    for _ in 0..if quick { 1 } else { rounds } {
        for (seconds, project) in seconds.iter_mut().zip(projects) {
            seconds.push(way(project)?);
        }
    }
    let [ours, theirs] = seconds.map(median);
    let (row, bar, note) = (name.to_owned(), Some(Bar::AtMost(1.0)), "CPU time".to_owned());
    Ok(Row { row, ours, theirs, bar, unit: "s", note })
}
