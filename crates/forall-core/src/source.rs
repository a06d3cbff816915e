//! Choices: where the values of a test come from.
//!
//! A domain draws all its randomness from a [`Source`], as typed [choices](Choice): a whole number
//! between bounds, one branch of three, whether a list goes on. In the hot loop a draw is a few
//! instructions and leaves no trace. When a test is worth a second look, it is run again on a source
//! that [records](Source::recording): the [`Record`] can then be changed and
//! [replayed](Source::replay), which is what shrinking and mutation do.
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
mod decode;
mod tape;
mod whole;
mod depth;
mod list;
mod structure;
mod values;
mod words;

use std::ops::RangeInclusive;

pub use forall_format::{ChoiceSequence, ChoiceValue, ParseChoicesError};

use self::tape::Tape;
pub use self::{
    alphabet::Alphabet,
    campaign::{Campaign, Sizes},
    choice::{Choice, Constraint, Rank, Role},
    list::LengthBounds,
    provenance::Provenance,
    random::Random,
    record::{Label, Record, Span},
    tape::{End, Mismatch, Policy},
    whole::Whole,
};

/// No value could be made. What made it impossible is kept in the [source](Source::reject).
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

/// How deep values may nest before generation gives up. Well below what the stack of a test thread
/// holds.
const DEEPEST: u32 = 128;

/// A stream of choices: fresh ones, or those of a record.
///
/// ```
/// use forall::source::{Policy, Role, Source, ChoiceValue};
///
/// let mut source = Source::from_seed(7, 5).recording();
/// let (branch, more) = (source.branch(3), source.bool(Role::More, |random| random.one_in(2)));
/// assert_eq!(source.record().map(|record| record.choices.len()), Some(2));
///
/// let mut changed = source.into_record().values();
/// changed[0] = ChoiceValue::Integer(9);
/// let mut again = Source::from_seed(8, 5).replaying(changed, Policy::NEAREST);
/// assert_eq!((branch < 3, again.branch(3)), (true, 2), "the last is nearest to 9");
/// assert_eq!(again.bool(Role::More, |_| !more), more, "what was not changed is as it was");
/// assert_eq!(again.record().unwrap().misaligned, Some(0));
/// ```
#[derive(Clone, Debug)]
pub struct Source {
    random: Random,
    size: u32,
    depth: u32,
    edges: bool,
    reason: Option<&'static str>,
    tape: Option<Box<Tape>>,
}

/// Making sources, and what they saw.
impl Source {
    /// The fresh choices that `seed` names, for values of about `size`.
    #[inline]
    pub fn from_seed(seed: u64, size: u32) -> Source {
        Source::fresh(Random::from_seed(seed), size)
    }

    /// The fresh choices of test `n` in the campaign that `seed` names.
    ///
    /// ```
    /// use forall::source::Source;
    ///
    /// let number = |n| Source::for_test(42, n, 5).branch(1_000_000);
    /// assert_eq!(number(7), number(7), "whatever ran before it");
    /// assert_ne!(number(7), number(8));
    /// ```
    #[inline(always)]
    pub fn for_test(seed: u64, n: u64, size: u32) -> Source {
        Source::fresh(Random::for_test(seed, n), size)
    }

    /// The choices of a record once more; `policy` says what to do where they do not fit.
    pub fn replay(values: Vec<ChoiceValue>, policy: Policy) -> Source {
        Source::from_seed(0, 0).replaying(values, policy)
    }

    /// The choices that bytes stand for: any bytes do, and those that are missing stand for the
    /// simplest. So a fuzzer that makes bytes can drive any property.
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

    /// This source, but replaying `values` before it goes on (if the policy says so) by itself.
    #[must_use]
    pub fn replaying(mut self, values: Vec<ChoiceValue>, policy: Policy) -> Source {
        self.tape = Some(Box::new(Tape::replaying(values, policy)));
        self
    }

    /// This source, but replaying values for each outermost span, by its label: more or fewer choices
    /// for one variable do not shift those of the next.
    ///
    /// ```
    /// use forall::source::{Label, Policy, Source, ChoiceValue};
    ///
    /// let (x, y) = (Label::variable(0), Label::variable(1));
    /// let numbers = |numbers: &[i128]| numbers.iter().copied().map(ChoiceValue::Integer).collect();
    /// let spans = vec![(x, numbers(&[1, 2, 3])), (y, numbers(&[4]))];
    /// let mut source = Source::from_seed(1, 5).replaying_spans(spans, Policy::NEAREST);
    /// assert_eq!(source.span(x, |source| source.branch(9)), 1);
    /// assert_eq!(source.span(y, |source| source.branch(9)), 4, "whatever is left of the first");
    /// ```
    #[must_use]
    pub fn replaying_spans(
        mut self,
        spans: Vec<(Label, Vec<ChoiceValue>)>,
        policy: Policy,
    ) -> Source {
        self.tape = Some(Box::new(Tape::replaying_spans(spans, policy)));
        self
    }

    /// Records where the choices come from; `first_change` is the first choice that differs from the
    /// choices they were mutated from.
    ///
    /// ```
    /// use forall::source::{Policy, Provenance, Source, ChoiceValue};
    ///
    /// let values = vec![ChoiceValue::Integer(5), ChoiceValue::Integer(6)];
    /// let source = Source::replay(values, Policy::NEAREST).with_provenance(Provenance::Mutated, Some(1));
    /// assert_eq!(source.provenance(), Provenance::Mutated);
    /// assert_eq!(source.into_record().first_change, Some(1), "where to look for the next change");
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

    /// Returns where the choices come from.
    pub fn provenance(&self) -> Provenance {
        self.tape.as_ref().map(|tape| tape.record.provenance).unwrap_or_default()
    }

    /// This source, but remembering what it yields. The choices stay the same; one that replays
    /// remembers anyway.
    #[must_use]
    pub fn recording(mut self) -> Source {
        self.tape.get_or_insert_default();
        self
    }

    /// This source, but remembering what it yields on the tape of one that is of no more use: memory is
    /// taken once for many tests.
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

    /// What was drawn so far, if the source remembers it.
    pub fn record(&self) -> Option<&Record> {
        self.tape.as_ref().map(|tape| &tape.record)
    }

    /// What was drawn; nothing if the source neither recorded nor replayed.
    pub fn into_record(self) -> Record {
        self.tape.map(|tape| tape.record).unwrap_or_default()
    }

    /// Why the last value could not be made.
    pub fn reason(&self) -> Option<&'static str> {
        self.reason
    }

    #[inline(always)]
    fn fresh(random: Random, size: u32) -> Source {
        Source { random, size, depth: 0, edges: true, reason: None, tape: None }
    }
}

/// Drawing. `sample` says how a fresh choice is made; the rest says what it may be and what it is
/// for.
impl Source {
    /// Draws a whole number from `range`. Simpler is nearer to `toward`.
    ///
    /// ```
    /// use forall::source::{Role, Source};
    ///
    /// let mut source = Source::from_seed(1, 5);
    /// let year = source.integer(1970..=2038, 2000, Role::Value, |random| 1970 + random.below(69) as i32);
    /// assert!((1970..=2038).contains(&year));
    /// ```
    #[inline(always)]
    pub fn integer<T: Whole>(
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
        let (min, max) = (range.start().to_wide(), range.end().to_wide());
        let constraint = Constraint::Integer { min, max, toward: toward.to_wide() };
        match self.taped(constraint, role, ChoiceValue::Integer(fresh.to_wide())) {
            ChoiceValue::Integer(wide) => T::from_wide(wide),
            _ => fresh,
        }
    }

    /// Draws yes or no.
    #[inline(always)]
    pub fn bool(&mut self, role: Role, sample: impl FnOnce(&mut Random) -> bool) -> bool {
        let fresh = sample(&mut self.random);
        if self.tape.is_none() {
            return fresh;
        }
        self.taped(Constraint::Bool, role, ChoiceValue::Bool(fresh)) == ChoiceValue::Bool(true)
    }

    /// Draws a floating-point number from `range`, or NaN where `nan` allows it.
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

    /// Draws bytes, as many as `lengths` allows.
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

    /// Draws text over an alphabet, as many characters as `lengths` allows.
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
        let (min, max) = (*lengths.start(), *lengths.end());
        let constraint = Constraint::String { alphabet: alphabet.clone(), min, max };
        match self.taped(constraint, Role::Value, ChoiceValue::String(fresh)) {
            ChoiceValue::String(text) => text,
            _ => String::new(),
        }
    }

    /// A source of its own for a thread or a function: what it yields is independent of what this
    /// one goes on to say, and replays with it.
    ///
    /// ```
    /// use forall::source::{Policy, Source};
    ///
    /// let mut source = Source::from_seed(1, 5).recording();
    /// let (thread, next) = (source.fork().branch(1_000), source.branch(1_000));
    ///
    /// let mut again = Source::replay(source.into_record().values(), Policy::STRICT);
    /// let mut fork = again.fork();
    /// assert_eq!((again.branch(1_000), fork.branch(1_000)), (next, thread), "in whichever order");
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
        Source::from_seed(seed, self.size)
    }

    /// Draws one of `count` branches, the first being the simplest.
    ///
    /// # Panics
    ///
    /// When there is no branch.
    #[inline(always)]
    pub fn branch(&mut self, count: usize) -> usize {
        assert!(count > 0, "a choice among no branches");
        let last = count - 1;
        self.integer(0..=last, 0, Role::Branch, |random| random.below(count as u64) as usize)
    }

    /// The slow path of every draw, out of line.
    #[cold]
    #[inline(never)]
    fn taped(&mut self, constraint: Constraint, role: Role, fresh: ChoiceValue) -> ChoiceValue {
        match &mut self.tape {
            Some(tape) => tape.draw(constraint, role, fresh),
            None => fresh,
        }
    }
}
