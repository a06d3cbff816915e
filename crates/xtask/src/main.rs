//! House rules and release checks: what cargo, clippy and rustfmt cannot check.
//!
//! The rules also run as tests: `cargo test -p xtask`.

mod workspace;
mod source;
mod rule;
mod allowance;
mod arrows;
mod public_api;
mod features;
mod package;

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::process::ExitCode;

use workspace::Workspace;

const USAGE: &str = "\
usage: cargo xtask <verb>

  rules [--write]       check the house rules; --write lowers the counts in rules/allowed.txt
  arrows [--write]      check which module uses which; --write updates the rows of the tables
  public-api [--write]  compare docs/public-api with the sources; --write updates it
  features [--pairs]    cargo check with each feature alone, none, all; --pairs: every two of them
  package               build the archives of all published crates in release order
";

/// The result of a verb: text to print on success, or a message on failure.
type Outcome = Result<String, String>;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match run(&arguments) {
        Ok(text) => {
            // A closed pipe is not an error.
            let _ = io::stdout().write_all(text.as_bytes());
            ExitCode::SUCCESS
        }
        Err(message) => {
            let _ = writeln!(io::stderr(), "error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[&str]) -> Outcome {
    let workspace = Workspace::load();
    match arguments {
        ["rules"] => rule::check(&workspace),
        ["rules", "--write"] => rule::write(&workspace),
        ["arrows"] => arrows::check(&workspace),
        ["arrows", "--write"] => arrows::write(&workspace),
        ["public-api"] => public_api::check(&workspace),
        ["public-api", "--write"] => public_api::write(&workspace),
        ["features"] => features::check(&workspace, features::Extent::Single),
        ["features", "--pairs"] => features::check(&workspace, features::Extent::Pairs),
        ["package"] => package::build(&workspace),
        _ => Err(format!("unknown arguments `{}`\n\n{USAGE}", arguments.join(" "))),
    }
}

/// Joins lines into one text, each followed by a line break.
fn lines<T: std::fmt::Display>(lines: impl IntoIterator<Item = T>) -> String {
    let mut text = String::new();
    for line in lines {
        writeln!(text, "{line}").expect("writing to a string never fails");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_verbs_print_the_usage() {
        let message = run(&["rule"]).unwrap_err();
        assert!(message.starts_with("unknown arguments `rule`\n\nusage: cargo xtask"), "{message}");
    }
}
