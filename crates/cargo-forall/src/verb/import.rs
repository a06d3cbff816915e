//! `cargo forall import`: turns the inputs of a byte-based fuzzer into saved failures, or adds them to the corpus.

use std::path::{Path, PathBuf};
use std::process::{self, ExitCode};
use std::{fs, io};

use forall_format::import_list;
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
    let groups: Vec<&[PathBuf]> =
        if options.corpus { vec![&files[..]] } else { files.chunks(1).collect() };
    let list = project.scratch_file(&format!("import-{}.txt", process::id()))?;
    let mut total = SessionEnd { outcomes: Vec::new(), signal: None };
    for group in groups {
        write_list(&list, group)?;
        let session = Session {
            settings: settings(options, &list),
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
    // The file is in the target folder, and the next import does not read it.
    let _ = fs::remove_file(&list);
    Ok(outcome::exit_code(&total.outcomes, total.signal))
}

/// Returns the settings that import the files in a list.
fn settings(options: &Import, list: &Path) -> Vec<Setting> {
    let form = if options.raw { IMPORT_RAW } else { IMPORT_ENCODED };
    let passing = if options.corpus { IMPORT_PASSING } else { "" };
    let mut settings = vec![
        Setting::new(IMPORT, shown(list)),
        Setting::new(IMPORT_MODE, format!("{form}{passing}")),
        Setting::new("FORALL_ISOLATE", "1"),
    ];
    if options.corpus {
        settings.push(Setting::new("FORALL_CORPUS", CORPUS_FOLDER));
        settings.push(Setting::new("FORALL_VERBOSE", "true"));
    }
    settings
}

/// Writes the list of files for the test.
fn write_list(list: &Path, files: &[PathBuf]) -> Result<(), Error> {
    let bytes = import_list::render(files).map_err(|path| Error::NotRead {
        path: shown(path),
        message: "its path is not Unicode".to_owned(),
    })?;
    fs::write(list, bytes).map_err(Error::cannot("list the files to import"))
}

/// Returns the absolute paths of the files, and of the files in the folders.
fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Error> {
    let mut files = Vec::new();
    for path in paths {
        let cannot = |error: std::io::Error| Error::NotRead {
            path: path.display().to_string(),
            message: error.to_string(),
        };
        let path = fs::canonicalize(path).map_err(cannot)?;
        if path.is_dir() {
            let mut inside = Vec::new();
            collect(&path, &mut inside).map_err(cannot)?;
            inside.sort();
            files.extend(inside);
        } else {
            files.push(path);
        }
    }
    if files.is_empty() {
        let paths: Vec<String> = paths.iter().map(|path| shown(path)).collect();
        return Err(Error::NotRead {
            path: paths.join(", "),
            message: "there is no file to import".to_owned(),
        });
    }
    Ok(files)
}

/// The file that AFL writes about itself into its output folder.
const AFL_STATISTICS: &str = "fuzzer_stats";

/// Adds the inputs in a folder and the folders in it. Hidden files and folders are not inputs. Does not follow links to
/// folders, which may form cycles.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    let is_afl_output = folder.join(AFL_STATISTICS).exists();
    let is_afl_crashes = ["crashes", "hangs"].iter().any(|name| folder.ends_with(name));
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with('.') {
            continue;
        }
        if entry.file_type()?.is_dir() {
            if !is_afl_output || ["queue", "crashes"].contains(&&*name) {
                collect(&path, files)?;
            }
        } else if !path.is_dir() {
            let is_about_afl = is_afl_output || is_afl_crashes && name == "README.txt";
            files.extend((!is_about_afl).then_some(path));
        }
    }
    Ok(())
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}
