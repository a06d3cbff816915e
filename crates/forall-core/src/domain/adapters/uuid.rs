//! Identifiers of `uuid`.

use uuid::Uuid;

use crate::domain::{Arbitrary, Shrinks};
use crate::source::{ChoiceValue, Reject, Source};

/// Any 128 bits, also those with an invalid version. The nil identifier is the simplest.
impl Arbitrary for Uuid {
    fn generate(source: &mut Source) -> Result<Uuid, Reject> {
        u128::generate(source).map(Uuid::from_u128)
    }

    fn shrink(&self) -> Shrinks<'_, Uuid> {
        let bits = self.as_u128();
        let simpler = [0, 1, bits >> 64, bits >> 1];
        Shrinks::new(simpler.into_iter().filter(move |other| *other < bits).map(Uuid::from_u128))
    }

    fn invert(&self, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        self.as_u128().invert(choices)
    }
}
