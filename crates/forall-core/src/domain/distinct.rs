//! Collections whose items are distinct.

use super::Lengths;
use crate::source::{Reject, Source};

/// How often to look for one more item: more patiently while there are too few.
const TRIES: (usize, usize) = (100, 10);

/// Draws as many items as `lengths` says. `add` makes one, and says whether it was new. Where nothing
/// new comes up any more, there are fewer; where that is too few, the test is rejected.
#[inline]
pub(super) fn distinct(
    source: &mut Source,
    lengths: Lengths,
    mut add: impl FnMut(&mut Source) -> Result<bool, Reject>,
) -> Result<(), Reject> {
    let (mut count, mut exhausted) = (0, false);
    source.list(lengths.at(source.size()), |source| {
        if exhausted {
            return Ok(());
        }
        let few = count < lengths.min();
        let tries = if few { TRIES.0 } else { TRIES.1 };
        if one_of_tries(source, tries, &mut add)? {
            count += 1;
        } else if few {
            return Err(source.reject("not enough distinct values came up"));
        } else {
            exhausted = true;
        }
        Ok(())
    })?;
    Ok(())
}

/// Did one of the tries add an item? Those that did not are spans that a shrinker can drop.
#[inline]
fn one_of_tries(
    source: &mut Source,
    tries: usize,
    mut add: impl FnMut(&mut Source) -> Result<bool, Reject>,
) -> Result<bool, Reject> {
    for _ in 0..tries {
        let added = source.attempt(|source| match add(source) {
            Ok(added) => added.then_some(Ok(true)),
            Err(reject) => Some(Err(reject)),
        });
        if let Some(added) = added {
            return added;
        }
    }
    Ok(false)
}
