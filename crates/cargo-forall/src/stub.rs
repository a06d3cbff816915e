//! The stub: what instrumented code calls, doing nothing, for binaries without the runtime.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::process::Command;

use forall_sys::coverage::STUB;

use crate::error::Error;
use crate::instrument;

/// The name of its file, which is another one for another source.
pub(crate) fn file(target: &str) -> String {
    let mut hasher = DefaultHasher::new();
    STUB.hash(&mut hasher);
    format!("libforall_stub_{:016x}_{target}.rlib", hasher.finish())
}

/// Makes it, if it is not there.
pub(crate) fn make(folder: &Path, target: &str) -> Result<(), Error> {
    let library = folder.join(file(target));
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
    Err(Error::Target { target: target.to_owned(), says: first_line(&output.stderr) })
}

fn first_line(output: &[u8]) -> String {
    let text = String::from_utf8_lossy(output);
    text.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned()
}
