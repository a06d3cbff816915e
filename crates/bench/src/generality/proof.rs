//! The true minimum of a problem, by enumeration.
//!
//! It walks through the choices of the property in the order in which shrinking compares them: fewer choices come
//! first, and then simpler ones. So the first input that fails is the minimum, among all inputs within a [`Reach`].

use forall::block::{Property, check, generate, print};
use forall::enumeration::nth_value;
use forall::report::Verdict;
use forall::source::{ChoiceValue, Constraint, Policy, Record, Role, Source};

use super::Problem;

/// The number of simplest values of a choice that is not a number, such as a variant.
const MAX_VARIANTS: u128 = 40;

/// Which values of a choice an enumeration tries.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    /// The number of simplest values of an integer.
    pub(super) numbers: u128,
    /// The letters of texts.
    pub(super) letters: &'static str,
    /// The greatest length of a text.
    pub(super) length: usize,
    /// The floating-point numbers.
    pub(super) floats: &'static [f64],
    /// The greatest number of choices.
    pub(super) choices: usize,
}

impl Reach {
    /// Enough for problems with small numbers and no texts.
    pub(super) const SMALL: Reach =
        Reach { numbers: 12, letters: "", length: 0, floats: &[], choices: 16 };
}

/// The enumeration of the inputs with a given number of choices.
struct Enumeration<'p> {
    problem: &'p Problem,
    /// The number of choices.
    choices: usize,
    prefix: Vec<ChoiceValue>,
}

/// Returns the minimum of a problem as text, its variables joined by `; `.
///
/// # Panics
///
/// Panics if no input within the reach of the problem fails.
pub(super) fn minimum(problem: &Problem) -> String {
    let each = (0..=problem.reach.choices)
        .find_map(|choices| Enumeration { problem, choices, prefix: Vec::new() }.first_failure());
    each.unwrap_or_else(|| panic!("{}: no small input fails", problem.name))
}

impl Enumeration<'_> {
    /// Returns the first input that begins with the prefix and fails.
    ///
    /// If the simplest continuation has too many choices, all others have, too. A variant without contents may have one
    /// choice less than the simplest variant.
    fn first_failure(&mut self) -> Option<String> {
        let mut source = Source::replay(self.prefix.clone(), Policy::SIMPLEST);
        let inputs = generate(&self.problem.property, &mut source);
        let record = source.into_record();
        if record.choices.len() > self.choices + 1 {
            return None;
        }
        if self.prefix.len() >= record.choices.len() {
            let inputs = inputs.ok().filter(|_| record.choices.len() == self.choices)?;
            let fails = matches!(check(&self.problem.property, &inputs), Verdict::Fail(_));
            return fails.then(|| text(&self.problem.property, &inputs));
        }
        self.problem.reach.values(&record, self.prefix.len()).into_iter().find_map(|value| {
            self.prefix.push(value);
            let found = self.first_failure();
            self.prefix.pop();
            found
        })
    }
}

impl Reach {
    /// Returns the values to try for a choice, the simplest first.
    fn values(&self, record: &Record, at: usize) -> Vec<ChoiceValue> {
        let constraint = record.constraint(at);
        let mut values = match constraint {
            Constraint::String { .. } => self.texts(),
            Constraint::Float { .. } => {
                self.floats.iter().copied().map(ChoiceValue::Float).collect()
            }
            // Variants and references to earlier things are few.
            _ if record.choices[at].role != Role::Value => {
                return (0..MAX_VARIANTS).map_while(|n| nth_value(constraint, n)).collect();
            }
            _ => return (0..self.numbers).map_while(|n| nth_value(constraint, n)).collect(),
        };
        values.retain(|value| constraint.permits(value));
        values.sort_by(|one, other| constraint.compare(one, other));
        values
    }

    /// Returns all texts of these letters.
    fn texts(&self) -> Vec<ChoiceValue> {
        let mut texts = vec![String::new()];
        let mut from = 0;
        for _ in 0..self.length {
            let shorter = texts[from..].to_vec();
            from = texts.len();
            let longer = |text: &String| {
                self.letters.chars().map(|c| format!("{text}{c}")).collect::<Vec<_>>()
            };
            texts.extend(shorter.iter().flat_map(longer));
        }
        texts.into_iter().map(ChoiceValue::String).collect()
    }
}

/// Returns inputs as text, joined by `; `.
pub(super) fn text<P: Property>(property: &P, inputs: &P::Inputs) -> String {
    let values = print(property, inputs).into_iter().map(|binding| binding.value);
    values.collect::<Vec<_>>().join("; ")
}
