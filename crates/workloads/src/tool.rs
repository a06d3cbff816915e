//! The test loops that the experiments compare.

use std::fmt;
use std::time::Duration;

use forall::block::{Property, ShrinkLimits};
use forall::report::PassStats;
use forall::runner::Options;
use forall::shrink::{Alternating, External, Integrated, Shrinker};

use crate::guided::Guided;
use crate::runners::{RUNNERS, run_by};
use crate::strategy::Strategy;
use crate::trial::{Trial, enumeration, trial, unlimited};
use crate::workload::{Task, Visitor, visit};

/// A test loop and its shrinker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
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
    /// Our loop with quickcheck's shrinking.
    QuickcheckShrinks,
    /// Our loop with proptest's shrinking.
    ProptestShrinks,
    /// A runner of the library, by its name in [`RUNNERS`].
    Runner(&'static str),
    /// A guided loop.
    Guided(Guided),
}

impl Tool {
    /// All test loops except runners and guided loops, with their names.
    pub const ALL: &'static [(Tool, &'static str)] = &[
        (Tool::Typed, "typed"),
        (Tool::Erased, "erased"),
        (Tool::Integrated, "integrated"),
        (Tool::External, "external"),
        (Tool::Both, "both"),
        (Tool::Enumerate, "enumerate"),
        (Tool::Quickcheck, "quickcheck"),
        (Tool::Proptest, "proptest"),
        (Tool::QuickcheckShrinks, "quickcheck-shrinks"),
        (Tool::ProptestShrinks, "proptest-shrinks"),
    ];

    /// Looks up a test loop by name. The name of a runner ends in `()`.
    pub fn named(name: &str) -> Option<Tool> {
        if let Some(name) = name.strip_suffix("()") {
            let known = RUNNERS.iter().find(|(known, _)| *known == name);
            return known.map(|(known, _)| Tool::Runner(known));
        }
        let known = Tool::ALL.iter().find(|(_, known)| *known == name).map(|(tool, _)| *tool);
        known.or_else(|| Guided::named(name).map(Tool::Guided))
    }

    /// Returns whether a number of tests limits it, not only time.
    pub fn counts_tests(self) -> bool {
        matches!(self, Tool::Guided(Guided { tests: Some(_), .. }))
    }

    /// Returns whether it needs a build with edge counters.
    pub fn needs_edges(self) -> bool {
        matches!(self, Tool::Guided(guided) if guided.needs_edges())
    }

    /// Returns whether this build contains it.
    pub fn is_built(self) -> bool {
        let others =
            [Tool::Quickcheck, Tool::Proptest, Tool::QuickcheckShrinks, Tool::ProptestShrinks];
        cfg!(feature = "peers") || !others.contains(&self)
    }

    /// Returns whether it shrinks.
    pub fn shrinks(self) -> bool {
        let ours = matches!(self, Tool::Integrated | Tool::External | Tool::Both);
        ours || matches!(self, Tool::QuickcheckShrinks | Tool::ProptestShrinks)
    }

    /// Returns whether inputs of this strategy make sense for it. Only enumeration uses the
    /// enumerative strategy.
    pub fn takes(self, strategy: Strategy) -> bool {
        self.is_deterministic() || strategy != Strategy::Enumerative
    }

    /// Returns whether the seed makes no difference.
    pub fn is_deterministic(self) -> bool {
        matches!(self, Tool::Enumerate | Tool::Runner("enumerate"))
    }

    /// Runs one trial, or returns `None` if this build does not contain the loop.
    pub fn trial(
        self,
        task: &Task,
        strategy: &'static Strategy,
        (seed, time): (u64, Duration),
    ) -> Option<Trial> {
        let options = unlimited(seed, time);
        let erased = || task.property(strategy);
        Some(match self {
            Tool::Typed => visit(task, strategy, Loop { options: &options })?,
            Tool::Erased => trial(&erased(), &options, &AsFound),
            Tool::Integrated => trial(&erased(), &options, &Integrated),
            Tool::External => trial(&erased(), &options, &External),
            Tool::Both => trial(&erased(), &options, &Alternating),
            Tool::Guided(guided) => guided.trial(&erased(), &options, time),
            Tool::Enumerate => enumeration(&task.property(&Strategy::Enumerative), &options),
            #[cfg(feature = "peers")]
            Tool::Quickcheck => visit(task, strategy, crate::peers::Quickcheck { seed, time })?,
            #[cfg(feature = "peers")]
            Tool::Proptest => visit(task, strategy, crate::peers::Proptest { seed, time })?,
            #[cfg(feature = "peers")]
            Tool::QuickcheckShrinks => {
                crate::peers::trial(task, strategy, &options, crate::peers::Peer::Quickcheck)
            }
            #[cfg(feature = "peers")]
            Tool::ProptestShrinks => {
                crate::peers::trial(task, strategy, &options, crate::peers::Peer::Proptest)
            }
            #[cfg(not(feature = "peers"))]
            Tool::Quickcheck | Tool::Proptest => return None,
            #[cfg(not(feature = "peers"))]
            Tool::QuickcheckShrinks | Tool::ProptestShrinks => return None,
            Tool::Runner("enumerate") if *strategy == Strategy::Enumerative => {
                enumeration(&erased(), &options)
            }
            Tool::Runner(name) => run_by(name, &erased(), &options)?,
        })
    }
}

impl fmt::Display for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tool::Runner(name) => return write!(f, "{name}()"),
            Tool::Guided(guided) => return guided.fmt(f),
            _ => {}
        }
        let name = Tool::ALL.iter().find(|(tool, _)| tool == self).map(|(_, name)| *name);
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
        trial(&property, self.options, &AsFound)
    }
}

/// A shrinker that does nothing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AsFound;

impl Shrinker for AsFound {
    fn shrink(&self, _: &mut dyn forall::shrink::ShrinkTarget, _: &ShrinkLimits) -> Vec<PassStats> {
        Vec::new()
    }
}
