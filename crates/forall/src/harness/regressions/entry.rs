//! Entries: one failure that is kept.

use crate::report::{Binding, Failure, Origin};
use crate::source::ChoiceSequence;

/// A failure that is kept.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::harness) struct Entry {
    pub(in crate::harness) state: State,
    pub(in crate::harness) choices: ChoiceSequence,
    /// What stands below it, for people: the values.
    pub(super) remarks: Vec<String>,
}

/// How it stands with a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::harness) enum State {
    /// It failed when it was last run.
    Fails,
    /// The process that ran it last did not survive it.
    Kills,
    /// It passed when it was last run.
    Fixed,
    /// Its choices do not fit the domains any more.
    Stale,
}

impl State {
    /// How it stands with what failed so.
    pub(in crate::harness) fn of(failure: &Failure) -> State {
        match failure.origin {
            Origin::Crash(_) => State::Kills,
            _ => State::Fails,
        }
    }

    pub(super) const ALL: [State; 4] = [State::Fails, State::Kills, State::Fixed, State::Stale];

    pub(super) fn word(self) -> &'static str {
        match self {
            State::Fails => "fails",
            State::Kills => "kills",
            State::Fixed => "fixed",
            State::Stale => "stale",
        }
    }
}

/// How much of a value is worth keeping as a remark.
const LONGEST: usize = 400;

impl Entry {
    /// These inputs fail so, made of these choices.
    pub(super) fn new(failure: &Failure, choices: ChoiceSequence, inputs: &[Binding]) -> Entry {
        let remark = |Binding { name, value }: &Binding| {
            let short: String = value.chars().take(LONGEST).collect();
            let rest = if short.len() < value.len() { " …" } else { "" };
            let lines = format!("{name} = {short}{rest}");
            lines.split('\n').map(str::to_owned).collect::<Vec<_>>()
        };
        Entry {
            state: State::of(failure),
            choices,
            remarks: inputs.iter().flat_map(remark).collect(),
        }
    }
}
