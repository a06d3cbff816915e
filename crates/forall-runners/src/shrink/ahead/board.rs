//! The board: what is known of cases, and which of them somebody is at work on.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::block::Shown;
use crate::source::ChoiceValue;

/// What tells one case from all others: its choices, and for one that was made of values how it
/// shows, lest a domain is wrong about the choices.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key {
    choices: Vec<ChoiceValue>,
    words: Vec<String>,
}

/// What is known of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// Somebody is at work on it.
    Running,
    /// It fails in the same way as the best, or does not.
    Known(bool),
}

/// All that threads which shrink the same case tell one another.
#[derive(Debug, Default)]
pub(super) struct Board {
    cases: Mutex<HashMap<Key, State>>,
    news: Condvar,
    over: AtomicBool,
}

impl Key {
    pub(super) fn drawn(choices: Vec<ChoiceValue>) -> Key {
        Key { choices, words: Vec::new() }
    }

    /// There is none if the choices cannot be told: a function, for one, learns from being called,
    /// so that it is not the same for each thread.
    pub(super) fn shown(shown: Shown) -> Option<Key> {
        let choices = shown.choices?.0;
        Some(Key { choices, words: shown.bindings.into_iter().map(|shown| shown.value).collect() })
    }
}

impl Board {
    /// What is known of a case. If nothing is, the caller is now at work on it, and has to tell.
    pub(super) fn take(&self, key: &Key) -> Option<State> {
        let mut cases = self.lock();
        let state = cases.get(key).copied();
        if state.is_none() {
            cases.insert(key.clone(), State::Running);
        }
        state
    }

    /// The same, but waits for who is at work on it.
    pub(super) fn wait(&self, key: &Key) -> Option<bool> {
        loop {
            match self.take(key) {
                None => return None,
                Some(State::Known(fails)) => return Some(fails),
                Some(State::Running) => {
                    let running = |cases: &mut Cases| cases.get(key) == Some(&State::Running);
                    drop(self.news.wait_while(self.lock(), running));
                }
            }
        }
    }

    /// Tells whether a case fails, or that it is not known after all.
    pub(super) fn tell(&self, key: Key, fails: Option<bool>) {
        match fails {
            Some(fails) => self.lock().insert(key, State::Known(fails)),
            None => self.lock().remove(&key),
        };
        self.news.notify_all();
    }

    /// Does one of these fail, or is all over? Those that are known not to fail are dropped.
    pub(super) fn refutes(&self, assumed: &mut Vec<Key>) -> bool {
        let cases = self.lock();
        let wrong = fails(&cases, assumed);
        assumed.retain(|key| cases.get(key) == Some(&State::Running));
        wrong || self.is_over()
    }

    /// Waits until one of these fails, or all is over.
    pub(super) fn wait_to_refute(&self, assumed: &[Key]) {
        let open = |cases: &mut Cases| !self.is_over() && !fails(cases, assumed);
        drop(self.news.wait_while(self.lock(), open));
    }

    pub(super) fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// Sends everybody home.
    pub(super) fn close(&self) {
        let cases = self.lock();
        self.over.store(true, Ordering::Relaxed);
        drop(cases);
        self.news.notify_all();
    }

    /// A thread that panicked has left nothing half done here.
    fn lock(&self) -> MutexGuard<'_, Cases> {
        self.cases.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

type Cases = HashMap<Key, State>;

fn fails(cases: &Cases, keys: &[Key]) -> bool {
    keys.iter().any(|key| cases.get(key) == Some(&State::Known(true)))
}
