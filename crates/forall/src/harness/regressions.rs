//! Regressions: failures that are kept, so that they run first from then on.
//!
//! There is one file for each property, made to be read, and to be kept under version control. It is
//! written before shrinking starts and at every step, and only by one process at a time: steps are added
//! at its end, and all else by renaming a complete file into its place. A file that cannot be understood
//! is never written to.

mod entry;
mod lines;
mod journal;

pub(super) use self::entry::{Entry, State};
pub(super) use self::journal::Notebook;
use self::lines::Lines;
use super::store::{Kind, Store};
use super::{Error, Settings, Test, place};
use crate::source::ChoiceSequence;

/// Where they are kept if nobody says otherwise.
const FOLDER: &str = ".forall/regressions";

const KIND: Kind = Kind { lock: "regressions.lock", ignored: "/regressions.lock\n*.txt.tmp\n" };

/// The file of one property.
#[derive(Clone, Debug)]
pub(super) struct Regressions(Store);

/// The failures that earlier runs of a test saved. The file is read once, at the start of a run.
#[derive(Debug)]
pub(super) struct Saved {
    /// The file, if failures are saved at all.
    pub(super) regressions: Option<Regressions>,
    /// What it contains, each with its line.
    pub(super) entries: Vec<(usize, Entry)>,
}

impl Saved {
    /// Reads the file of `test`. A file that cannot be read is an error at once: a failure could not be saved in it
    /// later. If one input is to be replayed, nothing is read.
    pub(super) fn read(test: &Test, settings: &Settings) -> Result<Saved, Error> {
        let regressions = Regressions::of(test, settings);
        let entries = match &regressions {
            Some(regressions) if settings.replay.is_none() => regressions.lines()?.entries(),
            _ => Vec::new(),
        };
        Ok(Saved { regressions, entries })
    }

    /// Returns whether one of the failures would crash the process.
    #[cfg(feature = "isolate")]
    pub(super) fn has_crash(&self) -> bool {
        self.entries.iter().any(|(_, entry)| entry.state == State::Kills)
    }

    /// Returns the path of the file, relative to the package.
    pub(super) fn shown(&self) -> String {
        self.regressions.as_ref().map(Regressions::shown).unwrap_or_default()
    }

    /// Marks the state of the failure with these choices in the file.
    pub(super) fn mark(&self, choices: &ChoiceSequence, state: State) -> Result<(), Error> {
        match &self.regressions {
            Some(regressions) => regressions.mark(choices, state),
            None => Ok(()),
        }
    }
}

impl Regressions {
    /// Where failures of `test` are kept, if they are.
    pub(super) fn of(test: &Test, settings: &Settings) -> Option<Regressions> {
        let folder = place::folder(settings.regressions.as_deref().unwrap_or(FOLDER))?;
        Some(Regressions(Store::new(test, folder, KIND)))
    }

    /// The path as a person in the folder of the package would write it.
    pub(super) fn shown(&self) -> String {
        self.0.shown()
    }

    /// Keeps `entry` in the place of the one with the choices `old`, or behind all others.
    pub(super) fn keep(&self, old: Option<&ChoiceSequence>, entry: Entry) -> Result<(), Error> {
        let _locked = self.0.lock()?;
        let lines = self.lines()?;
        match old.and_then(|old| lines.step(old, &entry)) {
            Some(step) => self.0.append(&step),
            None => self.change(lines, |lines| lines.put(old, entry)),
        }
    }

    /// Puts the steps that were added into their places.
    pub(super) fn finish(&self) -> Result<(), Error> {
        let _locked = self.0.lock()?;
        self.change(self.lines()?, |_| false)
    }

    /// Says of the failure with these choices how it stands.
    fn mark(&self, choices: &ChoiceSequence, state: State) -> Result<(), Error> {
        let _locked = self.0.lock()?;
        self.change(self.lines()?, |lines| lines.mark(choices, state))
    }

    fn lines(&self) -> Result<Lines, Error> {
        let Some(bytes) = self.0.read()? else { return Ok(Lines::new(&self.0.property)) };
        Lines::parse(&bytes).map_err(|(line, what)| {
            let path = self.shown();
            Error(format!(
                "{path}:{line}: {what}\nNothing was run, and the file is as it was. Restore it, or delete what is wrong in it."
            ))
        })
    }

    /// Writes what is other than before, while nobody else does.
    fn change(
        &self,
        mut lines: Lines,
        change: impl FnOnce(&mut Lines) -> bool,
    ) -> Result<(), Error> {
        let changed = change(&mut lines) || lines.has_steps();
        if changed { self.0.replace(&lines.to_string()) } else { Ok(()) }
    }
}
