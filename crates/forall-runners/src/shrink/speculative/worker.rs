//! Workers: threads that run cases before the main thread needs their results.

use super::super::target::{FailingCase, TypedTarget};
use super::super::{ShrinkLimits, Shrinker, WantedFailure};
use super::cached_target::{CachedTarget, Lookup};
use super::result_cache::{Key, ResultCache, State};
use crate::block::{TestCase, regenerate};
use crate::panics::{self, Caught};
use crate::property::Erased;
use crate::report::Failure;
use crate::source::{ChoiceValue, Policy, Source};

/// What all threads work on.
pub(super) struct Job<'j> {
    pub(super) shrinker: &'j dyn Shrinker,
    pub(super) limits: &'j ShrinkLimits,
    pub(super) property: &'j Erased,
    /// How the best case failed when shrinking started.
    pub(super) failure: Failure,
    /// The failures that a simpler case may have.
    pub(super) wanted: WantedFailure,
    /// The choices of the best case when shrinking started.
    pub(super) start: Vec<ChoiceValue>,
    pub(super) cache: &'j ResultCache,
}

/// Looks up results for a worker.
struct WorkerLookup<'l> {
    cache: &'l ResultCache,
    /// Cases that are assumed to pass because another thread is running them.
    assumed: Vec<Key>,
}

/// Shrinks again and again until the cache is closed. Each time is quick up to the cases that no thread has
/// run yet, because earlier results are in the cache. It ends when an assumption proves wrong.
pub(super) fn work(job: &Job<'_>) {
    while !job.cache.is_closed() {
        let source = Source::replay(job.start.clone(), Policy::STRICT);
        let Some(TestCase { inputs, record }) = regenerate(job.property, source) else { return };
        let start = FailingCase { inputs, record: Some(record), failure: job.failure.clone() };
        let mut target = TypedTarget::new(job.property, start, None);
        target.wanted = job.wanted.clone();
        let mut lookup = WorkerLookup { cache: job.cache, assumed: Vec::new() };
        let ended = panics::catch(|| {
            let target = &mut target;
            let mut cached = CachedTarget { target, lookup: &mut lookup, generated: None };
            job.shrinker.shrink(&mut cached, job.limits)
        });
        match ended {
            Ok(_) => job.cache.wait_for_contradiction(&lookup.assumed),
            Err(Caught::Assumption) => {}
            // If the panic is real, the main thread will run into it too.
            Err(Caught::Panic(_)) => return,
        }
    }
}

impl Lookup for WorkerLookup<'_> {
    fn fails(&mut self, key: Key, run: &mut dyn FnMut() -> bool) -> bool {
        if self.cache.contradicts(&mut self.assumed) {
            panics::discard();
        }
        match self.cache.claim(&key) {
            None => {
                let fails = panics::catch(run).ok();
                self.cache.record(key, fails);
                fails == Some(true)
            }
            Some(State::Known(fails)) => fails,
            Some(State::Running) => {
                self.assumed.push(key);
                false
            }
        }
    }

    /// Assumes that the case passes, as most do.
    fn fails_unshared(&mut self, _: &mut dyn FnMut() -> bool) -> bool {
        false
    }
}
