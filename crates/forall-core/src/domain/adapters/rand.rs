//! Distributions of `rand`, and a source as a generator of `rand`.

use std::convert::Infallible;
use std::fmt::Debug;
use std::marker::PhantomData;

use rand::TryRng;
use rand::distr::Distribution;

use crate::domain::Domain;
use crate::source::{Reject, Role, Source};

/// The number of random words that are choices of their own. Later words come from a fork of the source: a
/// distribution that rejects words could otherwise loop forever when the simplest word is replayed.
const MAX_CHOICES: u32 = 64;

/// The simplest word. All usual ways to derive a number from it give 0 or nearly 0. It is not 0 itself,
/// which Lemire's method for ranges may reject.
const SIMPLEST_WORD: u64 = 1 << 32;

/// Generates values of a `rand` distribution.
///
/// ```
/// use forall::domain::{from_distribution, sample};
/// use rand::distr::Uniform;
///
/// let degrees = from_distribution(Uniform::new(0.0, 360.0)?);
/// assert!(sample(&degrees, 20).iter().all(|x: &f64| (0.0..360.0).contains(x)));
/// # Ok::<(), rand::distr::uniform::Error>(())
/// ```
pub fn from_distribution<A, F: Distribution<A>>(distribution: F) -> FromDistribution<A, F>
where
    A: Debug + 'static,
{
    FromDistribution { distribution, value: PhantomData }
}

/// See [`from_distribution`].
#[derive(Clone, Copy)]
pub struct FromDistribution<A, F> {
    distribution: F,
    value: PhantomData<fn() -> A>,
}

impl<A: Debug + 'static, F: Distribution<A>> Domain for FromDistribution<A, F> {
    type Value = A;

    fn generate(&self, source: &mut Source) -> Result<A, Reject> {
        Ok(self.distribution.sample(&mut SourceRng::new(source)))
    }
}

impl<A, F: Debug> Debug for FromDistribution<A, F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "from_distribution({:?})", self.distribution)
    }
}

/// A [`Source`] as a random number generator of `rand`, for code that takes one.
///
/// ```
/// use forall::domain::{SourceRng, from_fn, sample};
/// use rand::seq::SliceRandom;
///
/// let hands = from_fn(|source| {
///     let mut cards = vec![7, 8, 9, 10];
///     cards.shuffle(&mut SourceRng::new(source));
///     Ok(cards)
/// });
/// assert!(sample(&hands, 50).contains(&vec![10, 9, 8, 7]));
/// ```
#[derive(Debug)]
pub struct SourceRng<'s> {
    source: &'s mut Source,
    words: u32,
    fork: Option<Source>,
}

impl<'s> SourceRng<'s> {
    /// Returns a generator that draws from this source. Each of the first 64 words is one choice; all later
    /// words together are one further choice.
    pub fn new(source: &'s mut Source) -> SourceRng<'s> {
        SourceRng { source, words: 0, fork: None }
    }

    fn word(&mut self) -> u64 {
        if self.words < MAX_CHOICES {
            self.words += 1;
            return word(self.source);
        }
        word(self.fork.get_or_insert_with(|| self.source.fork()))
    }
}

fn word(source: &mut Source) -> u64 {
    source.integer(0..=u64::MAX, SIMPLEST_WORD, Role::Value, |random| random.word())
}

impl TryRng for SourceRng<'_> {
    type Error = Infallible;

    /// Returns the upper half of the word, which has the better quality, and in which the simplest word is 1.
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok((self.word() >> 32) as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.word())
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for chunk in bytes.chunks_mut(8) {
            chunk.copy_from_slice(&self.word().to_le_bytes()[..chunk.len()]);
        }
        Ok(())
    }
}
