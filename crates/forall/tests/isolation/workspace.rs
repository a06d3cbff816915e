//! Runs victims in a folder of their own.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder in which the victims save their failures.
pub(crate) struct Workspace {
    pub(crate) folder: PathBuf,
}

impl Workspace {
    pub(crate) fn new(name: &str) -> Workspace {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("isolation").join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("tests may write there");
        Workspace { folder }
    }

    /// Returns the command that runs these properties. If a name has no module, it is one of `victims`.
    pub(crate) fn command(&self, names: &[&str]) -> Command {
        let mut command = Command::new(env::current_exe().expect("this program is a file"));
        let path = |name: &&str| match name.contains("::") {
            true => (*name).to_owned(),
            false => format!("victims::{name}"),
        };
        let paths = names.iter().map(path);
        command.args(paths).args(["--exact", "--ignored", "--test-threads=2"]);
        for (name, _) in env::vars().filter(|(name, _)| name.starts_with("FORALL_") || name == "CI")
        {
            command.env_remove(name);
        }
        command.env("FORALL_REGRESSIONS", &self.folder).env("FORALL_SEED", "1");
        command.env("RUST_BACKTRACE", "0");
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Returns the same command for a copy of the program. The journals of tests that are not isolated are next to the
    /// program, so other tests may run the same victims at the same time.
    pub(crate) fn separate_command(&self, names: &[&str]) -> Command {
        let original = self.command(names);
        let program = self.folder.join("program");
        if !program.exists() {
            fs::hard_link(original.get_program(), &program).expect("tests may write there");
        }
        let mut command = Command::new(program);
        command.args(original.get_args());
        for (name, value) in original.get_envs() {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs these victims, and returns the exit code and the printed text.
    pub(crate) fn run(&self, names: &[&str]) -> (Option<i32>, String) {
        code_and_text(&self.command(names).output().expect("it starts"))
    }

    pub(crate) fn saved(&self, name: &str) -> Option<String> {
        fs::read_to_string(self.folder.join(format!("isolation/victims/{name}.txt"))).ok()
    }
}

pub(crate) fn code_and_text(output: &Output) -> (Option<i32>, String) {
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
}
