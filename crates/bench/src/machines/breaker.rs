//! A circuit breaker with the nine operations of interlock's model (issue 116): calls are admitted and settled,
//! enough failures open it, and after a wait, it is half open for a few probes. Four operations of an operator
//! override all that. Rules chosen evenly enter the state half open in 7 of 10,000 steps.

use std::cell::Cell;

use forall::domain::elements;
use forall::machine::steps;
use forall::property::{Erased, forall};
use forall::report::Report;
use forall::runner::{self, fuzz, quick_check};

use crate::options::Options;
use crate::row::{Bar, Row};

#[forall::machine(model = Breaker)]
trait Circuit {
    type Ticket;

    #[start]
    fn new(
        #[domain(1..=10)] min_calls: u32,
        #[domain(1..=100)] failure_percent: u32,
        #[domain(1..=5)] probes: u32,
    ) -> Self;
    #[weight(weight(8, model.state == State::Open && !model.may_probe()))]
    fn advance(&mut self, #[domain(0..=20)] tenths: u32);
    #[weight(weight(16, model.admits_calls() || model.may_probe()))]
    fn admit(&mut self) -> Option<Self::Ticket>;
    #[weight(weight(16, model.admits_calls()))]
    fn settle(&mut self, ticket: Self::Ticket, #[domain(outcomes())] outcome: Outcome);
    fn release(&mut self, ticket: Self::Ticket);
    #[weight(weight(1, model.may_probe()))]
    fn transition(&mut self) -> bool;
    fn force_open(&mut self);
    fn disable(&mut self);
    fn metrics_only(&mut self);
    #[weight(weight(1, model.is_overridden()))]
    fn reset(&mut self);
    #[always]
    fn state(&self) -> State;
}

/// How often the operations are generated.
#[derive(Clone, Copy)]
enum Weights {
    /// All equally.
    Even,
    /// Calls and the passing of time more often than what an operator does.
    Fixed,
    /// In each state, those that lead out of it more often than the others.
    ByState,
}

/// The weight of an operation that leads out of the current state.
const USEFUL: u32 = 16;

/// Returns the weight of an operation. `fixed` is its weight if that does not depend on the state, and `is_useful`
/// says whether it leads out of the current state.
fn weight(fixed: u32, is_useful: bool) -> u32 {
    match WEIGHTS.get() {
        Weights::Even => 1,
        Weights::Fixed => fixed,
        Weights::ByState => {
            if is_useful {
                USEFUL
            } else {
                1
            }
        }
    }
}

fn outcomes() -> forall::domain::Elements<Outcome> {
    elements(vec![Outcome::Success, Outcome::Failure, Outcome::Slow])
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Outcome {
    Success,
    Failure,
    Slow,
}

#[derive(Clone, Copy, Debug, PartialEq, Hash)]
enum State {
    Closed,
    Open,
    HalfOpen,
    Forced,
    Disabled,
    MetricsOnly,
}

/// The breaker. A ticket is the number of transitions before the call was admitted.
#[derive(Hash)]
struct Breaker {
    min_calls: u32,
    failure_percent: u32,
    probes: u32,
    state: State,
    era: u32,
    /// The time since it opened, in tenths of the time until it may be half open.
    waited: u32,
    calls: u32,
    failures: u32,
    admitted: u32,
}

impl Breaker {
    fn go_to(&mut self, state: State) {
        self.state = state;
        self.era += 1;
        self.waited = 0;
        self.calls = 0;
        self.failures = 0;
        self.admitted = 0;
    }

    fn admits_calls(&self) -> bool {
        matches!(self.state, State::Closed | State::HalfOpen)
    }

    fn is_overridden(&self) -> bool {
        matches!(self.state, State::Forced | State::Disabled | State::MetricsOnly)
    }

    fn may_probe(&self) -> bool {
        self.state == State::Open && self.waited >= 10
    }
}

impl Circuit for Breaker {
    type Ticket = u32;

    fn new(min_calls: u32, failure_percent: u32, probes: u32) -> Breaker {
        Breaker {
            min_calls,
            failure_percent,
            probes,
            state: State::Closed,
            era: 0,
            waited: 0,
            calls: 0,
            failures: 0,
            admitted: 0,
        }
    }

    fn advance(&mut self, tenths: u32) {
        self.waited += tenths;
    }

    fn admit(&mut self) -> Option<u32> {
        self.transition();
        let admits = match self.state {
            State::Closed | State::Disabled | State::MetricsOnly => true,
            State::HalfOpen => self.admitted < self.probes,
            State::Open | State::Forced => false,
        };
        self.admitted += u32::from(admits);
        admits.then_some(self.era)
    }

    fn settle(&mut self, ticket: u32, outcome: Outcome) {
        if ticket != self.era {
            return;
        }
        self.calls += 1;
        self.failures += u32::from(outcome != Outcome::Success);
        let fails = 100 * self.failures >= self.failure_percent * self.calls;
        match self.state {
            State::Closed if self.calls >= self.min_calls && fails => self.go_to(State::Open),
            State::HalfOpen if self.calls >= self.probes => {
                self.go_to(if fails { State::Open } else { State::Closed });
            }
            _ => {}
        }
    }

    fn release(&mut self, ticket: u32) {
        if ticket == self.era {
            self.admitted -= 1;
        }
    }

    fn transition(&mut self) -> bool {
        let probes = self.may_probe();
        if probes {
            self.go_to(State::HalfOpen);
        }
        probes
    }

    fn force_open(&mut self) {
        self.go_to(State::Forced);
    }

    fn disable(&mut self) {
        self.go_to(State::Disabled);
    }

    fn metrics_only(&mut self) {
        self.go_to(State::MetricsOnly);
    }

    fn reset(&mut self) {
        self.go_to(State::Closed);
    }

    fn state(&self) -> State {
        self.state
    }
}

thread_local! {
    static ENTRIES: Cell<u64> = const { Cell::new(0) };
    static STEPS: Cell<u64> = const { Cell::new(0) };
    static WEIGHTS: Cell<Weights> = const { Cell::new(Weights::Even) };
}

/// The same breaker, which counts how often it becomes half open.
struct Counted(Breaker);

impl Counted {
    fn step<R>(&mut self, step: impl FnOnce(&mut Breaker) -> R) -> R {
        let before = self.0.state;
        let reply = step(&mut self.0);
        let enters = self.0.state == State::HalfOpen && before != State::HalfOpen;
        ENTRIES.set(ENTRIES.get() + u64::from(enters));
        STEPS.set(STEPS.get() + 1);
        reply
    }
}

impl Circuit for Counted {
    type Ticket = u32;

    fn new(min_calls: u32, failure_percent: u32, probes: u32) -> Counted {
        Counted(Breaker::new(min_calls, failure_percent, probes))
    }

    fn advance(&mut self, tenths: u32) {
        self.step(|breaker| breaker.advance(tenths));
    }

    fn admit(&mut self) -> Option<u32> {
        self.step(Breaker::admit)
    }

    fn settle(&mut self, ticket: u32, outcome: Outcome) {
        self.step(|breaker| breaker.settle(ticket, outcome));
    }

    fn release(&mut self, ticket: u32) {
        self.step(|breaker| breaker.release(ticket));
    }

    fn transition(&mut self) -> bool {
        self.step(Breaker::transition)
    }

    fn force_open(&mut self) {
        self.step(Breaker::force_open);
    }

    fn disable(&mut self) {
        self.step(Breaker::disable);
    }

    fn metrics_only(&mut self) {
        self.step(Breaker::metrics_only);
    }

    fn reset(&mut self) {
        self.step(Breaker::reset);
    }

    fn state(&self) -> State {
        self.0.state
    }
}

type Runner = fn(&Erased, &runner::Options) -> Report;

/// A way to run the machine.
struct Campaign {
    name: &'static str,
    run: Runner,
    weights: Weights,
    /// How often it must enter the state half open in 10,000 steps.
    least: Option<f64>,
}

/// The limits for runs whose machine has weights. No run can have more than 3,333 entries: the shortest way from half open
/// to half open has three steps.
const LEAST_RANDOM: f64 = 200.0;
const LEAST_GUIDED: f64 = 2_000.0;

const CAMPAIGNS: [Campaign; 6] = [
    Campaign {
        name: "quick_check",
        run: |p, o| quick_check(p, o),
        weights: Weights::Even,
        least: None,
    },
    Campaign {
        name: "quick_check, weights",
        run: |p, o| quick_check(p, o),
        weights: Weights::Fixed,
        least: Some(LEAST_RANDOM),
    },
    Campaign {
        name: "quick_check, by state",
        run: |p, o| quick_check(p, o),
        weights: Weights::ByState,
        least: Some(LEAST_RANDOM),
    },
    Campaign { name: "fuzz", run: |p, o| fuzz(p, o), weights: Weights::Even, least: None },
    Campaign {
        name: "fuzz, weights",
        run: |p, o| fuzz(p, o),
        weights: Weights::Fixed,
        least: Some(LEAST_GUIDED),
    },
    Campaign {
        name: "fuzz, by state",
        run: |p, o| fuzz(p, o),
        weights: Weights::ByState,
        least: Some(LEAST_GUIDED),
    },
];

/// The number of tests for each seed.
const TESTS: u64 = 5_000;

/// How often rules chosen evenly enter the state half open in 10,000 steps.
const EVEN: f64 = 7.0;

/// Counts how often the state half open is entered.
pub(super) fn rows(options: &Options) -> Vec<Row> {
    let wanted = CAMPAIGNS.iter().filter(|campaign| options.wants(&row_name(campaign)));
    let rows = wanted.map(|campaign| Row {
        name: row_name(campaign),
        ours: entries(campaign, options.seeds()),
        theirs: campaign.least.unwrap_or(EVEN),
        bar: campaign.least.map(|_| Bar::FirmAtLeast(1.0)),
        unit: "entries",
        note: format!("in 10,000 steps, {} seeds", options.seeds()),
    });
    rows.collect()
}

fn row_name(campaign: &Campaign) -> String {
    format!("breaker: {}", campaign.name)
}

/// Returns the number of entries in 10,000 steps, over all seeds.
fn entries(campaign: &Campaign, seeds: u64) -> f64 {
    ENTRIES.set(0);
    STEPS.set(0);
    WEIGHTS.set(campaign.weights);
    for seed in 0..seeds {
        let agrees =
            forall("steps", steps::<Breaker>()).check(|(steps, ())| steps.check::<Counted>());
        let options = runner::Options { seed, tests: TESTS, ..runner::Options::default() };
        let report = (campaign.run)(&Erased::new(agrees), &options);
        assert!(report.passed(), "both breakers are the same");
    }
    10_000.0 * ENTRIES.get() as f64 / STEPS.get() as f64
}
