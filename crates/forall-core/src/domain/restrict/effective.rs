//! The domain that a restriction leaves of another domain.

use std::fmt::Debug;

use super::repeat::{Copies, Permitted, Repeated, Skipping};
use super::{RestrictedDomain, Restriction};
use crate::domain::Domain;

impl<A: Debug + 'static> Restriction<A> {
    /// Calls `f` with the part of `domain` that satisfies the restriction. If that part is empty or unknown,
    /// calls `f` with `domain` itself.
    pub(super) fn apply<D: Domain<Value = A>, R>(
        &self,
        domain: &D,
        f: impl FnOnce(&dyn Domain<Value = A>) -> R,
    ) -> R {
        if self.unsatisfiable {
            return f(domain);
        }
        if let Some(original) = &self.equal
            && (original.in_domain || contains(domain, &original.value))
        {
            return f(&Copies { domain, original });
        }
        if let Some(candidates) = &self.candidates {
            let allowed = |value: &&A| self.permits(value) && contains(domain, value);
            let values: Vec<&A> = candidates.values.iter().filter(allowed).collect();
            if !values.is_empty() {
                return f(&Repeated { values, clone: candidates.clone });
            }
        }
        match domain.restricted(self) {
            Some(part) if self.needs_attempts() => {
                f(&Permitted { domain: &part, restriction: self })
            }
            Some(part) => f(&part),
            None if self.needs_attempts() => f(&Permitted { domain, restriction: self }),
            None => f(domain),
        }
    }
}

impl<A: Copy + PartialOrd + Debug + 'static> Restriction<A> {
    /// Returns the values of `min..=max` that satisfy the restriction, or `None` if there are none. `make`
    /// returns the domain of an interval.
    pub(in crate::domain) fn within<'a>(
        &'a self,
        min: A,
        max: A,
        make: impl Fn(A, A) -> RestrictedDomain<'a, A>,
    ) -> Option<RestrictedDomain<'a, A>> {
        if !self.concerns_values() {
            return None;
        }
        let least = self.least.as_ref().map(|limit| limit.value).filter(|least| min < *least);
        let greatest = self.greatest.as_ref().map(|limit| limit.value);
        let greatest = greatest.filter(|greatest| *greatest < max);
        let part = self.without_excluded(least.unwrap_or(min), greatest.unwrap_or(max), make)?;
        let strict = [&self.least, &self.greatest].into_iter().flatten().any(|limit| limit.strict);
        if !strict {
            return Some(part);
        }
        let keep: Box<dyn Fn(&A) -> bool> = Box::new(|value| self.permits_order(value));
        Some(Box::new(part.filtered(keep)))
    }

    /// Returns the values of `min..=max` that are not excluded, or `None` if there are none.
    pub(super) fn without_excluded<'a>(
        &'a self,
        min: A,
        max: A,
        make: impl Fn(A, A) -> RestrictedDomain<'a, A>,
    ) -> Option<RestrictedDomain<'a, A>> {
        let mut skipped = Skipping::new();
        let mut max = (min <= max).then_some(max)?;
        let end = max;
        for original in &self.excluded {
            let value = original.value;
            let steps = original.successor.zip(original.predecessor);
            if let Some((successor, predecessor)) = steps
                && (min <= value && value <= end && !skipped.values.contains(&value))
            {
                max = predecessor(&max).filter(|max| min <= *max)?;
                skipped.add(value, successor, predecessor);
            }
        }
        let part = make(min, max);
        if skipped.values.is_empty() {
            return Some(part);
        }
        Some(Box::new(skipped.of(part)))
    }
}

/// Returns whether the value is known to be in the domain.
pub(super) fn contains<D: Domain + ?Sized>(domain: &D, value: &D::Value) -> bool {
    domain.invert(value, &mut Vec::new()).is_some()
}
