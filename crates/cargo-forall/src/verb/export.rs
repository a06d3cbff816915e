//! `cargo forall export`: writes a project for cargo-fuzz, with one fuzz target for each property.

use std::collections::BTreeMap;
use std::env;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cargo_metadata::{Package, Target};

use crate::build::{self, Binary};
use crate::command::Export;
use crate::error::Error;
use crate::fuzz_project::{Exported, FuzzProject, FuzzTarget};
use crate::harness::{DiscoveredTest, TestKind};
use crate::output;
use crate::project::{Project, relative};

pub(crate) fn export(options: &Export) -> Result<ExitCode, Error> {
    let project = Project::open(&options.selection.packages)?;
    let binaries = build::cargo_test(&project, &options.selection)?;
    let all = DiscoveredTest::find_all(&binaries, TestKind::Properties)?;
    let tests = DiscoveredTest::matching(all, options.filter.as_deref())?;
    let (selected, skipped) = select(&project, tests);
    if selected.targets.is_empty() {
        print_skipped(&skipped)?;
        return Err(Error::NothingToExport);
    }
    let folder = options.output.clone().map(absolute);
    let folder = folder.unwrap_or_else(|| project.workspace().join("fuzz"));
    let exported = FuzzProject {
        folder: folder.clone(),
        workspace: project.workspace(),
        crates: selected.crates,
        targets: selected.targets,
        features: &options.selection.features,
    };
    exported.write()?;
    let mut seeds = 0;
    for (target, test) in exported.targets.iter().zip(&selected.tests) {
        seeds += test.write_seeds(&folder.join("seeds").join(&target.name))?;
    }
    print_skipped(&skipped)?;
    print_result(&exported, seeds)?;
    Ok(ExitCode::SUCCESS)
}

/// The properties to export.
#[derive(Default)]
struct Selected<'a> {
    crates: Vec<Exported<'a>>,
    targets: Vec<FuzzTarget>,
    /// The test of each target.
    tests: Vec<DiscoveredTest<'a>>,
}

/// The names of the properties that cannot be exported, by the reason.
type Skipped = BTreeMap<String, Vec<String>>;

/// Selects the properties that can be exported.
fn select<'a>(project: &'a Project, tests: Vec<DiscoveredTest<'a>>) -> (Selected<'a>, Skipped) {
    let mut selected = Selected::default();
    let mut skipped = Skipped::new();
    for test in tests {
        let Some((package, target)) = compiled_from(project, test.binary()) else { continue };
        if let Some(obstacle) = Exported::obstacle(package, target) {
            let reason = format!("{}: {obstacle}", target.name);
            skipped.entry(reason).or_default().push(test.name.clone());
            continue;
        }
        let known = |exported: &Exported<'_>| exported.target.src_path == target.src_path;
        let index = selected.crates.iter().position(known).unwrap_or_else(|| {
            let index = selected.crates.len();
            selected.crates.push(Exported { package, target });
            index
        });
        if let Some(fuzz_target) = FuzzTarget::new(&test, index) {
            selected.targets.push(fuzz_target);
            selected.tests.push(test);
        }
    }
    FuzzTarget::make_names_unique(&mut selected.targets);
    (selected, skipped)
}

/// Returns the package and the target that a test binary was compiled from.
fn compiled_from<'a>(project: &'a Project, binary: &Binary) -> Option<(&'a Package, &'a Target)> {
    let package = project.package_in(&binary.folder)?;
    let target = package.targets.iter().find(|target| target.src_path == binary.source)?;
    Some((package, target))
}

fn absolute(path: PathBuf) -> PathBuf {
    env::current_dir().map(|here| here.join(&path)).unwrap_or(path)
}

fn print_skipped(skipped: &Skipped) -> Result<(), Error> {
    for (reason, names) in skipped {
        output::print_error_line(format_args!("not exported: {}", names.join(", ")))?;
        output::print_error_line(format_args!("  {reason}"))?;
    }
    Ok(())
}

fn print_result(exported: &FuzzProject<'_>, seeds: usize) -> Result<(), Error> {
    let folder = relative(Path::new(&exported.folder)).display().to_string();
    let count = |count: usize, what: &str| match count {
        1 => format!("1 {what}"),
        count => format!("{count} {what}s"),
    };
    let targets = count(exported.targets.len(), "fuzz target");
    let seeds = count(seeds, "seed");
    let name = &exported.targets[0].name;
    output::print(format_args!(
        "wrote {targets} and {seeds} to {folder}\n\
         run one:      cargo fuzz run --fuzz-dir {folder} --sanitizer none {name} {folder}/corpus/{name} {folder}/seeds/{name} -- -len_control=0 -use_value_profile=1\n\
         save a crash: cargo forall import {folder}/artifacts/{name}/crash-… {name}\n"
    ))
}
