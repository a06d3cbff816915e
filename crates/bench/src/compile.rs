//! Compile time against quickcheck, which compiles fastest of the other libraries; and of a state machine, against
//! properties.

mod machine;
mod project;

use std::io;

use self::project::{Library, Project};
use crate::measure::median;
use crate::options::Options;
use crate::row::{Bar, Row};

/// The number of properties in a large test file.
const PROPERTIES: usize = 150;

/// A build to measure.
struct Build {
    name: &'static str,
    rounds: usize,
    /// Builds once, and returns the CPU time in seconds.
    build: fn(&Project) -> io::Result<f64>,
}

const BUILDS: [Build; 2] = [
    Build { name: "150 properties", rounds: 15, build: |project| project.compile_many(PROPERTIES) },
    Build { name: "cold build of one property", rounds: 3, build: Project::compile_cold },
];

/// Measures all rows that `options` select.
pub fn compile(options: &Options) -> io::Result<Vec<Row>> {
    let ours = Project::new(&Library::forall())?;
    let theirs = Project::new(&Library::quickcheck())?;
    let wanted = BUILDS.iter().filter(|build| options.wants(build.name));
    let rows = wanted.map(|build| compare(build, [&ours, &theirs], options.quick));
    rows.chain(machine::row(&ours, options).transpose()).collect()
}

/// Alternates between the projects, so that a temporary slowdown of the machine affects both.
fn compare(build: &Build, projects: [&Project; 2], quick: bool) -> io::Result<Row> {
    let mut seconds = [Vec::new(), Vec::new()];
    for _ in 0..if quick { 1 } else { build.rounds } {
        for (seconds, project) in seconds.iter_mut().zip(projects) {
            seconds.push((build.build)(project)?);
        }
    }
    let [ours, theirs] = seconds.map(median);
    Ok(Row {
        name: build.name.to_owned(),
        ours,
        theirs,
        bar: Some(Bar::AtMost(1.0)),
        unit: "s",
        note: "CPU time".to_owned(),
    })
}
