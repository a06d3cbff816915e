//! Guided loops: inputs are changed, and those that did something new are changed again.
//!
//! [`fuzz_with`] does it, with any pool, any energy and any feedback. Its clock is that of the wall, and
//! how many tests it turns away is not limited by a number. Here the limits are seconds of the
//! thread and tests of all kinds, and an instrument keeps them: it is asked after every test.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use forall::block::Attempt;
use forall::feedback::{Edges, Feedback, FinishedTest, Instrument, Premises};
use forall::part::{DefaultInstruments, Guidance, default_pool};
use forall::pool::{
    Directive, Energy, Fifo, Filo, Heap, Monotonic, Recycling, Resetting, Seed, SeedPool, Static,
};
use forall::property::{Erased, ErasedInputs};
use forall::runner::{Options, fuzz_with};

use crate::clock::Start;
use crate::tool::AsFound;
use crate::trial::{Found, Status, Trial};

/// What a guided loop goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guided {
    /// Which input it changes next.
    pub pool: Pool,
    /// How often it changes each.
    pub energy: u64,
    /// What it watches.
    pub by: By,
    /// How many tests it may run; as many as it has time for if there is no number.
    pub tests: Option<u64>,
}

/// The pools of the paper, and two more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pool {
    /// The oldest seed first.
    Fifo,
    /// The newest first.
    Filo,
    /// The most useful first.
    Heap,
    /// One seed, for ever.
    Static,
    /// One seed until its energy is spent, which stays the one to beat.
    Monotonic,
    /// One seed until its energy is spent.
    Resetting,
    /// The heap, whose seeds are used again when all are spent.
    Recycling,
    /// The default pool of `fuzz`: some fresh inputs, and then the renewed heap.
    Usual,
    /// No seed at all: all inputs are fresh, as those of `quick_check` are.
    Fresh,
}

/// What is watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// Nothing.
    Nothing,
    /// What needs no special build: how many premises held, and the shape of the inputs.
    Plain,
    /// How many premises held, and which edges of the code were taken.
    Edges,
}

type Seeds = Box<dyn SeedPool<Attempt<ErasedInputs>, Feedback>>;

impl Pool {
    const ALL: [(Pool, &'static str); 9] = [
        (Pool::Fifo, "fifo"),
        (Pool::Filo, "filo"),
        (Pool::Heap, "heap"),
        (Pool::Static, "static"),
        (Pool::Monotonic, "monotonic"),
        (Pool::Resetting, "resetting"),
        (Pool::Recycling, "renewed"),
        (Pool::Usual, "usual"),
        (Pool::Fresh, "fresh"),
    ];

    fn of(self, energy: Energy) -> Seeds {
        match self {
            Pool::Fifo => Box::new(Fifo::new(energy)),
            Pool::Filo => Box::new(Filo::new(energy)),
            Pool::Heap => Box::new(Heap::new(energy)),
            Pool::Static => Box::new(Static::new()),
            Pool::Monotonic => Box::new(Monotonic::new(energy)),
            Pool::Resetting => Box::new(Resetting::new(energy)),
            Pool::Recycling => Box::new(Recycling::new(Heap::new(energy))),
            Pool::Usual => Box::new(default_pool(energy)),
            Pool::Fresh => Box::new(Fresh),
        }
    }
}

impl By {
    const ALL: [(By, &'static str); 3] =
        [(By::Nothing, "nothing"), (By::Plain, "plain"), (By::Edges, "edges")];

    fn instrument(self) -> Box<dyn Instrument> {
        match self {
            By::Nothing => Box::new(()),
            By::Plain => Box::new(DefaultInstruments::default()),
            By::Edges => Box::new((Premises, Edges::detect())),
        }
    }
}

/// Was this program built to count its edges?
pub fn counts_edges() -> bool {
    let mut names = Vec::new();
    Edges::detect().names(&mut names);
    !names.is_empty()
}

impl Guided {
    /// The loop of this name.
    pub fn named(name: &str) -> Option<Guided> {
        let mut words = name.split('-');
        let (pool, energy, by) = (words.next()?, words.next()?, words.next()?);
        let tests = words.next().map(str::parse).transpose().ok()?;
        let (pool, _) = *Pool::ALL.iter().find(|(_, known)| *known == pool)?;
        let (by, _) = *By::ALL.iter().find(|(_, known)| *known == by)?;
        Some(Guided { pool, energy: energy.parse().ok()?, by, tests })
    }

    /// Does it need a build that counts its edges?
    pub fn needs_edges(self) -> bool {
        self.by == By::Edges
    }

    /// Runs the property until it fails, for so long as the thread works. Nothing is shrunk.
    pub fn trial(self, property: &Erased, options: &Options, time: Duration) -> Trial {
        let began = Start::now();
        let stop = Arc::new(AtomicBool::new(false));
        let tests = self.tests.unwrap_or(u64::MAX);
        let limit = Limit { began, time, tests, run: 0, stop: Arc::clone(&stop) };
        let options = Options {
            time: None,
            max_shrinks: 0,
            shrinker: Arc::new(AsFound),
            stop: Some(stop),
            ..options.clone()
        };
        let pool = self.pool.of(Energy::Fixed(self.energy));
        let mut guidance = Guidance::new(pool).instrument((limit, self.by.instrument()));
        let report = fuzz_with(property, &mut guidance, &options);
        let time = began.took();
        let found = report.counterexample().map(Found::as_it_is);
        // It stops within a millisecond, and not at once.
        let in_time = self.tests.is_none_or(|tests| report.tally.tests() < tests);
        let found = found.filter(|_| in_time);
        let status = if found.is_some() { Status::FoundBug } else { Status::TimedOut };
        Trial { status, tally: report.tally, time, found }
    }
}

impl fmt::Display for Guided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pool = Pool::ALL.iter().find(|(pool, _)| *pool == self.pool);
        let by = By::ALL.iter().find(|(by, _)| *by == self.by);
        if let (Some((_, pool)), Some((_, by))) = (pool, by) {
            write!(f, "{pool}-{}-{by}", self.energy)?;
        }
        self.tests.map_or(Ok(()), |tests| write!(f, "-{tests}"))
    }
}

/// Always asks for a fresh input.
#[derive(Debug)]
struct Fresh;

impl<A, F> SeedPool<A, F> for Fresh {
    fn invest(&mut self, _: Seed<A, F>) {}

    fn revise(&mut self) -> Option<Seed<A, F>> {
        None
    }

    fn sample(&mut self) -> Directive<'_, A, F> {
        Directive::Generate
    }

    fn best(&self) -> Option<&Seed<A, F>> {
        None
    }
}

/// Ends a run. It sees nothing else.
#[derive(Debug)]
struct Limit {
    began: Start,
    time: Duration,
    tests: u64,
    run: u64,
    stop: Arc<AtomicBool>,
}

/// How many tests are run from one look at the clock to the next.
const GLANCE: u64 = 64;

impl Instrument for Limit {
    fn names(&self, _: &mut Vec<&'static str>) {}

    fn read(&mut self, _: &FinishedTest<'_>, _: &mut Feedback) {
        self.run += 1;
        let late = || self.began.took().worked >= self.time;
        if self.run >= self.tests || self.run.is_multiple_of(GLANCE) && late() {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::experiment::EXPERIMENTS;
    use crate::tool::Tool;

    #[test]
    fn names_say_all() {
        let tools = EXPERIMENTS.iter().flat_map(|experiment| experiment.tools);
        let guided = tools.filter(|tool| matches!(tool, Tool::Guided(_)));
        let mut count = 0;
        for tool in guided {
            assert_eq!(Tool::named(&tool.to_string()), Some(*tool));
            count += 1;
        }
        assert!(count > 21, "{count}");
    }
}
