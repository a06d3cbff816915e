//! The census: what was observed in the tests that passed.
//!
//! The loops run tests without keeping their inputs. Where a property, or the code that it tests, has
//! something to say about them, the tests that passed are made again by their number, and observed. So a
//! property that observes nothing pays nothing.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;

use forall::block::{Property, check, generate, observe};
use forall::observe::{Said, listen, spoken};
use forall::panics;
use forall::property::{Kind, Note, Seen, Text, Way, outline};
use forall::report::{Observed, Outcome};
use forall::source::{Campaign, Source};

/// After so many tests a share is judged first, and then whenever there are twice as many.
const FIRST: u64 = 100;

/// Counts what is observed.
#[derive(Clone, Debug, Default)]
pub struct Census {
    /// The names of the observations that the property makes, by node.
    names: Vec<(usize, Text)>,
    /// Does the code under test have something to say?
    speaks: bool,
    tests: u64,
    counted: Vec<Counted>,
    too_rare: bool,
}

/// What was seen of one thing so far.
#[derive(Clone, Debug)]
struct Counted {
    name: Text,
    way: Way,
    held: u64,
    values: BTreeMap<String, u64>,
}

impl Census {
    /// A census of the tests of `property`.
    pub fn new<P: Property>(property: &P) -> Census {
        spoken();
        let notes = outline(property);
        let nodes = notes.into_iter().filter(|note| note.kind == Kind::Observe);
        Census { names: nodes.map(|note| (note.at, name(note))).collect(), ..Census::default() }
    }

    /// Counts these tests of a campaign, which passed.
    pub fn count<P: Property>(&mut self, property: &P, campaign: &Campaign, tests: Range<u64>) {
        self.speaks |= spoken();
        if self.is_idle() {
            return;
        }
        for n in tests {
            self.count_one(property, campaign.source(n));
        }
    }

    /// Counts one test, which passed.
    pub fn count_one<P: Property>(&mut self, property: &P, mut source: Source) {
        self.speaks |= spoken();
        if self.is_idle() {
            return;
        }
        if let Ok(Ok(inputs)) = panics::catch(|| generate(property, &mut source)) {
            self.look(property, &inputs);
        }
    }

    /// Counts the test with these inputs, which passed.
    pub fn look<P: Property>(&mut self, property: &P, inputs: &P::Inputs) {
        self.speaks |= spoken();
        if self.is_idle() {
            return;
        }
        let seen = panics::catch(|| observe(property, inputs)).unwrap_or_default();
        let mut all: Vec<Said> = seen
            .into_iter()
            .filter_map(|one| {
                let (_, name) = self.names.iter().find(|(at, _)| *at == one.at)?;
                Some(Said { name: name.clone(), way: one.way, seen: one.seen })
            })
            .collect();
        if self.speaks {
            all.extend(listen(|| check(property, inputs)).1);
        }
        self.hear(all);
    }

    /// Adds what another run observed.
    pub fn add(&mut self, observed: &[Observed]) {
        self.tests += observed.first().map_or(0, |one| one.tests);
        for theirs in observed {
            let ours = self.find(theirs.name.clone(), theirs.way);
            ours.held += theirs.held;
            for (value, count) in &theirs.values {
                *ours.values.entry(value.clone()).or_default() += count;
            }
        }
        self.judge();
    }

    /// How the run ends if something is too rare.
    pub fn outcome(&self) -> Option<Outcome> {
        self.too_rare.then_some(Outcome::TooRare)
    }

    /// All that was observed, values by how often they were seen.
    pub fn observed(&self) -> Vec<Observed> {
        let observed = |counted: &Counted| {
            let Counted { name, way, held, values } = counted.clone();
            let mut values: Vec<(String, u64)> = values.into_iter().collect();
            values.sort_by_key(|(_, count)| Reverse(*count));
            Observed { name, way, tests: self.tests, held, values }
        };
        self.counted.iter().map(observed).collect()
    }

    fn is_idle(&self) -> bool {
        self.names.is_empty() && !self.speaks
    }

    fn hear(&mut self, said: Vec<Said>) {
        self.tests += 1;
        for Said { name, way, seen } in said {
            let counted = self.find(name, way);
            let texts = match seen {
                Seen::Flag(holds) => {
                    counted.held += u64::from(holds);
                    continue;
                }
                Seen::Text(text) => vec![text],
                Seen::Texts(texts) => texts,
                Seen::Score(_) => continue,
            };
            for text in texts {
                *counted.values.entry(text).or_default() += 1;
            }
        }
        if self.tests.is_multiple_of(FIRST) && (self.tests / FIRST).is_power_of_two() {
            self.judge();
        }
    }

    fn judge(&mut self) {
        self.too_rare |= self.observed().iter().any(Observed::is_too_rare);
    }

    fn find(&mut self, name: Text, way: Way) -> &mut Counted {
        let known = self.counted.iter().position(|one| one.name == name && one.way == way);
        let at = known.unwrap_or_else(|| {
            self.counted.push(Counted { name, way, held: 0, values: BTreeMap::new() });
            self.counted.len() - 1
        });
        &mut self.counted[at]
    }
}

/// What a report calls an observation: its label, or else its text.
fn name(note: &Note) -> Text {
    if note.name.is_empty() { note.text.clone() } else { note.name.clone() }
}
