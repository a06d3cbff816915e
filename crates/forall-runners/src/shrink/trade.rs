//! Trades one thing for another: fewer elements for larger ones, or a simpler number for a larger later one.

use super::descent::{Descent, Number};
use super::search::{bisect, least};
use super::shape::List;
use super::shift::each_pair;
use crate::source::{ChoiceValue, Role};

/// The largest value of a range wider than this is probably not meaningful.
const MAX_NARROW_WIDTH: u128 = 1 << 40;

/// Searches for the fewest elements that fail if all their numbers are as large as possible. Other passes lower
/// the numbers again. Numbers of a wide range are left alone.
pub(super) fn fewest(descent: &mut Descent<'_>) {
    let mut span = 0;
    while descent.has_span(span) {
        if let Some(list) = List::at(descent.best(), span) {
            fewest_of(descent, &list);
        }
        span += 1;
    }
}

fn fewest_of(descent: &mut Descent<'_>, list: &List) {
    let places = || list.bodies.iter().flat_map(Clone::clone);
    let numbers: Vec<Number> = places().filter_map(|at| descent.number(at)).collect();
    if numbers.is_empty() || list.len() <= list.min.max(1) {
        return;
    }
    let mut values = descent.values();
    let narrow: Vec<&Number> = numbers.iter().filter(|number| number.is_narrow()).collect();
    narrow.iter().for_each(|number| values[number.at] = ChoiceValue::Integer(number.max));
    if !narrow.is_empty() && keep_few(descent, list, &values) {
        return;
    }
    let branches: Vec<usize> = places().filter(|at| is_branch(descent, *at)).collect();
    if !branches.is_empty() {
        // The numbers of the last variant have other bounds. A replay takes the nearest value.
        let all = branches.into_iter().chain(numbers.iter().map(|number| number.at));
        all.for_each(|at| values[at] = ChoiceValue::Integer(i128::MAX));
        keep_few(descent, list, &values);
    }
}

/// Keeps as few elements as possible.
fn keep_few(descent: &mut Descent<'_>, list: &List, values: &[ChoiceValue]) -> bool {
    let count = list.len() as u128;
    let least = list.min.max(1) as u128;
    let mut keep = |count: u128| {
        let bodies = list.bodies[..count as usize].iter().map(|body| &values[body.clone()]);
        descent.attempt(list.replaced(values, bodies))
    };
    let fewer = keep(count - 1);
    if fewer && count - 1 > least {
        bisect(least - 1, count - 1, &mut keep);
    }
    fewer
}

fn is_branch(descent: &Descent<'_>, at: usize) -> bool {
    descent.best().choices[at].role == Role::Branch
}

/// Lowers a number while a later one is as large as possible.
pub(super) fn later(descent: &mut Descent<'_>) {
    each_pair(descent, |descent, one, other| {
        if other.is_narrow() && other.value < other.max {
            least(one.distance(), &mut |distance| {
                let changes = [one.to(one.at_distance(distance)), other.to(other.max)];
                descent.attempt_exactly_with(&changes)
            });
        }
    });
}

impl Number {
    fn is_narrow(&self) -> bool {
        self.max.abs_diff(self.min) < MAX_NARROW_WIDTH
    }
}
