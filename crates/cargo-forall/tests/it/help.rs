//! The help texts.

use crate::project::Project;

/// The options that all subcommands share that build tests.
const SELECTION: &str = "\
Package selection:
  -p, --package <PACKAGE>     Select this package
      --workspace             Select all packages of the workspace
      --exclude <PACKAGE>     Do not select this package
      --manifest-path <PATH>  Path of the manifest of the project
      --locked                Require that Cargo.lock stays unchanged
      --offline               Build without access to the network
      --frozen                The same as `--locked --offline`

Target selection:
      --lib             Select the tests in the library
      --bin <NAME>      Select the tests in this program
      --bins            Select the tests in all programs
      --test <NAME>     Select the tests in this file of the folder `tests`
      --tests           Select the tests in all files, the library and the programs (the default)
      --example <NAME>  Select the tests in this example
      --examples        Select the tests in all examples

Feature selection:
  -F, --features <FEATURES>  Features to build with
      --all-features         Build with all features
      --no-default-features  Build without the default features

Compilation options:
  -r, --release          Build with optimisations; `fuzz` and `shrink` always do
      --profile <NAME>   Build with this profile; `fuzz` and `shrink` inherit from it
      --target <TRIPLE>  Platform to build for [default: this machine]
";

/// Returns the help text of a subcommand up to the shared options, which it checks.
fn help(verb: &str) -> String {
    let output = Project::new("help").command(&format!("{verb} -h")).output();
    let output = output.expect("the program starts");
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("the help is text");
    let own = text.strip_suffix(SELECTION);
    own.unwrap_or_else(|| panic!("{verb} takes other options: {text}")).to_owned()
}

#[test]
fn all_subcommands_that_build_take_the_options_of_cargo() {
    let expected = "\
List properties with their formulas and last results

Usage: cargo forall list [OPTIONS] [FILTER]

Arguments:
  [FILTER]  Part of the path of a property, or the name of a test target or a package

Options:
      --store <STORE>  Show what this store has, a folder or the URL of a bucket: inputs, failures, and workers of the last hour
      --json           Print one line of JSON per property
  -h, --help           Print help

";
    assert_eq!(help("list"), expected);
    for verb in ["run", "fuzz", "replay", "shrink", "sample"] {
        let usage = format!("\nUsage: cargo forall {verb} [OPTIONS]");
        assert!(help(verb).contains(&usage), "{verb}");
    }
}

#[test]
fn fuzz_describes_what_it_records() {
    let help = help("fuzz");
    for line in [
        "      --no-coverage           Build without coverage instrumentation; the search uses labels, premises, shapes and probes only",
        "      --no-comparisons        Do not record compared values: runs several times faster, but rarely finds magic numbers and keywords",
        "      --instrument <PACKAGE>  Instrument this dependency too. Without it, only the packages of the workspace are instrumented",
    ] {
        assert!(help.lines().any(|other| other == line), "{help}");
    }
}

#[test]
fn export_and_import_describe_fuzz_targets() {
    let expected = "\
Write a project for cargo-fuzz, with one fuzz target for each property

Usage: cargo forall export [OPTIONS] [FILTER]

Arguments:
  [FILTER]  Part of the path of a property, or the name of a test target or a package

Options:
  -o, --output <FOLDER>  Folder to write [default: `fuzz` in the workspace]
  -h, --help             Print help (see more with '--help')

";
    assert_eq!(help("export"), expected);
    let expected = "\
Shrink and save failing inputs that a fuzz target has found, or import a corpus

Usage: cargo forall import [OPTIONS] <FILE>... <PROPERTY>

Arguments:
  <FILE>...   Files of the fuzzer, folders of such files, or the output folder of AFL
  <PROPERTY>  Property, by a part of its path

Options:
      --corpus  Add inputs that pass to the corpus, with which `cargo forall fuzz` starts
      --raw     The files are from a fuzz target that takes bytes or text: their content is a text in an input
      --json    Print one line of JSON per file
  -h, --help    Print help

";
    assert_eq!(help("import"), expected);
}
