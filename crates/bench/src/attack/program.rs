//! The program `cargo-forall`, run on the test program of the victims.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::victims::{Victims, built_program};

/// The program, and the victims that it runs.
#[derive(Debug)]
pub(super) struct Program<'v> {
    path: PathBuf,
    pub(super) victims: &'v Victims,
}

impl Program<'_> {
    /// Builds the program.
    pub(super) fn build(victims: &Victims) -> io::Result<Program<'_>> {
        let path = built_program(&["build", "--package", "cargo-forall"])?;
        Ok(Program { path, victims })
    }

    /// Returns the command `cargo forall VERB …` for the victims. All processes of it have the mark.
    pub(super) fn command(&self, args: &[&str], mark: &str) -> Command {
        let mut command = self.bare_command(args, mark);
        command.args(["--test", "isolation", "--all-features"]);
        command
    }

    /// Returns the command for verbs that build nothing.
    pub(super) fn bare_command(&self, args: &[&str], mark: &str) -> Command {
        let args = [args, &["--package", "forall"]].concat();
        self.command_in(Path::new(env!("CARGO_MANIFEST_DIR")), &args, mark)
    }

    /// Returns the command `cargo forall VERB …` in this folder. All processes of it have the mark.
    pub(super) fn command_in(&self, folder: &Path, args: &[&str], mark: &str) -> Command {
        let mut command = Command::new(&self.path);
        command.arg("forall").args(args).current_dir(folder);
        self.victims.set_environment(&mut command, mark);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }
}
