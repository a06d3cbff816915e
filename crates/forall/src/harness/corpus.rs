//! Corpora: inputs that guided runs found worth keeping, so that the next run begins with them.
//!
//! There is one file for each property. An input is added to it as soon as it is found. Those that a
//! later run has tried without any news are taken out when that run ends, unless it saw less of what
//! inputs do than the runs before it.

use std::collections::HashSet;
use std::mem;
use std::sync::{Mutex, MutexGuard, PoisonError};

use forall_format::corpus::{CorpusFile, DamagedLine};
use forall_format::state_file::{StateFile, StateFileError, StateKind};

use super::{Error, Settings, Test, place};
use crate::source::ChoiceSequence;

/// So many bytes are read before the first test, which takes about a tenth of a second.
const MOST: usize = 4 << 20;

/// An input as long as this is changed to little effect.
const LONGEST: usize = 1 << 16;

/// The corpus of one property.
#[derive(Debug)]
pub(super) struct Corpus {
    /// The full name of the property.
    property: String,
    file: StateFile,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Nobody has asked for the corpus if there is none.
    page: Option<Page>,
    /// What people should know.
    notices: Vec<String>,
}

/// What is known of the file.
#[derive(Debug, Default)]
struct Page {
    /// What is still to be tried, the next one last.
    waiting: Vec<String>,
    /// What is being tried.
    tried: Option<String>,
    /// What was tried, and is of no use any more.
    useless: HashSet<String>,
    /// All that is in the file, and how long it is.
    there: HashSet<String>,
    bytes: usize,
    /// Is there no more room in it?
    full: bool,
    /// Can it not be read or written?
    broken: bool,
}

impl Corpus {
    /// Where inputs of `test` are kept, if they are.
    pub(super) fn of(test: &Test, settings: &Settings) -> Option<Corpus> {
        let folder = place::folder(settings.corpus.as_deref()?)?;
        let property = test.property_name();
        Some(Corpus {
            property: property.full_name(),
            file: StateFile::new(StateKind::Corpus, folder, property),
            state: Mutex::default(),
        })
    }

    /// The next input to be tried. The one before it is of no use, unless it was kept again.
    pub(super) fn recall(&self) -> Option<ChoiceSequence> {
        self.with_page(|page| {
            page.useless.extend(page.tried.take());
            page.tried = page.waiting.pop();
            page.tried.as_ref()?.parse().ok()
        })
    }

    /// Adds an input to the file, if it is not there.
    pub(super) fn keep(&self, choices: &ChoiceSequence) {
        let text = choices.to_string();
        let trouble = self.with_page(|page| {
            page.tried.take_if(|tried| *tried == text);
            // What was of no use when it was tried may be found again, and be of use then.
            page.useless.remove(&text);
            if page.full || page.broken || text.len() > LONGEST || !page.there.insert(text.clone())
            {
                return None;
            }
            if page.bytes + text.len() > MOST {
                page.full = true;
                return Some(format!("{} is full: what is found is not kept", self.shown()));
            }
            page.bytes += text.len() + 1;
            let added = self.add(choices);
            page.broken = added.is_err();
            added.err().map(|error| error.to_string())
        });
        self.open().notices.extend(trouble);
    }

    /// Ends a run that was guided by `sources`: takes out what it found to be of no use, if it saw no less
    /// than runs before it.
    pub(super) fn close(&self, sources: &[&'static str]) {
        let mut state = self.open();
        let Some(mut page) = state.page.take().filter(|page| !page.broken) else { return };
        page.useless.extend(page.tried.take());
        if let Err(error) = self.tidy(&page.useless, sources) {
            state.notices.push(error.to_string());
        }
    }

    /// What people should know, once.
    pub(super) fn notices(&self) -> Vec<String> {
        mem::take(&mut self.open().notices)
    }

    /// Other processes may have added lines meanwhile: they stay.
    fn tidy(&self, useless: &HashSet<String>, sources: &[&'static str]) -> Result<(), Error> {
        let lock = self.file.lock()?;
        let Some(bytes) = self.file.read()? else { return Ok(()) };
        let before = self.parse(&bytes)?;
        let mut corpus = before.clone();
        corpus.tidy(useless, sources);
        if corpus != before {
            lock.replace(&corpus.to_string())?;
        }
        Ok(())
    }

    fn add(&self, input: &ChoiceSequence) -> Result<(), Error> {
        let lock = self.file.lock()?;
        if self.file.path().exists() {
            lock.append(&format!("{input}\n"))?;
        } else {
            let mut corpus = CorpusFile::new(&self.property);
            corpus.add(input);
            lock.replace(&corpus.to_string())?;
        }
        Ok(())
    }

    /// Does something with what is known of the file, which is read if it was not.
    fn with_page<T>(&self, act: impl FnOnce(&mut Page) -> T) -> T {
        let State { page, notices } = &mut *self.open();
        act(page.get_or_insert_with(|| match self.read() {
            Ok((page, damaged)) => {
                notices.extend(damaged);
                page
            }
            Err(error) => {
                notices.push(error.to_string());
                Page { broken: true, ..Page::default() }
            }
        }))
    }

    /// What is in the file, and what is damaged in it.
    fn read(&self) -> Result<(Page, Vec<String>), Error> {
        let Some(bytes) = self.file.read()? else { return Ok(Default::default()) };
        let corpus = self.parse(&bytes)?;
        let path = self.shown();
        let notice = |damaged: &DamagedLine| {
            format!(
                "{path}:{}: {damaged}; the line is skipped, and becomes a comment",
                damaged.line
            )
        };
        let damaged = corpus.damaged().iter().map(notice).collect();
        // What is smaller comes first: of what does the same, it is the one to keep.
        let mut waiting = corpus.inputs().to_vec();
        waiting.sort_by_key(|input| std::cmp::Reverse(input.len()));
        let there = waiting.iter().cloned().collect();
        Ok((Page { waiting, there, bytes: bytes.len(), ..Page::default() }, damaged))
    }

    fn parse(&self, bytes: &[u8]) -> Result<CorpusFile, Error> {
        CorpusFile::parse(bytes).map_err(|error| {
            let path = self.shown();
            Error(format!("{path}:1: {error}; the file was not changed, and no input is saved"))
        })
    }

    /// Returns the path of the file, relative to the package.
    fn shown(&self) -> String {
        place::shown(self.file.path())
    }

    /// A thread that panicked with the state in its hands leaves it readable.
    fn open(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl From<StateFileError> for Error {
    fn from(error: StateFileError) -> Error {
        let error = match place::package() {
            Some(package) => error.relative_to(&package),
            None => error,
        };
        Error(error.to_string())
    }
}
