//! The order and the weights of variants.

use super::model::{Recursion, Variant};

/// The smallest average number of direct children of a value, in tenths, if the weights are chosen
/// here. With fewer, most trees are a single leaf.
const MIN_CHILDREN: u32 = 12;

/// The largest average number of direct children, in tenths. With more, nearly all trees are as large
/// as the size allows.
const MAX_CHILDREN: u32 = 15;

/// The largest ratio between two weights that are chosen here.
const MAX_RATIO: u32 = 16;

/// Sorts variants by how they may recurse. Since the first variants do not recurse, always generating
/// the first variant terminates.
pub(super) fn simplest_first(variants: &mut [Variant]) {
    variants.sort_by_key(|variant| variant.recursion);
}

/// Returns the number of variants that recurse as little as the first one does.
pub(super) fn simplest_count(variants: &[Variant]) -> usize {
    count_up_to(variants, variants[0].recursion)
}

/// Returns the number of variants that probably do not recurse, or [`simplest_count`] if all do.
pub(super) fn ending_count(variants: &[Variant]) -> usize {
    simplest_count(variants).max(count_up_to(variants, Recursion::ThroughUnknown))
}

fn count_up_to(variants: &[Variant], most: Recursion) -> usize {
    variants.iter().filter(|variant| variant.recursion <= most).count()
}

/// Returns whether an attribute gives a weight.
pub(super) fn has_own_weights(variants: &[Variant]) -> bool {
    variants.iter().any(|variant| variant.weight.is_some())
}

/// Returns the weights from the attributes. If there are none, chooses weights for which trees are
/// neither mostly leaves nor mostly too large.
pub(super) fn weights(variants: &[Variant]) -> Vec<u32> {
    if has_own_weights(variants) {
        return variants.iter().map(|variant| variant.weight.unwrap_or(1)).collect();
    }
    let assign = |ending, recursive| -> Vec<u32> {
        let weight = |variant: &Variant| if variant.children() > 0 { recursive } else { ending };
        variants.iter().map(weight).collect()
    };
    let even = assign(1, 1);
    match average_children(variants, &even) {
        0 | MIN_CHILDREN..=MAX_CHILDREN => even,
        ..MIN_CHILDREN => {
            let mut rising = (2..MAX_RATIO).map(|weight| assign(1, weight));
            let enough = rising.find(|weights| average_children(variants, weights) >= MIN_CHILDREN);
            enough.unwrap_or_else(|| assign(1, MAX_RATIO))
        }
        _ => {
            let mut falling = (2..MAX_RATIO).map(|weight| assign(weight, 1));
            let enough =
                falling.find(|weights| average_children(variants, weights) <= MAX_CHILDREN);
            enough.unwrap_or_else(|| assign(MAX_RATIO, 1))
        }
    }
}

/// Returns the average number of direct children of a value, in tenths.
fn average_children(variants: &[Variant], weights: &[u32]) -> u32 {
    let each = variants.iter().zip(weights);
    let children: u32 = each.map(|(variant, weight)| variant.children() * weight).sum();
    10 * children / weights.iter().sum::<u32>()
}

impl Variant {
    /// Estimates the number of direct children: values of the derived type in the fields. A collection
    /// counts for two.
    fn children(&self) -> u32 {
        let children = |recursion| match recursion {
            Recursion::Never | Recursion::ThroughUnknown => 0,
            Recursion::ThroughPointer | Recursion::Always => 1,
            Recursion::Optional => 2,
        };
        self.fields.iter().map(|field| children(field.recursion)).sum()
    }
}
