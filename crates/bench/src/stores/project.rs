//! A temporary project whose properties workers search.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::attack::built_program;

/// The properties.
const TESTS: &str = include_str!("searched.txt");

/// A temporary package, and the program that searches it.
#[derive(Debug)]
pub(super) struct Project {
    folder: TempDir,
    program: PathBuf,
}

impl Project {
    /// Writes the project, and builds the program and the tests.
    pub(super) fn build() -> io::Result<Project> {
        let program =
            built_program(&["build", "--package", "cargo-forall", "--features", "buckets,nats"])?;
        let folder = tempfile::tempdir()?;
        let path = folder.path();
        let library = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("forall");
        let manifest = format!(
            "[package]\nname = \"searched\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
             [dev-dependencies]\nforall = {{ path = {library:?} }}\n"
        );
        fs::create_dir(path.join("src"))?;
        fs::create_dir(path.join("tests"))?;
        fs::write(path.join("Cargo.toml"), manifest)?;
        fs::write(path.join("src/lib.rs"), "")?;
        fs::write(path.join("tests/searched.rs"), TESTS)?;
        // The versions that are downloaded already.
        fs::copy(library.join("../../Cargo.lock"), path.join("Cargo.lock"))?;
        let project = Project { folder, program };
        let output = project.command(&["fuzz", "--no-coverage", "--time", "1ms"]).output()?;
        match output.status.code() {
            Some(0 | 1 | 3) => Ok(project),
            _ => Err(io::Error::other(String::from_utf8_lossy(&output.stderr).into_owned())),
        }
    }

    /// Returns the absolute path of a file.
    pub(super) fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    /// Returns the command `cargo forall …`.
    pub(super) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command.arg("forall").args(args).current_dir(self.folder.path());
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2);
        let target = root.expect("the crate is in a workspace").join("target/stores");
        command.env("CARGO_TARGET_DIR", target).env_remove("RUSTFLAGS").env_remove("CI");
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        command
    }
}
