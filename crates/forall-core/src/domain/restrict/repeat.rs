//! Values that repeat an earlier value, or that relate to one as a premise requires.

use std::fmt::Debug;

use super::{Original, RestrictedDomain, Restriction};
use crate::domain::{Domain, Shrinks, inverse};
use crate::source::{ChoiceValue, Random, Reject, Role, Source};

/// The number of attempts to generate a value that is permitted.
const MAX_ATTEMPTS: usize = 50;

/// The number of attempts after which values are drawn without a bias, which could lead to the same value again.
const BIASED_ATTEMPTS: usize = 5;

/// Copies of a value. Equal values may still differ, for example in the case of their letters, so one in four
/// is drawn from the domain and used if it equals the original.
pub(super) struct Copies<'a, D, A> {
    pub(super) domain: &'a D,
    pub(super) original: &'a Original<A>,
}

impl<A: Debug + 'static, D: Domain<Value = A>> Domain for Copies<'_, D, A> {
    type Value = A;

    fn generate(&self, source: &mut Source) -> Result<A, Reject> {
        let original = self.original;
        if !original.identical {
            let sample = |random: &mut Random| u8::from(random.one_in(4));
            if source.integer(0..=1, 0, Role::Branch, sample) == 1 {
                let drawn = source.try_draw(|source| {
                    let drawn = self.domain.generate(source).ok();
                    drawn.filter(|drawn| (original.equals)(&original.value, drawn))
                });
                if let Some(drawn) = drawn {
                    return Ok(drawn);
                }
            }
        }
        Ok((original.clone)(&original.value))
    }

    fn invert(&self, value: &A, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        let original = self.original;
        if !(original.equals)(&original.value, value) {
            return None;
        }
        if original.identical {
            return Some(());
        }
        let is_copy = format!("{value:?}") == format!("{:?}", original.value);
        inverse::branch(usize::from(!is_copy), choices);
        if is_copy { Some(()) } else { self.domain.invert(value, choices) }
    }
}

/// One of several earlier values.
pub(super) struct Repeated<'a, A> {
    pub(super) values: Vec<&'a A>,
    pub(super) clone: fn(&A) -> A,
}

impl<A: Debug + 'static> Domain for Repeated<'_, A> {
    type Value = A;

    fn generate(&self, source: &mut Source) -> Result<A, Reject> {
        let last = self.values.len() - 1;
        let sample = |random: &mut Random| random.below(last as u64 + 1) as usize;
        let index = source.integer(0..=last, 0, Role::Reference, sample);
        Ok((self.clone)(self.values[index]))
    }

    fn shrink<'a>(&'a self, value: &'a A) -> Shrinks<'a, A> {
        let text = format!("{value:?}");
        let before = self.values.iter().take_while(move |other| format!("{other:?}") != text);
        Shrinks::new(before.map(|simpler| (self.clone)(simpler)))
    }

    fn invert(&self, value: &A, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        let text = format!("{value:?}");
        let index = self.values.iter().position(|other| format!("{other:?}") == text)?;
        inverse::branch(index, choices);
        Some(())
    }
}

/// The values of a domain that the order and the excluded values permit. If none is found soon, the value is any of
/// the domain, and the premise discards the test.
pub(super) struct Permitted<'a, D, A> {
    pub(super) domain: &'a D,
    pub(super) restriction: &'a Restriction<A>,
}

impl<A: Debug + 'static, D: Domain<Value = A>> Domain for Permitted<'_, D, A> {
    type Value = A;

    fn generate(&self, source: &mut Source) -> Result<A, Reject> {
        for attempt in 0..MAX_ATTEMPTS {
            let drawn = if attempt < BIASED_ATTEMPTS {
                self.attempt(source)
            } else {
                source.without_edge_cases(|source| self.attempt(source))
            };
            if let Some(drawn) = drawn {
                return drawn;
            }
        }
        self.domain.generate(source)
    }

    fn mutate(&self, value: &A, source: &mut Source) -> Result<A, Reject> {
        self.domain.mutate(value, source)
    }

    fn shrink<'a>(&'a self, value: &'a A) -> Shrinks<'a, A> {
        let shrinks = self.domain.shrink(value);
        Shrinks::new(shrinks.filter(|simpler| self.restriction.permits_relations(simpler)))
    }

    fn invert(&self, value: &A, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        self.restriction.permits_relations(value).then_some(())?;
        self.domain.invert(value, choices)
    }
}

impl<A: Debug + 'static, D: Domain<Value = A>> Permitted<'_, D, A> {
    fn attempt(&self, source: &mut Source) -> Option<Result<A, Reject>> {
        source.try_draw(|source| match self.domain.generate(source) {
            Ok(value) => self.restriction.permits_relations(&value).then_some(Ok(value)),
            Err(reject) => Some(Err(reject)),
        })
    }
}

/// Returns a neighbour of a value.
type Step<A> = fn(&A) -> Option<A>;

/// The values of an interval without some of them. The interval is shorter by their number, and each value at
/// or above a skipped one stands for the next value.
pub(super) struct Skipping<A> {
    /// The skipped values in ascending order.
    pub(super) values: Vec<A>,
    successor: Step<A>,
    predecessor: Step<A>,
}

/// A domain with skipped values.
pub(super) struct SkippingDomain<'a, A> {
    domain: RestrictedDomain<'a, A>,
    skipped: Skipping<A>,
}

impl<A: Copy + PartialOrd> Skipping<A> {
    pub(super) fn new() -> Skipping<A> {
        Skipping { values: Vec::new(), successor: |_| None, predecessor: |_| None }
    }

    pub(super) fn add(&mut self, value: A, successor: Step<A>, predecessor: Step<A>) {
        let at = self.values.partition_point(|other| *other < value);
        self.values.insert(at, value);
        self.successor = successor;
        self.predecessor = predecessor;
    }

    pub(super) fn of(self, domain: RestrictedDomain<'_, A>) -> SkippingDomain<'_, A> {
        SkippingDomain { domain, skipped: self }
    }

    /// Returns the value that a drawn value stands for.
    fn apply(&self, drawn: A) -> A {
        let mut value = drawn;
        for skipped in &self.values {
            if *skipped <= value {
                value = (self.successor)(&value).unwrap_or(value);
            }
        }
        value
    }

    /// Returns the drawn value that stands for a value, or `None` if it is skipped.
    fn undo(&self, value: A) -> Option<A> {
        if self.values.contains(&value) {
            return None;
        }
        let mut drawn = value;
        for skipped in self.values.iter().rev() {
            if *skipped < drawn {
                drawn = (self.predecessor)(&drawn)?;
            }
        }
        Some(drawn)
    }
}

impl<A: Copy + PartialOrd + Debug + 'static> Domain for SkippingDomain<'_, A> {
    type Value = A;

    fn generate(&self, source: &mut Source) -> Result<A, Reject> {
        Ok(self.skipped.apply(self.domain.generate(source)?))
    }

    fn shrink<'a>(&'a self, value: &'a A) -> Shrinks<'a, A> {
        let Some(drawn) = self.skipped.undo(*value) else {
            return Shrinks::none();
        };
        let simpler: Vec<A> = self.domain.shrink(&drawn).collect();
        Shrinks::new(simpler.into_iter().map(|simpler| self.skipped.apply(simpler)))
    }

    fn invert(&self, value: &A, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        self.domain.invert(&self.skipped.undo(*value)?, choices)
    }
}
