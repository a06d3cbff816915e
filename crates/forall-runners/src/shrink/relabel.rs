//! Relabels numbers: for properties that only compare numbers with each other.

use std::collections::HashSet;

use super::descent::{Descent, Number};
use super::order::{self, grouped};
use super::reindex::{ElementPair, each_pair};
use super::reorder::arranged;
use super::search::least;
use super::shape::List;
use super::simplest::is_worth_trying;
use super::steps::is_list_of_steps;
use crate::source::ChoiceValue;

/// Replaces numbers by the simplest ones, in order of appearance: equal numbers stay equal, and different ones
/// stay different. This pass is for numbers in collections; [`by_kind`] handles the others.
pub(super) fn names(descent: &mut Descent<'_>) {
    if !is_worth_trying(descent) || !in_collections(descent) {
        return;
    }
    let changes: Vec<(usize, ChoiceValue)> =
        kinds(descent).iter().flat_map(|kind| by_appearance(kind)).collect();
    descent.attempt_with(&changes);
}

/// Does the same as [`names`] if no two numbers are equal: a property that fails then may need different ones.
pub(super) fn different(descent: &mut Descent<'_>) {
    if are_all_different(descent) {
        names(descent);
    }
}

/// Returns whether no two numbers of a kind are equal.
pub(super) fn are_all_different(descent: &Descent<'_>) -> bool {
    let mut known = HashSet::new();
    descent.numbers().iter().all(|number| known.insert((number.kind, number.value)))
}

/// Returns whether there are collections with several numbers in them.
fn in_collections(descent: &Descent<'_>) -> bool {
    let numbers = |list: &List| list.range.clone().filter_map(|at| descent.number(at)).count();
    List::all(descent.best()).iter().any(|list| numbers(list) > 1)
}

/// Elements of longer collections are not swapped.
const MAX_LENGTH: usize = 6;

/// Swaps two elements of a collection and relabels its numbers: for values such as graphs, which stay the same in
/// another order with other labels.
pub(super) fn swapped(descent: &mut Descent<'_>) {
    each_pair(descent, MAX_LENGTH, swap_two);
}

fn swap_two(descent: &mut Descent<'_>, pair: ElementPair) -> bool {
    let ElementPair { span, first, second } = pair;
    let list = List::at(descent.best(), span).filter(|list| second < list.len());
    let list = list.filter(|list| !is_list_of_steps(descent.best(), list.span));
    let Some(list) = list else { return false };
    let mut bodies = list.bodies.clone();
    bodies.swap(first, second);
    if bodies[first].len() < 2 || bodies[first].len() != bodies[second].len() {
        return false;
    }
    let Some(order) = arranged(descent.len(), &list.bodies, &bodies) else { return false };
    let old = descent.values();
    let mut values: Vec<ChoiceValue> = order.iter().map(|at| old[*at].clone()).collect();
    let mut numbers = Vec::new();
    for (at, from) in order.iter().enumerate() {
        numbers.extend(descent.number(*from).map(|number| Number { at, ..number }));
    }
    for (at, value) in
        grouped(&numbers, |number| number.kind).iter().flat_map(|kind| by_appearance(kind))
    {
        values[at] = value;
    }
    descent.attempt_exactly(values)
}

/// Replaces numbers by their ranks, so that their order stays the same.
pub(super) fn ranks(descent: &mut Descent<'_>) {
    let changes: Vec<(usize, ChoiceValue)> =
        kinds(descent).iter().flat_map(|kind| by_rank(kind)).collect();
    descent.attempt_with(&changes);
}

/// Applies [`names`] and [`ranks`] to each kind of numbers separately.
pub(super) fn by_kind(descent: &mut Descent<'_>) {
    for kind in kinds(descent) {
        let _ =
            descent.attempt_with(&by_appearance(&kind)) || descent.attempt_with(&by_rank(&kind));
    }
}

fn kinds(descent: &Descent<'_>) -> Vec<Vec<Number>> {
    grouped(&descent.numbers(), |number| number.kind)
}

/// Returns each number with its rank: how many distinct numbers of the group are less.
fn ranked(group: &[Number]) -> impl Iterator<Item = (&Number, usize)> {
    let values: Vec<i128> = group.iter().map(|number| number.value).collect();
    group.iter().zip(order::ranks(&values))
}

/// Replaces each number of one kind by its rank.
fn by_rank(group: &[Number]) -> Vec<(usize, ChoiceValue)> {
    let to =
        |(number, rank): (&Number, usize)| number.to(number.toward.saturating_add(rank as i128));
    ranked(group).map(to).collect()
}

/// Replaces each number of one kind by the simplest one that is not taken yet.
fn by_appearance(group: &[Number]) -> Vec<(usize, ChoiceValue)> {
    let mut labels: Vec<Option<i128>> = vec![None; group.len()];
    let mut free = group.first().into_iter().flat_map(Number::simplest_first);
    let change = |(number, rank): (&Number, usize)| {
        number.to(*labels[rank].get_or_insert_with(|| free.next().unwrap_or(number.value)))
    };
    ranked(group).map(change).collect()
}

impl Number {
    /// Returns all permitted values, the simplest first.
    fn simplest_first(&self) -> impl Iterator<Item = i128> + use<> {
        let number = *self;
        let values = (0..).flat_map(move |distance| {
            let above = number.toward.checked_add(distance);
            let below = number.toward.checked_sub(distance).filter(|_| distance > 0);
            above.into_iter().chain(below)
        });
        let reach = self.max.abs_diff(self.toward).max(self.min.abs_diff(self.toward));
        values
            .take_while(move |value| value.abs_diff(number.toward) <= reach)
            .filter(move |value| number.permits(*value))
    }
}

/// Lowers equal numbers together.
pub(super) fn duplicates(descent: &mut Descent<'_>) {
    let mut groups = grouped(&descent.numbers(), |number| (number.kind, number.value));
    groups.retain(|group| group.len() > 1 && group[0].distance() > 0);
    for mut group in groups {
        if descent.spent() {
            return;
        }
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

/// Mirrors equal numbers at the simplest value, if that makes them simpler.
fn mirror(descent: &mut Descent<'_>, group: &mut [Number]) {
    let mirrored = group[0].toward.saturating_add_unsigned(group[0].distance());
    let changes: Vec<_> = group.iter().map(|number| number.to(mirrored)).collect();
    let below = group[0].value < group[0].toward && group[0].permits(mirrored);
    if below && descent.attempt_with(&changes) {
        group.iter_mut().for_each(|number| number.value = mirrored);
    }
}
