//! Ordered pairs of operations: which operation has not come after which other one yet.

use std::collections::BTreeSet;

use forall::block::{Attempt, Property, RetryPolicy, generate_valid};
use forall::source::{ChoiceValue, Constraint, Policy, Record, Role, Source, SpanLabel};

/// The operation at each step of a list of steps in a record, and where the choices of the step end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) operation: usize,
    end: usize,
}

/// The longest list to plan.
const MAX_STEPS: usize = 50;
/// Machines with more operations have too many pairs to plan for.
const MAX_OPERATIONS: usize = 64;

/// The ordered pairs of operations that no test has covered.
///
/// ```
/// use forall::block::regenerate;
/// use forall::machine::steps;
/// use forall::part::{OrderedSteps, generate_steps};
/// use forall::property::forall;
/// use forall::source::Source;
///
/// #[forall::machine(model = Lamp)]
/// trait Switch {
///     fn on(&mut self);
///     fn off(&mut self);
/// }
///
/// #[derive(Default)]
/// struct Lamp;
///
/// impl Switch for Lamp {
///     fn on(&mut self) {}
///     fn off(&mut self) {}
/// }
/// let property = forall("steps", steps::<Lamp>()).check(|_| true);
/// let mut pairs = OrderedSteps::default();
/// (0..20).for_each(|seed| pairs.learn(&regenerate(&property, Source::from_seed(seed, 3)).unwrap().record));
/// let planned = pairs.plan().unwrap();
/// let attempt = generate_steps(&property, &Source::from_seed(1, 3), &planned);
/// assert!(pairs.cover(&attempt.record));
/// assert_eq!(pairs.plan(), None, "a list of five steps has all four pairs");
/// pairs.give_up();
/// ```
#[derive(Clone, Debug, Default)]
pub struct OrderedSteps {
    operations: usize,
    /// The number of steps in the longest list that has occurred.
    length: usize,
    open: BTreeSet<(usize, usize)>,
}

impl OrderedSteps {
    /// Learns from a record which operations there are, and how long lists can be.
    pub fn learn(&mut self, record: &Record) {
        let steps = steps(record);
        self.length = self.length.max(steps.len()).min(MAX_STEPS);
        let operations = operations(record).filter(|operations| *operations <= MAX_OPERATIONS);
        if let Some(operations) = operations
            && self.operations == 0
        {
            self.operations = operations;
            let all = |first| (0..operations).map(move |second| (first, second));
            self.open = (0..operations).flat_map(all).collect();
        }
    }

    /// Returns the operations of a list that covers many of the open pairs, or `None` if there are none.
    pub fn plan(&self) -> Option<Vec<usize>> {
        let mut planned: Vec<usize> = Vec::new();
        let mut open = self.open.clone();
        while !open.is_empty() && planned.len() < self.length {
            let gain = |operation: &usize| {
                let firsts: BTreeSet<usize> = planned.iter().copied().collect();
                let now = firsts.iter().filter(|first| open.contains(&(**first, *operation)));
                let later = (0..self.operations).filter(|next| open.contains(&(*operation, *next)));
                (now.count(), later.count())
            };
            // Of equally good operations, the first.
            let best = (0..self.operations).rev().max_by_key(gain)?;
            open.retain(|(first, second)| *second != best || !planned.contains(first));
            planned.push(best);
        }
        (planned.len() > 1).then_some(planned)
    }

    /// Marks the pairs of a record as covered, and returns whether any of them was open.
    pub fn cover(&mut self, record: &Record) -> bool {
        let before = self.open.len();
        let steps = steps(record);
        for (at, second) in steps.iter().enumerate() {
            for first in &steps[..at] {
                self.open.remove(&(first.operation, second.operation));
            }
        }
        self.open.len() < before
    }

    /// Drops all open pairs: they are not possible, or hard to reach.
    pub fn give_up(&mut self) {
        self.open.clear();
    }
}

/// Generates inputs from `source` whose first list of steps has these operations, with fresh arguments. Operations
/// that are not possible where they stand are left out.
pub fn generate_steps<P: Property>(
    property: &P,
    source: &Source,
    operations: &[usize],
) -> Attempt<P::Inputs> {
    let fresh = generate_from(property, source, Vec::new());
    let Some(mut start) = start_of_steps(&fresh.record) else { return fresh };
    let mut values: Vec<ChoiceValue> = fresh.record.values();
    values.truncate(start);
    let mut taken = 0;
    for operation in operations {
        let mut longer = values.clone();
        longer.push(ChoiceValue::Bool(true));
        longer.push(ChoiceValue::Integer(*operation as i128));
        let attempt = generate_from(property, source, longer);
        let step = steps(&attempt.record).get(taken).copied();
        if let Some(step) = step.filter(|step| step.operation == *operation) {
            values = attempt.record.values();
            values.truncate(step.end);
            start = step.end;
            taken += 1;
        }
    }
    let whole = generate_from(property, source, values.clone());
    let has_more = whole.record.choices.get(start).is_some_and(|next| next.role == Role::More);
    values.extend(has_more.then_some(ChoiceValue::Bool(false)));
    generate_from(property, source, values)
}

fn generate_from<P: Property>(
    property: &P,
    source: &Source,
    values: Vec<ChoiceValue>,
) -> Attempt<P::Inputs> {
    let mut source = source.clone().replaying(values, Policy::NEAREST);
    let inputs = generate_valid(property, &mut source, &mut RetryPolicy::no_retries());
    Attempt { inputs, record: source.into_record() }
}

/// Returns the span of the first list of steps.
fn list(record: &Record) -> Option<usize> {
    record.spans.iter().position(|span| span.label == SpanLabel::STEPS)
}

/// Returns the index of the first choice of the first list of steps.
fn start_of_steps(record: &Record) -> Option<usize> {
    list(record).map(|list| record.spans[list].start)
}

/// Returns the steps of the first list of steps.
pub(super) fn steps(record: &Record) -> Vec<Step> {
    let Some(list) = list(record) else { return Vec::new() };
    let outer = &record.spans[list];
    let inside = record.spans[list + 1..].iter().take_while(|span| span.depth > outer.depth);
    let elements =
        inside.filter(|span| span.depth == outer.depth + 2 && span.label == SpanLabel::ELEMENT);
    let step = elements.filter_map(|element| {
        let operation = operation(record, element.start..element.end)?;
        Some(Step { operation, end: element.end })
    });
    step.collect()
}

/// Returns the first branch among these choices.
fn operation(record: &Record, mut choices: std::ops::Range<usize>) -> Option<usize> {
    let at = choices.find(|at| record.choices[*at].role == Role::Branch)?;
    match record.choices[at].value {
        ChoiceValue::Integer(operation) => usize::try_from(operation).ok(),
        _ => None,
    }
}

/// Returns the number of operations of the machine.
fn operations(record: &Record) -> Option<usize> {
    let start = start_of_steps(record)?;
    let at = (start..record.choices.len()).find(|at| record.choices[*at].role == Role::Branch)?;
    steps(record).first()?;
    match record.constraint(at) {
        Constraint::Integer { max, .. } => usize::try_from(max + 1).ok(),
        _ => None,
    }
}
