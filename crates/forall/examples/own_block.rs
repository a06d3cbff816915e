//! User-defined blocks: each is a trait with one implementation per kind of node, like the blocks of the library.
//!
//! The first block checks without evaluating premises, for domains that satisfy them anyway. The second estimates the
//! cost of a test from annotations of the quantifiers. It is made of a block of the library.

#![expect(clippy::print_stdout, reason = "an example shows what it does")]

use forall::block::Annotate;
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
#[derive(Clone, Copy)]
struct Cost(u32);

/// Returns the cost of a test: the costs of its inputs, and 1 for the predicate.
fn estimate<P: Annotate>(property: &P, inputs: &P::Inputs) -> u32 {
    let mut total = 1;
    property.annotations(inputs, &mut |_, annotation| {
        total += annotation.downcast_ref().map_or(0, |Cost(cost)| *cost);
    });
    total
}

fn main() {
    let property = property! {
        forall x: u32 in 0..100, annotate = Cost(2);
        forall y: u32 in 0..100, annotate = Cost(x * 3);
        implies x < y;
        check x < y
    };
    assert_eq!(
        property.check_unguarded(&(1, (2, ()))),
        Verdict::from(forall::report::Failure::predicate_false())
    );
    assert_eq!(estimate(&property, &(7, (4, ()))), 15);
    println!("{property}\ncosts {}", estimate(&property, &(7, (4, ()))));
}
