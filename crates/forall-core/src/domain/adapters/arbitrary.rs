//! Types that implement `Arbitrary` of the crate `arbitrary`.

use std::fmt::Debug;
use std::marker::PhantomData;

use arbitrary::{Arbitrary, Unstructured};

use crate::domain::Domain;
use crate::source::{Random, Reject, Source};

/// Generates values of a type that implements `arbitrary::Arbitrary`, as types for fuzz targets do.
///
/// The bytes are one choice, and a value shrinks as its bytes shrink. If the type cannot be built from the
/// bytes, the test is discarded.
///
/// ```
/// use forall::domain::{from_arbitrary, sample};
///
/// assert!(sample(&from_arbitrary::<(u8, Option<String>)>(), 50).iter().any(|(n, _)| *n > 100));
/// ```
pub fn from_arbitrary<A>() -> FromArbitrary<A>
where
    A: for<'a> Arbitrary<'a> + Debug + 'static,
{
    FromArbitrary(PhantomData)
}

/// See [`from_arbitrary`].
pub struct FromArbitrary<A>(PhantomData<fn() -> A>);

impl<A: for<'a> Arbitrary<'a> + Debug + 'static> Domain for FromArbitrary<A> {
    type Value = A;

    fn generate(&self, source: &mut Source) -> Result<A, Reject> {
        let (min_bytes, _) = A::size_hint(0);
        let size = source.size() as usize;
        let bytes = source.bytes(0..=usize::MAX, |random| {
            let extra = random.below((size * size) as u64 * 4 + 1) as usize;
            bytes(random, min_bytes.saturating_add(extra))
        });
        let made = A::arbitrary_take_rest(Unstructured::new(&bytes));
        made.map_err(|_| source.reject("`arbitrary` could not build a value from the bytes"))
    }
}

fn bytes(random: &mut Random, length: usize) -> Vec<u8> {
    let words = std::iter::repeat_with(|| random.word().to_le_bytes());
    words.flatten().take(length).collect()
}

impl<A> Clone for FromArbitrary<A> {
    fn clone(&self) -> FromArbitrary<A> {
        *self
    }
}

impl<A> Copy for FromArbitrary<A> {}

impl<A> Debug for FromArbitrary<A> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "from_arbitrary::<{}>()", std::any::type_name::<A>())
    }
}
