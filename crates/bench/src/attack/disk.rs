//! A small file system that is full.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

/// A kind of file system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FileSystem {
    /// In memory.
    Tmpfs,
    /// In a file, through a loop device. It reserves space when data is written, and assigns it later.
    Ext4,
}

/// A file system that is mounted until this is dropped.
#[derive(Debug)]
pub(super) struct Disk {
    /// Contains the place of the disk, and the file of an ext4.
    _folder: TempDir,
    path: PathBuf,
}

impl Disk {
    /// Mounts a file system of this size. Returns `None` if this user may not mount one.
    pub(super) fn mount(kind: FileSystem, megabytes: u64) -> io::Result<Option<Disk>> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("disk");
        fs::create_dir(&path)?;
        let is_mounted = match kind {
            FileSystem::Tmpfs => {
                let size = format!("size={megabytes}m");
                run(Command::new("mount").args(["-t", "tmpfs", "-o", &size, "tmpfs"]).arg(&path))
            }
            FileSystem::Ext4 => {
                let image = folder.path().join("image");
                File::create(&image)?.set_len(megabytes << 20)?;
                // Nothing is reserved for the root user.
                run(Command::new("mkfs.ext4").args(["-q", "-F", "-m", "0"]).arg(&image))
                    && run(Command::new("mount").args(["-o", "loop"]).arg(&image).arg(&path))
            }
        };
        Ok(is_mounted.then_some(Disk { _folder: folder, path }))
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Writes until nothing fits any more.
    pub(super) fn fill(&self) -> io::Result<()> {
        let mut file = File::create(self.path().join("filler"))?;
        for size in [1 << 20, 1 << 12, 1, 1 << 12, 1] {
            while file.write_all(&vec![1; size]).is_ok() {}
            // This may free some space.
            let _ = file.sync_data();
        }
        Ok(())
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        run(Command::new("umount").arg(self.path()));
    }
}

/// Returns whether a command succeeds.
fn run(command: &mut Command) -> bool {
    command.output().is_ok_and(|output| output.status.success())
}
