//! User-defined blocks: each is a trait with one implementation per kind of node, like the blocks of the library.
//!
//! The first block checks without evaluating premises, for domains that satisfy them anyway. The second estimates
//! the cost of a property and requires an annotation of every domain: a property with a domain that has none does
//! not compile.

#![expect(clippy::print_stdout, reason = "an example shows what it does")]

use forall::domain::{Annotated, Domain};
use forall::property::{Check, Forall, Formula, Implies, IntoVerdict, Observe, property};
use forall::report::Verdict;

trait CheckUnguarded<E = ()>: Formula<E> {
    fn check_unguarded(&self, inputs: &Self::Inputs) -> Verdict;
}

impl<E: 'static, A: 'static, D, P: CheckUnguarded<(A, E)>> CheckUnguarded<E> for Forall<A, D, P> {
    fn check_unguarded(&self, inputs: &P::Inputs) -> Verdict {
        self.body.check_unguarded(inputs)
    }
}

impl<E, F, P: CheckUnguarded<E>> CheckUnguarded<E> for Implies<F, P> {
    fn check_unguarded(&self, inputs: &P::Inputs) -> Verdict {
        self.body.check_unguarded(inputs)
    }
}

impl<E, F, P: CheckUnguarded<E>> CheckUnguarded<E> for Observe<F, P> {
    fn check_unguarded(&self, inputs: &P::Inputs) -> Verdict {
        self.body.check_unguarded(inputs)
    }
}

impl<E: 'static, F: Fn(&E) -> V, V: IntoVerdict> CheckUnguarded<E> for Check<F> {
    fn check_unguarded(&self, inputs: &E) -> Verdict {
        (self.predicate)(inputs).into_verdict()
    }
}

/// The cost of generating a value.
struct Cost(u32);

trait Estimate {
    fn estimate(&self) -> u32;
}

impl<A, D: Annotated<Cost>, P: Estimate> Estimate for Forall<A, D, P> {
    fn estimate(&self) -> u32 {
        self.domain.annotation().0 + self.body.estimate()
    }
}

impl<F, P: Estimate> Estimate for Implies<F, P> {
    fn estimate(&self) -> u32 {
        self.body.estimate()
    }
}

impl<F, P: Estimate> Estimate for Observe<F, P> {
    fn estimate(&self) -> u32 {
        self.body.estimate()
    }
}

impl<F> Estimate for Check<F> {
    fn estimate(&self) -> u32 {
        1
    }
}

fn main() {
    let property = property! {
        forall x: i64 in (0..100).annotate(Cost(2));
        forall y: i64 in (0..100).annotate(Cost(3));
        implies x < y;
        check y - x > 0
    };
    assert_eq!(
        property.check_unguarded(&(1, (2, ()))),
        Verdict::from(forall::report::Failure::predicate_false())
    );
    assert_eq!(property.estimate(), 6);
    println!("{property}\ncosts {}", property.estimate());
}
