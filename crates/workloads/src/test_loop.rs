//! The test loops that the experiments compare.

use std::fmt;

use forall::block::{Property, ShrinkLimits};
use forall::report::PassStats;
use forall::runner::Options;
use forall::shrink::{Alternating, External, Integrated, Shrinker};

use crate::guided::Guided;
#[cfg(feature = "peers")]
use crate::peers::Peer;
use crate::runners::{RUNNERS, Subject, run_named};
use crate::strategy::Strategy;
use crate::trial::{Trial, TrialOptions, enumeration, trial, unlimited};
use crate::workload::{Task, Visitor, visit};

/// A test loop and its shrinker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestLoop {
    /// Our loop on the typed property, without shrinking.
    Typed,
    /// Our loop on the erased property, without shrinking.
    Erased,
    /// Our loop with integrated shrinking.
    Integrated,
    /// Our loop with external shrinking.
    External,
    /// Our loop with both shrinkers in alternation.
    Both,
    /// Enumeration of all inputs, small ones first.
    Enumerate,
    /// The loop of quickcheck on the same inputs, without shrinking.
    Quickcheck,
    /// The loop of proptest on the same inputs, without shrinking.
    Proptest,
    /// Our loop with quickcheck's shrinking by handwritten lists.
    QuickcheckShrinks,
    /// Our loop with quickcheck's shrinking, with nothing handwritten.
    QuickcheckDefault,
    /// Our loop with proptest's shrinking, with nothing handwritten.
    ProptestShrinks,
    /// Our loop with proptest's shrinking by handwritten lists.
    ProptestLists,
    /// A runner of the library, by its name in [`RUNNERS`].
    Runner(&'static str),
    /// A guided loop.
    Guided(Guided),
}

impl TestLoop {
    /// All test loops except runners and guided loops, with their names.
    pub const ALL: &'static [(TestLoop, &'static str)] = &[
        (TestLoop::Typed, "typed"),
        (TestLoop::Erased, "erased"),
        (TestLoop::Integrated, "integrated"),
        (TestLoop::External, "external"),
        (TestLoop::Both, "both"),
        (TestLoop::Enumerate, "enumerate"),
        (TestLoop::Quickcheck, "quickcheck"),
        (TestLoop::Proptest, "proptest"),
        (TestLoop::QuickcheckShrinks, "quickcheck-shrinks"),
        (TestLoop::QuickcheckDefault, "quickcheck-default"),
        (TestLoop::ProptestShrinks, "proptest-shrinks"),
        (TestLoop::ProptestLists, "proptest-lists"),
    ];

    /// Looks up a test loop by name. The name of a runner ends in `()`.
    pub fn named(name: &str) -> Option<TestLoop> {
        if let Some(name) = name.strip_suffix("()") {
            let known = RUNNERS.iter().find(|(known, _)| *known == name);
            return known.map(|(known, _)| TestLoop::Runner(known));
        }
        let known =
            TestLoop::ALL.iter().find(|(_, known)| *known == name).map(|(test_loop, _)| *test_loop);
        known.or_else(|| Guided::named(name).map(TestLoop::Guided))
    }

    /// Returns whether it needs a build with edge counters.
    pub fn needs_edges(self) -> bool {
        matches!(self, TestLoop::Guided(guided) if guided.needs_edges())
    }

    /// Returns the same loop with feedback that needs no instrumented build.
    #[must_use]
    pub fn without_edges(self) -> TestLoop {
        match self {
            TestLoop::Guided(guided) => TestLoop::Guided(guided.without_edges()),
            other => other,
        }
    }

    /// Returns whether this build contains it.
    pub fn is_built(self) -> bool {
        let runs_tests = matches!(self, TestLoop::Quickcheck | TestLoop::Proptest);
        let is_guided_peer = matches!(self, TestLoop::Guided(guided) if !guided.is_built());
        let is_peer = runs_tests || is_guided_peer || self.is_shrunk_by_peer();
        cfg!(feature = "peers") || !is_peer
    }

    /// Returns whether another library shrinks our counterexamples.
    fn is_shrunk_by_peer(self) -> bool {
        matches!(
            self,
            TestLoop::QuickcheckShrinks
                | TestLoop::QuickcheckDefault
                | TestLoop::ProptestShrinks
                | TestLoop::ProptestLists
        )
    }

    /// Returns whether it shrinks.
    pub fn shrinks(self) -> bool {
        let ours = matches!(self, TestLoop::Integrated | TestLoop::External | TestLoop::Both);
        ours || self.is_shrunk_by_peer()
    }

    /// Returns whether inputs of this strategy make sense for it. Only enumeration uses the
    /// enumerative strategy.
    pub fn supports(self, strategy: Strategy) -> bool {
        self.is_deterministic() || strategy != Strategy::Enumerative
    }

    /// Returns whether the seed makes no difference.
    pub fn is_deterministic(self) -> bool {
        matches!(self, TestLoop::Enumerate | TestLoop::Runner("enumerate"))
    }

    /// Runs one trial, or returns `None` if this build does not contain the loop.
    pub fn trial(
        self,
        task: &Task,
        strategy: &'static Strategy,
        options: TrialOptions,
    ) -> Option<Trial> {
        let TrialOptions { seed, time } = options;
        let options = unlimited(seed, time);
        let erased = || task.property(strategy);
        #[cfg(feature = "peers")]
        let trial_of = |peer| crate::peers::trial(task, strategy, &options, peer);
        Some(match self {
            TestLoop::Typed => visit(task, strategy, Loop { options: &options })?,
            TestLoop::Erased => trial(&erased(), &options, &NoShrinking),
            TestLoop::Integrated => trial(&erased(), &options, &Integrated),
            TestLoop::External => trial(&erased(), &options, &External),
            TestLoop::Both => trial(&erased(), &options, &Alternating),
            TestLoop::Guided(guided) if !guided.is_built() => return None,
            TestLoop::Guided(guided) => guided.trial(&erased(), &options, time),
            TestLoop::Enumerate => enumeration(&task.property(&Strategy::Enumerative), &options),
            #[cfg(feature = "peers")]
            TestLoop::Quickcheck => visit(task, strategy, crate::peers::Quickcheck { seed, time })?,
            #[cfg(feature = "peers")]
            TestLoop::Proptest => visit(task, strategy, crate::peers::Proptest { seed, time })?,
            #[cfg(feature = "peers")]
            TestLoop::QuickcheckShrinks => trial_of(Peer::QuickcheckLists),
            #[cfg(feature = "peers")]
            TestLoop::QuickcheckDefault => trial_of(Peer::Quickcheck),
            #[cfg(feature = "peers")]
            TestLoop::ProptestShrinks => trial_of(Peer::Proptest),
            #[cfg(feature = "peers")]
            TestLoop::ProptestLists => trial_of(Peer::ProptestLists),
            #[cfg(not(feature = "peers"))]
            TestLoop::Quickcheck
            | TestLoop::Proptest
            | TestLoop::QuickcheckShrinks
            | TestLoop::QuickcheckDefault
            | TestLoop::ProptestShrinks
            | TestLoop::ProptestLists => return None,
            TestLoop::Runner("enumerate") if *strategy == Strategy::Enumerative => {
                enumeration(&erased(), &options)
            }
            TestLoop::Runner(name) => {
                let subject = Subject { property: &erased(), score: task.workload.score };
                run_named(name, &subject, &options)?
            }
        })
    }
}

impl fmt::Display for TestLoop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TestLoop::Runner(name) => return write!(f, "{name}()"),
            TestLoop::Guided(guided) => return guided.fmt(f),
            _ => {}
        }
        let name =
            TestLoop::ALL.iter().find(|(test_loop, _)| test_loop == self).map(|(_, name)| *name);
        f.write_str(name.unwrap_or("unknown"))
    }
}

/// Visits a typed property with our loop.
struct Loop<'o> {
    options: &'o Options,
}

impl Visitor for Loop<'_> {
    type Output = Trial;

    fn visit<P: Property + Send + Sync + 'static>(self, property: P) -> Trial {
        trial(&property, self.options, &NoShrinking)
    }
}

/// A shrinker that does nothing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NoShrinking;

impl Shrinker for NoShrinking {
    fn shrink(&self, _: &mut dyn forall::shrink::ShrinkTarget, _: &ShrinkLimits) -> Vec<PassStats> {
        Vec::new()
    }
}
