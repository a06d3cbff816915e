//! A trial around a trial: somebody is asked before anything runs.

use super::super::{Ask, Limits, Trial};
use super::board::Key;
use crate::block::Shown;
use crate::report::{Binding, Effort};
use crate::source::{Record, Source};

/// Says whether a case fails, and may run it to find out.
pub(super) trait Oracle {
    fn ask(&mut self, key: Key, run: &mut dyn FnMut() -> bool) -> bool;

    /// The same for a case of which nobody else can know.
    fn ask_alone(&mut self, run: &mut dyn FnMut() -> bool) -> bool;
}

/// A trial whose cases run only if `oracle` does not know better.
pub(super) struct Asked<'a> {
    pub(super) trial: &'a mut dyn Trial,
    pub(super) oracle: &'a mut dyn Oracle,
    /// The case made last.
    pub(super) made: Option<Key>,
}

impl Trial for Asked<'_> {
    fn record(&self) -> Option<&Record> {
        self.trial.record()
    }

    fn generate(&mut self, source: Source) -> Option<Record> {
        let record = self.trial.generate(source);
        self.made = record.as_ref().map(|record| Key::drawn(record.values()));
        record
    }

    fn fails(&mut self) -> bool {
        let Asked { trial, oracle, made } = self;
        made.clone().is_some_and(|key| oracle.ask(key, &mut || trial.fails()))
    }

    fn print(&self) -> Vec<Binding> {
        self.trial.print()
    }

    fn accept(&mut self, record: Record, pass: &'static str) {
        self.trial.accept(record, pass);
    }

    fn simplify_asking(&mut self, limits: Limits, ask: &mut Ask<'_>) -> Effort {
        let Asked { trial, oracle, .. } = self;
        trial.simplify_asking(limits, &mut |show: &dyn Fn() -> Shown, run| {
            let run = &mut || ask(show, run);
            match Key::shown(show()) {
                Some(key) => oracle.ask(key, run),
                None => oracle.ask_alone(run),
            }
        })
    }
}
