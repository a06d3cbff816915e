//! A target that looks up results before it runs the property.

use super::super::{GeneratedCase, Oracle, ShrinkLimits, ShrinkTarget, WantedFailure};
use super::result_cache::Key;
use crate::block::Rendered;
use crate::report::{Binding, Failure, PassStats};
use crate::source::{Record, Source};

/// Decides whether a case fails, from a result or by running it.
pub(super) trait Lookup {
    /// Returns whether the case with this key fails.
    fn fails(&mut self, key: Key, run: &mut dyn FnMut() -> bool) -> bool;

    /// Returns whether a case fails that has no key, so that no other thread can know it.
    fn fails_unshared(&mut self, run: &mut dyn FnMut() -> bool) -> bool;
}

/// A target that runs a case only if `lookup` decides to.
pub(super) struct CachedTarget<'a> {
    pub(super) target: &'a mut dyn ShrinkTarget,
    pub(super) lookup: &'a mut dyn Lookup,
    /// The case generated last.
    pub(super) generated: Option<Key>,
}

impl ShrinkTarget for CachedTarget<'_> {
    fn record(&self) -> Option<&Record> {
        self.target.record()
    }

    fn generate(&mut self, source: Source) -> GeneratedCase {
        let case = self.target.generate(source);
        self.generated = (!case.is_rejected).then(|| Key::of_choices(case.record.values()));
        case
    }

    fn fails(&mut self) -> bool {
        let CachedTarget { target, lookup, generated } = self;
        generated.clone().is_some_and(|key| lookup.fails(key, &mut || target.fails()))
    }

    fn print(&self) -> Vec<Binding> {
        self.target.print()
    }

    fn accept(&mut self, record: Record, pass: &'static str) {
        self.target.accept(record, pass);
    }

    fn measures(&self) -> Option<[f64; 2]> {
        self.target.measures()
    }

    fn keep_smaller(&mut self) {
        self.target.keep_smaller();
    }

    fn simplify_with(&mut self, limits: &ShrinkLimits, oracle: &mut Oracle<'_>) -> PassStats {
        let CachedTarget { target, lookup, .. } = self;
        target.simplify_with(limits, &mut |render: &dyn Fn() -> Rendered, run| {
            let run = &mut || oracle(render, run);
            match Key::of_rendered(render()) {
                Some(key) => lookup.fails(key, run),
                None => lookup.fails_unshared(run),
            }
        })
    }

    fn failure(&self) -> &Failure {
        self.target.failure()
    }

    fn wanted(&self) -> &WantedFailure {
        self.target.wanted()
    }
}
