//! Cuts large blocks from very long inputs. Passes that examine every part of such an input would use up all the
//! time before their first success.

use super::branch::{is_whole, replace, same_kind_inside};
use super::delete::batches;
use super::descent::Descent;
use super::shape::{List, range};
use super::simplest::span_simplest;
use super::steps;
use crate::source::SpanLabel;

/// Inputs with fewer choices are not very long.
const MIN_CHOICES: usize = 10_000;

/// Parts that have less than this fraction of all choices are not large.
const MAX_BLOCKS: usize = 32;

/// The number of parts of its own kind by which a large part is replaced.
const MAX_REPLACEMENTS: usize = 8;

/// The number of cases to generate for a very long input even if the deadline is over before the first one: one
/// for each of the simplest inputs, a half, a quarter, and so on. The next run continues from there.
const FIRST_CASES: u32 = 8;

/// Permits the first cuts of a very long input, however long they take.
pub(super) fn allow_first_cuts(descent: &mut Descent<'_>) {
    if descent.len() >= MIN_CHOICES {
        descent.allow_late_cases(FIRST_CASES);
    }
}

/// Cuts off the second half as often as possible, and then shortens and simplifies large parts.
pub(super) fn cut(descent: &mut Descent<'_>) {
    while is_long(descent) && cut_half(descent) {}
    let mut span = 0;
    while is_long(descent) && descent.has_span(span) {
        if is_large(descent, range(descent.best(), span).len()) {
            simplify(descent, span);
        }
        span += 1;
    }
    descent.allow_late_cases(0);
}

fn is_long(descent: &Descent<'_>) -> bool {
    descent.len() >= MIN_CHOICES && !descent.spent()
}

fn is_large(descent: &Descent<'_>, choices: usize) -> bool {
    choices >= descent.len() / MAX_BLOCKS
}

/// Replaces the second half of the choices by the simplest ones. Returns whether that made the input shorter.
fn cut_half(descent: &mut Descent<'_>) -> bool {
    let length = descent.len();
    let mut values = descent.values();
    values.truncate(length / 2);
    descent.attempt(values) && descent.len() < length
}

/// Simplifies a large part: deletes blocks of a collection, or replaces a value by the simplest one or by a large
/// part of itself.
fn simplify(descent: &mut Descent<'_>, span: usize) {
    match descent.best().spans[span].label {
        SpanLabel::LIST => delete_blocks(descent, span),
        label if is_whole(label) => {
            let _ = span_simplest(descent, span) || descend_into_parts(descent, span);
        }
        _ => {}
    }
}

/// Deletes blocks of a collection, larger ones first.
fn delete_blocks(descent: &mut Descent<'_>, span: usize) {
    let Some(mut list) = List::at(descent.best(), span) else { return };
    batches(list.len() - list.min, list.len(), |gone| {
        if !is_long(descent) || gone.len() * MAX_BLOCKS < list.len() {
            return false;
        }
        let values = steps::without(descent, &list, &gone).unwrap_or_else(|| {
            let values = descent.values();
            list.replaced(&values, list.others(&gone).map(|body| &values[body]))
        });
        let is_deleted = descent.attempt(values);
        if is_deleted && let Some(shorter) = List::at(descent.best(), span) {
            list = shorter;
        }
        is_deleted
    });
}

/// Replaces a value by a large part of the same kind, as often as possible.
fn descend_into_parts(descent: &mut Descent<'_>, span: usize) -> bool {
    let mut any = false;
    while is_long(descent) && replace_by_part(descent, span) {
        any = true;
    }
    any
}

fn replace_by_part(descent: &mut Descent<'_>, span: usize) -> bool {
    let size = |descent: &Descent<'_>, part: usize| range(descent.best(), part).len();
    let mut parts = same_kind_inside(descent, span);
    parts.retain(|part| is_large(descent, size(descent, *part)));
    parts.sort_by_key(|part| std::cmp::Reverse(size(descent, *part)));
    parts.truncate(MAX_REPLACEMENTS);
    parts.into_iter().any(|part| replace(descent, span, part))
}
