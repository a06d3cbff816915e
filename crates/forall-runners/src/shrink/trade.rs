//! Trading: what comes first gets simpler, or there is less of it, at the price of what is left.

use super::descent::{Descent, Number};
use super::search::{bisect, least};
use super::shape::List;
use super::shift::each_pair;
use crate::source::{ChoiceValue, Role};

/// Ranges of numbers up to this width are thought to be of a size that means something.
const NARROW: u128 = 1 << 40;

/// The fewest elements that do if all their numbers are as great as can be. They are lowered again
/// by others. Where they could be very great, that would mean little.
pub(super) fn fewest(descent: &mut Descent<'_>) {
    let mut span = 0;
    while span < descent.best().spans.len() {
        if let Some(list) = List::at(descent.best(), span) {
            fewest_of(descent, &list);
        }
        span += 1;
    }
}

fn fewest_of(descent: &mut Descent<'_>, list: &List) {
    let places = || list.bodies.iter().flat_map(Clone::clone);
    let numbers: Vec<Number> = places().filter_map(|at| descent.number(at)).collect();
    let (count, least) = (list.len() as u128, list.min.max(1) as u128);
    if numbers.is_empty() || count <= least {
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
        // Under the last variant, numbers have other bounds. A replay takes the nearest.
        let all = branches.into_iter().chain(numbers.iter().map(|number| number.at));
        all.for_each(|at| values[at] = ChoiceValue::Integer(i128::MAX));
        keep_few(descent, list, &values);
    }
}

/// Keeps as few elements as will do.
fn keep_few(descent: &mut Descent<'_>, list: &List, values: &[ChoiceValue]) -> bool {
    let (count, least) = (list.len() as u128, list.min.max(1) as u128);
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

/// Makes a number simpler while a later one is as great as it can be.
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
        self.max.abs_diff(self.min) < NARROW
    }
}
