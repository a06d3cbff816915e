//! Outcomes: how a property ended, and what the program exits with for it.

use std::process::ExitCode;

use forall_format::results::RunOutcome;

use crate::harness::Ended;
use crate::results::Run;
use crate::running::Done;

/// How a property ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    Passed,
    /// All there is was tried.
    Proved,
    /// The run says nothing: it tested nothing, or too little.
    Vacuous,
    GaveUp,
    InsufficientCoverage,
    /// It failed, but not every time.
    Flaky,
    Falsified,
    /// A signal ended it before it could say anything.
    Interrupted,
    /// The process ended before the property could say anything.
    Died,
    /// A setting was wrong; the property says which.
    Wrong,
}

impl Outcome {
    pub(crate) fn of(done: &Done) -> Outcome {
        let said = done.run.as_ref().and_then(|run| Some((run.outcome()?, run.is_flaky())));
        match (said, done.ended) {
            (Some((RunOutcome::Passed, _)), Ended::Passed) => Outcome::Passed,
            (Some((RunOutcome::Proved, _)), Ended::Passed) => Outcome::Proved,
            (Some((RunOutcome::Falsified, true)), _) => Outcome::Flaky,
            (Some((RunOutcome::Falsified, false)), _) => Outcome::Falsified,
            (Some((RunOutcome::Vacuous, _)), _) => Outcome::Vacuous,
            (Some((RunOutcome::GaveUp, _)), _) => Outcome::GaveUp,
            (Some((RunOutcome::InsufficientCoverage, _)), _) => Outcome::InsufficientCoverage,
            // A test that is no property writes nothing down.
            (_, Ended::Passed) => Outcome::Passed,
            (_, Ended::Interrupted) => Outcome::Interrupted,
            (_, Ended::Died(_)) => Outcome::Died,
            (_, Ended::Falsified) if !complains(&done.says) => Outcome::Falsified,
            // The process that watched over it has no report either.
            (_, Ended::Falsified) if done.run.as_ref().is_some_and(Run::has_come_far) => {
                Outcome::Died
            }
            (_, Ended::Falsified) => Outcome::Wrong,
        }
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
            Outcome::Died => "died",
            Outcome::Wrong => "not run",
        }
    }

    fn code(self) -> u8 {
        match self {
            Outcome::Passed | Outcome::Proved | Outcome::Interrupted => 0,
            Outcome::Falsified | Outcome::Died => 1,
            Outcome::Wrong => 2,
            Outcome::Vacuous | Outcome::GaveUp | Outcome::InsufficientCoverage | Outcome::Flaky => {
                3
            }
        }
    }
}

/// Does a property say that it could not be run? What it tests may have said something before.
fn complains(says: &str) -> bool {
    says.lines().any(|line| line.starts_with("forall: "))
}

/// What the program exits with. One that was falsified is what one wants to know first; then what was wrong,
/// and then by which signal it was ended.
pub(crate) fn code(outcomes: &[Outcome], signal: Option<u8>) -> ExitCode {
    let codes: Vec<u8> = outcomes.iter().map(|outcome| outcome.code()).collect();
    let worst = [1, 2].into_iter().find(|code| codes.contains(code));
    let vacuous = codes.contains(&3).then_some(3);
    ExitCode::from(worst.or(signal).or(vacuous).unwrap_or(0))
}

/// `3 passed, 1 falsified`, the worst last.
pub(crate) fn counted(outcomes: &[Outcome]) -> String {
    let mut sorted = outcomes.to_vec();
    sorted.sort_unstable();
    let groups = sorted.chunk_by(|a, b| a == b);
    groups
        .map(|group| format!("{} {}", group.len(), group[0].word()))
        .collect::<Vec<_>>()
        .join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_report_is_not_run_or_died() {
        let done = |lines: &str, says: &str| {
            let (name, ended) = ("a::b".to_owned(), Ended::Falsified);
            Outcome::of(&Done { name, ended, run: Run::parse(lines), says: says.to_owned() })
        };
        let begin = "{\"type\":\"begin\",\"property\":\"a::b\",\"path\":\"b\",\"place\":\"a.rs:1\",\
            \"formula\":\"\",\"runner\":\"fuzz\",\"seed\":\"0x1\",\"at\":0}\n";
        let progress = "{\"type\":\"failing\",\"inputs\":\"x = 1\"}\n";
        let says = "hello\nforall: there is no runner `x`\n";
        assert_eq!(done(begin, says), Outcome::Wrong);
        assert_eq!(done(&format!("{begin}{progress}"), says), Outcome::Died);
        assert_eq!(done(begin, "thread panicked"), Outcome::Falsified);
    }

    #[test]
    fn what_is_worst_is_told() {
        use Outcome::{Falsified, Flaky, Passed, Proved, Vacuous, Wrong};
        assert_eq!(
            counted(&[Passed, Vacuous, Passed, Falsified]),
            "2 passed, 1 vacuous, 1 falsified"
        );
        let code = |outcomes: &[Outcome]| format!("{:?}", code(outcomes, None));
        let of = |number: u8| format!("{:?}", ExitCode::from(number));
        assert_eq!(code(&[Passed, Proved]), of(0));
        assert_eq!(code(&[Vacuous, Wrong, Falsified]), of(1));
        assert_eq!(code(&[Vacuous, Wrong]), of(2));
        assert_eq!(code(&[Flaky, Passed]), of(3));
    }
}
