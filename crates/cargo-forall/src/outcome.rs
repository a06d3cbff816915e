//! Outcomes: how the test of a property ended, and the exit code of the program.

use std::fmt;
use std::process::{ExitCode, ExitStatus};

use forall_format::results::{RunOutcome, UNWRITTEN};

use crate::results::Run;

/// The exit code of Rust's test harness after a failed test.
const HARNESS_FAILURE: i32 = 101;

/// How the process of a test ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TestExit {
    Passed,
    Failed,
    /// This program received a signal before the test ended.
    Interrupted,
    /// The process was ended by a signal, or called `exit`, possibly with the code of a test that passed.
    Crashed(ExitStatus),
}

impl TestExit {
    /// Classifies an exit status. `has_ended` is false if the test is a property that has not written its result.
    pub(crate) fn new(status: ExitStatus, has_ended: bool, is_interrupted: bool) -> TestExit {
        match status.code() {
            Some(0) if has_ended => TestExit::Passed,
            Some(HARNESS_FAILURE) => TestExit::Failed,
            _ if is_interrupted => TestExit::Interrupted,
            _ => TestExit::Crashed(status),
        }
    }
}

impl fmt::Display for TestExit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TestExit::Passed => f.write_str("passed"),
            TestExit::Failed => f.write_str("falsified"),
            TestExit::Interrupted => f.write_str("interrupted"),
            TestExit::Crashed(status) => write!(f, "crashed ({status})"),
        }
    }
}

/// A test whose process has ended.
#[derive(Debug)]
pub(crate) struct FinishedTest {
    /// The displayed name.
    pub(crate) name: String,
    pub(crate) exit: TestExit,
    /// The lines in its results file, if there are any.
    pub(crate) run: Option<Run>,
    /// The end of its output on standard error.
    pub(crate) stderr: String,
}

impl FinishedTest {
    /// Adds the tests and the time of an earlier part of the same search.
    pub(crate) fn add_earlier(&mut self, earlier: &FinishedTest) {
        if let (Some(run), Some(earlier)) = (&mut self.run, &earlier.run) {
            run.add_earlier(earlier);
        }
    }
}

/// How a property ended. The worst outcome is the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    Passed,
    /// All inputs were tested.
    Proved,
    /// No test satisfied the premises.
    Vacuous,
    GaveUp,
    InsufficientCoverage,
    /// The failure did not occur every time.
    Flaky,
    Falsified,
    /// A signal ended the process before it reported anything.
    Interrupted,
    /// The process ended before it reported anything.
    Crashed,
    /// A setting was invalid; the property printed which.
    Error,
}

impl Outcome {
    pub(crate) fn new(test: &FinishedTest) -> Outcome {
        Outcome::reported(test).unwrap_or_else(|| Outcome::unreported(test))
    }

    /// Returns the outcome in the results file. A test that failed has not passed, even if its property has.
    fn reported(test: &FinishedTest) -> Option<Outcome> {
        let run = test.run.as_ref()?;
        let has_passed = test.exit == TestExit::Passed;
        match run.outcome()? {
            RunOutcome::Passed => has_passed.then_some(Outcome::Passed),
            RunOutcome::Proved => has_passed.then_some(Outcome::Proved),
            RunOutcome::Falsified if run.is_flaky() => Some(Outcome::Flaky),
            RunOutcome::Falsified => Some(Outcome::Falsified),
            RunOutcome::Vacuous => Some(Outcome::Vacuous),
            RunOutcome::GaveUp => Some(Outcome::GaveUp),
            RunOutcome::InsufficientCoverage => Some(Outcome::InsufficientCoverage),
        }
    }

    /// Returns the outcome of a test that did not write it to a results file. Only properties do.
    fn unreported(test: &FinishedTest) -> Outcome {
        match test.exit {
            TestExit::Passed => Outcome::Passed,
            TestExit::Interrupted => Outcome::Interrupted,
            TestExit::Crashed(status) if status.success() && is_unwritten(&test.stderr) => {
                Outcome::Error
            }
            TestExit::Crashed(_) => Outcome::Crashed,
            TestExit::Failed if !has_error(&test.stderr) => Outcome::Falsified,
            // The process that isolates the tests ended with an error after some of them.
            TestExit::Failed if test.run.as_ref().is_some_and(Run::has_run_tests) => {
                Outcome::Crashed
            }
            TestExit::Failed => Outcome::Error,
        }
    }

    /// Returns whether more tests may lead to another outcome.
    pub(crate) fn may_change(self) -> bool {
        matches!(
            self,
            Outcome::Passed | Outcome::Vacuous | Outcome::GaveUp | Outcome::InsufficientCoverage
        )
    }

    pub(crate) fn word(self) -> &'static str {
        match self {
            Outcome::Passed => RunOutcome::Passed.word(),
            Outcome::Proved => RunOutcome::Proved.word(),
            Outcome::Vacuous => RunOutcome::Vacuous.word(),
            Outcome::GaveUp => RunOutcome::GaveUp.word(),
            Outcome::InsufficientCoverage => RunOutcome::InsufficientCoverage.word(),
            Outcome::Flaky => "flaky",
            Outcome::Falsified => RunOutcome::Falsified.word(),
            Outcome::Interrupted => "interrupted",
            Outcome::Crashed => "crashed",
            Outcome::Error => "error",
        }
    }

    fn exit_code(self) -> u8 {
        match self {
            Outcome::Passed | Outcome::Proved | Outcome::Interrupted => 0,
            Outcome::Falsified | Outcome::Crashed => 1,
            Outcome::Error => 2,
            Outcome::Vacuous | Outcome::GaveUp | Outcome::InsufficientCoverage | Outcome::Flaky => {
                3
            }
        }
    }
}

/// Returns whether a property printed that it could not be run. The code under test may print before that.
fn has_error(stderr: &str) -> bool {
    let is_error = |line: &str| line.starts_with("forall: ") && !line.starts_with(UNWRITTEN);
    stderr.lines().any(is_error)
}

/// Returns whether a property printed that it could not write its results.
fn is_unwritten(stderr: &str) -> bool {
    stderr.lines().any(|line| line.starts_with(UNWRITTEN))
}

/// Returns the exit code of the program. A failure takes precedence over an error, an error over a signal, and a
/// signal over a vacuous property.
pub(crate) fn exit_code(outcomes: &[Outcome], signal: Option<u8>) -> ExitCode {
    let codes: Vec<u8> = outcomes.iter().map(|outcome| outcome.exit_code()).collect();
    let worst = [1, 2].into_iter().find(|code| codes.contains(code));
    let vacuous = codes.contains(&3).then_some(3);
    ExitCode::from(worst.or(signal).or(vacuous).unwrap_or(0))
}

/// Returns the number of properties with each outcome, the worst last: `3 passed, 1 falsified`.
pub(crate) fn summary(outcomes: &[Outcome]) -> String {
    let mut sorted = outcomes.to_vec();
    sorted.sort_unstable();
    let groups = sorted.chunk_by(|a, b| a == b);
    groups.map(group_summary).collect::<Vec<_>>().join(", ")
}

/// Returns the number and the word of equal outcomes.
fn group_summary(group: &[Outcome]) -> String {
    let plural = if group[0] == Outcome::Error && group.len() > 1 { "s" } else { "" };
    format!("{} {}{plural}", group.len(), group[0].word())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failed_test(lines: &str, stderr: &str) -> FinishedTest {
        FinishedTest {
            name: "a::b".to_owned(),
            exit: TestExit::Failed,
            run: Run::parse(lines),
            stderr: stderr.to_owned(),
        }
    }

    #[test]
    fn a_failed_test_without_a_report_is_an_error_a_crash_or_a_failure() {
        let outcome = |lines: &str, stderr: &str| Outcome::new(&failed_test(lines, stderr));
        let begin = "{\"type\":\"begin\",\"property\":\"a::b\",\"path\":\"b\",\"place\":\"a.rs:1\",\
            \"formula\":\"\",\"runner\":\"fuzz\",\"seed\":\"0x1\",\"at\":0}\n";
        let failing = "{\"type\":\"failing\",\"inputs\":\"x = 1\"}\n";
        let error = "hello\nforall: there is no runner `x`\n";
        assert_eq!(outcome(begin, error), Outcome::Error);
        assert_eq!(outcome(&format!("{begin}{failing}"), error), Outcome::Crashed);
        assert_eq!(outcome(begin, "thread panicked"), Outcome::Falsified);
    }

    #[test]
    #[cfg(unix)]
    fn a_property_that_exits_without_a_result_has_crashed() {
        use std::os::unix::process::ExitStatusExt;

        let success = ExitStatus::from_raw(0);
        assert_eq!(TestExit::new(success, true, false), TestExit::Passed);
        assert_eq!(TestExit::new(success, false, false), TestExit::Crashed(success));
        assert_eq!(TestExit::new(success, false, true), TestExit::Interrupted);
    }

    /// A full disk is no crash, and hides no failure.
    #[test]
    #[cfg(unix)]
    fn a_property_that_cannot_write_its_results_is_an_error() {
        use std::os::unix::process::ExitStatusExt;

        let success = ExitStatus::from_raw(0);
        let outcome =
            |exit, stderr: &str| Outcome::new(&FinishedTest { exit, ..failed_test("", stderr) });
        let unwritten = "hello\nforall: results cannot be written: No space left on device\n";
        let exit = TestExit::new(success, false, false);
        assert_eq!(outcome(exit, unwritten), Outcome::Error);
        assert_eq!(outcome(exit, "hello\n"), Outcome::Crashed);
        assert_eq!(outcome(TestExit::Failed, unwritten), Outcome::Falsified);
    }

    #[test]
    fn the_summary_lists_the_worst_outcome_last() {
        use Outcome::{Error, Falsified, Passed, Vacuous};
        let outcomes = [Passed, Vacuous, Passed, Falsified];
        assert_eq!(summary(&outcomes), "2 passed, 1 vacuous, 1 falsified");
        assert_eq!(summary(&[Error, Passed]), "1 passed, 1 error");
        assert_eq!(summary(&[Error, Error]), "2 errors");
    }

    #[test]
    fn the_exit_code_is_that_of_the_worst_outcome() {
        use Outcome::{Error, Falsified, Flaky, Passed, Proved, Vacuous};
        let code = |outcomes: &[Outcome], signal| format!("{:?}", exit_code(outcomes, signal));
        let expected = |number: u8| format!("{:?}", ExitCode::from(number));
        assert_eq!(code(&[Passed, Proved], None), expected(0));
        assert_eq!(code(&[Vacuous, Error, Falsified], None), expected(1));
        assert_eq!(code(&[Vacuous, Error], None), expected(2));
        assert_eq!(code(&[Flaky, Passed], None), expected(3));
        assert_eq!(code(&[Flaky, Passed], Some(130)), expected(130));
        assert_eq!(code(&[Falsified], Some(130)), expected(1));
    }
}
