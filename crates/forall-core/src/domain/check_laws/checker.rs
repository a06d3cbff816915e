//! The checks.

use std::collections::HashMap;

use super::{FrequentValue, Law, LawReport, PrintedLength};
use crate::domain::Domain;
use crate::source::{Campaign, ChoiceValue, Policy, Random, Record, Sizes, Source, SpanLabel};

/// The number of values to generate.
const VALUE_COUNT: u64 = 1_000;
/// One value in this many is shrunk.
const SHRINK_INTERVAL: u64 = 10;
/// The number of shrink steps after which a domain counts as not terminating.
const MAX_SHRINK_STEPS: u64 = 10_000;
/// The number of simpler values to check in each shrink step.
const MAX_CANDIDATES: usize = 16;
/// The number of frequent values in the report.
const MAX_FREQUENT_VALUES: usize = 3;

pub(super) struct Checker<'d, D: ?Sized, F> {
    domain: &'d D,
    is_valid: F,
    report: LawReport,
}

impl<'d, D: Domain + ?Sized, F: Fn(&D::Value) -> bool> Checker<'d, D, F> {
    pub(super) fn new(domain: &'d D, is_valid: F) -> Checker<'d, D, F> {
        Checker { domain, is_valid, report: LawReport::default() }
    }

    pub(super) fn run(mut self) -> LawReport {
        // All values that a value shrinks to are checked, so long lists take too long.
        let sizes = Sizes::Varied { tests_before: 0, max_list_doublings: 0 };
        let campaign = Campaign { sizes, ..Campaign::from_seed(1) };
        let mut texts = Vec::new();
        for n in 0..VALUE_COUNT {
            texts.extend(self.check_value(n, &campaign.source(n)));
        }
        self.report.check(Law::Inhabited, !texts.is_empty(), || "no value in 1,000".into());
        self.report.summarize(texts);
        self.report
    }

    /// Generates a value, checks all laws for it, and returns its text.
    fn check_value(&mut self, n: u64, source: &Source) -> Option<String> {
        self.report.attempts += 1;
        let mut recording = source.clone().recording();
        let made = self.domain.generate(&mut recording);
        let record = recording.into_record();
        self.count_filtered(&record);
        let text = made.as_ref().ok().map(|value| self.domain.print(value));
        self.regenerate(text.as_deref(), source, &record);
        let Ok(value) = made else {
            self.report.rejected += 1;
            return None;
        };
        let is_valid = (self.is_valid)(&value);
        self.report.check(Law::GeneratesValid, is_valid, || self.domain.print(&value));
        self.report.inverted += u64::from(self.invert(&value));
        let mut random = Random::for_test(2, n);
        self.mutate(&value, &record, &mut random);
        if n.is_multiple_of(SHRINK_INTERVAL) {
            self.shrink(value, &mut random);
        }
        text
    }

    /// Generates the value again: from its seed without recording, and from its choices.
    fn regenerate(&mut self, text: Option<&str>, source: &Source, record: &Record) {
        let print = |mut source: Source| {
            self.domain.generate(&mut source).ok().map(|value| self.domain.print(&value))
        };
        let from_seed = print(source.clone());
        let replayed = print(Source::replay(record.values(), Policy::STRICT));
        for (law, other) in [(Law::Deterministic, from_seed), (Law::Replays, replayed)] {
            self.report.check(law, other.as_deref() == text, || {
                let show = |text: Option<&str>| text.unwrap_or("no value").to_owned();
                format!("{}, then {}", show(text), show(other.as_deref()))
            });
        }
    }

    /// Inverts the value, and checks that its choices generate it again. Returns whether it could be
    /// inverted.
    fn invert(&mut self, value: &D::Value) -> bool {
        let mut choices = Vec::new();
        if self.domain.invert(value, &mut choices).is_none() {
            return false;
        }
        let mut source = Source::replay(choices.clone(), Policy::STRICT);
        let made = self.domain.generate(&mut source).ok();
        let text = self.domain.print(value);
        let other = made.map(|made| self.domain.print(&made));
        let is_same = other.as_ref() == Some(&text);
        let holds = is_same && drew_exactly(&source.into_record(), &choices);
        self.report.check(Law::Inverts, holds, || match other {
            Some(other) => format!("{other} from the choices of {text}"),
            None => format!("no value from the choices of {text}"),
        });
        true
    }

    /// Mutates the value, as [`mutate`](crate::block::mutate()) does.
    fn mutate(&mut self, value: &D::Value, record: &Record, random: &mut Random) {
        let mut choices = record.values();
        if let Some(last) = choices.len().checked_sub(1) {
            let at = random.below(last as u64 + 1) as usize;
            choices[at] = record.constraint(at).near(&choices[at], random);
        }
        let source = Source::from_seed(random.word(), 5);
        let mut source = source.replaying(choices, Policy::NEAREST);
        if let Ok(mutated) = self.domain.mutate(value, &mut source) {
            self.report.check(Law::MutatesValid, (self.is_valid)(&mutated), || {
                format!("{} from {}", self.domain.print(&mutated), self.domain.print(value))
            });
        }
    }

    /// Replaces the value by a random simpler one until there is no simpler value.
    fn shrink(&mut self, mut value: D::Value, random: &mut Random) {
        self.report.shrunk += 1;
        let first = self.domain.print(&value);
        for step in 0..MAX_SHRINK_STEPS {
            let simpler = self.domain.shrink(&value).take(MAX_CANDIDATES);
            let simpler: Vec<D::Value> = simpler.collect();
            self.check_simpler(&value, &simpler);
            let index = random.below(simpler.len() as u64) as usize;
            match simpler.into_iter().nth(index) {
                Some(next) => {
                    self.invert(&next);
                    value = next;
                }
                None => {
                    self.report.max_shrink_steps = self.report.max_shrink_steps.max(step);
                    return;
                }
            }
        }
        self.report.check(Law::Terminates, false, || first);
    }

    fn check_simpler(&mut self, value: &D::Value, simpler: &[D::Value]) {
        let text = self.domain.print(value);
        for candidate in simpler {
            let printed = self.domain.print(candidate);
            self.report.check(Law::Progress, printed != text, || text.clone());
            self.report.check(Law::ShrinksValid, (self.is_valid)(candidate), || {
                format!("{printed} from {text}")
            });
        }
    }

    fn count_filtered(&mut self, record: &Record) {
        let attempts = || record.spans.iter().filter(|span| span.label == SpanLabel::TRY);
        self.report.filter_attempts += attempts().count() as u64;
        self.report.filtered_out += attempts().filter(|span| span.discarded).count() as u64;
    }
}

/// Returns whether exactly these choices were drawn.
fn drew_exactly(record: &Record, choices: &[ChoiceValue]) -> bool {
    record.misaligned.is_none() && !record.overrun && record.values() == choices
}

impl LawReport {
    /// Adds the statistics of the printed values.
    fn summarize(&mut self, texts: Vec<String>) {
        let mut lengths: Vec<usize> = texts.iter().map(|text| text.chars().count()).collect();
        lengths.sort_unstable();
        if let Some(last) = lengths.len().checked_sub(1) {
            let median = lengths[lengths.len() / 2];
            self.printed_length = PrintedLength { min: lengths[0], median, max: lengths[last] };
        }
        let mut counts: HashMap<String, u64> = HashMap::new();
        for text in texts {
            *counts.entry(text).or_default() += 1;
        }
        self.distinct = counts.len() as u64;
        let repeated = counts.into_iter().filter(|(_, count)| *count > 1);
        let mut frequent: Vec<FrequentValue> =
            repeated.map(|(text, count)| FrequentValue { text, count }).collect();
        frequent.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.text.cmp(&b.text)));
        frequent.truncate(MAX_FREQUENT_VALUES);
        self.most_frequent = frequent;
    }
}
