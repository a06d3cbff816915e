//! Values of types with derived domains shrink to the true minimum, which these tests find by enumerating all
//! small values.

mod documents;
mod expressions;
mod graphs;
mod maps;

use std::collections::BTreeSet;
use std::time::Instant;

use forall::Arbitrary;
use forall::domain::{Domain, any};
use forall::property::forall;
use forall::source::{
    ChoiceValue, Constraint, OnExhausted, OnMismatch, Policy, Record, Role, Source,
};

use crate::shrinking::challenge::solve::{challenge_inputs, solve};

/// The number of seeds for each question.
const SEEDS: u64 = 100;

/// The number of seeds that must shrink to the minimum.
const MIN_IDEAL_SEEDS: u64 = 95;

/// The size of a value: the number of its parts, and then its numbers, compared lexicographically.
type Size = (usize, Vec<u64>);

/// Returns the position of a number in the order 0, 1, −1, 2, −2 and so on.
fn rank(number: impl Into<i64>) -> u64 {
    let number = number.into();
    2 * number.unsigned_abs() - u64::from(number > 0)
}

/// A named condition under which a value is a failure.
struct Question<T> {
    name: &'static str,
    fails: fn(&T) -> bool,
}

/// The small values of a type that satisfy a premise, with their sizes.
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

    /// Returns the printed forms of the smallest values that fail.
    fn smallest(&self, fails: fn(&T) -> bool) -> BTreeSet<String> {
        let failing: Vec<&T> = self.values.iter().filter(|value| fails(value)).collect();
        let least = failing.iter().map(|value| (self.size)(value)).min();
        let smallest = failing.into_iter().filter(|value| Some((self.size)(value)) == least);
        smallest.map(|value| any::<T>().print(value)).collect()
    }

    #[expect(clippy::print_stdout, reason = "it prints a table for people who run it")]
    fn check(&self, Question { name, fails }: Question<T>) {
        let ideal = self.smallest(fails);
        assert!(!ideal.is_empty(), "{name}: no small value fails");
        let property = forall("value", any::<T>())
            .implies("premise", |(value, ())| (self.premise)(value))
            .check(|(value, ())| !fails(value));
        let start = Instant::now();
        let solved = solve(
            &property,
            challenge_inputs,
            |text| ideal.contains(text),
            SEEDS,
            || start.elapsed(),
        );
        println!("{name:28} {:3}/{SEEDS}  calls {:5.1}", solved.ideal, solved.mean());
        let Some(example) = ideal.first() else { return };
        assert!(
            solved.ideal >= MIN_IDEAL_SEEDS,
            "{name}: {} shrink to one of {}, such as {example}; otherwise {:#?}",
            solved.ideal,
            ideal.len(),
            solved.others
        );
    }
}

/// Collects all values that begin with these choices and take at most `most` of them.
fn collect<T: Arbitrary>(prefix: &mut Vec<ChoiceValue>, most: usize, values: &mut Vec<T>) {
    let policy = Policy { mismatch: OnMismatch::Strict, end: OnExhausted::Simplest };
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

/// Returns the simplest values of a choice.
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
fn all_small_values_are_enumerated() {
    let mut pairs: Vec<(bool, Option<bool>)> = Vec::new();
    collect(&mut Vec::new(), 3, &mut pairs);
    assert_eq!(pairs.len(), 6, "{pairs:?}");
    let mut lists: Vec<Vec<()>> = Vec::new();
    collect(&mut Vec::new(), 4, &mut lists);
    assert_eq!(lists, [vec![], vec![()], vec![(), ()], vec![(), (), ()]]);
}
