//! The finish: a random search below the best case, when no pass helps any more.
//!
//! A pass changes one or two places. In a typed term many places depend on each other, and the next simpler term
//! may have another type, another scope and other references. The search finds it because to generate an input
//! takes far less time than to run most properties, and only inputs that run count against the limit.

mod changes;
mod failing_cases;
mod search;
mod small_parts;

use super::GeneratedCase;
use super::descent::Descent;
use crate::source::{Policy, Record, Role, Source, SpanLabel};

/// An input with fewer variants is left alone, unless the property measures it: the passes find the minimum of small
/// terms, and of lists and numbers.
const MIN_VARIANTS: usize = 8;
/// An input with more choices is left alone, too: a random change rarely makes it simpler.
const MAX_CHOICES: usize = 400;

/// Searches for a simpler case than the best, and returns whether it found one. `original` is the case from which
/// shrinking began: if its print is smaller than that of the best case, it is the best again.
pub(super) fn improve(descent: &mut Descent<'_>, original: &Record) -> bool {
    let returned = return_to_smaller_print(descent, original);
    if descent.len() > MAX_CHOICES || is_list_of_steps(descent.best()) {
        return returned;
    }
    let Some(printed) = descent.print_best() else { return returned };
    if variants(descent.best()) < MIN_VARIANTS && !descent.is_measured() {
        return returned;
    }
    descent.prefer_small_prints();
    descent.start_pass("random search");
    let half = descent.part(0.5, 0.5);
    descent.within(half, |descent| search::search(descent, printed)) || returned
}

/// Returns the number of choices among variants: about the number of nodes of a term.
fn variants(record: &Record) -> usize {
    record.choices.iter().filter(|choice| choice.role == Role::Branch).count()
}

/// Makes the original case the best one again, if it is smaller in print: that is what a person sees.
fn return_to_smaller_print(descent: &mut Descent<'_>, original: &Record) -> bool {
    if original == descent.best() {
        return false;
    }
    let Some(best) = descent.print_best() else { return false };
    let Some(began) = descent.print(original.values()) else { return false };
    if !descent.is_larger(best.size, began.size) {
        return false;
    }
    descent.prefer_small_prints();
    descent.start_pass("smaller print");
    let source = Source::replay(original.values(), Policy::STRICT);
    let GeneratedCase { record, is_rejected } = descent.generate_from(source);
    !is_rejected && descent.attempt_again(record)
}

/// Returns whether a case has steps of a state machine, for which there are passes.
pub(super) fn is_list_of_steps(record: &Record) -> bool {
    record.spans.iter().any(|span| span.label == SpanLabel::STEPS)
}
