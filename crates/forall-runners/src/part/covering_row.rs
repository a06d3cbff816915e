//! Rows of covering arrays: inputs with the features that a row requires.

use forall::block::{Attempt, Property, RetryPolicy, generate_valid};
use forall::part::{Feature, boundary_values, feature_class, features_by_choice};
use forall::source::{ChoiceValue, Policy, Record, Source};

/// The largest number of choices that are set for a row.
const MAX_SET_CHOICES: usize = 64;

/// Generates inputs that have the features of `row`, as far as possible: sets one choice after the other to
/// the value that the row requires, and draws all later choices from `source`, because another branch may
/// draw other choices. The premises of the property are evaluated as soon as their variables are bound.
///
/// ```
/// use forall::part::{CoveringArray, generate_row};
/// use forall::property::forall;
/// use forall::source::Source;
///
/// let property = forall("x", forall::any::<(bool, bool)>()).check(|_| true);
/// let source = Source::from_seed(1, 5);
/// let mut array = CoveringArray::new(2);
/// array.learn(&generate_row(&property, &source, &[]).record);
/// let mut generated = Vec::new();
/// while let Some(row) = array.row() {
///     let attempt = generate_row(&property, &source, &row);
///     array.cover(&attempt.record);
///     generated.push(attempt.inputs.unwrap().0);
/// }
/// generated.sort();
/// assert_eq!(generated, [(false, false), (false, true), (true, false), (true, true)]);
/// ```
pub fn generate_row<P: Property>(
    property: &P,
    source: &Source,
    row: &[Feature],
) -> Attempt<P::Inputs> {
    let mut values = Vec::new();
    let mut set = 0;
    for _ in 0..MAX_SET_CHOICES {
        let attempt = generate_from(property, source, values);
        let Some(setting) = first_difference(&attempt.record, row, set) else { return attempt };
        set = setting.at + 1;
        let kept = &attempt.record.choices[..setting.at];
        values = kept.iter().map(|choice| choice.value.clone()).collect();
        values.push(setting.value);
    }
    generate_from(property, source, values)
}

/// Generates inputs from these choices, and from fresh ones after them.
fn generate_from<P: Property>(
    property: &P,
    source: &Source,
    values: Vec<ChoiceValue>,
) -> Attempt<P::Inputs> {
    let mut source = source.clone().replaying(values, Policy::NEAREST);
    let inputs = generate_valid(property, &mut source, &mut RetryPolicy::no_retries());
    Attempt { inputs, record: source.into_record() }
}

/// The required value of a choice.
struct Setting {
    at: usize,
    value: ChoiceValue,
}

/// Finds the first choice from index `from` on that differs from the value that `row` requires. If a place
/// occurs several times, only the first occurrence counts: if all were set to the same value, a recursive
/// value would never end.
fn first_difference(record: &Record, row: &[Feature], from: usize) -> Option<Setting> {
    let mut met = Vec::new();
    for (at, feature) in features_by_choice(record) {
        let wanted = row.iter().find(|wanted| wanted.place == feature.place);
        let Some(wanted) = wanted.filter(|wanted| !met.contains(&wanted.place)) else { continue };
        met.push(feature.place);
        if at >= from && wanted.class != feature.class {
            let role = record.choices[at].role;
            let constraint = record.constraint(at);
            let mut values = boundary_values(constraint, role).into_iter();
            let value =
                values.find(|value| feature_class(constraint, role, value) == Some(wanted.class));
            if let Some(value) = value {
                return Some(Setting { at, value });
            }
        }
    }
    None
}
