//! Compile time against quickcheck, which compiles fastest of the other libraries.

mod project;

use std::io;

use self::project::{Library, Project};
use crate::measure::median;
use crate::options::Options;
use crate::row::{Bar, Row};

/// The number of properties in a large test file.
const PROPERTIES: usize = 150;

type Way = (&'static str, usize, fn(&Project) -> io::Result<f64>);

const WAYS: [Way; 2] = [
    ("150 properties", 15, |project| project.compile_many(PROPERTIES)),
    ("cold build of one property", 3, Project::compile_cold),
];

/// Measures all rows that `options` select.
pub fn compile(options: &Options) -> io::Result<Vec<Row>> {
    let ours = Project::new(&Library::forall())?;
    let theirs = Project::new(&Library::quickcheck())?;
    let wanted = WAYS.into_iter().filter(|(name, ..)| options.wants(name));
    wanted.map(|way| compare(way, [&ours, &theirs], options.quick)).collect()
}

/// Alternates between the projects, so that a temporary slowdown of the machine affects both.
fn compare((name, rounds, way): Way, projects: [&Project; 2], quick: bool) -> io::Result<Row> {
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
