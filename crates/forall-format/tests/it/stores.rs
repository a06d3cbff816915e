//! Regression files on disk.

use std::fs;
use std::path::Path;
use std::thread;

use forall::property;
use forall_format::regressions::{
    RegressionEntry, RegressionFile, RegressionState, RegressionStore,
};
use forall_format::state_file::{StateFile, StateKind};
use forall_format::state_path::PropertyName;

use crate::support::{FileLine, choices, regression_text};

const PROPERTY: PropertyName<'static> = PropertyName { module: "a::r#mod", name: "holds" };

fn entry(number: u8) -> RegressionEntry {
    RegressionEntry::new(RegressionState::Fails, choices(number), [("x", "1")])
}

fn store_with(folder: &Path, text: &[u8]) -> RegressionStore {
    let store = RegressionStore::new(folder, PROPERTY);
    fs::create_dir_all(store.path().parent().expect("a folder")).expect("folders can be made");
    fs::write(store.path(), text).expect("files can be written");
    store
}

#[property(tests = 50)]
fn a_file_that_cannot_be_parsed_is_never_written(lines: Vec<FileLine>, number: u8) {
    let text = regression_text(&lines);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let store = store_with(folder.path(), text.as_bytes());
    let parsed = RegressionFile::parse(text.as_bytes()).ok();
    assert_eq!(store.read().ok().flatten(), parsed);
    if parsed.is_none() {
        let old = choices(number.wrapping_add(1));
        assert!(store.save(None, entry(number)).is_err());
        assert!(store.save(Some(&old), entry(number)).is_err());
        assert!(store.mark(&old, RegressionState::Fixed).is_err());
        assert!(store.apply_steps().is_err());
        assert!(store.prune(|_| true).is_err());
        assert_eq!(fs::read(store.path()).expect("it is there"), text.as_bytes());
    }
}

#[test]
fn a_failure_is_saved_shrunk_marked_and_pruned() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let store = RegressionStore::new(folder.path().join("new"), PROPERTY);
    store.save(None, entry(0)).expect("it is saved");
    assert!(store.path().ends_with("new/a/mod/holds.txt"), "{}", store.path().display());
    let text = || fs::read_to_string(store.path()).expect("it is there");
    let heading = "forall-regressions 1\n\
        # Inputs on which a::r#mod::holds failed. They run first.\n\
        # Keep this file under version control. To forget a failure, delete its lines.\n\n";
    let saved = format!("{heading}fails {}\n  # x = 1\n", choices(0));
    assert_eq!(text(), saved);

    store.save(Some(&choices(0)), entry(1)).expect("it is saved");
    let step = format!("then {} {}\n  # x = 1\n", choices(0), choices(1));
    assert_eq!(text(), format!("{saved}{step}"));
    store.apply_steps().expect("it is written");
    assert_eq!(text(), format!("{heading}fails {}\n  # x = 1\n", choices(1)));

    store.mark(&choices(1), RegressionState::Fixed).expect("it is written");
    assert_eq!(text(), format!("{heading}fixed {}\n  # x = 1\n", choices(1)));
    assert_eq!(store.prune(|_| false).expect("it can be read"), 0);
    assert_eq!(store.prune(|entry| !entry.state.is_failing()).expect("it is written"), 1);
    assert!(!store.path().exists());
    let ignored = fs::read_to_string(folder.path().join("new/.gitignore")).expect("it is there");
    assert_eq!(ignored, "/regressions.lock\n*.txt.tmp\n");
}

#[test]
fn an_incomplete_last_line_does_not_join_the_next_step() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = format!("forall-regressions 1\nfails {}", choices(0));
    let store = store_with(folder.path(), text.as_bytes());
    store.save(Some(&choices(0)), entry(1)).expect("it is saved");
    let written = fs::read_to_string(store.path()).expect("it is there");
    assert_eq!(written, format!("forall-regressions 1\nfails {}\n  # x = 1\n", choices(1)));
}

#[test]
fn concurrent_writers_lose_no_failure() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    thread::scope(|scope| {
        for number in 0..5 {
            let store = RegressionStore::new(folder.path(), PROPERTY);
            scope.spawn(move || store.save(None, entry(number)).expect("it is saved"));
        }
    });
    let file = RegressionStore::new(folder.path(), PROPERTY).read().expect("it can be read");
    assert_eq!(file.expect("it is there").count(RegressionState::Fails), 5);
}

#[test]
fn all_files_of_a_folder_are_found() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let found = RegressionStore::find_all(&folder.path().join("none"));
    assert!(found.stores.is_empty() && found.unreadable.is_empty(), "{found:?}");
    let store = store_with(folder.path(), b"forall-regressions 1\n");
    store.save(None, entry(0)).expect("it is saved");
    let found = RegressionStore::find_all(folder.path()).stores;
    let names: Vec<&str> = found.iter().map(RegressionStore::property).collect();
    assert_eq!(names, ["a::mod::holds"], "neither the lock nor .gitignore");
    assert_eq!(found[0].path(), store.path());
}

#[test]
fn an_error_names_the_file_and_the_line() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let store = store_with(folder.path(), b"forall-regressions 1\nbroken\n");
    let error = store.read().unwrap_err().relative_to(folder.path());
    let message = "a/mod/holds.txt:2: `broken` is not a state; \
        expected `fails`, `crashes`, `fixed` or `stale`, or a comment (`# …`)";
    assert_eq!(error.to_string(), message);
    fs::remove_file(store.path()).expect("it is there");
    fs::create_dir(store.path()).expect("folders can be made");
    let error = store.read().unwrap_err().relative_to(folder.path()).to_string();
    assert!(error.starts_with("a/mod/holds.txt cannot be read: "), "{error}");
}

/// Opening a pipe waits until another process writes to it.
#[cfg(unix)]
#[test]
fn a_pipe_is_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let store = store_with(folder.path(), b"");
    fs::remove_file(store.path()).expect("it is there");
    let made = std::process::Command::new("mkfifo").arg(store.path()).status();
    assert!(made.expect("POSIX has it").success());
    let error = store.read().unwrap_err().relative_to(folder.path()).to_string();
    let message = "a/mod/holds.txt cannot be read: it is a pipe or a device, and not a file";
    assert_eq!(error, message);
    let saved = store.save(None, entry(0)).unwrap_err().relative_to(folder.path()).to_string();
    assert_eq!(saved, message);
    let corpus = StateFile::at(StateKind::Corpus, folder.path(), store.path());
    let lock = corpus.lock().expect("nothing else locks it");
    assert!(lock.append("t.ebe146\n").is_err());
}

#[test]
fn an_existing_folder_gets_no_gitignore() {
    let root = tempfile::tempdir().expect("a temporary folder");
    for folder in [root.path().to_owned(), root.path().join("."), root.path().join("./")] {
        let file = StateFile::new(StateKind::Corpus, folder, PROPERTY);
        file.lock().expect("nothing else locks it").replace("").expect("it is written");
        assert!(!root.path().join(".gitignore").exists());
    }
    let file = StateFile::new(StateKind::Corpus, root.path().join("new"), PROPERTY);
    drop(file.lock().expect("nothing else locks it"));
    let ignored = fs::read_to_string(root.path().join("new/.gitignore")).expect("it is there");
    assert_eq!(ignored, "*\n");
}
