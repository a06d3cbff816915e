//! Guided test loops: [`fuzz_with`] with any pool, energy and feedback.
//!
//! The budget of the library is wall time, passed tests, and a discard ratio. Here a trial is
//! limited by CPU time and by the total number of tests. An instrument enforces both limits,
//! because it runs after every test.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use forall::block::Attempt;
use forall::feedback::{Edges, Feedback, FinishedTest, Instrument, Premises, ValidCoverage};
use forall::part::{DefaultInstruments, Guidance, default_pool, with_warmup};
use forall::pool::{
    Directive, Energy, Fifo, Filo, Heap, Monotonic, Recycling, Resetting, Seed, SeedPool, Static,
    TwoQueues,
};
use forall::property::{Erased, ErasedInputs};
use forall::runner::{Options, fuzz_with};

use crate::clock::Stopwatch;
use crate::interest::{Interest, Valid};
use crate::test_loop::NoShrinking;
use crate::trial::{ShrinkResult, Status, Trial};

/// The configuration of a guided loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guided {
    /// The seed pool.
    pub pool: Pool,
    /// The number of mutations for each seed.
    pub energy: Schedule,
    /// The feedback.
    pub feedback: FeedbackKind,
    /// The limit on tests; none if only time is limited.
    pub tests: Option<u64>,
}

/// How often each seed is mutated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schedule {
    /// This number of times. All new behaviour is equally useful.
    Fixed(u64),
    /// At most this number of times, and less often the less the input reaches, as in the paper.
    UpTo(u64),
}

/// The pools of the paper, and five more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pool {
    /// The oldest seed first.
    Fifo,
    /// The newest seed first.
    Filo,
    /// The most useful seed first.
    Heap,
    /// One seed, forever.
    Static,
    /// One seed until its energy is spent. A new seed must beat the best one so far.
    Monotonic,
    /// One seed until its energy is spent. Then any useful seed replaces it.
    Resetting,
    /// The heap, which reuses its seeds once all are spent.
    Recycling,
    /// The default pool of `fuzz`: some fresh inputs, then the recycling heap.
    Default,
    /// The same with a first-in, first-out queue in place of the heap.
    WarmFifo,
    /// The same with two heaps: valid seeds first, discarded ones when there are no others.
    TwoQueues,
    /// No seeds: all inputs are fresh, as in `quick_check`.
    Fresh,
    /// The loop of crabcheck, with its pool of two queues.
    Crabcheck,
}

/// The feedback of a guided loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeedbackKind {
    /// No feedback.
    None,
    /// Whether all premises hold: every valid input is kept, and nothing is known about the code.
    Valid,
    /// Feedback that needs no instrumented build: the number of satisfied premises and the shape of
    /// the inputs.
    Plain,
    /// The number of satisfied premises, and the covered edges.
    Edges,
    /// The same, with the edges of valid inputs apart from those of all inputs.
    ValidEdges,
}

type Seeds = Box<dyn SeedPool<Attempt<ErasedInputs>, Feedback>>;

impl Pool {
    const ALL: [(Pool, &'static str); 12] = [
        (Pool::Fifo, "fifo"),
        (Pool::Filo, "filo"),
        (Pool::Heap, "heap"),
        (Pool::Static, "static"),
        (Pool::Monotonic, "monotonic"),
        (Pool::Resetting, "resetting"),
        (Pool::Recycling, "recycling"),
        (Pool::Default, "default"),
        (Pool::WarmFifo, "warmfifo"),
        (Pool::TwoQueues, "twoqueues"),
        (Pool::Fresh, "fresh"),
        (Pool::Crabcheck, "crabcheck"),
    ];

    /// Returns whether it is one of the six pools of the paper.
    pub fn is_of_paper(self) -> bool {
        matches!(
            self,
            Pool::Fifo | Pool::Filo | Pool::Heap | Pool::Static | Pool::Monotonic | Pool::Resetting
        )
    }

    fn of(self, energy: Energy) -> Seeds {
        match self {
            Pool::Fifo => Box::new(Fifo::new(energy)),
            Pool::Filo => Box::new(Filo::new(energy)),
            Pool::Heap => Box::new(Heap::new(energy)),
            Pool::Static => Box::new(Static::new()),
            Pool::Monotonic => Box::new(Monotonic::new(energy)),
            Pool::Resetting => Box::new(Resetting::new(energy)),
            Pool::Recycling => Box::new(Recycling::new(Heap::new(energy))),
            Pool::Default => Box::new(default_pool(energy)),
            Pool::WarmFifo => Box::new(with_warmup(Fifo::new(energy))),
            Pool::TwoQueues => {
                let valid = Heap::new(energy);
                let discarded = Heap::new(energy);
                Box::new(with_warmup(TwoQueues::new(valid, discarded, Feedback::is_valid)))
            }
            // The loop of crabcheck has a pool of its own.
            Pool::Fresh | Pool::Crabcheck => Box::new(Fresh),
        }
    }
}

impl FeedbackKind {
    const ALL: [(FeedbackKind, &'static str); 5] = [
        (FeedbackKind::None, "none"),
        (FeedbackKind::Valid, "valid"),
        (FeedbackKind::Plain, "plain"),
        (FeedbackKind::Edges, "edges"),
        (FeedbackKind::ValidEdges, "validedges"),
    ];

    fn instrument(self) -> Box<dyn Instrument> {
        match self {
            FeedbackKind::None => Box::new(()),
            FeedbackKind::Valid => Box::new(Premises),
            FeedbackKind::Plain => Box::new(DefaultInstruments::default()),
            FeedbackKind::Edges => Box::new((Premises, Edges::detect())),
            FeedbackKind::ValidEdges => Box::new((Premises, ValidCoverage::new(Edges::detect()))),
        }
    }
}

impl Schedule {
    /// The prefix of the name of [`Schedule::UpTo`].
    const UP_TO: &'static str = "upto";

    fn named(name: &str) -> Option<Schedule> {
        match name.strip_prefix(Schedule::UP_TO) {
            Some(max) => max.parse().ok().map(Schedule::UpTo),
            None => name.parse().ok().map(Schedule::Fixed),
        }
    }

    fn energy(self) -> Energy {
        match self {
            Schedule::Fixed(energy) => Energy::Fixed(energy),
            Schedule::UpTo(max) => Energy::UpTo(max),
        }
    }
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Schedule::Fixed(energy) => write!(f, "{energy}"),
            Schedule::UpTo(max) => write!(f, "{}{max}", Schedule::UP_TO),
        }
    }
}

/// Returns whether this program was built with edge counters.
pub fn counts_edges() -> bool {
    let mut names = Vec::new();
    Edges::detect().names(&mut names);
    !names.is_empty()
}

impl Guided {
    /// Parses the name of a guided loop.
    pub fn named(name: &str) -> Option<Guided> {
        let mut words = name.split('-');
        let pool = words.next()?;
        let energy = words.next()?;
        let feedback = words.next()?;
        let tests = words.next().map(str::parse).transpose().ok()?;
        let (pool, _) = *Pool::ALL.iter().find(|(_, known)| *known == pool)?;
        let (feedback, _) = *FeedbackKind::ALL.iter().find(|(_, known)| *known == feedback)?;
        Some(Guided { pool, energy: Schedule::named(energy)?, feedback, tests })
    }

    /// Returns whether it needs a build with edge counters.
    pub fn needs_edges(self) -> bool {
        matches!(self.feedback, FeedbackKind::Edges | FeedbackKind::ValidEdges)
    }

    /// Returns the same loop with feedback that needs no instrumented build.
    #[must_use]
    pub fn without_edges(self) -> Guided {
        let feedback = if self.needs_edges() { FeedbackKind::Plain } else { self.feedback };
        Guided { feedback, ..self }
    }

    /// Returns whether this build contains it.
    pub fn is_built(self) -> bool {
        self.pool != Pool::Crabcheck || cfg!(feature = "peers")
    }

    /// Runs the loop of crabcheck, if that is the loop and this build contains it.
    #[cfg(feature = "peers")]
    fn crabcheck(self, property: &Erased, options: &Options, time: Duration) -> Option<Trial> {
        let energy = match self.energy {
            Schedule::Fixed(energy) | Schedule::UpTo(energy) => energy,
        };
        let energy = u32::try_from(energy).unwrap_or(u32::MAX);
        let limits = crate::peers::Limits { tests: self.tests.unwrap_or(u64::MAX), time, energy };
        let instrument = self.feedback.instrument();
        let run = || crate::peers::crabcheck_trial(property, instrument, options, limits);
        (self.pool == Pool::Crabcheck).then(run)
    }

    #[cfg(not(feature = "peers"))]
    fn crabcheck(self, _: &Erased, _: &Options, _: Duration) -> Option<Trial> {
        None
    }

    /// Runs the property until it fails or a limit is reached. Nothing is shrunk.
    pub fn trial(self, property: &Erased, options: &Options, time: Duration) -> Trial {
        if let Some(trial) = self.crabcheck(property, options, time) {
            return trial;
        }
        let stopwatch = Stopwatch::start();
        let stop = Arc::new(AtomicBool::new(false));
        let tests = self.tests.unwrap_or(u64::MAX);
        let limit = Limit { stopwatch, time, tests, run: 0, stop: Arc::clone(&stop) };
        let options = Options {
            max_time: None,
            max_shrinks: 0,
            shrinker: Arc::new(NoShrinking),
            stop: Some(stop),
            ..options.clone()
        };
        let pool = self.pool.of(self.energy.energy());
        let guidance = Guidance::new(pool).instrument((limit, self.feedback.instrument()));
        let report = match (self.energy, self.feedback) {
            (_, FeedbackKind::Valid) => fuzz_with(property, &mut guidance.utility(Valid), &options),
            (Schedule::UpTo(max), _) => {
                fuzz_with(property, &mut guidance.utility(Interest::up_to(max)), &options)
            }
            (Schedule::Fixed(_), _) => fuzz_with(property, &mut { guidance }, &options),
        };
        let time = stopwatch.elapsed();
        let found = report.counterexample().map(ShrinkResult::unshrunk);
        // The run stops up to a millisecond after the limit.
        let in_time = self.tests.is_none_or(|tests| report.tally.tests() < tests);
        let found = found.filter(|_| in_time);
        let status = if found.is_some() { Status::FoundBug } else { Status::TimedOut };
        Trial { status, tally: report.tally, time, found }
    }
}

impl fmt::Display for Guided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pool = Pool::ALL.iter().find(|(pool, _)| *pool == self.pool);
        let feedback = FeedbackKind::ALL.iter().find(|(kind, _)| *kind == self.feedback);
        if let (Some((_, pool)), Some((_, feedback))) = (pool, feedback) {
            write!(f, "{pool}-{}-{feedback}", self.energy)?;
        }
        self.tests.map_or(Ok(()), |tests| write!(f, "-{tests}"))
    }
}

/// A pool that always asks for a fresh input.
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

/// An instrument that observes nothing and ends the run at its limits.
#[derive(Debug)]
struct Limit {
    stopwatch: Stopwatch,
    time: Duration,
    tests: u64,
    run: u64,
    stop: Arc<AtomicBool>,
}

/// The number of tests between two readings of the clock.
const CLOCK_INTERVAL: u64 = 64;

impl Instrument for Limit {
    fn names(&self, _: &mut Vec<&'static str>) {}

    fn read(&mut self, _: &FinishedTest<'_>, _: &mut Feedback) {
        self.run += 1;
        let late = || self.stopwatch.elapsed().cpu >= self.time;
        if self.run >= self.tests || self.run.is_multiple_of(CLOCK_INTERVAL) && late() {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::experiment::EXPERIMENTS;
    use crate::test_loop::TestLoop;

    #[test]
    fn names_of_guided_loops_parse() {
        let loops = EXPERIMENTS.iter().flat_map(|experiment| experiment.loops);
        let guided = loops.filter(|test_loop| matches!(test_loop, TestLoop::Guided(_)));
        let mut count = 0;
        for test_loop in guided {
            assert_eq!(TestLoop::named(&test_loop.to_string()), Some(*test_loop));
            count += 1;
        }
        assert!(count > 21, "{count}");
    }
}
