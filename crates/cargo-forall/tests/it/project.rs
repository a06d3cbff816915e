//! Temporary projects, and the output of the program in them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use tempfile::TempDir;

/// A folder with a workspace in it.
pub(crate) struct Project {
    folder: PathBuf,
    name: &'static str,
    /// Deletes the folder when it is dropped.
    _temporary: Option<TempDir>,
}

/// The exit code and the output of the program.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ProgramOutput {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Project {
    /// Creates a package. Its name must be unique, because all projects share a target folder.
    pub(crate) fn new(name: &'static str) -> Project {
        let folder = tempfile::tempdir().expect("temporary folders can be created");
        let path = folder.path().to_owned();
        let project = Project { folder: path, name, _temporary: Some(folder) };
        project.with_manifest(&dependencies())
    }

    /// Creates a package that several tests share. It is built once, and starts without saved files.
    pub(crate) fn shared(name: &'static str) -> Project {
        let folder = target().with_file_name(name);
        let _ = fs::remove_dir_all(folder.join(".forall"));
        let usual = dependencies().replace(", default-features = false", "");
        Project { folder, name, _temporary: None }.with_manifest(&usual)
    }

    fn with_manifest(self, dependencies: &str) -> Project {
        // Use the versions that are already downloaded.
        let lock = fs::read_to_string(crates().join("../Cargo.lock"))
            .expect("the workspace has a lock file");
        let text = manifest(self.name, dependencies);
        self.file("Cargo.toml", &text).file("Cargo.lock", &lock)
    }

    /// Creates a package that uses Forall with its default features.
    pub(crate) fn with_macros(name: &'static str) -> Project {
        let usual = dependencies().replace(", default-features = false", "");
        Project::new(name).file("Cargo.toml", &manifest(name, &usual))
    }

    /// Creates a workspace without a root package. Its members may use Forall with its default features.
    pub(crate) fn virtual_workspace(name: &'static str, members: &[&str]) -> Project {
        let usual = dependencies().replace(", default-features = false", "");
        let text = format!(
            "[workspace]\nresolver = \"3\"\nmembers = {members:?}\n\n[workspace.dependencies]\n{usual}\n"
        );
        Project::new(name).file("Cargo.toml", &text)
    }

    /// Returns the absolute path of a file.
    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.folder.join(path)
    }

    /// Returns the text of a file.
    pub(crate) fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).expect("the file exists")
    }

    /// Writes a file, unless it has this text already: cargo would build it again.
    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        let folder = path.parent().expect("the file is in a folder");
        fs::create_dir_all(folder).expect("folders can be created");
        if fs::read_to_string(&path).ok().as_deref() != Some(text) {
            fs::write(path, text).expect("files can be written");
        }
    }

    /// Creates a package without Forall.
    pub(crate) fn without_forall(name: &'static str) -> Project {
        Project::new(name).file("Cargo.toml", &manifest(name, ""))
    }

    /// Adds these packages to the workspace, each in a folder of its name.
    pub(crate) fn members(self, members: &[&str]) -> Project {
        let workspace = format!("[workspace]\nmembers = {members:?}\n");
        let text = manifest(self.name, &dependencies()).replace("[workspace]\n", &workspace);
        self.file("Cargo.toml", &text)
    }

    /// Adds a file.
    pub(crate) fn file(self, path: &str, text: &str) -> Project {
        self.write(path, text);
        self
    }

    /// Runs `cargo forall` with these arguments.
    pub(crate) fn forall(&self, args: &str) -> ProgramOutput {
        self.said(&self.run(args))
    }

    /// Runs `cargo forall` with these arguments, and returns the names of the crates that it compiles.
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

    /// Returns the number of lines in a file, or 0 if it does not exist.
    pub(crate) fn lines(&self, path: &str) -> usize {
        let text = fs::read_to_string(self.path(path)).unwrap_or_default();
        text.lines().count()
    }

    fn run(&self, args: &str) -> Output {
        self.command(args).output().expect("the program starts")
    }

    /// Runs a printed command in a shell.
    pub(crate) fn shell(&self, line: &str) -> ProgramOutput {
        let output = self.with_environment(Command::new("sh")).args(["-c", line]).output();
        self.said(&output.expect("there is a shell"))
    }

    pub(crate) fn command(&self, args: &str) -> Command {
        let mut command = self.with_environment(Command::new(env!("CARGO_BIN_EXE_cargo-forall")));
        command.arg("forall").args(args.split_whitespace());
        command
    }

    fn with_environment(&self, mut command: Command) -> Command {
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

    /// Returns the output without the progress messages of cargo and without times.
    pub(crate) fn said(&self, output: &Output) -> ProgramOutput {
        let noise = [
            "   Compiling",
            "    Finished",
            "    Blocking",
            "  Executable",
            "     Locking",
            "note: the first build",
        ];
        let err = String::from_utf8_lossy(&output.stderr);
        let err = err.lines().filter(|line| !noise.iter().any(|noise| line.starts_with(noise)));
        let err: Vec<&str> = err.filter(|line| !line.is_empty()).collect();
        let folder = self.folder.display().to_string();
        let err = err.join("\n").replace(&folder, "<project>");
        let out = String::from_utf8_lossy(&output.stdout);
        let out = out.replace(&folder, "<project>");
        let out = out.lines().map(|line| format!("{}\n", without_effort(line))).collect();
        ProgramOutput { code: output.status.code(), out, err }
    }
}

/// Removes the number of tests and the time, which differ between runs. Does not change JSON.
fn without_effort(line: &str) -> &str {
    match line.split_once(", ") {
        Some((outcome, _)) if outcome.trim_start().contains("  ") && !line.starts_with('{') => {
            outcome
        }
        _ => line,
    }
}

/// Returns the folder in which all projects are built.
pub(crate) fn target() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("projects")
}

/// Returns the folder of the crates of this repository.
fn crates() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the package is in the folder of the crates")
}

fn dependencies() -> String {
    let forall = crates().join("forall");
    let sys = crates().join("forall-sys");
    format!(
        "forall = {{ path = {forall:?}, default-features = false, features = [\"coverage\"] }}\n\
         forall-sys = {{ path = {sys:?} }}"
    )
}

fn manifest(name: &str, dependencies: &str) -> String {
    format!(
        "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n\
         [workspace]\n\n[dev-dependencies]\n{dependencies}\n"
    )
}
