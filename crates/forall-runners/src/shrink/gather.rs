//! Gathers the contents of several elements in the collection of one element: four single insertions become one
//! insertion of four items.

use super::descent::Descent;
use super::merge::inside;
use super::shape::List;
use super::steps::renumber_without;
use crate::source::{ChoiceValue, Constraint, Record, Role};

/// Longer collections are skipped.
const MAX_LENGTH: usize = 64;

/// The maximum number of other variants to try for one run of elements.
const MAX_VARIANTS: i128 = 32;

/// Moves the contents of elements into the collection of a neighbour, or of another variant.
pub(super) fn contents(descent: &mut Descent<'_>) {
    let mut span = 0;
    while descent.has_span(span) {
        let mut element = 0;
        while element + 1 < length(descent, span) && !descent.spent() {
            if !into_neighbour(descent, span, element) && !into_variant(descent, span, element) {
                element += 1;
            }
        }
        span += 1;
    }
}

/// Returns the length of the collection at this span, or 0 if the span is not a collection or is too long.
fn length(descent: &Descent<'_>, span: usize) -> usize {
    let list = List::at(descent.best(), span);
    list.map(|list| list.len()).filter(|length| *length <= MAX_LENGTH).unwrap_or_default()
}

/// Returns the variant of an element, if its choices start with one and have others.
fn variant(record: &Record, list: &List, element: usize) -> Option<i128> {
    let body = list.bodies.get(element).filter(|body| body.len() > 1)?;
    let choice = &record.choices[body.start];
    match choice.value {
        ChoiceValue::Integer(variant) if choice.role == Role::Branch => Some(variant),
        _ => None,
    }
}

/// Moves the contents of an element into the collection inside the next element, or those of the next one into
/// the collection inside this one.
fn into_neighbour(descent: &mut Descent<'_>, span: usize, element: usize) -> bool {
    move_contents(descent, span, element, element + 1)
        || move_contents(descent, span, element + 1, element)
}

/// Moves the contents of element `from` into the collection inside its neighbour `to`.
fn move_contents(descent: &mut Descent<'_>, span: usize, from: usize, to: usize) -> bool {
    let record = descent.best();
    let Some(outer) = List::at(record, span) else { return false };
    let variants = [from, to].map(|element| variant(record, &outer, element));
    if variants.contains(&None) {
        return false;
    }
    let Some(inner) = inside(record, &outer, to) else { return false };
    let mut values = record.values();
    renumber_without(record, &outer, &(from..from + 1), &mut values);
    let moved = &values[outer.bodies[from].start + 1..outer.bodies[from].end];
    let mut bodies: Vec<&[ChoiceValue]> =
        inner.bodies.iter().map(|body| &values[body.clone()]).collect();
    bodies.insert(if from < to { 0 } else { bodies.len() }, moved);
    let target = &outer.bodies[to];
    let gathered = [
        &values[target.start..inner.range.start],
        &inner.write(bodies),
        &values[inner.range.end..target.end],
    ]
    .concat();
    let others = outer.bodies.iter().enumerate().filter(|(at, _)| *at != from);
    let bodies = others.map(|(at, body)| if at == to { &*gathered } else { &values[body.clone()] });
    let candidate = outer.replaced(&values, bodies);
    descent.attempt_exactly(candidate)
}

/// Replaces elements of one variant in a row by one element of another variant, with a collection of their
/// contents.
fn into_variant(descent: &mut Descent<'_>, span: usize, first: usize) -> bool {
    let record = descent.best();
    let Some(outer) = List::at(record, span) else { return false };
    let Some(current) = variant(record, &outer, first) else { return false };
    let in_run = |element: &usize| variant(record, &outer, *element) == Some(current);
    let end = (first..outer.len()).take_while(in_run).last().map_or(first, |last| last + 1);
    let at = outer.bodies[first].start;
    let Constraint::Integer { min, max, .. } = *record.constraint(at) else { return false };
    if end - first < 2 || max - min > MAX_VARIANTS {
        return false;
    }
    let run = Run { outer, first, end };
    (min..=max).filter(|other| *other != current).any(|other| {
        run.gathered(descent, other).is_some_and(|values| descent.attempt_exactly(values))
    })
}

/// Elements of one variant in a row.
struct Run {
    outer: List,
    first: usize,
    end: usize,
}

impl Run {
    /// Returns the choices with one element of this variant in place of the run, if the variant has a collection.
    fn gathered(&self, descent: &mut Descent<'_>, variant: i128) -> Option<Vec<ChoiceValue>> {
        let Run { outer, first, end } = self;
        let mut values = descent.values();
        renumber_without(descent.best(), outer, &(first + 1..*end), &mut values);
        let at = outer.bodies[*first].start;
        let probe = descent.probe([&values[..at], &[ChoiceValue::Integer(variant)]].concat())?;
        let probed = List::at(&probe, outer.span).filter(|probed| *first < probed.len())?;
        let inner = inside(&probe, &probed, *first)?;
        let drawn = probe.values();
        let contents =
            outer.bodies[*first..*end].iter().map(|body| &values[body.start + 1..body.end]);
        let element = &probed.bodies[*first];
        let gathered = [
            &drawn[element.start..inner.range.start],
            &inner.write(contents),
            &drawn[inner.range.end..element.end],
        ]
        .concat();
        let before = outer.bodies[..*first].iter().map(|body| &values[body.clone()]);
        let after = outer.bodies[*end..].iter().map(|body| &values[body.clone()]);
        Some(outer.replaced(&values, before.chain([&*gathered]).chain(after)))
    }
}
