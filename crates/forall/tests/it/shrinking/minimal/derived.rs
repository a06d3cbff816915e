//! Types with derived domains and nothing else: the end is the true minimum, which is found by looking
//! at all small values.

mod documents;
mod expressions;
mod graphs;
mod maps;

use std::collections::BTreeSet;
use std::time::Instant;

use forall::Arbitrary;
use forall::domain::{Domain, any};
use forall::property::forall;
use forall::source::{ChoiceValue, Constraint, End, Mismatch, Policy, Record, Role, Source};

use crate::shrinking::challenge::solve::solve;

/// How many failures are shrunk for each question.
const SEEDS: u64 = 100;

/// In how many of them the end must be the minimum.
const LEAST: u64 = 95;

/// The size of a value: the number of its parts, and then its numbers, compared lexicographically.
type Size = (usize, Vec<u64>);

/// How large a number is: 0, 1, −1, 2, −2 and so on.
fn rank(number: impl Into<i64>) -> u64 {
    let number = number.into();
    2 * number.unsigned_abs() - u64::from(number > 0)
}

/// What a test asks of all values of a type. What has this is a failure.
struct Question<T> {
    name: &'static str,
    fails: fn(&T) -> bool,
}

/// Values of a type, how large each is, and which of them are considered at all.
struct Small<T> {
    values: Vec<T>,
    size: fn(&T) -> Size,
    premise: fn(&T) -> bool,
}

impl<T: Arbitrary + Clone + std::fmt::Debug + 'static> Small<T> {
    /// Lists all values with at most `choices` choices. It tries only a few numbers, because a minimum has
    /// small ones.
    fn new(choices: usize, size: fn(&T) -> Size, premise: fn(&T) -> bool) -> Small<T> {
        let mut values = Vec::new();
        collect(&mut Vec::new(), choices, &mut values);
        values.retain(premise);
        Small { values, size, premise }
    }

    /// The texts of the smallest values that fail.
    fn smallest(&self, fails: fn(&T) -> bool) -> BTreeSet<String> {
        let failing: Vec<&T> = self.values.iter().filter(|value| fails(value)).collect();
        let least = failing.iter().map(|value| (self.size)(value)).min();
        let smallest = failing.into_iter().filter(|value| Some((self.size)(value)) == least);
        smallest.map(|value| any::<T>().print(value)).collect()
    }

    #[expect(clippy::print_stdout, reason = "the table is what one runs it for")]
    fn check(&self, Question { name, fails }: Question<T>) {
        let ideal = self.smallest(fails);
        assert!(!ideal.is_empty(), "{name}: no small value fails");
        let property = forall("value", any::<T>())
            .implies("premise", |(value, ())| (self.premise)(value))
            .check(|(value, ())| !fails(value));
        let began = Instant::now();
        let solved = solve(&property, |text| ideal.contains(text), SEEDS, || began.elapsed());
        println!("{name:28} {:3}/{SEEDS}  calls {:5.1}", solved.ideal, solved.mean());
        let Some(example) = ideal.first() else { return };
        assert!(
            solved.ideal >= LEAST,
            "{name}: {} at one of {}, such as {example}; else {:#?}",
            solved.ideal,
            ideal.len(),
            solved.others
        );
    }
}

/// Collects all values that begin with these choices and take at most `most` of them.
fn collect<T: Arbitrary>(prefix: &mut Vec<ChoiceValue>, most: usize, values: &mut Vec<T>) {
    let policy = Policy { mismatch: Mismatch::Strict, end: End::Simplest };
    let mut source = Source::replay(prefix.clone(), policy);
    let Ok(value) = T::generate(&mut source) else { return };
    let record = source.into_record();
    if record.choices.len() <= prefix.len() {
        values.push(value);
        return;
    }
    if record.choices.len() > most {
        return;
    }
    for next in alternatives(&record, prefix.len()) {
        prefix.push(next);
        collect(prefix, most, values);
        prefix.pop();
    }
}

/// The simplest values for a choice.
fn alternatives(record: &Record, at: usize) -> Vec<ChoiceValue> {
    match (record.constraint(at), record.choices[at].role) {
        (Constraint::Bool, _) => vec![ChoiceValue::Bool(false), ChoiceValue::Bool(true)],
        (Constraint::Integer { max, .. }, Role::Branch) => {
            (0..=*max).map(ChoiceValue::Integer).collect()
        }
        (constraint @ Constraint::Integer { .. }, _) => {
            let simple = [0, 1, -1, 2].into_iter().map(ChoiceValue::Integer);
            simple.filter(|value| constraint.permits(value)).collect()
        }
        (constraint @ Constraint::String { .. }, _) => {
            let simple = ["", "a", "b", "\""].map(|text| ChoiceValue::String(text.to_owned()));
            simple.into_iter().filter(|value| constraint.permits(value)).collect()
        }
        (constraint, _) => vec![constraint.simplest()],
    }
}

#[test]
fn all_small_values_are_found() {
    let mut pairs: Vec<(bool, Option<bool>)> = Vec::new();
    collect(&mut Vec::new(), 3, &mut pairs);
    assert_eq!(pairs.len(), 6, "{pairs:?}");
    let mut lists: Vec<Vec<()>> = Vec::new();
    collect(&mut Vec::new(), 4, &mut lists);
    assert_eq!(lists, [vec![], vec![()], vec![(), ()], vec![(), (), ()]]);
}
