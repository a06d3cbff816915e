//! A user-defined block that requires an annotation of every domain.
use forall::domain::{Annotated, Domain};
use forall::property::{Check, Forall, property};

struct Cost(u32);

trait Estimate {
    fn estimate(&self) -> u32;
}

impl<A, D: Annotated<Cost>, P: Estimate> Estimate for Forall<A, D, P> {
    fn estimate(&self) -> u32 {
        self.domain.annotation().0 + self.body.estimate()
    }
}

impl<F> Estimate for Check<F> {
    fn estimate(&self) -> u32 {
        0
    }
}

fn estimate(property: &impl Estimate) -> u32 {
    property.estimate()
}

fn main() {
    estimate(&property! { forall x in (0..9).annotate(Cost(1)); check *x < 9 });
    estimate(&property! { forall x in 0..9; check *x < 9 });
}
