//! A temporary project that tests with one library.

use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use crate::clock;

/// The parts of a project that differ between libraries.
pub(super) struct Library {
    /// The lines in the manifest.
    dependencies: String,
    /// The line that imports its attribute.
    import: &'static str,
    /// Its attribute.
    attribute: &'static str,
    /// A test of a user-defined type.
    small: &'static str,
}

/// A temporary package.
#[derive(Debug)]
pub(super) struct Project {
    folder: TempDir,
    import: &'static str,
    attribute: &'static str,
}

impl Library {
    pub(super) fn forall() -> Library {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("forall");
        Library {
            dependencies: format!("forall = {{ path = {path:?} }}"),
            import: "use forall::property;",
            attribute: "#[property]",
            small: include_str!("small_forall.txt"),
        }
    }

    pub(super) fn quickcheck() -> Library {
        Library {
            dependencies: "quickcheck = \"=1.1.0\"\nquickcheck_macros = \"=1.2.0\"".to_owned(),
            import: "use quickcheck_macros::quickcheck;",
            attribute: "#[quickcheck]",
            small: include_str!("small_quickcheck.txt"),
        }
    }
}

impl Project {
    /// Writes the project and downloads its dependencies.
    pub(super) fn new(library: &Library) -> io::Result<Project> {
        let folder = tempfile::tempdir()?;
        let path = folder.path();
        fs::create_dir(path.join("src"))?;
        fs::create_dir(path.join("tests"))?;
        fs::write(path.join("Cargo.toml"), manifest(&library.dependencies))?;
        fs::write(path.join("src/lib.rs"), "")?;
        fs::write(path.join("tests/small.rs"), library.small)?;
        let Library { import, attribute, .. } = *library;
        let project = Project { folder, import, attribute };
        project.cargo(&["fetch", "--quiet"])?;
        Ok(project)
    }

    /// Compiles a file of `count` properties with all dependencies built, and returns the CPU time.
    pub(super) fn compile_many(&self, count: usize) -> io::Result<f64> {
        self.compile_file(&self.properties(1))?;
        self.compile_file(&self.properties(count))
    }

    /// Compiles a file of tests, and returns the CPU time.
    pub(super) fn compile_file(&self, code: &str) -> io::Result<f64> {
        fs::write(self.folder.path().join("tests/many.rs"), code)?;
        self.cargo(&["test", "--no-run", "--quiet", "--offline", "--test", "many"])
    }

    /// Returns a file of `count` properties.
    pub(super) fn properties(&self, count: usize) -> String {
        many(self.import, self.attribute, count)
    }

    /// Compiles one test and all its dependencies, and returns the CPU time.
    pub(super) fn compile_cold(&self) -> io::Result<f64> {
        self.cargo(&["clean", "--quiet"])?;
        self.cargo(&["test", "--no-run", "--quiet", "--offline", "--test", "small"])
    }

    /// Runs cargo without the settings of the calling build, and returns the CPU time.
    fn cargo(&self, args: &[&str]) -> io::Result<f64> {
        let start = clock::children();
        let output = Command::new("cargo")
            .args(args)
            .current_dir(self.folder.path())
            .env("CARGO_INCREMENTAL", "0")
            .env("CARGO_TARGET_DIR", self.folder.path().join("target"))
            .env_remove("RUSTFLAGS")
            .env_remove("RUSTC_WRAPPER")
            .output()?;
        if !output.status.success() {
            let stderr = String::from_utf8_lossy(&output.stderr);
            return Err(io::Error::other(format!("`cargo {}` failed: {stderr}", args.join(" "))));
        }
        Ok((clock::children() - start).as_secs_f64())
    }
}

fn manifest(dependencies: &str) -> String {
    format!(
        "[package]\nname = \"project\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n\
         [workspace]\n\n[dev-dependencies]\n{dependencies}\n"
    )
}

/// Returns a file of tests with the same signature.
fn many(import: &str, attribute: &str, count: usize) -> String {
    let test = |i| {
        format!(
            "{attribute}\n\
             fn p{i}(a: Vec<i32>, b: String, c: (u8, Option<u64>)) -> bool {{\n    \
             a.len() + b.len() + c.0 as usize + c.1.unwrap_or(0) as usize % 7 < 1_000_000 + {i}\n\
             }}\n"
        )
    };
    let tests: String = (0..count).map(test).collect();
    format!("{import}\n\n{tests}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_has_distinct_properties() {
        let file = many("use forall::property;", "#[property]", 2);
        assert_eq!(file.matches("#[property]\nfn p").count(), 2);
        assert!(file.starts_with("use forall::property;\n") && file.contains("1_000_000 + 1\n}"));
    }
}
