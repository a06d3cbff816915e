//! Relabelling: for properties that ask of numbers only whether they are equal, or which is less.

use super::descent::{Descent, Number};
use super::order::{self, grouped};
use super::reindex::each_pair;
use super::reorder::arranged;
use super::search::least;
use super::shape::List;
use super::simplest::is_worth_it;
use crate::source::Value;

/// Puts the simplest numbers there are in the place of others, in the order in which they come:
/// equal ones stay equal, and different ones different. This is for numbers in collections; others
/// have their turn with [`by_kind`].
pub(super) fn names(descent: &mut Descent<'_>) {
    if !is_worth_it(descent) || !in_collections(descent) {
        return;
    }
    let changes: Vec<(usize, Value)> = kinds(descent).iter().flat_map(|kind| met(kind)).collect();
    descent.attempt_with(&changes);
}

/// Are there collections with several numbers in them?
fn in_collections(descent: &Descent<'_>) -> bool {
    let numbers = |list: &List| list.range.clone().filter_map(|at| descent.number(at)).count();
    List::all(descent.best()).iter().any(|list| numbers(list) > 1)
}

/// Above this length, elements are not swapped.
const LONGEST: usize = 6;

/// Swaps two elements of a collection and names anew what is in it: for what is the same in another
/// order and under other names, as a graph is.
pub(super) fn swapped(descent: &mut Descent<'_>) {
    each_pair(descent, LONGEST, swap_two);
}

fn swap_two(descent: &mut Descent<'_>, span: usize, (one, other): (usize, usize)) -> bool {
    let Some(list) = List::at(descent.best(), span).filter(|list| other < list.len()) else {
        return false;
    };
    let mut bodies = list.bodies.clone();
    bodies.swap(one, other);
    if bodies[one].len() < 2 || bodies[one].len() != bodies[other].len() {
        return false;
    }
    let Some(order) = arranged(descent.len(), &list.bodies, &bodies) else { return false };
    let old = descent.values();
    let mut values: Vec<Value> = order.iter().map(|at| old[*at].clone()).collect();
    let mut numbers = Vec::new();
    for (at, from) in order.iter().enumerate() {
        numbers.extend(descent.number(*from).map(|number| Number { at, ..number }));
    }
    for (at, value) in grouped(&numbers, |number| number.kind).iter().flat_map(|kind| met(kind)) {
        values[at] = value;
    }
    descent.attempt_exactly(values)
}

/// The same so that the lesser stays the lesser.
pub(super) fn ranks(descent: &mut Descent<'_>) {
    let changes: Vec<(usize, Value)> =
        kinds(descent).iter().flat_map(|kind| ordered(kind)).collect();
    descent.attempt_with(&changes);
}

/// Both for each kind of numbers by itself.
pub(super) fn by_kind(descent: &mut Descent<'_>) {
    for kind in kinds(descent) {
        let _ = descent.attempt_with(&met(&kind)) || descent.attempt_with(&ordered(&kind));
    }
}

fn kinds(descent: &Descent<'_>) -> Vec<Vec<Number>> {
    grouped(&descent.numbers(), |number| number.kind)
}

/// Of each number, how many different ones of the group are less.
fn ranked(group: &[Number]) -> impl Iterator<Item = (&Number, usize)> {
    let values: Vec<i128> = group.iter().map(|number| number.value).collect();
    group.iter().zip(order::ranks(&values))
}

/// Numbers of one kind, each replaced by how many are less.
fn ordered(group: &[Number]) -> Vec<(usize, Value)> {
    let to =
        |(number, rank): (&Number, usize)| number.to(number.toward.saturating_add(rank as i128));
    ranked(group).map(to).collect()
}

/// Numbers of one kind, each replaced by the simplest that is not yet taken.
fn met(group: &[Number]) -> Vec<(usize, Value)> {
    let mut names: Vec<Option<i128>> = vec![None; group.len()];
    let mut free = group.first().into_iter().flat_map(Number::simplest_first);
    let change = |(number, rank): (&Number, usize)| {
        number.to(*names[rank].get_or_insert_with(|| free.next().unwrap_or(number.value)))
    };
    ranked(group).map(change).collect()
}

impl Number {
    /// All that it may be, simplest first.
    fn simplest_first(&self) -> impl Iterator<Item = i128> + use<> {
        let number = *self;
        let apart = (0..).flat_map(move |apart| {
            let above = number.toward.checked_add(apart);
            let below = number.toward.checked_sub(apart).filter(|_| apart > 0);
            above.into_iter().chain(below)
        });
        let reach = self.max.abs_diff(self.toward).max(self.min.abs_diff(self.toward));
        apart
            .take_while(move |value| value.abs_diff(number.toward) <= reach)
            .filter(move |value| number.permits(*value))
    }
}

/// Lowers all equal numbers together.
pub(super) fn duplicates(descent: &mut Descent<'_>) {
    let mut groups = grouped(&descent.numbers(), |number| (number.kind, number.value));
    groups.retain(|group| group.len() > 1 && group[0].distance() > 0);
    for mut group in groups {
        mirror(descent, &mut group);
        let length = descent.len();
        let lowest = least(group[0].distance(), &mut |distance| {
            let value = group[0].at_distance(distance);
            let changes: Vec<_> = group.iter().map(|number| number.to(value)).collect();
            descent.len() == length && descent.attempt_with(&changes)
        });
        if lowest < group[0].distance() {
            descent.mark_settled(&group[0], lowest);
        }
    }
}

/// Puts equal numbers on the other side, where that is simpler.
fn mirror(descent: &mut Descent<'_>, group: &mut [Number]) {
    let mirrored = group[0].toward.saturating_add_unsigned(group[0].distance());
    let changes: Vec<_> = group.iter().map(|number| number.to(mirrored)).collect();
    let below = group[0].value < group[0].toward && group[0].permits(mirrored);
    if below && descent.attempt_with(&changes) {
        group.iter_mut().for_each(|number| number.value = mirrored);
    }
}
