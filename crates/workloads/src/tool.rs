//! Tools: the loops that are compared.

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

/// A loop, and what it does with what it finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// Our loop on the property with its type, without shrinking.
    Typed,
    /// Our loop on the property without its type, without shrinking.
    Erased,
    /// Our loop, and the shrinker on choices.
    Integrated,
    /// Our loop, and the shrinkers on values.
    External,
    /// Our loop, and both shrinkers.
    Both,
    /// All inputs, small ones first.
    Enumerate,
    /// The loop of quickcheck on the same inputs, without shrinking.
    Quickcheck,
    /// The loop of proptest on the same inputs, without shrinking.
    Proptest,
    /// Our loop, and quickcheck to shrink what it finds.
    QuickcheckShrinks,
    /// Our loop, and proptest to shrink what it finds.
    ProptestShrinks,
    /// A runner of the library as it is, by its name among the [`RUNNERS`].
    Runner(&'static str),
    /// A loop that is guided by what tests do.
    Guided(Guided),
}

impl Tool {
    /// All of them but runners and guided loops, with their names.
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

    /// The tool of this name. That of a runner ends in parentheses, as a call of it does.
    pub fn named(name: &str) -> Option<Tool> {
        if let Some(name) = name.strip_suffix("()") {
            let known = RUNNERS.iter().find(|(known, _)| *known == name);
            return known.map(|(known, _)| Tool::Runner(known));
        }
        let known = Tool::ALL.iter().find(|(_, known)| *known == name).map(|(tool, _)| *tool);
        known.or_else(|| Guided::named(name).map(Tool::Guided))
    }

    /// Is it limited by a number of tests, and not by time alone?
    pub fn counts_tests(self) -> bool {
        matches!(self, Tool::Guided(Guided { tests: Some(_), .. }))
    }

    /// Does it need a build that counts its edges?
    pub fn needs_edges(self) -> bool {
        matches!(self, Tool::Guided(guided) if guided.needs_edges())
    }

    /// Is it part of this build?
    pub fn is_built(self) -> bool {
        let others =
            [Tool::Quickcheck, Tool::Proptest, Tool::QuickcheckShrinks, Tool::ProptestShrinks];
        cfg!(feature = "peers") || !others.contains(&self)
    }

    /// Does it make what it finds simpler?
    pub fn shrinks(self) -> bool {
        let ours = matches!(self, Tool::Integrated | Tool::External | Tool::Both);
        ours || matches!(self, Tool::QuickcheckShrinks | Tool::ProptestShrinks)
    }

    /// Does it make sense to give it inputs of this strategy? All valid values are for who goes through
    /// all of them.
    pub fn takes(self, strategy: Strategy) -> bool {
        self.is_deterministic() || strategy != Strategy::Enumerative
    }

    /// Does it the same whatever the seed is?
    pub fn is_deterministic(self) -> bool {
        matches!(self, Tool::Enumerate | Tool::Runner("enumerate"))
    }

    /// One trial. There is none where the tool was not built in.
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

/// The loop on a property of any type.
struct Loop<'o> {
    options: &'o Options,
}

impl Visitor for Loop<'_> {
    type Output = Trial;

    fn visit<P: Property + Send + Sync + 'static>(self, property: P) -> Trial {
        trial(&property, self.options, &AsFound)
    }
}

/// Leaves what was found as it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AsFound;

impl Shrinker for AsFound {
    fn shrink(&self, _: &mut dyn forall::shrink::ShrinkTarget, _: &ShrinkLimits) -> Vec<PassStats> {
        Vec::new()
    }
}
