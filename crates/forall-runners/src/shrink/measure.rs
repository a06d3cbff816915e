//! The size of inputs, as the property measures it.

use std::cmp::Ordering;

use crate::block::{Property, observe};
use crate::panics;
use crate::property::{ObservationKind, ObservationValue};

/// Returns the sum of the measures of a property, or `None` if it has none. Also returns `None` if one of them panics: it
/// may rely on a premise.
pub(super) fn measure<P: Property>(property: &P, inputs: &P::Inputs) -> Option<f64> {
    let mut observations = Vec::new();
    panics::runs_without_panic(&mut || observations = observe(property, inputs));
    let measures = observations.into_iter().filter_map(|observation| match observation.value {
        ObservationValue::Score(measure) if observation.kind == ObservationKind::Measure => {
            Some(measure)
        }
        _ => None,
    });
    measures.reduce(|sum, measure| sum + measure)
}

/// Compares two measures of one property. Inputs without one come last.
pub(super) fn compare(one: Option<f64>, other: Option<f64>) -> Ordering {
    match (one, other) {
        (Some(one), Some(other)) => one.total_cmp(&other),
        _ => one.is_none().cmp(&other.is_none()),
    }
}
