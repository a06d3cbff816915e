//! The enumerative runner: every input there is, the small ones first.
//!
//! ```text
//!   ┌───── enumeration ─────┐          ┌── shrinking ──┐
//!   │   next ──▶ G ◀──▶ C   │ ─ fail ▶ │   S ◀──▶ C    │ ──▶ P
//!   │    ▲───────┘          │          └───────────────┘
//!   └───────────────────────┘ ─ no more ▶ a proof
//! ```
//!
//! After SmallCheck (Runciman, Naylor and Lindblad, 2008) and LeanCheck (Matela Braquehais, 2017). We
//! depart from them in that types need no enumerator: what is enumerated is choices, so any domain
//! will do. They are a tree, which is walked to a depth that grows ([`Walk`]); nothing is kept but
//! the way to where we are. As in Lazy SmallCheck, a premise is asked as soon as it comes, so one
//! that is false turns away all inputs that begin alike. No choices are tried twice. Two may still make
//! the same value, as the order in which a set was filled.
//!
//! For small worlds: flags, small numbers, terms of a language, where bugs need few things and some of them
//! are unlikely. A number that is wrong only above a million is not found. It costs a recording for each
//! test, and about as much again for the small inputs that are passed by in each round; it keeps nothing
//! but the way to where it is, so a long run takes no more memory than a short one. Shares of what is
//! observed are those of all inputs so far, of which small ones are the most.

use forall::block::{Patience, Property, conclude, satisfy};
use forall::part::{Budget, Census, Options, count_values, nth_value};
use forall::report::{Outcome, Report, Tally, Verdict};
use forall::shrink::{FailedTest, shrink_failure};
use forall::source::{Choice, Policy, Record, Role, Source, Value};

/// Runs `property` on all inputs in turn until one falsifies it, or there are no more.
///
/// ```
/// use forall::domain::any;
/// use forall::property::forall;
/// use forall::runner::{Options, enumerate};
///
/// let sum = forall("a", any::<u8>()).forall("b", any::<u8>());
/// let sum = sum.check(|(b, (a, ()))| u16::from(*a) + u16::from(*b) < 511);
/// let report = enumerate(&sum, &Options { tests: 100_000, ..Options::default() });
/// assert_eq!(report.to_string(), "exhausted: all 65,536 cases pass\n");
/// ```
pub fn enumerate<P: Property>(property: &P, options: &Options) -> Report {
    let mut budget = Budget::new(options);
    let mut tally = Tally::default();
    let mut census = Census::new(property);
    let mut walk = Walk::default();

    let outcome = loop {
        let Some(values) = walk.next() else { break exhausted(&tally) };
        if !budget.allows(&tally, walk.steps) {
            break budget.outcome(&tally);
        }
        if walk.steps > PATIENCE * (tally.tests() + 100) {
            break if tally.passed == 0 { Outcome::Vacuous } else { Outcome::GaveUp };
        }
        let mut source = replay(values.clone(), options);
        let made = satisfy(property, &mut source, &mut Patience::none()); // G
        if !walk.arrived(&source.into_record()) {
            continue;
        }
        let verdict = match &made {
            Ok(inputs) => conclude(property, inputs), // C
            Err(verdict) => verdict.clone(),
        };
        match verdict {
            Verdict::Pass => {
                tally.passed += 1;
                made.iter().for_each(|inputs| census.look(property, inputs));
            }
            Verdict::Discard(premise) => tally.discard(premise),
            Verdict::Reject(variable, reason) => tally.reject(variable, reason),
            Verdict::Fail(failure) => {
                let source = replay(values, options);
                let test = FailedTest { number: tally.tests(), source, failure: *failure };
                break shrink_failure(property, test, options.shrink_config()).into(); // S, P
            }
        }
    };
    let outcome = census.outcome().filter(|_| !outcome.is_failure()).unwrap_or(outcome);
    Report::new(property, options.seed, tally, outcome).with_observed(census.observed())
}

/// In how many ways the inputs of `property` can be drawn, if no more than `options` have tests. To count
/// takes at most eight choices for each of these; and where there are many, mostly one or two inputs, since
/// each choice on the way says how many others there are at least.
///
/// ```
/// use forall::domain::any;
/// use forall::property::forall;
/// use forall::runner::{Options, count_inputs};
///
/// let few = forall("a", any::<u8>()).forall("b", any::<bool>()).check(|_| true);
/// assert_eq!(count_inputs(&few, &Options::default()), Some(512));
/// let many = forall("a", any::<Vec<u8>>()).check(|_| true);
/// assert_eq!(count_inputs(&many, &Options::default()), None);
/// ```
pub fn count_inputs<P: Property>(property: &P, options: &Options) -> Option<u64> {
    let most = options.tests.min(MANY);
    let mut walk = Walk { reach: (0, u64::MAX), ..Walk::default() };
    let mut drawn = 0;
    while let Some(values) = walk.next() {
        let mut source = replay(values, options);
        let made = satisfy(property, &mut source, &mut Patience::none()); // G
        let record = source.into_record();
        drawn += record.choices.len() as u64;
        let unknown = matches!(made, Err(Verdict::Fail(_))) || drawn > 8 * most;
        if unknown || walk.steps.saturating_add(walk.others(&record)) > most {
            return None;
        }
        walk.arrived(&record);
    }
    Some(walk.steps)
}

/// Where there are more than these, random ones are as good.
const MANY: u64 = 1 << 16;

/// These choices, and then the simplest ones. A domain that asks for the size is told that of the first
/// test: under [`Sizes::Fixed`](forall::source::Sizes::Fixed), all values of one size are enumerated.
fn replay(values: Vec<Value>, options: &Options) -> Source {
    Source::from_seed(0, options.sizes.of(0)).replaying(values, Policy::SIMPLEST)
}

/// How many steps may be taken for each test: where a filter lets next to nothing through, there is
/// no end of them.
const PATIENCE: u64 = 1_000;

/// All there was has been tried.
fn exhausted(tally: &Tally) -> Outcome {
    if tally.passed == 0 { Outcome::Vacuous } else { Outcome::Exhausted }
}

/// A walk through the tree of choices, to a depth that grows.
///
/// Choices have a cost, and so have the inputs that are made of them: their sum. Each round goes to
/// all that cost more than what the last one went to, up to somewhat more. It has to pass by those
/// again; but as there are many more of larger ones, this is less than the rest of the work.
#[derive(Debug, Default)]
struct Walk {
    /// How many inputs were made so far.
    steps: u64,
    /// The numbers of the choices to where we are; after these, each is the simplest.
    path: Vec<(Value, u128)>,
    /// What is in reach now costs more than the first, and at most the second.
    reach: (u64, u64),
    /// The least cost of what was too far away.
    beyond: Option<u64>,
    state: State,
}

#[derive(Debug, Default, PartialEq)]
enum State {
    /// At the first inputs, at no cost.
    #[default]
    First,
    /// Under way.
    Under,
    /// There are no more.
    Over,
}

impl Walk {
    /// What to make the next inputs of.
    fn next(&mut self) -> Option<Vec<Value>> {
        if self.state == State::Over {
            return None;
        }
        self.steps += 1;
        Some(self.path.iter().map(|(value, _)| value.clone()).collect())
    }

    /// Are these inputs new? Then goes on.
    fn arrived(&mut self, record: &Record) -> bool {
        let (cut, cost) = self.cut(record);
        let new = cut.is_none() && (cost > self.reach.0 || self.state == State::First);
        self.state = State::Under;
        self.advance(record, cut.unwrap_or(record.choices.len()));
        new
    }

    /// How many choices it takes to see that these inputs, and all that begin alike, are not wanted;
    /// and what they cost.
    ///
    /// They are not if they cost too much, or if a filter threw something away: then there are others
    /// that are the same without it.
    fn cut(&mut self, record: &Record) -> (Option<usize>, u64) {
        let mut thrown = record.spans.iter().filter(|span| span.discarded);
        let end = thrown.next().map(|first| first.end);
        let mut cost = 0;
        for (at, choice) in record.choices.iter().enumerate() {
            if end.is_some_and(|end| at >= end) {
                break;
            }
            cost += self.cost(choice, self.number(at));
            if cost > self.reach.1 {
                self.put_off(cost);
                return (Some(at), cost);
            }
        }
        (end, cost)
    }

    /// Goes to what comes next after the first so many choices of this record: the last of them that
    /// has another value in reach takes it. If there is none, the reach grows, and we begin again.
    fn advance(&mut self, record: &Record, length: usize) {
        let mut costs = Vec::with_capacity(length);
        let mut cost = 0;
        for (at, choice) in record.choices[..length].iter().enumerate() {
            costs.push(cost);
            cost += self.cost(choice, self.number(at));
        }
        for at in (0..length).rev() {
            let number = self.number(at) + 1;
            let Some(value) = nth_value(record.constraint(at), number) else { continue };
            let cost = costs[at] + self.cost(&record.choices[at], number);
            if cost > self.reach.1 {
                self.put_off(cost);
                continue;
            }
            let known = self.path.len();
            let simplest = record.choices[..at].iter().skip(known);
            self.path.extend(simplest.map(|choice| (choice.value.clone(), 0)));
            self.path.truncate(at);
            self.path.push((value, number));
            return;
        }
        self.path.clear();
        match self.beyond.take() {
            // At first one by one, so that the smallest come first; later by a sixteenth, so that what
            // is passed by again is less than what is new.
            Some(least) => self.reach = (self.reach.1, least.max(self.reach.1 * 17 / 16)),
            None => self.state = State::Over,
        }
    }

    /// How many inputs there are at least that begin like these and come after them.
    fn others(&mut self, record: &Record) -> u64 {
        let length = self.cut(record).0.unwrap_or(record.choices.len());
        let later = |at| count_values(record.constraint(at)).saturating_sub(self.number(at) + 1);
        let all = (0..length).map(later).fold(0, u128::saturating_add);
        u64::try_from(all).unwrap_or(u64::MAX)
    }

    fn number(&self, at: usize) -> u128 {
        self.path.get(at).map_or(0, |(_, number)| *number)
    }

    /// One for each choice. For one of many also the digits of its number, so that there are twice as
    /// many of each cost as of the one below it.
    fn cost(&self, choice: &Choice, number: u128) -> u64 {
        match (choice.role, &choice.value) {
            (Role::Branch, _) | (_, Value::Bool(_)) => 1,
            _ => 1 + u64::from(u128::BITS - number.leading_zeros()),
        }
    }

    fn put_off(&mut self, cost: u64) {
        self.beyond = Some(self.beyond.map_or(cost, |least| least.min(cost)));
    }
}
