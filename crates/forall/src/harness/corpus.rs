//! Corpora: interesting inputs of guided runs, which later runs start with.
//!
//! There is one file for each property. An input is added as soon as it is found. Inputs that a later run tried
//! without finding anything new are removed when that run ends, unless it had fewer instruments than the runs
//! before it.

use std::collections::HashSet;
use std::fs;
use std::mem;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use forall_format::corpus::{CorpusFile, DamagedLine, MAX_CORPUS_BYTES, UNKNOWN_FEEDBACK};
use forall_format::state_file::{StateFile, StateFileError, StateKind};

use super::{Error, Settings, Test, paths};
use crate::source::ChoiceSequence;

/// The maximum length of an input. Mutating a longer one has little effect.
const MAX_INPUT_BYTES: usize = 1 << 16;

/// How often to search for inputs that other processes have added.
const SEARCH_INTERVAL: Duration = Duration::from_millis(200);

/// The corpus of one property.
#[derive(Debug)]
pub(super) struct Corpus {
    /// The full name of the property.
    property: String,
    file: StateFile,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    /// The feedback of this run.
    guided_by: Vec<&'static str>,
    /// The state of the file, after it was read.
    page: Option<Page>,
    /// Messages for the user.
    notices: Vec<String>,
}

/// The state of the file.
#[derive(Debug, Default)]
struct Page {
    /// Inputs that are still to be tried, the next one last.
    waiting: Vec<String>,
    /// The input that is being tried.
    tried: Option<String>,
    /// Inputs that were tried and found nothing new.
    useless: HashSet<String>,
    /// The content of the file, and its size.
    there: HashSet<String>,
    bytes: usize,
    /// The number of bytes of the file that were searched for inputs of other runs.
    searched: usize,
    /// When to search again.
    next_search: Option<Instant>,
    /// Whether the file names the feedback of this run.
    begun: bool,
    /// Whether the file is full.
    full: bool,
    /// Whether the file cannot be read or written.
    broken: bool,
}

impl Corpus {
    /// Returns the corpus of `test`, if inputs are saved.
    pub(super) fn of(test: &Test, settings: &Settings) -> Option<Corpus> {
        let folder = paths::folder(settings.corpus.as_deref()?)?;
        let property = test.property_name();
        Some(Corpus {
            property: property.full_name(),
            file: StateFile::new(StateKind::Corpus, folder, property),
            state: Mutex::new(State {
                guided_by: vec![UNKNOWN_FEEDBACK],
                page: None,
                notices: Vec::new(),
            }),
        })
    }

    /// Sets the feedback of this run. Without this call, it is unknown, and its inputs are never removed.
    pub(super) fn begin(&self, guided_by: &[&'static str]) {
        self.open().guided_by = guided_by.to_vec();
    }

    /// Returns the next input to try. The previous one counts as useless, unless the run has saved it again.
    pub(super) fn recall(&self) -> Option<ChoiceSequence> {
        self.with_page(|page| {
            page.useless.extend(page.tried.take());
            page.tried = page.waiting.pop();
            page.tried.as_ref()?.parse().ok()
        })
    }

    /// Returns the next input that another process has added to the file in the meantime.
    pub(super) fn receive(&self) -> Option<ChoiceSequence> {
        self.with_page(|page| {
            if page.waiting.is_empty() {
                self.search(page);
            }
            page.useless.extend(page.tried.take());
            page.tried = page.waiting.pop();
            page.tried.as_ref()?.parse().ok()
        })
    }

    /// Searches the end of the file for inputs of other processes, if the last search was long enough ago. A file that
    /// cannot be read has none.
    fn search(&self, page: &mut Page) {
        let now = Instant::now();
        if page.broken || page.next_search.is_some_and(|next| now < next) {
            return;
        }
        page.next_search = Some(now + SEARCH_INTERVAL);
        let is_longer = |length: u64| length != page.searched as u64;
        if !fs::metadata(self.file.path()).is_ok_and(|file| is_longer(file.len())) {
            return;
        }
        let Ok(Some(bytes)) = self.file.read() else { return };
        // If it is shorter, another process has tidied it.
        let start = if bytes.len() < page.searched { 0 } else { page.searched };
        let end = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let lines = String::from_utf8_lossy(bytes.get(start..end).unwrap_or_default()).into_owned();
        page.searched = end;
        for line in lines.lines().map(str::trim) {
            if line.parse::<ChoiceSequence>().is_ok() && page.there.insert(line.to_owned()) {
                page.bytes += line.len() + 1;
                page.waiting.push(line.to_owned());
            }
        }
        page.waiting.sort_by_key(|input| std::cmp::Reverse(input.len()));
    }

    /// Adds an input to the file, unless the file has it.
    pub(super) fn keep(&self, choices: &ChoiceSequence) {
        let text = choices.to_string();
        let guided_by = self.open().guided_by.clone();
        let trouble = self.with_page(|page| {
            page.tried.take_if(|tried| *tried == text);
            // An input that was useless when it was tried may be found again and be useful then.
            page.useless.remove(&text);
            if page.broken || page.there.contains(&text) {
                return None;
            }
            let was_full = page.full;
            page.full |= page.bytes + text.len() > MAX_CORPUS_BYTES;
            if page.full || text.len() > MAX_INPUT_BYTES {
                // If it was trimmed from the input that is being tried, that one is still needed.
                page.tried = None;
                let is_news = page.full && !was_full;
                return is_news
                    .then(|| format!("{} is full: new inputs are not saved", self.shown()));
            }
            page.bytes += text.len() + 1;
            page.there.insert(text);
            let added = self.add(choices, &guided_by, page);
            page.broken = added.is_err();
            added.err().map(|error| error.to_string())
        });
        self.open().notices.extend(trouble);
    }

    /// Ends a run that was guided by `sources`: removes the inputs that were useless, if the run had at least the
    /// instruments of earlier runs.
    pub(super) fn close(&self, sources: &[&'static str]) {
        let mut state = self.open();
        let Some(mut page) = state.page.take().filter(|page| !page.broken) else { return };
        page.useless.extend(page.tried.take());
        if let Err(error) = self.tidy(&page.useless, sources) {
            state.notices.push(error.to_string());
        }
    }

    /// Returns the messages for the user, once.
    pub(super) fn notices(&self) -> Vec<String> {
        mem::take(&mut self.open().notices)
    }

    /// Removes useless inputs. Lines that other processes added in the meantime stay.
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

    /// Appends an input to the file. The first time, the file learns the feedback of this run, and becomes longer.
    fn add(
        &self,
        input: &ChoiceSequence,
        guided_by: &[&str],
        page: &mut Page,
    ) -> Result<(), Error> {
        let lock = self.file.lock()?;
        if !page.begun {
            CorpusFile::begin(&lock, &self.property, guided_by)?;
            page.begun = true;
            page.searched = 0;
        }
        Ok(CorpusFile::append(&lock, &self.property, std::slice::from_ref(input))?)
    }

    /// Calls `work` with the state of the file, which is read first if necessary.
    fn with_page<T>(&self, act: impl FnOnce(&mut Page) -> T) -> T {
        let State { page, notices, .. } = &mut *self.open();
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

    /// Reads the file, and reports damaged lines.
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
        // Smaller inputs come first: of several that do the same, the smallest is saved.
        let mut waiting = corpus.inputs().to_vec();
        waiting.sort_by_key(|input| std::cmp::Reverse(input.len()));
        let there = waiting.iter().cloned().collect();
        let length = bytes.len();
        Ok((Page { waiting, there, bytes: length, searched: length, ..Page::default() }, damaged))
    }

    fn parse(&self, bytes: &[u8]) -> Result<CorpusFile, Error> {
        CorpusFile::parse(bytes).map_err(|error| {
            let path = self.shown();
            Error(format!("{path}:1: {error}; the file was not changed, and no input is saved"))
        })
    }

    /// Returns the path of the file, relative to the package.
    fn shown(&self) -> String {
        paths::shown(self.file.path())
    }

    /// Locks the state. A thread that panicked leaves it usable.
    fn open(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl From<StateFileError> for Error {
    fn from(error: StateFileError) -> Error {
        let error = match paths::package() {
            Some(package) => error.relative_to(&package),
            None => error,
        };
        Error(error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use forall_format::state_path::PropertyName;

    use super::*;
    use crate::source::ChoiceValue;

    fn input(text: &str) -> ChoiceSequence {
        ChoiceSequence(vec![ChoiceValue::String(text.to_owned())])
    }

    /// Tries `old`, which a run replaces by `new` in a corpus with comments of this length, and returns what is saved then.
    fn saved_after_trimming(old: &str, new: &str, comments: usize) -> Vec<String> {
        let folder = tempfile::tempdir().expect("tests may write there");
        let name = PropertyName { module: "words", name: "starts" };
        let file = StateFile::new(StateKind::Corpus, folder.path().to_owned(), name);
        let lock = file.lock().expect("tests may write there");
        let comments = "# comment\n".repeat(comments / 10);
        lock.replace(&format!("forall-corpus 1\n{comments}")).expect("tests may write there");
        CorpusFile::begin(&lock, "words::starts", &["premises"]).expect("tests may write there");
        CorpusFile::append(&lock, "words::starts", &[input(old)]).expect("tests may write there");
        drop(lock);
        let state = State { guided_by: vec!["premises"], page: None, notices: Vec::new() };
        let corpus = Corpus { property: "words::starts".to_owned(), file, state: state.into() };
        assert_eq!(corpus.recall(), Some(input(old)));
        corpus.keep(&input(new));
        assert_eq!(corpus.recall(), None);
        corpus.close(&["premises"]);
        let bytes = corpus.file.read().expect("it can be read").expect("it exists");
        CorpusFile::parse(&bytes).expect("it is a corpus").inputs().to_vec()
    }

    #[test]
    fn an_input_is_replaced_only_if_the_trimmed_one_is_saved() {
        let text = |text: &str| input(text).to_string();
        assert_eq!(saved_after_trimming("abc", "a", 0), [text("a")]);
        assert_eq!(saved_after_trimming("abc", "a", MAX_CORPUS_BYTES), [text("abc")]);
        let long = "a".repeat(MAX_INPUT_BYTES);
        assert_eq!(saved_after_trimming("abc", &long, 0), [text("abc")]);
    }
}
