//! House rules that no lint knows.

use std::path::{Path, PathBuf};
use std::{fs, process::Command};

const FILE_LINES: usize = 400;

pub(crate) fn sources() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let listing = Command::new("git").args(["ls-files", "-z", "*.rs"]).current_dir(&root).output();
    let listing = String::from_utf8(listing.expect("git lists the sources").stdout);
    let listing = listing.expect("paths are text");
    let paths: Vec<&str> = listing.split('\0').filter(|path| !path.is_empty()).collect();
    assert!(!paths.is_empty(), "git lists no sources");
    let read = |path: &str| Some((path.into(), fs::read_to_string(root.join(path)).ok()?));
    paths.into_iter().filter_map(read).collect()
}

#[track_caller]
fn forbid(rule: &str, broken: impl Fn(&Path, &str) -> bool) {
    let sources = sources();
    let offenders = sources.iter().filter(|(path, text)| broken(path, text));
    let offenders: Vec<String> = offenders.map(|(path, _)| path.display().to_string()).collect();
    assert!(offenders.is_empty(), "{rule}: {}", offenders.join(", "));
}

#[test]
fn files_stay_readable_in_one_sitting() {
    forbid("split this file", |_, text| text.lines().count() > FILE_LINES);
}

#[test]
fn only_the_glue_prints() {
    forbid("return a Report instead", |path, text| {
        path.starts_with("crates/forall/src")
            && !path.ends_with("test/show.rs")
            && text.lines().any(|line| line.contains("print!(") && !line.trim().starts_with("//"))
    });
}

#[test]
fn only_the_glue_reads_the_environment() {
    forbid("take it as an argument", |path, text| {
        path.starts_with("crates/forall/src")
            && !path.components().any(|part| part.as_os_str().to_string_lossy().starts_with("test"))
            && text.contains("std::env::")
    });
}

/// Arrows never point back.
#[test]
fn lower_layers_do_not_know_higher_ones() {
    let layers = [
        ("source", &["domain", "block", "shrink", "runner", "test", "property"][..]),
        ("domain", &["block", "shrink", "runner", "test", "property"]),
        ("block", &["shrink", "runner", "test"]),
        ("shrink", &["runner", "test"]),
        ("observe", &["source", "domain", "block", "shrink", "feedback", "runner", "test"]),
        ("feedback", &["shrink", "pool", "runner", "test"]),
        ("pool", &["shrink", "runner", "test"]),
        ("runner", &["test"]),
        ("report", &["domain", "block", "shrink", "runner", "test"]),
    ];
    for (layer, higher) in layers {
        let inside = format!("crates/forall/src/{layer}");
        forbid("an arrow points back", |path, text| {
            let file = path.to_string_lossy();
            let here = file.starts_with(&format!("{inside}/")) || *file == format!("{inside}.rs");
            // A test may stand on what is above.
            let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default().lines();
            let code = code.filter(|line| !line.trim_start().starts_with("//"));
            let imports: Vec<&str> = code.filter(|line| line.contains("use ")).collect();
            here && higher.iter().any(|layer| {
                let (inner, outer) = (format!("crate::{layer}"), format!("forall::{layer}"));
                imports.iter().any(|line| line.contains(&inner) || line.contains(&outer))
            })
        });
    }
}

#[test]
fn nothing_unfinished_lands() {
    let marks = [["FIX", "ME"].concat(), ["TO", "DO"].concat(), ["todo", "!("].concat()];
    forbid("finish it or file it", |_, text| marks.iter().any(|mark| text.contains(mark)));
}
