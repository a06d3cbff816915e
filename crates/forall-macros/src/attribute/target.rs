//! Which target of its package a test is in, so that the command that runs it again builds that one alone.

use std::path::PathBuf;
use std::{env, fs};

/// As cargo takes it: `--lib`, `--bin NAME`, `--test NAME`. None where it was not cargo who asked.
pub(crate) fn target() -> Option<String> {
    let name = env::var("CARGO_CRATE_NAME").ok()?;
    Some(if let Ok(name) = env::var("CARGO_BIN_NAME") {
        format!("--bin {name}")
    } else if env::var_os("CARGO_TARGET_TMPDIR").is_some() {
        // Cargo has this folder for integration tests alone, and for benchmarks, which are no place for properties.
        format!("--test {}", written(&name).unwrap_or(name))
    } else {
        "--lib".to_owned()
    })
}

/// The name of an integration test as its file is called: `my-test`, where its crate is `my_test`.
fn written(name: &str) -> Option<String> {
    if !name.contains('_') {
        return None;
    }
    let tests = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR")?).join("tests");
    let mut stems = fs::read_dir(tests)
        .ok()?
        .filter_map(|entry| Some(entry.ok()?.path().file_stem()?.to_str()?.to_owned()));
    stems.find(|stem| stem.replace('-', "_") == name)
}
