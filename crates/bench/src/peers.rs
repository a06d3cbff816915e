//! Peers: our loops against those of other libraries.
//!
//! The other libraries are in a package outside of the workspace, which is built and run here.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::options::Options;

/// Measures all rows that `options` select.
pub fn peers(options: &Options) -> io::Result<Rendered> {
    let program = build()?;
    let folder = tempfile::tempdir()?;
    let rows = folder.path().join("rows");
    // Some of the libraries print progress and write files; both are hidden.
    let output = Command::new(program)
        .arg(&rows)
        .args(options.to_args())
        .current_dir(folder.path())
        .output()?;
    let rows = std::fs::read_to_string(rows).map_err(|_| {
        let stderr = String::from_utf8_lossy(&output.stderr);
        io::Error::other(format!("the comparison with other libraries failed: {stderr}"))
    })?;
    Ok(Rendered { rows, holds: output.status.success() })
}

/// The rows of another process.
#[derive(Debug)]
pub struct Rendered {
    /// The rows, as text.
    pub rows: String,
    /// Are all bars met?
    pub holds: bool,
}

/// Builds the package and returns the path of its program.
fn build() -> io::Result<PathBuf> {
    let bench = Path::new(env!("CARGO_MANIFEST_DIR"));
    let target = bench.join("../../target/peers");
    let built = Command::new("cargo")
        .args(["build", "--release", "--quiet", "--locked"])
        .arg("--manifest-path")
        .arg(bench.join("peers/Cargo.toml"))
        .arg("--target-dir")
        .arg(&target)
        .status()?;
    if !built.success() {
        return Err(io::Error::other("building the other libraries failed"));
    }
    Ok(target.join("release/forall-bench-peers").with_extension(std::env::consts::EXE_EXTENSION))
}
