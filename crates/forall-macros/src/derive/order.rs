//! Which variant is simpler, and which comes up more often.

use super::model::{Rank, Variant};

/// How many values like itself a value holds on average where no weights are written, at least: with
/// fewer, most trees are a leaf. In tenths.
const FEWEST: u32 = 12;

/// The same, at most: with more, nearly all trees are as large as the size allows.
const MOST: u32 = 15;

/// No variant comes up more than this many times as often as another because of that.
const STEEPEST: u32 = 16;

/// Those that end come first, so that taking the first of all, for ever, ends.
pub(super) fn simplest_first(variants: &mut [Variant]) {
    variants.sort_by_key(|variant| variant.rank);
}

/// How many variants are of the simplest rank, and how many do not seem to recur; the simplest
/// ones if all do.
pub(super) fn ending(variants: &[Variant]) -> (usize, usize) {
    let until = |rank| variants.iter().filter(|variant| variant.rank <= rank).count();
    let simplest = until(variants[0].rank);
    (simplest, simplest.max(until(Rank::HoldsOthers)))
}

/// The weights: those that are written, or else such that trees grow, but not too much.
pub(super) fn weights(variants: &[Variant]) -> Vec<u32> {
    if variants.iter().any(|variant| variant.weight.is_some()) {
        return variants.iter().map(|variant| variant.weight.unwrap_or(1)).collect();
    }
    let weigh = |ending, recursive| -> Vec<u32> {
        let weight = |variant: &Variant| if variant.offspring() > 0 { recursive } else { ending };
        variants.iter().map(weight).collect()
    };
    let even = weigh(1, 1);
    match tenths(variants, &even) {
        0 | FEWEST..=MOST => even,
        ..FEWEST => {
            let mut rising = (2..STEEPEST).map(|weight| weigh(1, weight));
            let enough = rising.find(|weights| tenths(variants, weights) >= FEWEST);
            enough.unwrap_or_else(|| weigh(1, STEEPEST))
        }
        _ => {
            let mut falling = (2..STEEPEST).map(|weight| weigh(weight, 1));
            let enough = falling.find(|weights| tenths(variants, weights) <= MOST);
            enough.unwrap_or_else(|| weigh(STEEPEST, 1))
        }
    }
}

/// How many tenths of a value like itself a value holds on average.
fn tenths(variants: &[Variant], weights: &[u32]) -> u32 {
    let each = variants.iter().zip(weights);
    let held: u32 = each.map(|(variant, weight)| variant.offspring() * weight).sum();
    10 * held / weights.iter().sum::<u32>()
}

impl Variant {
    /// About how many values like itself it holds. A list counts for two.
    fn offspring(&self) -> u32 {
        let of = |rank| match rank {
            Rank::Ends | Rank::HoldsOthers => 0,
            Rank::PointsToOthers | Rank::Recurs => 1,
            Rank::MayRecur => 2,
        };
        self.fields.iter().map(|field| of(field.rank)).sum()
    }
}
