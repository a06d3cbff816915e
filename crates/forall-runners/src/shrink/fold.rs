//! Folds elements into a number that remains: deletes them, and replaces the number by the sum or the product
//! of their values. If the result is the simplest number, nothing is tried, because other passes delete
//! elements without a replacement.

use super::descent::{Descent, Number};
use super::shape::List;
use crate::source::ChoiceValue;

type Combine = fn(&Number, i128, i128) -> i128;

/// Longer collections are only folded as a whole.
const MAX_LENGTH: usize = 64;

const COMBINATIONS: [Combine; 2] = [sum, product];

/// Folds collections of numbers: into one element, into an earlier number, or one element into its neighbour.
pub(super) fn numbers(descent: &mut Descent<'_>) {
    let mut span = 0;
    while descent.has_span(span) {
        if List::at(descent.best(), span).is_some() {
            let _ = into_one(descent, span) || into_earlier(descent, span) || by_one(descent, span);
        }
        span += 1;
    }
}

/// Returns the collection at this span and its elements, if each of them is a single number.
fn numeric(descent: &Descent<'_>, span: usize) -> Option<(List, Vec<Number>)> {
    let list = List::at(descent.best(), span)?;
    let number = |body: &std::ops::Range<usize>| {
        Some(body).filter(|body| body.len() == 1).and_then(|body| descent.number(body.start))
    };
    let numbers: Option<Vec<Number>> = list.bodies.iter().map(number).collect();
    numbers.map(|numbers| (list, numbers))
}

fn into_one(descent: &mut Descent<'_>, span: usize) -> bool {
    let Some((list, numbers)) = numeric(descent, span) else { return false };
    if numbers.len() < 2 || list.min > 1 {
        return false;
    }
    let values = descent.values();
    COMBINATIONS.iter().any(|combine| {
        let folded = numbers.iter().map(|number| number.value);
        let folded = folded.reduce(|l, r| combine(&numbers[0], l, r)).unwrap_or_default();
        folded != numbers[0].toward
            && descent.attempt(list.replaced(&values, [&[ChoiceValue::Integer(folded)][..]]))
    })
}

fn into_earlier(descent: &mut Descent<'_>, span: usize) -> bool {
    let Some((list, numbers)) = numeric(descent, span) else { return false };
    let earlier = (0..list.range.start).rev().find_map(|at| descent.number(at));
    let Some(earlier) = earlier.filter(|_| list.min == 0 && !numbers.is_empty()) else {
        return false;
    };
    let mut values = descent.values();
    COMBINATIONS.iter().any(|combine| {
        let all = numbers.iter().map(|number| number.value);
        let folded = all.fold(earlier.value, |l, r| combine(&earlier, l, r));
        values[earlier.at] = ChoiceValue::Integer(folded);
        folded != earlier.toward && descent.attempt(list.replaced(&values, []))
    })
}

fn by_one(descent: &mut Descent<'_>, span: usize) -> bool {
    let Some((list, _)) = numeric(descent, span).filter(|(list, _)| list.len() <= MAX_LENGTH)
    else {
        return false;
    };
    let mut any = false;
    for at in (0..list.len()).rev() {
        let Some((list, numbers)) = numeric(descent, span) else { return any };
        if list.len() <= list.min.max(1) || at >= list.len() {
            continue;
        }
        let neighbour = if at == 0 { 1 } else { at - 1 };
        let earlier = (0..list.range.start).rev().find_map(|at| descent.number(at));
        let into = [Some(numbers[neighbour]), earlier];
        any |= into.into_iter().flatten().any(|into| {
            COMBINATIONS.iter().any(|combine| {
                let mut values = descent.values();
                let folded = combine(&into, into.value, numbers[at].value);
                values[into.at] = ChoiceValue::Integer(folded);
                let bodies = list.bodies.iter().enumerate().filter(|(k, _)| *k != at);
                let bodies: Vec<_> =
                    bodies.map(|(_, body)| values[body.clone()].to_vec()).collect();
                folded != into.toward
                    && descent.attempt(list.replaced(&values, bodies.iter().map(Vec::as_slice)))
            })
        });
    }
    any
}

fn sum(number: &Number, left: i128, right: i128) -> i128 {
    number.fit(left.saturating_add(right))
}

fn product(number: &Number, left: i128, right: i128) -> i128 {
    number.fit(left.saturating_mul(right))
}

impl Number {
    /// Brings a value into the range of the number: wraps it, if the size of the range is a power of two as for
    /// machine types, and otherwise clamps it.
    fn fit(&self, value: i128) -> i128 {
        match self.max.checked_sub(self.min).and_then(|width| width.checked_add(1)) {
            Some(count) if count.count_ones() == 1 => {
                self.min + value.wrapping_sub(self.min).rem_euclid(count)
            }
            _ => value.clamp(self.min, self.max),
        }
    }
}
