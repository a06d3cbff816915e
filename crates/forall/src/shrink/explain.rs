//! Explaining: which parts of a counterexample do not matter.

use super::{Limits, OnTrial, Trial};
use crate::block::{Property, print, retrace};
use crate::report::{Binding, Counterexample};
use crate::source::{Label, Policy, Random, Record, Role, Source, Span, Value};

/// How many other values must fail before it is said that any would.
const VALUES: usize = 12;
/// How often the property may run for that, all in all.
const CALLS: u64 = 150;
/// From this length on, nobody reads an explanation.
const LONGEST: usize = 200;

/// Finds out which parts of a counterexample do not matter, and says so in it: any other value in
/// their place, and in all of them at once, seems to fail in the same way. That takes up to 150 calls
/// of the property.
///
/// ```
/// use forall::property::property;
/// use forall::runner::{Options, quick_check};
/// use forall::shrink::explain;
///
/// let property = property! { forall xs: Vec<u8>; forall y: u8; check xs.len() < 2 || xs[1] < 9 };
/// let mut report = quick_check(&property, &Options::default());
/// let found = report.counterexample_mut().unwrap();
/// explain(&property, found, 1_000);
/// let explained: Vec<&str> = found.explained.iter().map(|binding| &*binding.value).collect();
/// assert_eq!(explained, ["[_, 9]", "_"]);
/// ```
pub fn explain<P: Property>(
    property: &P,
    counterexample: &mut Counterexample,
    limits: impl Into<Limits>,
) {
    let Some(choices) = &counterexample.choices else { return };
    let source = Source::replay(choices.0.clone(), Policy::STRICT);
    let Some(case) = retrace(property, source) else { return };
    let shown = print(property, &case.inputs);
    if case.record.choices.len() > LONGEST || shown != counterexample.shrunk {
        return;
    }
    let failure = counterexample.shrinking.failure.clone();
    let record = case.record.clone();
    let mut trial = OnTrial::new(property, (case.inputs, Some(case.record)), failure, None);
    let mut limits = limits.into();
    limits.tries = limits.tries.min(CALLS);
    let search = Explanation { record, shown, free: Vec::new(), calls: 0, limits };
    counterexample.explained = search.explained(&mut trial);
}

/// A part of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// All that the quantifier draws whose span is the one of this number.
    Variable(usize),
    /// One choice.
    Choice(usize),
}

struct Explanation {
    record: Record,
    shown: Vec<Binding>,
    /// The parts that do not matter, as far as is known.
    free: Vec<Part>,
    calls: u64,
    limits: Limits,
}

impl Explanation {
    fn explained(mut self, trial: &mut dyn Trial) -> Vec<Binding> {
        let variables: Vec<Span> = self.variables().cloned().collect();
        let mut masks: Vec<Mask> = self.shown.iter().map(|shown| Mask::new(&shown.value)).collect();
        if variables.len() != masks.len() {
            return Vec::new();
        }
        for (number, span) in variables.iter().enumerate() {
            // Shrinking would have made what does not matter as simple as can be.
            let simplest: Vec<usize> = (span.start..span.end)
                .filter(|at| {
                    self.record.constraint(*at).simplest() == self.record.choices[*at].value
                })
                .collect();
            if simplest.len() == span.end - span.start
                && self.is_free(Part::Variable(number), trial)
            {
                masks[number].all();
                continue;
            }
            for at in simplest {
                let is_value = self.record.choices[at].role == Role::Value;
                if is_value && self.is_free(Part::Choice(at), trial) {
                    self.mask(at, trial, &mut masks);
                }
            }
        }
        if self.free.is_empty() {
            return Vec::new();
        }
        let named = self.shown.iter().zip(masks);
        named.map(|(Binding { name, .. }, mask)| mask.binding(name.clone())).collect()
    }

    fn variables(&self) -> impl Iterator<Item = &Span> {
        self.record.spans.iter().filter(|span| span.depth == 0)
    }

    /// Does it fail whatever is in this part, and in the others that do not matter? If so, it is one
    /// of them.
    fn is_free(&mut self, part: Part, trial: &mut dyn Trial) -> bool {
        self.free.push(part);
        let mut differs = false;
        for seed in 0..VALUES {
            let source = self.redrawn(&self.free, seed);
            let changed =
                trial.generate(source).is_some_and(|record| self.is_changed(part, &record));
            differs |= changed;
            // What is the same in this part tells nothing about it.
            if changed && (self.limits.spent(self.calls) || !self.fails(trial)) {
                self.free.pop();
                return false;
            }
        }
        if !differs {
            self.free.pop();
        }
        differs
    }

    fn fails(&mut self, trial: &mut dyn Trial) -> bool {
        self.calls += 1;
        trial.fails()
    }

    /// Is this part another one there?
    fn is_changed(&self, part: Part, record: &Record) -> bool {
        let values = |record: &Record, number| {
            let span = record.spans.iter().filter(|span| span.depth == 0).nth(number)?;
            let choices = &record.choices[span.start..span.end];
            Some(choices.iter().map(|choice| choice.value.clone()).collect::<Vec<_>>())
        };
        match part {
            Part::Variable(number) => values(&self.record, number) != values(record, number),
            Part::Choice(at) => {
                let number = self.variables().position(|span| (span.start..span.end).contains(&at));
                number.is_some_and(|n| values(&self.record, n) != values(record, n))
            }
        }
    }

    /// The choices with other ones in some parts.
    fn redrawn(&self, parts: &[Part], seed: usize) -> Source {
        let mut random = Random::from_seed(seed as u64);
        let mut values = self.record.values();
        for part in parts {
            if let Part::Choice(at) = part {
                values[*at] = other(&self.record, *at, &mut random);
            }
        }
        let spans = self.variables().enumerate().map(|(number, span)| -> (Label, Vec<Value>) {
            let kept = !parts.contains(&Part::Variable(number));
            let values = if kept { values[span.start..span.end].to_vec() } else { Vec::new() };
            (span.label, values)
        });
        let size = 1 + seed as u32 % 8;
        Source::from_seed(random.word(), size).replaying_spans(spans.collect(), Policy::NEAREST)
    }

    /// Covers what another choice there changes in what is shown.
    fn mask(&self, at: usize, trial: &mut dyn Trial, masks: &mut [Mask]) {
        for seed in 0..VALUES {
            if trial.generate(self.redrawn(&[Part::Choice(at)], seed)).is_some() {
                let shown = trial.print();
                masks.iter_mut().zip(&shown).for_each(|(mask, other)| mask.cover(&other.value));
            }
        }
    }
}

/// Another value for a choice: any, or one near to it, where bounds are.
fn other(record: &Record, at: usize, random: &mut Random) -> Value {
    let constraint = record.constraint(at);
    match random.one_in(2) {
        true => constraint.sample(random),
        false => constraint.near(&record.choices[at].value, random),
    }
}

/// A text, and which of its words do not matter.
struct Mask {
    words: Vec<String>,
    covered: Vec<bool>,
}

impl Mask {
    fn new(text: &str) -> Mask {
        let words = words(text);
        Mask { covered: vec![false; words.len()], words }
    }

    fn all(&mut self) {
        *self = Mask { words: vec!["_".to_owned()], covered: vec![true] };
    }

    /// Covers what lies between the words with which both begin and those with which both end.
    fn cover(&mut self, other: &str) {
        let other = words(other);
        let pairs = self.words.iter().zip(&other);
        let before = pairs.take_while(|(left, right)| left == right).count();
        let most = self.words.len().min(other.len()) - before;
        let pairs = self.words.iter().rev().zip(other.iter().rev());
        let after = pairs.take(most).take_while(|(left, right)| left == right).count();
        self.covered[before..self.words.len() - after].fill(true);
    }

    fn binding(self, name: crate::property::Text) -> Binding {
        let mut value = String::new();
        let mut hidden = false;
        for (word, covered) in self.words.iter().zip(self.covered) {
            match (covered, hidden) {
                (true, false) => value.push('_'),
                (true, true) => {}
                (false, _) => value.push_str(word),
            }
            hidden = covered;
        }
        Binding { name, value }
    }
}

/// Numbers, names and quoted texts whole; everything else character by character.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '"' | '\'' => quoted(rest, first),
            c if is_in_word(c) => rest.find(|c| !is_in_word(c)).unwrap_or(rest.len()),
            c => c.len_utf8(),
        };
        let (word, after) = rest.split_at(length);
        words.push(word.to_owned());
        rest = after;
    }
    words
}

/// A sign and a decimal point belong to a number.
fn is_in_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '.')
}

/// How long the text is that begins with this mark and ends with the next that is not escaped.
fn quoted(text: &str, mark: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == mark => return at + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}
