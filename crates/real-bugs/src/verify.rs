//! Verification: each bug is in the buggy version, and not in the fixed one.

use std::io;
use std::time::Duration;

use serde_json::Value;

use crate::catalog::BugInfo;
use crate::programs::{Ended, Program, Side};

/// The time limit for one bug and one program.
const LIMIT: Duration = Duration::from_secs(900);

/// Both programs.
#[derive(Clone, Debug)]
pub struct Programs {
    /// The program with the buggy versions.
    pub buggy: Program,
    /// The program with the fixed versions.
    pub fixed: Program,
}

impl Programs {
    /// Builds both programs.
    pub fn build() -> io::Result<Programs> {
        Ok(Programs { buggy: Program::build(Side::Buggy)?, fixed: Program::build(Side::Fixed)? })
    }

    /// Returns what is wrong with a bug. `tests` is the number of random inputs that the fixed version must pass.
    pub fn problems(&self, bug: &BugInfo, tests: u64) -> io::Result<Vec<&'static str>> {
        let mut problems = Vec::new();
        let buggy = check(&self.buggy, &bug.name, 0)?;
        if buggy.is_some_and(|buggy| !buggy.known_failure_fails) {
            problems.push(": the known failing input passes in the buggy version");
        }
        match check(&self.fixed, &bug.name, tests)? {
            None => problems.push(": the fixed version crashes"),
            Some(fixed) if fixed.known_failure_fails => {
                problems.push(": the known failing input fails in the fixed version");
            }
            Some(fixed) if fixed.random_input_fails => {
                problems.push(": a random input fails in the fixed version");
            }
            Some(fixed) if fixed.tests < tests => {
                problems.push(": the fixed version was too slow to run all random inputs");
            }
            Some(_) => {}
        }
        Ok(problems)
    }
}

struct Checked {
    known_failure_fails: bool,
    random_input_fails: bool,
    /// The number of random inputs that were checked.
    tests: u64,
}

/// Checks one bug in one program. Returns `None` if the program crashes.
fn check(program: &Program, bug: &str, tests: u64) -> io::Result<Option<Checked>> {
    let args = ["verify".to_owned(), bug.to_owned(), tests.to_string()];
    let Ended::Output(line) = program.run(&args, LIMIT)? else { return Ok(None) };
    let value: Value = serde_json::from_str(&line)?;
    let flag = |key: &str| value[key].as_bool().unwrap_or_default();
    Ok(Some(Checked {
        known_failure_fails: flag("known_failure_fails"),
        random_input_fails: flag("random_input_fails"),
        tests: value["tests"].as_u64().unwrap_or_default(),
    }))
}
