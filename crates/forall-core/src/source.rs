//! Choices: the random decisions from which the values of a test are generated.
//!
//! A domain draws all its randomness from a [`Source`], as typed [choices](Choice): an integer
//! between bounds, one branch of three, whether a list has another element. In the test loop a draw
//! takes a few instructions and records nothing. To examine a test, a runner repeats it on a source
//! that [records](Source::recording). The [`Record`] can then be changed and
//! [replayed](Source::replay): this is how shrinking and mutation work.
//!
//! ```
//! use forall::source::{Policy, Role, Source};
//!
//! let mut source = Source::for_test(42, 7, 5).recording();
//! let die = source.integer(1..=6, 1, Role::Value, |random| 1 + random.below(6) as u8);
//!
//! let record = source.into_record();
//! let mut again = Source::replay(record.values(), Policy::STRICT);
//! assert_eq!(again.integer(1..=6, 1, Role::Value, |_| 1), die);
//! ```

mod random;
mod campaign;
mod alphabet;
mod choice;
mod provenance;
mod record;
mod from_bytes;
mod to_bytes;
mod tape;
mod integer;
mod depth;
mod list;
mod list_pattern;
mod steps;
mod reference;
mod structure;
mod theme;
mod sampling;
mod word_format;

use std::ops::RangeInclusive;

pub use forall_format::shard::Shard;
pub use forall_format::{ChoiceSequence, ChoiceValue, ParseChoicesError};

pub(crate) use self::steps::DrawStep;
use self::tape::Tape;
pub(crate) use self::theme::{Aspect, Theme};
pub use self::{
    alphabet::Alphabet,
    campaign::{Campaign, Sizes},
    choice::{Choice, Constraint, Rank, Role},
    integer::Integer,
    list::LengthBounds,
    provenance::Provenance,
    random::Random,
    record::{Record, Span, SpanLabel},
    tape::{OnExhausted, OnMismatch, Policy},
};

/// The error of a domain that could not generate a value. The [source](Source::reject) holds the
/// reason.
///
/// ```
/// use forall::domain::Domain;
/// use forall::source::{Reject, Source};
///
/// fn even(source: &mut Source) -> Result<u8, Reject> {
///     let x = (0..10_u8).generate(source)?;
///     if x % 2 == 0 { Ok(x) } else { Err(source.reject("it is odd")) }
/// }
/// assert!((0..9).filter_map(|seed| even(&mut Source::from_seed(seed, 5)).ok()).all(|x| x % 2 == 0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reject(());

/// The depth of nested values at which generation is rejected. The stack of a test thread holds many
/// more levels than this.
const MAX_DEPTH: u32 = 128;

/// A stream of choices, either freshly drawn or replayed from a record.
///
/// ```
/// use forall::source::{Policy, Role, Source, ChoiceValue};
///
/// let mut source = Source::from_seed(7, 5).recording();
/// let branch = source.branch(3);
/// let more = source.bool(Role::More, |random| random.one_in(2));
/// assert_eq!(source.record().map(|record| record.choices.len()), Some(2));
///
/// let mut changed = source.into_record().values();
/// changed[0] = ChoiceValue::Integer(9);
/// let mut again = Source::from_seed(8, 5).replaying(changed, Policy::NEAREST);
/// assert!(branch < 3);
/// assert_eq!(again.branch(3), 2, "the last branch is nearest to 9");
/// assert_eq!(again.bool(Role::More, |_| !more), more, "unchanged choices are replayed as they were");
/// assert_eq!(again.record().unwrap().misaligned, Some(0));
/// ```
#[derive(Clone, Debug)]
pub struct Source {
    random: Random,
    size: u32,
    /// How often the size is doubled for the lengths of lists and strings.
    list_doublings: u32,
    depth: u32,
    theme: Theme,
    reason: Option<&'static str>,
    tape: Option<Box<Tape>>,
}

/// Constructors and accessors.
impl Source {
    /// Creates a source of fresh choices from a seed, for values of about `size`.
    #[inline]
    pub fn from_seed(seed: u64, size: u32) -> Source {
        Source::fresh(Random::from_seed(seed), size)
    }

    /// Creates a source of fresh choices for test `n` of the campaign with this seed.
    ///
    /// ```
    /// use forall::source::Source;
    ///
    /// let number = |n| Source::for_test(42, n, 5).branch(1_000_000);
    /// assert_eq!(number(7), number(7), "earlier tests have no influence");
    /// assert_ne!(number(7), number(8));
    /// ```
    #[inline(always)]
    pub fn for_test(seed: u64, n: u64, size: u32) -> Source {
        Source::fresh(Random::for_test(seed, n), size)
    }

    /// Returns this source with a theme: something that the fresh values of one test have in common.
    ///
    /// Numbers and texts recur, or lie next to each other; lists have duplicates, or are sorted; only some
    /// variants of an enum occur. Every theme derives from the seed. Choices that are replayed stay as they are.
    ///
    /// ```
    /// use forall::domain::{Domain, any};
    /// use forall::source::Source;
    ///
    /// let pair = |source: &mut Source| any::<(u64, u64)>().generate(source).unwrap();
    /// let equal = |source: Source| { let (a, b) = pair(&mut source.clone()); a == b };
    /// let sources = || (0..2_000).map(|n| Source::for_test(1, n, 5));
    /// let without = sources().filter(|source| equal(source.clone())).count();
    /// let with = sources().filter(|source| equal(source.clone().themed())).count();
    /// assert!(with > 50 && without < with / 2);
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn themed(self) -> Source {
        Source { theme: Theme::from_state(&self.random), ..self }
    }

    /// Creates a source that replays the choices of a record. `policy` decides what is drawn where they
    /// do not fit.
    pub fn replay(values: Vec<ChoiceValue>, policy: Policy) -> Source {
        Source::from_seed(0, 0).replaying(values, policy)
    }

    /// Creates a source that decodes its choices from bytes, so that a byte-based fuzzer can drive any
    /// property. Every byte sequence is valid. After the last byte, every choice is the simplest one.
    /// [`Record::to_bytes`] is the inverse.
    ///
    /// ```
    /// use forall::block::run;
    /// use forall::property::forall;
    /// use forall::report::Verdict;
    /// use forall::source::Source;
    ///
    /// let property = forall("xs", forall::any::<Vec<u16>>()).check(|(xs, ())| xs.len() < 3);
    /// let verdict = |bytes: &[u8]| run(&property, &mut Source::from_bytes(bytes));
    /// assert_eq!(verdict(b""), Verdict::Pass);
    /// assert!(matches!(verdict(b"\x01ab\x01cd\x01ef"), Verdict::Fail(_)));
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Source {
        let mut source = Source::from_seed(0, 0);
        source.tape = Some(Box::new(Tape::decoding(bytes.to_vec())));
        source
    }

    /// Returns this source, replaying `values` first. After the last value, the policy decides whether
    /// choices are drawn from this source.
    #[must_use]
    pub fn replaying(mut self, values: Vec<ChoiceValue>, policy: Policy) -> Source {
        self.tape = Some(Box::new(Tape::replaying(values, policy)));
        self
    }

    /// Returns this source, replaying separate values for each outermost span, by its label. If one
    /// variable draws more or fewer choices than before, those of the next variable do not shift.
    ///
    /// ```
    /// use forall::source::{SpanLabel, Policy, Source, ChoiceValue};
    ///
    /// let x = SpanLabel::variable(0);
    /// let y = SpanLabel::variable(1);
    /// let numbers = |numbers: &[i128]| numbers.iter().copied().map(ChoiceValue::Integer).collect();
    /// let spans = vec![(x, numbers(&[1, 2, 3])), (y, numbers(&[4]))];
    /// let mut source = Source::from_seed(1, 5).replaying_spans(spans, Policy::NEAREST);
    /// assert_eq!(source.span(x, |source| source.branch(9)), 1);
    /// assert_eq!(source.span(y, |source| source.branch(9)), 4, "unused values of `x` are skipped");
    /// ```
    #[must_use]
    pub fn replaying_spans(
        mut self,
        spans: Vec<(SpanLabel, Vec<ChoiceValue>)>,
        policy: Policy,
    ) -> Source {
        self.tape = Some(Box::new(Tape::replaying_spans(spans, policy)));
        self
    }

    /// Returns this source with its provenance set. `first_change` is the index of the first choice that
    /// differs from the record it was mutated from.
    ///
    /// ```
    /// use forall::source::{Policy, Provenance, Source, ChoiceValue};
    ///
    /// let values = vec![ChoiceValue::Integer(5), ChoiceValue::Integer(6)];
    /// let source = Source::replay(values, Policy::NEAREST).with_provenance(Provenance::Mutated, Some(1));
    /// assert_eq!(source.provenance(), Provenance::Mutated);
    /// assert_eq!(source.into_record().first_change, Some(1), "mutators continue from here");
    /// ```
    #[must_use]
    pub fn with_provenance(
        mut self,
        provenance: Provenance,
        first_change: Option<usize>,
    ) -> Source {
        let record = &mut self.tape.get_or_insert_default().record;
        record.provenance = provenance;
        record.first_change = first_change;
        self
    }

    /// Returns the provenance of the choices.
    pub fn provenance(&self) -> Provenance {
        self.tape.as_ref().map(|tape| tape.record.provenance).unwrap_or_default()
    }

    /// Returns whether every choice is enumerated, so that a value should have only one sequence of choices.
    #[inline]
    pub(crate) fn is_exhaustive(&self) -> bool {
        self.tape.is_some() && self.provenance() == Provenance::Enumerated
    }

    /// Returns this source, recording the choices it yields. The choices themselves stay the same. A
    /// source that replays always records.
    #[must_use]
    pub fn recording(mut self) -> Source {
        self.tape.get_or_insert_default();
        self
    }

    /// Returns this source, recording its choices in the buffers of a source that is no longer needed.
    /// A loop over many tests then allocates them once.
    ///
    /// ```
    /// use forall::source::Source;
    ///
    /// let mut used = Source::from_seed(1, 5).recording();
    /// for seed in 0..10 {
    ///     let mut source = Source::from_seed(seed, 5).recording_on(used);
    ///     let branch = source.branch(9);
    ///     assert_eq!(source.record().unwrap().values(), [forall::source::ChoiceValue::Integer(branch as i128)]);
    ///     used = source;
    /// }
    /// ```
    #[must_use]
    pub fn recording_on(mut self, used: Source) -> Source {
        let mut tape = used.tape.unwrap_or_default();
        tape.clear();
        self.tape = Some(tape);
        self
    }

    /// Returns the choices drawn so far, or `None` if the source does not record.
    pub fn record(&self) -> Option<&Record> {
        self.tape.as_ref().map(|tape| &tape.record)
    }

    /// Returns the choices drawn. The record is empty if the source neither recorded nor replayed.
    pub fn into_record(self) -> Record {
        self.tape.map(|tape| tape.record).unwrap_or_default()
    }

    /// Returns the reason of the last rejection, if there was one.
    pub fn reason(&self) -> Option<&'static str> {
        self.reason
    }

    #[inline(always)]
    fn fresh(random: Random, size: u32) -> Source {
        Source {
            random,
            size,
            list_doublings: 0,
            depth: 0,
            theme: Theme::PLAIN,
            reason: None,
            tape: None,
        }
    }
}

/// Draws. `sample` draws a fresh choice; the other parameters are its constraint and its role.
impl Source {
    /// Draws an integer from `range`. Integers nearer to `toward` are simpler.
    ///
    /// ```
    /// use forall::source::{Role, Source};
    ///
    /// let mut source = Source::from_seed(1, 5);
    /// let year = source.integer(1970..=2038, 2000, Role::Value, |random| 1970 + random.below(69) as i32);
    /// assert!((1970..=2038).contains(&year));
    /// ```
    #[inline(always)]
    pub fn integer<T: Integer>(
        &mut self,
        range: RangeInclusive<T>,
        toward: T,
        role: Role,
        sample: impl FnOnce(&mut Random) -> T,
    ) -> T {
        let fresh = sample(&mut self.random);
        if self.tape.is_none() {
            return fresh;
        }
        let min = range.start().to_wide();
        let max = range.end().to_wide();
        let constraint = Constraint::Integer { min, max, toward: toward.to_wide() };
        match self.taped(constraint, role, ChoiceValue::Integer(fresh.to_wide())) {
            ChoiceValue::Integer(wide) => T::from_wide(wide),
            _ => fresh,
        }
    }

    /// Draws `true` or `false`; `false` is simpler.
    #[inline(always)]
    pub fn bool(&mut self, role: Role, sample: impl FnOnce(&mut Random) -> bool) -> bool {
        let fresh = sample(&mut self.random);
        if self.tape.is_none() {
            return fresh;
        }
        self.taped(Constraint::Bool, role, ChoiceValue::Bool(fresh)) == ChoiceValue::Bool(true)
    }

    /// Draws a floating-point number from `range`, or NaN if `nan` is true.
    ///
    /// ```
    /// use forall::source::{Alphabet, Source};
    ///
    /// let mut source = Source::from_seed(1, 5);
    /// let angle = source.float(0.0..=360.0, false, |random| 360.0 * random.unit());
    /// let key = source.bytes(4..=4, |random| random.word().to_le_bytes()[..4].to_vec());
    /// let digit = |random: &mut forall::source::Random| Alphabet::DIGITS.get(random.below(10) as u32);
    /// let pin = source.string(&Alphabet::DIGITS, 1..=1, |random| digit(random).into_iter().collect());
    /// assert!((0.0..=360.0).contains(&angle) && key.len() == 4 && pin.parse::<u8>().is_ok());
    /// ```
    #[inline(always)]
    pub fn float(
        &mut self,
        range: RangeInclusive<f64>,
        nan: bool,
        sample: impl FnOnce(&mut Random) -> f64,
    ) -> f64 {
        let fresh = sample(&mut self.random);
        if self.tape.is_none() {
            return fresh;
        }
        let constraint = Constraint::Float { min: *range.start(), max: *range.end(), nan };
        match self.taped(constraint, Role::Value, ChoiceValue::Float(fresh)) {
            ChoiceValue::Float(x) => x,
            _ => fresh,
        }
    }

    /// Draws a byte string whose length is in `lengths`.
    pub fn bytes(
        &mut self,
        lengths: RangeInclusive<usize>,
        sample: impl FnOnce(&mut Random) -> Vec<u8>,
    ) -> Vec<u8> {
        let fresh = sample(&mut self.random);
        if self.tape.is_none() {
            return fresh;
        }
        let constraint = Constraint::Bytes { min: *lengths.start(), max: *lengths.end() };
        match self.taped(constraint, Role::Value, ChoiceValue::Bytes(fresh)) {
            ChoiceValue::Bytes(bytes) => bytes,
            _ => Vec::new(),
        }
    }

    /// Draws a string over an alphabet. `lengths` counts characters.
    pub fn string(
        &mut self,
        alphabet: &Alphabet,
        lengths: RangeInclusive<usize>,
        sample: impl FnOnce(&mut Random) -> String,
    ) -> String {
        let fresh = sample(&mut self.random);
        if self.tape.is_none() {
            return fresh;
        }
        let min = *lengths.start();
        let max = *lengths.end();
        let constraint = Constraint::String { alphabet: alphabet.clone(), min, max };
        match self.taped(constraint, Role::Value, ChoiceValue::String(fresh)) {
            ChoiceValue::String(text) => text,
            _ => String::new(),
        }
    }

    /// Creates an independent source, for example for a thread or a generated function. Draws from one
    /// of the two sources do not influence the other. Replaying this source replays the fork too.
    ///
    /// ```
    /// use forall::source::{Policy, Source};
    ///
    /// let mut source = Source::from_seed(1, 5).recording();
    /// let forked = source.fork().branch(1_000);
    /// let next = source.branch(1_000);
    ///
    /// let mut again = Source::replay(source.into_record().values(), Policy::STRICT);
    /// let mut fork = again.fork();
    /// assert_eq!(again.branch(1_000), next);
    /// assert_eq!(fork.branch(1_000), forked, "the order of the draws does not matter");
    /// ```
    pub fn fork(&mut self) -> Source {
        let fresh = self.random.word();
        let seed = match self.tape {
            None => fresh,
            Some(_) => match self.taped(Constraint::Fork, Role::Value, ChoiceValue::Fork(fresh)) {
                ChoiceValue::Fork(seed) => seed,
                _ => fresh,
            },
        };
        Source { theme: self.theme, ..Source::from_seed(seed, self.size) }
    }

    /// Draws the index of one of `count` branches. Branch 0 is the simplest.
    ///
    /// # Panics
    ///
    /// If `count` is 0.
    #[inline(always)]
    pub fn branch(&mut self, count: usize) -> usize {
        assert!(count > 0, "a choice among no branches");
        let last = count - 1;
        self.integer(0..=last, 0, Role::Branch, |random| random.below(count as u64) as usize)
    }

    /// Draws from a source that records or replays. This slow path is kept out of line, because the
    /// test loop draws without a tape.
    #[cold]
    #[inline(never)]
    fn taped(&mut self, constraint: Constraint, role: Role, fresh: ChoiceValue) -> ChoiceValue {
        match &mut self.tape {
            Some(tape) => tape.draw(constraint, role, fresh),
            None => fresh,
        }
    }
}
