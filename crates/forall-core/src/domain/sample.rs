//! Sampling a domain.

use super::Domain;
use crate::source::Campaign;

/// Returns the values that the first `count` tests of a run with seed 1 would use. Rejected values are left
/// out.
///
/// ```
/// use forall::domain::{any, sample};
///
/// let lists = sample(&any::<Vec<u8>>(), 50);
/// assert!(lists.iter().any(|list| list.len() > 10));
/// ```
pub fn sample<D: Domain + ?Sized>(domain: &D, count: u64) -> Vec<D::Value> {
    let campaign = Campaign::from_seed(1);
    (0..count).filter_map(|n| domain.generate(&mut campaign.source(n)).ok()).collect()
}
