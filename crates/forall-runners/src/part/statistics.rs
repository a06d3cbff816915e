//! Statistics of the observations in tests that passed.
//!
//! The loops run tests without keeping their inputs. If a property, or the code under test, observes
//! something, the inputs of passed tests are generated again from their numbers and observed. So a property
//! without observations has no overhead. Tests without observations count too: shares are relative to all
//! tests that passed.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;

use forall::block::{Property, check, generate, observe};
use forall::observe::{EmittedObservation, capture, take_observed_flag};
use forall::panics;
use forall::property::{CowStr, NodeInfo, NodeKind, ObservationKind, ObservationValue, nodes};
use forall::report::{Observed, Outcome, Report};
use forall::source::{Campaign, Source};

/// The number of tests after which `cover` requirements are first checked. They are checked again each time
/// the number of tests has doubled.
const FIRST_JUDGED_TESTS: u64 = 100;

/// The number of tests from which a `cover` requirement that is not met at a check ends the run. Before, the condition
/// may still become more frequent.
const FIRST_ENDING_TESTS: u64 = 800;

/// Counts the observations in tests that passed.
///
/// ```
/// use forall::property::forall;
/// use forall::report::Outcome;
/// use forall::part::Statistics;
/// use forall::runner::{Options, quick_check};
///
/// let property = forall("x", 0..100).cover(90.0, "even", |(x, ())| x % 2 == 0).check(|_| true);
/// let campaign = Options::default().campaign();
/// let mut statistics = Statistics::new(&property);
/// statistics.record_tests(&property, &campaign, 0..98);
/// statistics.record_source(&property, campaign.source(98));
/// statistics.record_inputs(&property, &(4, ()));
/// assert_eq!(statistics.observed()[0].name, "even");
/// assert_eq!(statistics.observed()[0].tests, 100);
///
/// statistics.add_report(&quick_check(&property, &Options::default()));
/// assert_eq!(statistics.outcome(), Some(Outcome::InsufficientCoverage), "about half of the inputs are even");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    /// The names of the observations that the property makes, by node.
    names: Vec<(usize, CowStr)>,
    /// Whether the code under test makes observations.
    code_observes: bool,
    tests: u64,
    counted: Vec<Counted>,
    /// Whether a `cover` requirement was not met at the last check. The condition may have become more
    /// frequent since.
    doubtful: bool,
    /// Whether a `cover` requirement was not met at the last check, after enough tests to end the run.
    ends_run: bool,
}

/// The values of one observation so far.
#[derive(Clone, Debug)]
struct Counted {
    name: CowStr,
    kind: ObservationKind,
    held: u64,
    values: BTreeMap<String, u64>,
}

impl Statistics {
    /// Creates empty statistics of the tests of `property`.
    pub fn new<P: Property>(property: &P) -> Statistics {
        take_observed_flag();
        let nodes = nodes(property);
        let nodes = nodes.into_iter().filter(|info| info.kind == NodeKind::Observe);
        Statistics {
            names: nodes.map(|info| (info.at, name(info))).collect(),
            ..Statistics::default()
        }
    }

    /// Adds these tests of a campaign, which passed.
    pub fn record_tests<P: Property>(
        &mut self,
        property: &P,
        campaign: &Campaign,
        tests: Range<u64>,
    ) {
        if self.is_idle() {
            self.tests += tests.end - tests.start;
            return;
        }
        for n in tests {
            self.record_source(property, campaign.source(n));
        }
    }

    /// Adds the test with inputs from `source`, which passed.
    pub fn record_source<P: Property>(&mut self, property: &P, source: Source) {
        let observations = self.observe_source(property, source);
        self.record(observations);
    }

    /// Adds the test with these inputs, which passed.
    pub fn record_inputs<P: Property>(&mut self, property: &P, inputs: &P::Inputs) {
        let observations = self.observe_inputs(property, inputs);
        self.record(observations);
    }

    /// Returns the observations in the test with inputs from `source`, which passed.
    ///
    /// ```
    /// use forall::part::Statistics;
    /// use forall::property::forall;
    /// use forall::source::Source;
    ///
    /// let property = forall("x", 0..9).classify("small", |(x, ())| *x < 9).check(|_| true);
    /// let mut statistics = Statistics::new(&property);
    /// let observations = statistics.observe_source(&property, Source::from_seed(1, 5));
    /// assert_eq!(observations, statistics.observe_inputs(&property, &(8, ())));
    /// statistics.record(observations);
    /// assert_eq!(statistics.observed()[0].held, 1);
    /// ```
    pub fn observe_source<P: Property>(
        &mut self,
        property: &P,
        mut source: Source,
    ) -> Vec<EmittedObservation> {
        if self.is_idle() {
            return Vec::new();
        }
        match panics::catch(|| generate(property, &mut source)) {
            Ok(Ok(inputs)) => self.observe_inputs(property, &inputs),
            // Generation is not deterministic, but the test passed.
            _ => Vec::new(),
        }
    }

    /// Returns the observations in the test with these inputs, which passed.
    pub fn observe_inputs<P: Property>(
        &mut self,
        property: &P,
        inputs: &P::Inputs,
    ) -> Vec<EmittedObservation> {
        if self.is_idle() {
            return Vec::new();
        }
        let value = panics::catch(|| observe(property, inputs)).unwrap_or_default();
        let mut all: Vec<EmittedObservation> = value
            .into_iter()
            .filter_map(|one| {
                let (_, name) = self.names.iter().find(|(at, _)| *at == one.at)?;
                Some(EmittedObservation { name: name.clone(), kind: one.kind, value: one.value })
            })
            .collect();
        if self.code_observes {
            all.extend(capture(|| check(property, inputs)).1);
        }
        all
    }

    /// Announces that the code under test made an observation on another thread. Must be called before that
    /// test is added.
    ///
    /// ```
    /// use forall::property::forall;
    /// use forall::part::Statistics;
    ///
    /// let property = forall("x", 0..100).check(|(x, ())| {
    ///     forall::observe::classify("odd", x % 2 == 1);
    ///     true
    /// });
    /// let mut statistics = Statistics::new(&property);
    /// statistics.expect_observations();
    /// statistics.record_inputs(&property, &(5, ()));
    /// assert_eq!(statistics.observed()[0].held, 1);
    /// ```
    pub fn expect_observations(&mut self) {
        self.code_observes = true;
    }

    /// Adds the statistics of another run of the same property.
    pub fn add_report(&mut self, report: &Report) {
        self.tests += match report.observed.first() {
            Some(one) => one.tests,
            None if self.names.is_empty() => report.tally.passed,
            // Its runner does not collect statistics: otherwise the list would not be empty.
            None => 0,
        };
        for theirs in &report.observed {
            let ours = self.find(theirs.name.clone(), theirs.kind);
            ours.held += theirs.held;
            for (value, count) in &theirs.values {
                ours.add(value.clone(), *count);
            }
        }
        self.judge();
    }

    /// Returns [`Outcome::InsufficientCoverage`] if a `cover` requirement is not met in the tests so far,
    /// otherwise `None`.
    pub fn outcome(&self) -> Option<Outcome> {
        (self.doubtful && self.is_too_rare()).then_some(Outcome::InsufficientCoverage)
    }

    /// Returns whether a `cover` requirement ends the run early. That is decided after certain numbers of tests only, so
    /// that it does not depend on the clock.
    ///
    /// ```
    /// use forall::part::Statistics;
    /// use forall::property::forall;
    ///
    /// let property = forall("x", 0..9).cover(50.0, "none", |_| false).check(|_| true);
    /// let mut statistics = Statistics::new(&property);
    /// (0..799).for_each(|_| statistics.record_inputs(&property, &(5, ())));
    /// assert!(statistics.outcome().is_some() && !statistics.ends_run());
    /// statistics.record_inputs(&property, &(5, ()));
    /// assert!(statistics.ends_run());
    /// ```
    pub fn ends_run(&self) -> bool {
        self.ends_run
    }

    /// Returns all observations, with the most frequent values first.
    pub fn observed(&self) -> Vec<Observed> {
        let observed = |counted: &Counted| {
            let Counted { name, kind, held, values } = counted.clone();
            let mut values: Vec<(String, u64)> = values.into_iter().collect();
            values.sort_by_key(|(_, count)| Reverse(*count));
            Observed { name, kind, tests: self.tests, held, values }
        };
        self.counted.iter().map(observed).collect()
    }

    /// Returns whether neither the property nor the code under test has made an observation.
    fn is_idle(&mut self) -> bool {
        self.code_observes |= take_observed_flag();
        self.names.is_empty() && !self.code_observes
    }

    /// Adds a test that passed, with these observations.
    pub fn record(&mut self, observations: Vec<EmittedObservation>) {
        self.tests += 1;
        for EmittedObservation { name, kind, value } in observations {
            let counted = self.find(name, kind);
            let texts = match value {
                ObservationValue::Flag(holds) => {
                    counted.held += u64::from(holds);
                    continue;
                }
                ObservationValue::Text(text) => vec![text],
                ObservationValue::Texts(texts) => texts,
                ObservationValue::Score(_) => continue,
            };
            for text in texts {
                counted.add(text, 1);
            }
        }
        if self.tests.is_multiple_of(FIRST_JUDGED_TESTS)
            && (self.tests / FIRST_JUDGED_TESTS).is_power_of_two()
        {
            self.judge();
        }
    }

    /// Returns the number of tests that have to pass before `cover` requirements are checked next.
    ///
    /// ```
    /// use forall::part::Statistics;
    ///
    /// let mut statistics = Statistics::default();
    /// assert_eq!(statistics.tests_to_judgement(), 100);
    /// (0..250).for_each(|_| statistics.record(Vec::new()));
    /// assert_eq!(statistics.tests_to_judgement(), 150);
    /// ```
    pub fn tests_to_judgement(&self) -> u64 {
        let intervals = self.tests / FIRST_JUDGED_TESTS + 1;
        intervals.next_power_of_two().saturating_mul(FIRST_JUDGED_TESTS) - self.tests
    }

    fn judge(&mut self) {
        let is_too_rare = self.is_too_rare();
        self.doubtful |= is_too_rare;
        self.ends_run = is_too_rare && self.tests >= FIRST_ENDING_TESTS;
    }

    fn is_too_rare(&self) -> bool {
        self.observed().iter().any(Observed::is_too_rare)
    }

    fn find(&mut self, name: CowStr, kind: ObservationKind) -> &mut Counted {
        let name = if name.contains(LINE_BREAKS) { one_line(&name).into() } else { name };
        let known = self.counted.iter().position(|one| one.name == name && one.kind == kind);
        let at = known.unwrap_or_else(|| {
            self.counted.push(Counted { name, kind, held: 0, values: BTreeMap::new() });
            self.counted.len() - 1
        });
        &mut self.counted[at]
    }
}

impl Counted {
    fn add(&mut self, value: String, count: u64) {
        let value = if value.contains(LINE_BREAKS) { one_line(&value) } else { value };
        *self.values.entry(value).or_default() += count;
    }
}

/// The characters that end a line. A report has one line for each name and value.
const LINE_BREAKS: [char; 2] = ['\n', '\r'];

fn one_line(text: &str) -> String {
    text.replace(LINE_BREAKS, " ")
}

/// Returns the name of an observation in a report: its label, or its text if it has none.
fn name(info: &NodeInfo) -> CowStr {
    if info.name.is_empty() { info.text.clone() } else { info.name.clone() }
}
