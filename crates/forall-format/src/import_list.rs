//! The list of files that a test imports: each path ends with a NUL, which no path contains. A path may contain line
//! ends, and on Unix also bytes that are not text.

use std::path::{Path, PathBuf};

/// Renders a list of files. On failure, returns the path that cannot be represented: on systems other than Unix, one that
/// is not Unicode.
///
/// ```
/// use std::path::PathBuf;
///
/// use forall_format::import_list::render;
///
/// let files = ["crash-1", "two\nlines"].map(PathBuf::from);
/// assert_eq!(render(&files).unwrap(), b"crash-1\0two\nlines\0");
/// ```
pub fn render(files: &[PathBuf]) -> Result<Vec<u8>, &Path> {
    let mut list = Vec::new();
    for file in files {
        list.extend_from_slice(bytes(file).ok_or(&**file)?);
        list.push(0);
    }
    Ok(list)
}

/// Parses a list of files.
///
/// ```
/// use std::path::PathBuf;
///
/// use forall_format::import_list::parse;
///
/// assert_eq!(parse(b"crash-1\0two\nlines\0"), ["crash-1", "two\nlines"].map(PathBuf::from));
/// ```
pub fn parse(list: &[u8]) -> Vec<PathBuf> {
    list.split(|byte| *byte == 0).filter(|path| !path.is_empty()).map(path).collect()
}

#[cfg(unix)]
fn bytes(path: &Path) -> Option<&[u8]> {
    Some(std::os::unix::ffi::OsStrExt::as_bytes(path.as_os_str()))
}

#[cfg(not(unix))]
fn bytes(path: &Path) -> Option<&[u8]> {
    path.to_str().map(str::as_bytes)
}

#[cfg(unix)]
fn path(bytes: &[u8]) -> PathBuf {
    let path: &std::ffi::OsStr = std::os::unix::ffi::OsStrExt::from_bytes(bytes);
    path.into()
}

#[cfg(not(unix))]
fn path(bytes: &[u8]) -> PathBuf {
    String::from_utf8_lossy(bytes).into_owned().into()
}

#[cfg(test)]
mod tests {
    #[test]
    #[cfg(unix)]
    fn paths_that_are_not_text_are_represented() {
        let file = super::path(b"/tmp/\xff\n");
        let list = super::render(std::slice::from_ref(&file)).expect("all paths are representable");
        assert_eq!(super::parse(&list), [file]);
    }
}
