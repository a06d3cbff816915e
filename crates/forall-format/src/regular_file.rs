//! Reading files whose paths others choose: opening a pipe would wait for another process, and a device may not end.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::Path;

/// Opens the file at `path`. Fails if there is a folder, a pipe or a device.
///
/// ```
/// let folder = tempfile::tempdir().unwrap();
/// let error = forall_format::regular_file::open(folder.path()).unwrap_err();
/// assert_eq!(error.to_string(), "it is a folder, and not a file");
/// ```
pub fn open(path: &Path) -> io::Result<File> {
    require(path)?;
    File::open(path)
}

/// Reads the file at `path`. Fails if there is a folder, a pipe or a device, or if the file has more than `max_bytes` bytes.
///
/// ```
/// use forall_format::regular_file::read;
///
/// let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("input");
/// std::fs::write(&path, [0; 1025]).unwrap();
/// assert_eq!(read(&path, 1025).unwrap().len(), 1025);
/// assert_eq!(read(&path, 1024).unwrap_err().to_string(), "it has 1025 bytes, and at most 1024 are read");
/// ```
pub fn read(path: &Path, max_bytes: u64) -> io::Result<Vec<u8>> {
    let size = require(path)?;
    if size > max_bytes {
        let message = format!("it has {size} bytes, and at most {max_bytes} are read");
        return Err(io::Error::new(ErrorKind::InvalidInput, message));
    }
    fs::read(path)
}

/// Returns the size of the file at `path`. Fails if there is a folder, a pipe or a device.
pub(crate) fn require(path: &Path) -> io::Result<u64> {
    let found = fs::metadata(path)?;
    let kind = found.file_type();
    if kind.is_file() {
        return Ok(found.len());
    }
    let what = if kind.is_dir() { "a folder" } else { "a pipe or a device" };
    Err(io::Error::new(ErrorKind::InvalidInput, format!("it is {what}, and not a file")))
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn pipes_and_devices_are_refused() {
        let folder = tempfile::tempdir().expect("tests may write there");
        let pipe = folder.path().join("pipe");
        Command::new("mkfifo").arg(&pipe).status().expect("the command exists");
        let refused = "it is a pipe or a device, and not a file";
        for path in [&pipe, Path::new("/dev/zero")] {
            assert_eq!(read(path, 10).expect_err("it is no file").to_string(), refused);
            assert_eq!(open(path).expect_err("it is no file").to_string(), refused);
        }
    }
}
