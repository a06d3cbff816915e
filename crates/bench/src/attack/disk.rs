//! A small file system that is full.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

/// A file system in memory that is mounted until this is dropped.
#[derive(Debug)]
pub(super) struct Disk {
    folder: TempDir,
}

impl Disk {
    /// Mounts a file system of this size. Returns `None` if this user may not mount one.
    pub(super) fn mount(megabytes: u64) -> io::Result<Option<Disk>> {
        let folder = tempfile::tempdir()?;
        let size = format!("size={megabytes}m");
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &size, "tmpfs"])
            .arg(folder.path())
            .output();
        let is_mounted = mounted.is_ok_and(|output| output.status.success());
        Ok(is_mounted.then_some(Disk { folder }))
    }

    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Writes until nothing fits any more.
    pub(super) fn fill(&self) -> io::Result<()> {
        let mut file = File::create(self.path().join("filler"))?;
        for size in [1 << 20, 1 << 12, 1] {
            while file.write_all(&vec![1; size]).is_ok() {}
        }
        Ok(())
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.path()).output();
    }
}
