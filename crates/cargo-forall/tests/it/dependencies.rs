//! Instrumented dependencies, and the first build.
//!
//! The projects here depend on an empty crate with the name of the library, so their builds take a second.
#![cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]

use crate::project::{ProgramOutput, Project};

/// A coverage runtime that only knows the number of edges. It does not record comparisons.
const TESTS: &str = r#"
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

static EDGES: AtomicUsize = AtomicUsize::new(0);

#[unsafe(no_mangle)]
extern "C" fn __sanitizer_cov_8bit_counters_init(start: *mut u8, stop: *mut u8) {
    EDGES.store(stop.addr() - start.addr(), Relaxed);
}

fn edges() -> usize {
    assert!(!outer_parser::is_magic("x") && !inner_lexer::is_magic("x"));
    EDGES.load(Relaxed)
}

#[test]
fn has_few_edges() {
    assert!((2..500).contains(&edges()), "{}", edges());
}

#[test]
fn has_many_edges() {
    assert!(edges() >= 500, "{}", edges());
}
"#;

/// Returns a library with this number of branches.
fn library(branches: usize) -> String {
    let branch = |length: usize| {
        format!(
            "    if black_box(text.len()) == {length} {{\n        return black_box(false);\n    }}\n"
        )
    };
    let branches: String = (0..branches).map(branch).collect();
    format!(
        "use std::hint::black_box;\n\n#[inline(never)]\n\
         pub fn is_magic(text: &str) -> bool {{\n{branches}    text == \"fox\"\n}}\n"
    )
}

fn package(name: &str, more: &str) -> String {
    format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n{more}")
}

/// Creates a workspace: a package with a dependency in the workspace, one outside of it, and a library that is named
/// `forall`; and a package that does not use that library, and does not compile.
fn project() -> Project {
    let root = "[workspace]\nmembers = [\"inner\", \"other\"]\nexclude = [\"outer\", \"library\"]\n\n\
                [dev-dependencies]\nforall = { path = \"library\" }\n\
                inner-lexer = { path = \"inner\" }\nouter-parser = { path = \"outer\" }\n";
    Project::without_forall("around")
        .file("Cargo.toml", &package("around", root))
        .file("src/lib.rs", "")
        .file("tests/around.rs", TESTS)
        .file("inner/Cargo.toml", &package("inner-lexer", ""))
        .file("inner/src/lib.rs", &library(1))
        .file("other/Cargo.toml", &package("other", ""))
        .file("other/src/lib.rs", "#[cfg(test)]\ncompile_error!(\"it does not use Forall\");\n")
        .file("outer/Cargo.toml", &package("outer-parser", ""))
        .file("outer/src/lib.rs", &library(500))
        .file("library/Cargo.toml", &package("forall", ""))
        .file("library/src/lib.rs", "")
}

/// Runs the tests with a target folder in the project.
fn fuzz(project: &Project, args: &str) -> ProgramOutput {
    let mut command =
        project.command(&format!("fuzz --all-tests --no-comparisons --time 1s {args}"));
    command.env("CARGO_TARGET_DIR", project.path("target"));
    project.said(&command.output().expect("the program starts"))
}

#[test]
fn dependencies_are_instrumented_on_request() {
    let project = project();
    let output = fuzz(&project, "few_edges");
    let expected = "\
fuzzing 1 property for 1s
instrumented: around, inner-lexer
not instrumented: outer-parser; `--instrument PACKAGE` adds a dependency
     passed  has_few_edges
1 property: 1 passed
";
    assert_eq!((output.code, output.out.as_str()), (Some(0), expected), "{output:?}");
    let expected = "\
fuzzing 1 property for 1s
instrumented: around, inner-lexer, outer-parser
     passed  has_many_edges
1 property: 1 passed
";
    let output = fuzz(&project, "many_edges --instrument outer-parser");
    assert_eq!((output.code, output.out.as_str()), (Some(0), expected), "{output:?}");
    let output = fuzz(&project, "few_edges --workspace");
    assert_eq!(output.code, Some(0), "packages that do not use Forall are not built: {output:?}");
    // The other build remains, and a package of the workspace is instrumented anyway.
    let output = fuzz(&project, "few_edges --instrument inner-lexer");
    assert_eq!(output.code, Some(0), "{output:?}");
    let output = fuzz(&project, "--instrument outer-parse");
    let expected = "error: `outer-parse` cannot be instrumented: this workspace has no such dependency; \
                    did you mean `outer-parser`?";
    assert_eq!((output.code, output.err.as_str()), (Some(2), expected), "{output:?}");
}

#[test]
fn the_first_build_says_why_it_takes_long() {
    let project = project();
    let note = |args: &str| {
        let mut command = project.command(&format!("fuzz --all-tests --time 1s few_edges {args}"));
        command.env("CARGO_TARGET_DIR", project.path("target"));
        let output = command.output().expect("the program starts");
        let err = String::from_utf8_lossy(&output.stderr).into_owned();
        err.lines().find(|line| line.starts_with("note: the first")).map(str::to_owned)
    };
    let expected = "note: the first build compiles all dependencies with optimisations, \
                    and the workspace with coverage; later runs reuse it (in target/forall)";
    assert_eq!(note("").as_deref(), Some(expected));
    assert_eq!(note(""), None);
    assert_eq!(note("--no-comparisons"), None, "both builds share the dependencies");
}
