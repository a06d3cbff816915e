//! Collections of distinct items.

use super::Lengths;
use crate::source::{Reject, Source};

/// The number of attempts to generate a new item while the collection is too short.
const REQUIRED_ITEM_ATTEMPTS: usize = 100;

/// The number of attempts to generate a new item once the collection is long enough.
const OPTIONAL_ITEM_ATTEMPTS: usize = 10;

/// Generates distinct items, as many as `lengths` allows. `add` generates an item, adds it to the
/// collection, and returns whether it was new.
///
/// If all attempts to generate a new item fail, the collection ends there. If it is too short, the test is
/// discarded.
#[inline]
pub(super) fn distinct(
    source: &mut Source,
    lengths: Lengths,
    mut add: impl FnMut(&mut Source) -> Result<bool, Reject>,
) -> Result<(), Reject> {
    let mut count = 0;
    let mut exhausted = false;
    source.list(lengths.at(source.list_size()), |source| {
        if exhausted {
            return Ok(());
        }
        let required = count < lengths.min();
        let attempts = if required { REQUIRED_ITEM_ATTEMPTS } else { OPTIONAL_ITEM_ATTEMPTS };
        if add_new(source, attempts, &mut add)? {
            count += 1;
        } else if required {
            return Err(source.reject("too few distinct values were generated"));
        } else {
            exhausted = true;
        }
        Ok(())
    })?;
    Ok(())
}

/// Returns whether one of the attempts added an item. Failed attempts are spans that a shrinker can delete.
#[inline]
fn add_new(
    source: &mut Source,
    attempts: usize,
    mut add: impl FnMut(&mut Source) -> Result<bool, Reject>,
) -> Result<bool, Reject> {
    let mut attempt = |source: &mut Source| {
        source.try_draw(|source| match add(source) {
            Ok(added) => added.then_some(Ok(true)),
            Err(reject) => Some(Err(reject)),
        })
    };
    for number in 0..attempts {
        // With a theme, few values may recur.
        let is_first = number == 0;
        let added = if is_first { attempt(source) } else { source.without_theme(&mut attempt) };
        if let Some(added) = added {
            return added;
        }
    }
    Ok(false)
}
