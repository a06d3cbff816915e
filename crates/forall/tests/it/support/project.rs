//! Projects outside of this workspace, for tests that do what a user would.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

const WRITABLE: &str = "tests may write into the target folder";

/// A project in the folder of temporary files.
#[derive(Debug)]
pub(crate) struct Project {
    /// The folder of the project.
    pub(crate) folder: PathBuf,
}

impl Project {
    /// Creates an empty library with these lines about dependencies in its manifest.
    pub(crate) fn new(name: &str, dependencies: &str) -> Project {
        let project = Project { folder: Path::new(env!("CARGO_TARGET_TMPDIR")).join(name) };
        for old in ["tests", ".forall"] {
            let _ = fs::remove_dir_all(project.folder.join(old));
        }
        project.delete("forall.toml");
        let forall = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("forall");
        let dependencies = dependencies.replace("…/crates/forall", &forall.to_string_lossy());
        let package = format!("[package]\nname = \"{name}\"\nedition = \"2024\"\n");
        project.write("Cargo.toml", &format!("{package}\n{dependencies}\n[workspace]\n"));
        project.write("src/lib.rs", "");
        project
    }

    /// Writes a file of the project.
    pub(crate) fn write(&self, file: &str, text: &str) {
        let path = self.folder.join(file);
        fs::create_dir_all(path.parent().expect("the path has a folder")).expect(WRITABLE);
        fs::write(path, text).expect(WRITABLE);
    }

    /// Deletes a file of the project.
    pub(crate) fn delete(&self, file: &str) {
        let _ = fs::remove_file(self.folder.join(file));
    }

    /// Runs a command line in the folder of the project, without the settings of this test run.
    pub(crate) fn shell(&self, line: &str) -> Output {
        let mut shell = Command::new("sh");
        shell.args(["-c", line]).current_dir(&self.folder);
        for (name, _) in env::vars().filter(|(name, _)| name.starts_with("FORALL_") || name == "CI")
        {
            shell.env_remove(name);
        }
        // All projects share it, so that their dependencies are built once.
        shell.env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("newcomer"));
        shell.env_remove("RUSTFLAGS").env("CARGO_TERM_COLOR", "never");
        shell.output().expect("a shell runs")
    }
}
