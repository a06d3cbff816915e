//! Testing a domain: do its values come again, shrink and mutate as they should, and what are they
//! like?

mod text;

use std::collections::HashMap;

use super::Domain;
use crate::source::{Campaign, ChoiceValue, Label, Policy, Random, Record, Sizes, Source};

/// How many values are made.
const VALUES: u64 = 1_000;
/// Every so many values, one is shrunk step by step.
const SHRUNK: u64 = 10;
/// How many steps a value may take to one that cannot be shrunk.
const STEPS: u64 = 10_000;
/// How many simpler values are looked at in each step.
const CANDIDATES: usize = 16;

/// Tries a domain out: makes 1,000 values of it, makes them again, changes them, and shrinks every
/// tenth until no simpler one is left.
///
/// ```
/// use forall::domain::{any, examine, vec};
///
/// let examination = examine(&vec(any::<i16>(), 1..=4));
/// assert!(examination.distinct > 900);
/// examination.assert_sound();
/// ```
///
/// A law that does not hold is listed, with an example:
///
/// ```
/// use forall::domain::{Domain, Law, examine};
///
/// let stuck = examine(&(0..100).shrink_with(|x| vec![*x]));
/// assert_eq!(stuck.problems[0].law, Law::Progress);
/// ```
pub fn examine<D: Domain + ?Sized>(domain: &D) -> Examination {
    examine_within(domain, |_| true)
}

/// The same, and sees to it that all values, simpler values and changed values are `inside`.
///
/// ```
/// use forall::domain::{Domain, Law, examine_within};
///
/// let even = (0..50).mapped(|x| x * 2).shrink_with(|x| vec![x / 2]);
/// let examination = examine_within(&even, |x| x % 2 == 0);
/// assert_eq!(examination.problems[0].law, Law::ShrinksInside);
/// ```
pub fn examine_within<D, F>(domain: &D, inside: F) -> Examination
where
    D: Domain + ?Sized,
    F: Fn(&D::Value) -> bool,
{
    let mut examiner = Examiner { domain, inside, found: Examination::default() };
    let campaign = Campaign { seed: 1, sizes: Sizes::default() };
    let mut texts = Vec::new();
    for n in 0..VALUES {
        texts.extend(examiner.one(n, &campaign.source(n)));
    }
    examiner.found.describe(texts);
    examiner.found
}

/// What was seen of a domain.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Examination {
    /// How many values were asked for.
    pub asked: u64,
    /// How many of them could not be made.
    pub rejected: u64,
    /// How many values were made inside filters.
    pub tries: u64,
    /// How many of those were thrown away.
    pub filtered: u64,
    /// How many values print differently from each other.
    pub distinct: u64,
    /// The most frequent values, as they print, with how often they came up.
    pub frequent: Vec<(String, u64)>,
    /// The number of characters in which a value prints: the least, the median, the greatest.
    pub lengths: (usize, usize, usize),
    /// How many values were shrunk until nothing simpler was left.
    pub descents: u64,
    /// How many steps that took at most.
    pub steps: u64,
    /// Of how many values the choices can be [told](Domain::invert).
    pub inverted: u64,
    /// Which laws do not hold.
    pub problems: Vec<Problem>,
}

/// A law that does not hold.
///
/// ```
/// use forall::domain::{Domain, Problem, examine};
///
/// let stuck = examine(&(0..100).shrink_with(|x| vec![*x]));
/// let Problem { times, example, .. } = &stuck.problems[0];
/// assert!(*times > 100 && !example.is_empty());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The law.
    pub law: Law,
    /// How often it was broken.
    pub times: u64,
    /// The first time: what was found.
    pub example: String,
}

/// What holds for every domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Law {
    /// At least one value can be made.
    Inhabited,
    /// The same seed makes the same value, whether the choices are recorded or not.
    Deterministic,
    /// The same choices make the same value at any size.
    Replays,
    /// No simpler value prints like the value itself.
    Progress,
    /// Shrinking ends, in 10,000 steps.
    Ends,
    /// Values are inside.
    Inside,
    /// Simpler values are inside.
    ShrinksInside,
    /// Changed values are inside.
    MutatesInside,
    /// The choices that are told of a value are what it takes to make one that prints alike.
    Inverts,
}

struct Examiner<'d, D: ?Sized, F> {
    domain: &'d D,
    inside: F,
    found: Examination,
}

impl<D: Domain + ?Sized, F: Fn(&D::Value) -> bool> Examiner<'_, D, F> {
    /// Makes a value, and looks at it from all sides.
    fn one(&mut self, n: u64, source: &Source) -> Option<String> {
        self.found.asked += 1;
        let mut recording = source.clone().recording();
        let made = self.domain.generate(&mut recording);
        let record = recording.into_record();
        self.count(&record);
        let text = made.as_ref().ok().map(|value| self.domain.print(value));
        self.again(text.as_deref(), source, &record);
        let Ok(value) = made else {
            self.found.rejected += 1;
            return None;
        };
        self.found.mind(Law::Inside, (self.inside)(&value), || self.domain.print(&value));
        self.found.inverted += u64::from(self.invert(&value));
        let mut random = Random::of_test(2, n);
        self.mutate(&value, &record, &mut random);
        if n.is_multiple_of(SHRUNK) {
            self.descend(value, &mut random);
        }
        text
    }

    /// The same value, without a record and from the record.
    fn again(&mut self, text: Option<&str>, source: &Source, record: &Record) {
        let print = |mut source: Source| {
            self.domain.generate(&mut source).ok().map(|value| self.domain.print(&value))
        };
        let fresh = print(source.clone());
        let replayed = print(Source::replay(record.values(), Policy::STRICT));
        for (law, other) in [(Law::Deterministic, fresh), (Law::Replays, replayed)] {
            self.found.mind(law, other.as_deref() == text, || {
                let show = |text: Option<&str>| text.unwrap_or("nothing").to_owned();
                format!("{}, and then {}", show(text), show(other.as_deref()))
            });
        }
    }

    /// Can its choices be told? Then they make it again.
    fn invert(&mut self, value: &D::Value) -> bool {
        let mut told = Vec::new();
        if self.domain.invert(value, &mut told).is_none() {
            return false;
        }
        let mut source = Source::replay(told.clone(), Policy::STRICT);
        let made = self.domain.generate(&mut source).ok();
        let (text, other) = (self.domain.print(value), made.map(|made| self.domain.print(&made)));
        let same = other.as_ref() == Some(&text) && drew_just(&source.into_record(), &told);
        self.found.mind(Law::Inverts, same, || match other {
            Some(other) => format!("{other} of the choices of {text}"),
            None => format!("nothing of the choices of {text}"),
        });
        true
    }

    /// A value near to it, made as [`mutate`](crate::block::mutate()) does.
    fn mutate(&mut self, value: &D::Value, record: &Record, random: &mut Random) {
        let mut changed = record.values();
        if let Some(last) = changed.len().checked_sub(1) {
            let at = random.below(last as u64 + 1) as usize;
            changed[at] = record.constraint(at).near(&changed[at], random);
        }
        let source = Source::from_seed(random.word(), 5);
        let mut source = source.replaying(changed, Policy::NEAREST);
        if let Ok(near) = self.domain.mutate(value, &mut source) {
            self.found.mind(Law::MutatesInside, (self.inside)(&near), || {
                format!("{} of {}", self.domain.print(&near), self.domain.print(value))
            });
        }
    }

    /// Goes to any of the simpler values, and on from there until there is none.
    fn descend(&mut self, mut value: D::Value, random: &mut Random) {
        self.found.descents += 1;
        let first = self.domain.print(&value);
        for step in 0..STEPS {
            let simpler: Vec<D::Value> = self.domain.shrink(&value).take(CANDIDATES).collect();
            self.candidates(&value, &simpler);
            let any = random.below(simpler.len() as u64) as usize;
            match simpler.into_iter().nth(any) {
                Some(next) => {
                    self.invert(&next);
                    value = next;
                }
                None => {
                    self.found.steps = self.found.steps.max(step);
                    return;
                }
            }
        }
        self.found.mind(Law::Ends, false, || first);
    }

    fn candidates(&mut self, value: &D::Value, simpler: &[D::Value]) {
        let text = self.domain.print(value);
        for candidate in simpler {
            let printed = self.domain.print(candidate);
            self.found.mind(Law::Progress, printed != text, || text.clone());
            self.found.mind(Law::ShrinksInside, (self.inside)(candidate), || {
                format!("{printed} of {text}")
            });
        }
    }

    fn count(&mut self, record: &Record) {
        let tries = || record.spans.iter().filter(|span| span.label == Label::TRY);
        self.found.tries += tries().count() as u64;
        self.found.filtered += tries().filter(|span| span.discarded).count() as u64;
    }
}

/// Was all of it drawn, and nothing else?
fn drew_just(record: &Record, told: &[ChoiceValue]) -> bool {
    record.misaligned.is_none() && !record.overrun && record.values() == told
}

impl Examination {
    /// Notes a problem, unless the law `holds`.
    fn mind(&mut self, law: Law, holds: bool, example: impl FnOnce() -> String) {
        if holds {
            return;
        }
        match self.problems.iter_mut().find(|problem| problem.law == law) {
            Some(problem) => problem.times += 1,
            None => self.problems.push(Problem { law, times: 1, example: example() }),
        }
    }

    /// Sums up the values that were made, as they print.
    fn describe(&mut self, texts: Vec<String>) {
        self.mind(Law::Inhabited, !texts.is_empty(), || "no value in 1,000".into());
        let mut lengths: Vec<usize> = texts.iter().map(|text| text.chars().count()).collect();
        lengths.sort_unstable();
        if let (Some(least), Some(greatest)) = (lengths.first(), lengths.last()) {
            self.lengths = (*least, lengths[lengths.len() / 2], *greatest);
        }
        let mut times: HashMap<String, u64> = HashMap::new();
        texts.into_iter().for_each(|text| *times.entry(text).or_default() += 1);
        self.distinct = times.len() as u64;
        let mut frequent: Vec<(String, u64)> = times.into_iter().filter(|(_, n)| *n > 1).collect();
        frequent.sort_by(|(text, n), (other, m)| m.cmp(n).then_with(|| text.cmp(other)));
        frequent.truncate(3);
        self.frequent = frequent;
    }
}
