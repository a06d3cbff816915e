//! Looking at a domain.

use super::Domain;
use crate::source::{Campaign, Sizes};

/// The first `count` values that a run over `domain` would try, those that cannot be made left out.
///
/// ```
/// use forall::domain::{any, sample};
///
/// for list in sample(&any::<Vec<u8>>(), 20) {
///     println!("{list:?}");
/// }
/// ```
pub fn sample<D: Domain + ?Sized>(domain: &D, count: u64) -> Vec<D::Value> {
    let campaign = Campaign { seed: 1, sizes: Sizes::default() };
    (0..count).filter_map(|n| domain.generate(&mut campaign.source(n)).ok()).collect()
}
