//! Corpora: inputs that guided runs found worth keeping, so that the next run begins with them.
//!
//! There is one file for each property. An input is added to it as soon as it is found. Those that a
//! later run has tried without any news are taken out when that run ends, unless it saw less of what
//! inputs do than the runs before it.

mod lines;

use std::collections::HashSet;
use std::mem;
use std::sync::{Mutex, MutexGuard, PoisonError};

use self::lines::Lines;
use super::store::{Kind, Store};
use super::{Error, Settings, Test, place};
use crate::source::ChoiceSequence;

/// A corpus is made again, and large: nobody wants it in a repository.
const KIND: Kind = Kind { lock: "corpus.lock", ignored: "*\n" };

/// So many bytes are read before the first test, which takes about a tenth of a second.
const MOST: usize = 4 << 20;

/// An input as long as this is changed to little effect.
const LONGEST: usize = 1 << 16;

/// The corpus of one property.
#[derive(Debug)]
pub(super) struct Corpus {
    store: Store,
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
        Some(Corpus { store: Store::new(test, folder, KIND), state: Mutex::default() })
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
                return Some(format!("{} is full: what is found is not kept", self.store.shown()));
            }
            page.bytes += text.len() + 1;
            let added = self.add(&text);
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
        let _locked = self.store.lock()?;
        let Some(bytes) = self.store.read()? else { return Ok(()) };
        let before = self.parsed(&bytes)?;
        let mut lines = before.clone();
        lines.tidy(useless, sources);
        if lines == before { Ok(()) } else { self.store.replace(&lines.to_string()) }
    }

    fn add(&self, line: &str) -> Result<(), Error> {
        let _locked = self.store.lock()?;
        if self.store.exists() {
            return self.store.append(&format!("{line}\n"));
        }
        let mut lines = Lines::new(&self.store.property);
        lines.add(line);
        self.store.replace(&lines.to_string())
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
        let Some(bytes) = self.store.read()? else { return Ok(Default::default()) };
        let lines = self.parsed(&bytes)?;
        let path = self.store.shown();
        let told = |(line, what): &(usize, String)| {
            format!("{path}:{line}: {what}. It is skipped, and stays in the file as a remark.")
        };
        let damaged = lines.damaged.iter().map(told).collect();
        // What is smaller comes first: of what does the same, it is the one to keep.
        let mut waiting = lines.inputs.clone();
        waiting.sort_by_key(|input| std::cmp::Reverse(input.len()));
        let there = lines.inputs.into_iter().collect();
        Ok((Page { waiting, there, bytes: bytes.len(), ..Page::default() }, damaged))
    }

    fn parsed(&self, bytes: &[u8]) -> Result<Lines, Error> {
        Lines::parse(bytes).map_err(|what| {
            let path = self.store.shown();
            Error(format!(
                "{path}:1: {what}. The file is left as it is, and nothing is added to it."
            ))
        })
    }

    /// A thread that panicked with the state in its hands leaves it readable.
    fn open(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
