//! A temporary project, and what the program says in it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use tempfile::TempDir;

/// A folder with a workspace in it.
pub(crate) struct Project {
    folder: PathBuf,
    name: &'static str,
    /// Deletes it in the end.
    _temporary: Option<TempDir>,
}

/// What the program did.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct EmittedObservation {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Project {
    /// A package of this name, which is also that of its binaries: all projects share a target folder, so
    /// it must be the only one so called.
    pub(crate) fn new(name: &'static str) -> Project {
        let folder = tempfile::tempdir().expect("there is a place for temporary folders");
        let (path, folder) = (folder.path().to_owned(), Some(folder));
        Project { folder: path, name, _temporary: folder }.with_manifest(&dependencies())
    }

    /// One that stays, for as many tests as like to look at it: it is built once for all of them. What was
    /// kept in it is not there any more.
    pub(crate) fn lasting(name: &'static str) -> Project {
        let folder = target().with_file_name(name);
        let _ = fs::remove_dir_all(folder.join(".forall"));
        let usual = dependencies().replace(", default-features = false", "");
        Project { folder, name, _temporary: None }.with_manifest(&usual)
    }

    fn with_manifest(self, dependencies: &str) -> Project {
        // The versions that are here already.
        let lock = fs::read_to_string(crates().join("../Cargo.lock")).expect("it is there");
        let text = manifest(self.name, dependencies);
        self.file("Cargo.toml", &text).file("Cargo.lock", &lock)
    }

    /// The same, with Forall as a user has it.
    pub(crate) fn with_macros(name: &'static str) -> Project {
        let usual = dependencies().replace(", default-features = false", "");
        Project::new(name).file("Cargo.toml", &manifest(name, &usual))
    }

    /// A workspace without a package of its own, whose members may use Forall as a user has it.
    pub(crate) fn virtual_workspace(name: &'static str, members: &[&str]) -> Project {
        let usual = dependencies().replace(", default-features = false", "");
        let text = format!(
            "[workspace]\nresolver = \"3\"\nmembers = {members:?}\n\n[workspace.dependencies]\n{usual}\n"
        );
        Project::new(name).file("Cargo.toml", &text)
    }

    /// Where a file of it is.
    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.folder.join(path)
    }

    /// What is in a file.
    pub(crate) fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).expect("it is there")
    }

    /// Writes a file, of which cargo thinks that it has changed only if it has.
    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().expect("it is in the folder")).expect("it can be made");
        if fs::read_to_string(&path).ok().as_deref() != Some(text) {
            fs::write(path, text).expect("it can be written");
        }
    }

    /// The same, without Forall.
    pub(crate) fn without_forall(name: &'static str) -> Project {
        Project::new(name).file("Cargo.toml", &manifest(name, ""))
    }

    /// With these packages beside it, each in a folder of its name.
    pub(crate) fn members(self, members: &[&str]) -> Project {
        let workspace = format!("[workspace]\nmembers = {members:?}\n");
        let text = manifest(self.name, &dependencies()).replace("[workspace]\n", &workspace);
        self.file("Cargo.toml", &text)
    }

    /// With this file.
    pub(crate) fn file(self, path: &str, text: &str) -> Project {
        self.write(path, text);
        self
    }

    /// Runs `cargo forall` with these arguments.
    pub(crate) fn forall(&self, args: &str) -> EmittedObservation {
        self.said(&self.run(args))
    }

    /// Which crates it compiles for that.
    pub(crate) fn compiled(&self, args: &str) -> Vec<String> {
        let err = String::from_utf8_lossy(&self.run(args).stderr).into_owned();
        let names = err.lines().filter_map(|line| line.strip_prefix("   Compiling "));
        names.filter_map(|name| Some(name.split_once(' ')?.0.to_owned())).collect()
    }

    /// Starts `cargo forall` with these arguments.
    pub(crate) fn start(&self, args: &str) -> Child {
        let mut command = self.command(args);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("the program starts")
    }

    /// How many lines a file has; none if it is not there.
    pub(crate) fn lines(&self, path: &str) -> usize {
        let text = fs::read_to_string(self.path(path)).unwrap_or_default();
        text.lines().count()
    }

    fn run(&self, args: &str) -> Output {
        self.command(args).output().expect("the program starts")
    }

    /// Runs a line that was printed, as somebody does who copies it.
    pub(crate) fn shell(&self, line: &str) -> EmittedObservation {
        let output = self.surroundings(Command::new("sh")).args(["-c", line]).output();
        self.said(&output.expect("there is a shell"))
    }

    pub(crate) fn command(&self, args: &str) -> Command {
        let mut command = self.surroundings(Command::new(env!("CARGO_BIN_EXE_cargo-forall")));
        command.arg("forall").args(args.split_whitespace());
        command
    }

    fn surroundings(&self, mut command: Command) -> Command {
        command
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", target())
            .env("CARGO_TERM_COLOR", "never")
            .env("RUST_BACKTRACE", "0")
            .env_remove("RUSTFLAGS")
            .env_remove("RUSTC_WRAPPER")
            .env_remove("RUSTC_WORKSPACE_WRAPPER");
        command
    }

    /// Without what cargo and the harness say while they work.
    pub(crate) fn said(&self, output: &Output) -> EmittedObservation {
        let noise =
            ["   Compiling", "    Finished", "    Blocking", "  Executable", "     Locking"];
        let err = String::from_utf8_lossy(&output.stderr);
        let err = err.lines().filter(|line| !noise.iter().any(|noise| line.starts_with(noise)));
        let err: Vec<&str> = err.filter(|line| !line.is_empty()).collect();
        let folder = self.folder.display().to_string();
        let err = err.join("\n").replace(&folder, "<project>");
        let out = String::from_utf8_lossy(&output.stdout);
        let out = out.replace(&folder, "<project>");
        let out = out.lines().map(|line| format!("{}\n", without_figures(line))).collect();
        EmittedObservation { code: output.status.code(), out, err }
    }
}

/// What a property took differs from run to run.
fn without_figures(line: &str) -> &str {
    match line.split_once(", ") {
        Some((outcome, _)) if outcome.trim_start().contains("  ") => outcome,
        _ => line,
    }
}

/// Where all projects are built.
pub(crate) fn target() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("projects")
}

/// The crates of this repository.
fn crates() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("it is among others")
}

fn dependencies() -> String {
    let (forall, coverage) = (crates().join("forall"), crates().join("forall-sys"));
    format!(
        "forall = {{ path = {forall:?}, default-features = false, features = [\"coverage\"] }}\n\
         forall-sys = {{ path = {coverage:?} }}"
    )
}

fn manifest(name: &str, dependencies: &str) -> String {
    format!(
        "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n\
         [workspace]\n\n[dev-dependencies]\n{dependencies}\n"
    )
}
