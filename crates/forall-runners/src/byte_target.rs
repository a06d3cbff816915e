//! Properties as targets of byte-based fuzzers, such as libFuzzer and AFL++.
//!
//! Such a fuzzer sees an input as bytes, from which [`Source::from_bytes`] decodes the choices of a test. Its own
//! mutators do not know where a choice begins, so they rarely produce a meaningful change. A [`ByteTarget`] decodes the
//! bytes, mutates the choices as guided runs do, and encodes them again. `forall::libfuzzer_target!` connects it to
//! libFuzzer.

mod change_log;
mod raw;
mod text;

use std::sync::{Mutex, MutexGuard, PoisonError};

use self::change_log::ChangeLog;
pub use self::raw::record_with_text;
use forall::block::{Attempt, Property, generate, mutate, print, run, try_generate};
use forall::mutation::{MutatedSpans, Mutator};
use forall::panics::{catch, print_while};
use forall::report::{Binding, Verdict};
use forall::source::{Policy, Random, Record, Source};

/// A property whose inputs are bytes.
///
/// ```
/// use forall::byte_target::ByteTarget;
/// use forall::property::property;
/// use forall::report::Verdict;
///
/// let target = ByteTarget::new(property! { forall xs: Vec<u16>; check xs.len() < 3 });
/// assert_eq!(target.run(b""), Verdict::Pass);
/// let mut input = Vec::new();
/// let mut seed = 0;
/// while target.run(&input) == Verdict::Pass {
///     input = target.mutate(&input, 100, seed);
///     seed += 1;
/// }
/// assert!(target.print(&input)[0].value.starts_with("["));
/// ```
#[derive(Debug)]
pub struct ByteTarget<P> {
    property: P,
    changes: Mutex<ChangeLog>,
}

/// One mutation of this many returns fresh inputs.
const FRESH_PERIOD: u64 = 32;

/// One mutation of this many removes all choices from a random one on, so that the rest is as simple as possible.
const CUT_PERIOD: u64 = 16;

/// If the input has texts, one mutation of this many lets the fuzzer mutate one of them.
const TEXT_PERIOD: u64 = 3;

/// The number of mutations to try until one of them has inputs that no premise discards, and fits in the buffer.
const MAX_ATTEMPTS: usize = 8;

/// The maximum size of fresh inputs and fresh parts. Inputs grow by mutation if that leads to new behaviour; large ones
/// are slow, and most of their choices have no effect.
const MAX_FRESH_SIZE: u64 = 8;

/// A mutator of byte strings: gets the bytes and the maximum length of the result.
pub type MutateBytes<'m> = dyn FnMut(&[u8], usize) -> Vec<u8> + 'm;

impl<P: Property> ByteTarget<P> {
    /// Creates the target of a property.
    pub fn new(property: P) -> ByteTarget<P> {
        ByteTarget { property, changes: Mutex::default() }
    }

    /// Runs the property on the input that `bytes` encode.
    ///
    /// A panic is passed to the panic hook before it is caught: the hook of libfuzzer-sys aborts, so that the
    /// fuzzer sees the stack of the panic.
    ///
    /// ```
    /// use forall::byte_target::ByteTarget;
    /// use forall::property::property;
    /// use forall::report::Verdict;
    ///
    /// let target = ByteTarget::new(property! { forall x: u8; implies *x % 2 == 1; check *x != 65 });
    /// assert_eq!((target.run(b"B"), target.run(b"C")), (Verdict::Discard(1), Verdict::Pass));
    /// assert!(matches!(target.run(b"A"), Verdict::Fail(_)));
    /// ```
    pub fn run(&self, bytes: &[u8]) -> Verdict {
        print_while(|| run(&self.property, &mut Source::from_bytes(bytes)))
    }

    /// Prints the input that `bytes` encode. Returns no bindings if the input cannot be generated or printed.
    pub fn print(&self, bytes: &[u8]) -> Vec<Binding> {
        let printed = catch(|| {
            let inputs = generate(&self.property, &mut Source::from_bytes(bytes)).ok()?;
            Some(print(&self.property, &inputs))
        });
        printed.ok().flatten().unwrap_or_default()
    }

    /// Returns a mutant of `bytes` that is at most `max_length` long. The result is a function of the arguments and of
    /// earlier calls: a mutant of a mutant often has its changes at about the same place.
    pub fn mutate(&self, bytes: &[u8], max_length: usize, seed: u64) -> Vec<u8> {
        self.mutate_with(bytes, max_length, seed, None)
    }

    /// Like [`mutate`](ByteTarget::mutate), but one in some mutations calls `mutate_bytes` with a string or a byte
    /// string of the input, so that the dictionary of the fuzzer is used.
    ///
    /// ```
    /// use forall::byte_target::ByteTarget;
    /// use forall::property::property;
    ///
    /// let target = ByteTarget::new(property! { forall text: String; check !text.is_empty() });
    /// let mut keyword = |_: &[u8], _: usize| b"SELECT".to_vec();
    /// let mut mutate = |seed| target.mutate_with(b"", 100, seed, Some(&mut keyword));
    /// let mutants: Vec<_> = (0..99).map(|seed| target.print(&mutate(seed))).collect();
    /// assert!(mutants.iter().any(|mutant| mutant[0].value == "\"SELECT\""));
    /// ```
    pub fn mutate_with(
        &self,
        bytes: &[u8],
        max_length: usize,
        seed: u64,
        mut mutate_bytes: Option<&mut MutateBytes<'_>>,
    ) -> Vec<u8> {
        let mut mutator = mutator(seed, max_length);
        let bytes = &self.changes().origin(bytes).to_vec();
        self.repeat(bytes, max_length, |old| {
            if mutator.random.one_in(FRESH_PERIOD) {
                return Some(self.generate(fresh(&mut mutator.random)));
            }
            if mutator.random.one_in(CUT_PERIOD) {
                return Some(self.generate(cut(&old.record, &mut mutator.random)));
            }
            let spans = match &mut mutate_bytes {
                Some(mutate_bytes) if mutator.random.one_in(TEXT_PERIOD) => {
                    text::mutate(&old.record, max_length, &mut mutator.random, mutate_bytes)
                }
                _ => None,
            };
            let spans = spans.unwrap_or_else(|| mutator.mutate_spans(&old.record, &[]));
            Some(self.mutated(old, spans, &mut mutator))
        })
    }

    /// Returns `bytes` with a part replaced by a similar part of `other`, at most `max_length` long.
    ///
    /// ```
    /// use forall::byte_target::ByteTarget;
    /// use forall::property::property;
    ///
    /// let target = ByteTarget::new(property! { forall x: u8; forall y: u8; check x != y });
    /// let mut children = (0..20).map(|seed| target.crossover(&[1, 2], &[3, 4], 9, seed));
    /// assert!(children.any(|child| child == [1, 4]));
    /// ```
    pub fn crossover(&self, bytes: &[u8], other: &[u8], max_length: usize, seed: u64) -> Vec<u8> {
        let mut mutator = mutator(seed, max_length);
        let bytes = &self.changes().origin(bytes).to_vec();
        let other = self.decode(other);
        self.repeat(bytes, max_length, |old| {
            let spans = mutator.crossover(&old.record, &other.as_ref()?.record);
            Some(self.mutated(old, spans, &mut mutator))
        })
    }

    /// Calls `attempt` with the input that `bytes` encode, until it returns one that can be used. Returns the bytes
    /// of the last attempt, or the old ones if generating an input panics.
    fn repeat(
        &self,
        bytes: &[u8],
        max_length: usize,
        mut attempt: impl FnMut(&Attempt<P::Inputs>) -> Option<Attempt<P::Inputs>>,
    ) -> Vec<u8> {
        let mut result = bytes.to_vec();
        if let Some(old) = self.decode(bytes) {
            for _ in 0..MAX_ATTEMPTS {
                let Ok(Some(new)) = catch(|| attempt(&old)) else { continue };
                result = new.record.to_bytes();
                if new.inputs.is_ok() && result.len() <= max_length {
                    if let Some(position) = new.record.first_change {
                        self.changes().add(&result, position, bytes);
                    }
                    return result;
                }
            }
        }
        result.truncate(max_length);
        result
    }

    fn mutated(
        &self,
        old: &Attempt<P::Inputs>,
        spans: MutatedSpans,
        mutator: &mut Mutator,
    ) -> Attempt<P::Inputs> {
        let size = fresh_size(&mut mutator.random);
        let source = mutator.source_of(spans, size);
        mutate(&self.property, old, source, &mut || ())
    }

    /// Returns the input that `bytes` encode, or `None` if generating it panics.
    fn decode(&self, bytes: &[u8]) -> Option<Attempt<P::Inputs>> {
        let mut old = catch(|| self.generate(Source::from_bytes(bytes))).ok()?;
        let last = old.record.choices.len().saturating_sub(1);
        old.record.first_change = self.changes().position(bytes).map(|position| position.min(last));
        Some(old)
    }

    fn generate(&self, source: Source) -> Attempt<P::Inputs> {
        try_generate(&self.property, source, &mut || ())
    }

    fn changes(&self) -> MutexGuard<'_, ChangeLog> {
        self.changes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns a mutator whose mutants are hardly ever longer than `max_length`: few choices take less than a byte.
fn mutator(seed: u64, max_length: usize) -> Mutator {
    let mut mutator = Mutator::new(Random::from_seed(seed));
    mutator.max_size = max_length as u64;
    mutator
}

/// Returns a source of fresh inputs.
fn fresh(random: &mut Random) -> Source {
    let source = Source::from_seed(random.word(), fresh_size(random));
    if random.one_in(2) { source.themed() } else { source }
}

/// Returns a size. Small sizes are as frequent as large ones.
fn fresh_size(random: &mut Random) -> u32 {
    random.below(MAX_FRESH_SIZE + 1) as u32
}

/// Returns a source that replays the choices before a random one.
fn cut(record: &Record, random: &mut Random) -> Source {
    let mut values = record.values();
    values.truncate(random.below(values.len() as u64) as usize);
    Source::replay(values, Policy::SIMPLEST)
}
