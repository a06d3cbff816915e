//! `cargo forall import`: turns the inputs of a byte-based fuzzer into saved failures, or adds them to the corpus.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use forall_format::state_path::CORPUS_FOLDER;
use forall_format::variable::{IMPORT, IMPORT_ENCODED, IMPORT_MODE, IMPORT_PASSING, IMPORT_RAW};

use crate::build;
use crate::command::Import;
use crate::error::Error;
use crate::harness::{DiscoveredTest, Setting, TestKind};
use crate::outcome;
use crate::project::Project;
use crate::screen::Screen;
use crate::session::{Session, SessionEnd};
use crate::signals::Signals;

pub(crate) fn import(options: &Import) -> Result<ExitCode, Error> {
    let files = files(&options.files)?;
    let project = Project::open(&options.selection.packages)?;
    let binaries = build::cargo_test(&project, &options.selection)?;
    let all = DiscoveredTest::find_all(&binaries, TestKind::EveryProperty)?;
    let tests = [DiscoveredTest::only_match(all, &options.property)?];
    // With a corpus, all inputs run in one process.
    let groups: Vec<&[String]> =
        if options.corpus { vec![&files[..]] } else { files.chunks(1).collect() };
    let mut total = SessionEnd { outcomes: Vec::new(), signal: None };
    for group in groups {
        let session = Session {
            settings: settings(options, group),
            results: project.scratch_folder(),
            jobs: 1,
            screen: Screen::new(options.json),
            dashboard: None,
            signals: Signals::listen(),
        };
        let end = session.run(&tests)?;
        total.outcomes.extend(end.outcomes);
        total.signal = end.signal;
        if total.signal.is_some() {
            break;
        }
    }
    Ok(outcome::exit_code(&total.outcomes, total.signal))
}

fn settings(options: &Import, files: &[String]) -> Vec<Setting> {
    let form = if options.raw { IMPORT_RAW } else { IMPORT_ENCODED };
    let passing = if options.corpus { IMPORT_PASSING } else { "" };
    let mut settings = vec![
        Setting::new(IMPORT, files.join("\n")),
        Setting::new(IMPORT_MODE, format!("{form}{passing}")),
        Setting::new("FORALL_ISOLATE", "1"),
    ];
    if options.corpus {
        settings.push(Setting::new("FORALL_CORPUS", CORPUS_FOLDER));
        settings.push(Setting::new("FORALL_VERBOSE", "true"));
    }
    settings
}

/// Returns the absolute paths of the files, and of the files in the folders.
fn files(paths: &[PathBuf]) -> Result<Vec<String>, Error> {
    let mut files = Vec::new();
    for path in paths {
        let cannot = |error: std::io::Error| Error::NotRead {
            path: path.display().to_string(),
            message: error.to_string(),
        };
        let path = fs::canonicalize(path).map_err(cannot)?;
        if path.is_dir() {
            let entries = fs::read_dir(&path).map_err(cannot)?;
            let mut inside: Vec<String> = entries
                .filter_map(|entry| Some(entry.ok()?.path()))
                .filter(|path| path.is_file())
                .map(|path| shown(&path))
                .collect();
            inside.sort();
            files.extend(inside);
        } else {
            files.push(shown(&path));
        }
    }
    Ok(files)
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}
