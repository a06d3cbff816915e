//! The results that threads share: which cases fail, and which are being run.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::block::Rendered;
use crate::source::ChoiceValue;

/// Identifies a case: by its choices, and if a domain simplified its values also by its printed text, in
/// case that domain inverts the values wrongly.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key {
    choices: Vec<ChoiceValue>,
    text: Vec<String>,
}

/// The state of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// A thread is running it.
    Running,
    /// It is known whether the case fails in the same way as the best one.
    Known(bool),
}

/// The results of all threads that shrink the same failure.
#[derive(Debug, Default)]
pub(super) struct ResultCache {
    cases: Mutex<HashMap<Key, State>>,
    changed: Condvar,
    closed: AtomicBool,
}

impl Key {
    /// Returns the key of a case that was generated from these choices.
    pub(super) fn of_choices(choices: Vec<ChoiceValue>) -> Key {
        Key { choices, text: Vec::new() }
    }

    /// Returns the key of a case whose values were simplified, or `None` if its choices are not known. A
    /// generated function is such a value: it remembers its calls, so it differs between threads.
    pub(super) fn of_rendered(rendered: Rendered) -> Option<Key> {
        let choices = rendered.choices?.0;
        let text = rendered.bindings.into_iter().map(|binding| binding.value).collect();
        Some(Key { choices, text })
    }
}

impl ResultCache {
    /// Returns the state of a case. If it has none, the caller now runs the case, and must
    /// [record](ResultCache::record) the result.
    pub(super) fn claim(&self, key: &Key) -> Option<State> {
        let mut cases = self.lock();
        let state = cases.get(key).copied();
        if state.is_none() {
            cases.insert(key.clone(), State::Running);
        }
        state
    }

    /// Returns whether a case fails, and waits if another thread is running it. If nothing is known about
    /// the case, returns `None`: the caller now runs it, and must record the result.
    pub(super) fn wait(&self, key: &Key) -> Option<bool> {
        loop {
            match self.claim(key) {
                None => return None,
                Some(State::Known(fails)) => return Some(fails),
                Some(State::Running) => {
                    let running = |cases: &mut Cases| cases.get(key) == Some(&State::Running);
                    drop(self.changed.wait_while(self.lock(), running));
                }
            }
        }
    }

    /// Records whether a case fails, or with `None` that it remains unknown.
    pub(super) fn record(&self, key: Key, fails: Option<bool>) {
        match fails {
            Some(fails) => self.lock().insert(key, State::Known(fails)),
            None => self.lock().remove(&key),
        };
        self.changed.notify_all();
    }

    /// Returns whether one of the cases that were assumed to pass fails, or the cache is closed. Removes
    /// the cases that are known to pass.
    pub(super) fn contradicts(&self, assumed: &mut Vec<Key>) -> bool {
        let cases = self.lock();
        let wrong = any_fails(&cases, assumed);
        assumed.retain(|key| cases.get(key) == Some(&State::Running));
        wrong || self.is_closed()
    }

    /// Waits until one of the cases that were assumed to pass fails, or the cache is closed.
    pub(super) fn wait_for_contradiction(&self, assumed: &[Key]) {
        let undecided = |cases: &mut Cases| !self.is_closed() && !any_fails(cases, assumed);
        drop(self.changed.wait_while(self.lock(), undecided));
    }

    /// Returns whether shrinking has ended.
    pub(super) fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }

    /// Ends the work of all threads.
    pub(super) fn close(&self) {
        let cases = self.lock();
        self.closed.store(true, Ordering::Relaxed);
        drop(cases);
        self.changed.notify_all();
    }

    /// Locks the map. A poisoned lock is fine, because every change is complete before anything can panic.
    fn lock(&self) -> MutexGuard<'_, Cases> {
        self.cases.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

type Cases = HashMap<Key, State>;

fn any_fails(cases: &Cases, keys: &[Key]) -> bool {
    keys.iter().any(|key| cases.get(key) == Some(&State::Known(true)))
}
