//! Measuring: each search in a process of its own, because some bugs crash or hang.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::catalog::BugInfo;
use crate::options::Options;
use crate::programs::{Ended, Program};
use crate::store::{Key, Outcome, Record};

/// How much longer than its time limit a search may take: a single test may be slow.
const GRACE: Duration = Duration::from_secs(20);

/// What searches for failing inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tool {
    /// Forall: fresh inputs.
    QuickCheck,
    /// Forall: guided by the feedback of any build.
    Fuzz,
    /// Forall: guided by edges and comparisons too.
    Edges,
    /// The crate quickcheck.
    Quickcheck,
    /// The crate proptest.
    Proptest,
}

impl Tool {
    /// All tools, in the order of the table.
    pub const ALL: [Tool; 5] =
        [Tool::QuickCheck, Tool::Fuzz, Tool::Edges, Tool::Quickcheck, Tool::Proptest];

    /// The other libraries.
    pub const OTHERS: [Tool; 2] = [Tool::Quickcheck, Tool::Proptest];

    /// The tools that need no instrumented build.
    pub const DEFAULT: [Tool; 4] = [Tool::QuickCheck, Tool::Fuzz, Tool::Quickcheck, Tool::Proptest];

    /// The tools that learn from the tests they run.
    pub const GUIDED: [Tool; 2] = [Tool::Fuzz, Tool::Edges];

    /// Returns whether this tool learns from the tests it runs.
    pub fn is_guided(self) -> bool {
        Tool::GUIDED.contains(&self)
    }

    /// Returns the name on the command line and in the store.
    pub fn name(self) -> &'static str {
        match self {
            Tool::QuickCheck => "quick_check",
            Tool::Fuzz => "fuzz",
            Tool::Edges => "edges",
            Tool::Quickcheck => "quickcheck",
            Tool::Proptest => "proptest",
        }
    }

    /// Returns the heading of the column in the table.
    pub fn heading(self) -> &'static str {
        match self {
            Tool::QuickCheck => "Forall `quick_check`",
            Tool::Fuzz => "Forall `fuzz`",
            Tool::Edges => "Forall `fuzz`, edges",
            Tool::Quickcheck => "quickcheck",
            Tool::Proptest => "proptest",
        }
    }

    /// Looks up a tool by name.
    pub fn named(name: &str) -> Option<Tool> {
        Tool::ALL.into_iter().find(|tool| tool.name() == name)
    }
}

/// One search.
#[derive(Clone, Debug)]
pub struct Search {
    /// The bug.
    pub bug: BugInfo,
    /// The tool.
    pub tool: Tool,
    /// The seed.
    pub seed: u64,
    /// The maximum number of tests.
    pub tests: u64,
    /// The time limit.
    pub time: Duration,
}

impl Search {
    /// Returns the key of this search in the store.
    pub fn key(&self) -> Key {
        Key { bug: self.bug.name.clone(), tool: self.tool, seed: self.seed }
    }
}

/// The searches of a measurement.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The searches, in the order in which they run.
    pub searches: Vec<Search>,
}

impl Plan {
    /// Lists the searches that `options` select.
    pub fn new(bugs: &[BugInfo], options: &Options) -> Plan {
        let mut searches = Vec::new();
        for bug in bugs.iter().filter(|bug| options.selects(&bug.name)) {
            for tool in &options.tools {
                searches.extend((1..=options.seeds).map(|seed| Search {
                    bug: bug.clone(),
                    tool: *tool,
                    seed,
                    tests: options.search_tests(),
                    time: options.time,
                }));
            }
        }
        Plan { searches }
    }

    /// Returns whether a search needs an instrumented build.
    pub fn needs_edges(&self) -> bool {
        self.searches.iter().any(|search| search.tool == Tool::Edges)
    }
}

/// The programs that search.
#[derive(Clone, Copy, Debug)]
pub struct Programs<'p> {
    /// The program without edge counters.
    pub plain: &'p Program,
    /// The program with edge counters, if a search needs it.
    pub instrumented: Option<&'p Program>,
}

impl Programs<'_> {
    fn search(&self, search: &Search) -> io::Result<Record> {
        let program = match search.tool {
            Tool::Edges => self.instrumented.unwrap_or(self.plain),
            _ => self.plain,
        };
        let args = [
            "search".to_owned(),
            search.bug.name.clone(),
            search.tool.name().to_owned(),
            search.seed.to_string(),
            search.tests.to_string(),
            search.time.as_millis().to_string(),
        ];
        let ended = program.run(&args, search.time + GRACE)?;
        Ok(Record {
            bug: search.bug.name.clone(),
            tool: search.tool,
            seed: search.seed,
            max_tests: search.tests,
            max_seconds: search.time.as_secs_f64(),
            outcome: outcome(ended)?,
        })
    }
}

fn outcome(ended: Ended) -> io::Result<Outcome> {
    let line = match ended {
        Ended::Output(line) => line,
        Ended::Failed(_) => return Ok(Outcome::Crashed),
        Ended::TimedOut => return Ok(Outcome::TimedOut),
    };
    let value: Value = serde_json::from_str(&line)?;
    let tests = value["tests"].as_u64().unwrap_or_default();
    let found = value["found"].as_bool().unwrap_or_default();
    Ok(if found { Outcome::Found { tests } } else { Outcome::NotFound { tests } })
}

/// Runs the searches, `jobs` at the same time, and calls `finished` with each record.
pub fn run(
    programs: &Programs<'_>,
    searches: &[Search],
    jobs: usize,
    finished: &mut dyn FnMut(&Record) -> io::Result<()>,
) -> io::Result<()> {
    let next = AtomicUsize::new(0);
    let (sender, records) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            let sender = sender.clone();
            let next = &next;
            scope.spawn(move || {
                while let Some(search) = searches.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if sender.send(programs.search(search)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        records.into_iter().try_for_each(|record| finished(&record?))
    })
}
