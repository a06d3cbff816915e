//! The stub: empty versions of the functions that instrumented code calls, for binaries without the runtime.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::process::Command;

use forall_sys::coverage::STUB;

use crate::error::Error;
use crate::instrument;

/// Returns the name of the library, which contains a hash of its source.
pub(crate) fn file_name(target: &str) -> String {
    let mut hasher = DefaultHasher::new();
    STUB.hash(&mut hasher);
    format!("libforall_stub_{:016x}_{target}.rlib", hasher.finish())
}

/// Compiles the library, unless it exists.
pub(crate) fn build(folder: &Path, target: &str) -> Result<(), Error> {
    let library = folder.join(file_name(target));
    if library.exists() {
        return Ok(());
    }
    let source = library.with_extension("rs");
    fs::write(&source, STUB).map_err(Error::cannot("write to the target folder"))?;
    let output = Command::new(instrument::rustc())
        .args(["--edition=2024", "--crate-type=rlib", "--crate-name=forall_stub", "-Copt-level=3"])
        .args(["-Cpanic=abort", "--target", target, "-o"])
        .arg(&library)
        .arg(&source)
        .output()
        .map_err(Error::cannot("start the compiler"))?;
    if output.status.success() {
        return Ok(());
    }
    Err(Error::Target { target: target.to_owned(), message: first_line(&output.stderr) })
}

fn first_line(output: &[u8]) -> String {
    let text = String::from_utf8_lossy(output);
    text.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned()
}
