//! Choices: drawn values, their constraints and their roles.

use std::cmp::Ordering;

use forall_format::ChoiceValue;

use super::alphabet::Alphabet;

/// One draw: its value, its role, and the index of its constraint in the record.
///
/// ```
/// use forall::source::{Choice, Role, Source, ChoiceValue};
///
/// let mut source = Source::from_seed(1, 5).recording();
/// let branch = source.branch(3) as i128;
/// let choice = Choice { value: ChoiceValue::Integer(branch), role: Role::Branch, constraint: 0 };
/// assert_eq!(source.into_record().choices, [choice]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The drawn value.
    pub value: ChoiceValue,
    /// What the value is used for.
    pub role: Role,
    /// The index of its constraint in [`Record::constraints`](super::Record::constraints).
    pub constraint: u32,
}

/// What a choice is used for. Shrinkers and mutators use it to decide how to change the choice.
///
/// ```
/// use forall::domain::{Domain, option};
/// use forall::source::{Role, Source};
///
/// let mut source = Source::from_seed(1, 5).recording();
/// option(0..9).generate(&mut source).unwrap();
/// assert_eq!(source.record().unwrap().choices[0].role, Role::Branch, "`None` or `Some`");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Part of a value.
    Value,
    /// The index of a variant. Variants are ordered, simplest first.
    Branch,
    /// Whether a collection has another element.
    More,
    /// The length of a part that is drawn later.
    Length,
    /// The index of a value that was generated earlier.
    Reference,
    /// The thread or task that runs next.
    Schedule,
}

/// The set of values that a draw may yield, and their order of simplicity.
#[derive(Clone, Debug, PartialEq)]
pub enum Constraint {
    /// `true` or `false`; `false` is simpler.
    Bool,
    /// An integer in `min..=max`. Integers nearer to `toward` are simpler; at the same distance, the greater
    /// one is.
    Integer {
        /// The least integer.
        min: i128,
        /// The greatest integer.
        max: i128,
        /// The simplest integer, which lies in `min..=max`.
        toward: i128,
    },
    /// A number in `min..=max`, or NaN if `nan` is true. Small integers are simplest.
    Float {
        /// The least number.
        min: f64,
        /// The greatest number.
        max: f64,
        /// Whether NaN is permitted.
        nan: bool,
    },
    /// A byte string. Shorter ones are simpler.
    Bytes {
        /// The least length.
        min: usize,
        /// The greatest length.
        max: usize,
    },
    /// A string over an alphabet. Shorter ones are simpler.
    String {
        /// The characters, simplest first.
        alphabet: Alphabet,
        /// The least length, in characters.
        min: usize,
        /// The greatest length, in characters.
        max: usize,
    },
    /// The seed of a [forked](super::Source::fork) source. Any seed is permitted.
    Fork,
}

impl Constraint {
    /// Returns whether a draw under this constraint may yield `value`.
    ///
    /// ```
    /// use forall::source::{Constraint, ChoiceValue};
    ///
    /// let digit = Constraint::Integer { min: 0, max: 9, toward: 0 };
    /// assert!(digit.permits(&ChoiceValue::Integer(9)));
    /// assert!(!digit.permits(&ChoiceValue::Integer(10)));
    /// assert!(!digit.permits(&ChoiceValue::Bool(true)));
    /// ```
    pub fn permits(&self, value: &ChoiceValue) -> bool {
        match (self, value) {
            (Constraint::Bool, ChoiceValue::Bool(_)) | (Constraint::Fork, ChoiceValue::Fork(_)) => {
                true
            }
            (Constraint::Integer { min, max, .. }, ChoiceValue::Integer(i)) => min <= i && i <= max,
            (Constraint::Float { min, max, nan }, ChoiceValue::Float(x)) => {
                if x.is_nan() {
                    *nan
                } else {
                    min <= x && x <= max
                }
            }
            (Constraint::Bytes { min, max }, ChoiceValue::Bytes(b)) => {
                (*min..=*max).contains(&b.len())
            }
            (Constraint::String { alphabet, min, max }, ChoiceValue::String(s)) => {
                has_length(s, *min, *max) && alphabet.has_all(s)
            }
            _ => false,
        }
    }

    /// Returns the simplest permitted value.
    ///
    /// ```
    /// use forall::source::{Constraint, ChoiceValue};
    ///
    /// assert_eq!(Constraint::Integer { min: -9, max: 9, toward: 3 }.simplest(), ChoiceValue::Integer(3));
    /// let weight = Constraint::Float { min: 0.4, max: 9.5, nan: false };
    /// assert_eq!(weight.simplest(), ChoiceValue::Float(1.0));
    /// ```
    pub fn simplest(&self) -> ChoiceValue {
        match self {
            Constraint::Bool => ChoiceValue::Bool(false),
            Constraint::Integer { toward, .. } => ChoiceValue::Integer(*toward),
            Constraint::Float { min, max, .. } => ChoiceValue::Float(simplest_float(*min, *max)),
            Constraint::Bytes { min, .. } => ChoiceValue::Bytes(vec![0; *min]),
            Constraint::String { alphabet, min, .. } => {
                ChoiceValue::String(std::iter::repeat_n(alphabet.simplest(), *min).collect())
            }
            Constraint::Fork => ChoiceValue::Fork(0),
        }
    }

    /// Returns the permitted value that is most similar to `value`: numbers are clamped, strings
    /// truncated or padded. If `value` is of another kind, returns the simplest permitted value.
    ///
    /// ```
    /// use forall::source::{Constraint, ChoiceValue};
    ///
    /// let digit = Constraint::Integer { min: 0, max: 9, toward: 0 };
    /// assert_eq!(digit.nearest(&ChoiceValue::Integer(12)), ChoiceValue::Integer(9));
    /// assert_eq!(digit.nearest(&ChoiceValue::String("12".into())), ChoiceValue::Integer(0));
    /// ```
    pub fn nearest(&self, value: &ChoiceValue) -> ChoiceValue {
        match (self, value) {
            (_, value) if self.permits(value) => value.clone(),
            (Constraint::Bool, ChoiceValue::Integer(i)) => ChoiceValue::Bool(*i != 0),
            (Constraint::Integer { min, max, .. }, ChoiceValue::Integer(i)) => {
                ChoiceValue::Integer(*i.clamp(min, max))
            }
            (Constraint::Float { min, max, .. }, ChoiceValue::Float(x)) if !x.is_nan() => {
                ChoiceValue::Float(x.clamp(*min, *max))
            }
            (Constraint::Bytes { min, max }, ChoiceValue::Bytes(bytes)) => {
                let mut bytes = bytes.clone();
                bytes.resize(bytes.len().clamp(*min, *max), 0);
                ChoiceValue::Bytes(bytes)
            }
            (Constraint::String { alphabet, min, max }, ChoiceValue::String(text)) => {
                let kept = text.chars().filter(|c| alphabet.has(*c)).take(*max);
                let mut kept: Vec<char> = kept.collect();
                kept.resize(kept.len().max(*min), alphabet.simplest());
                ChoiceValue::String(kept.into_iter().collect())
            }
            _ => self.simplest(),
        }
    }

    /// Compares two permitted values; the simpler one is less. Shrinking uses this order.
    ///
    /// ```
    /// use std::cmp::Ordering;
    ///
    /// use forall::source::{Constraint, ChoiceValue};
    ///
    /// let any = Constraint::Integer { min: -100, max: 100, toward: 0 };
    /// assert_eq!(any.compare(&ChoiceValue::Integer(5), &ChoiceValue::Integer(-7)), Ordering::Less);
    /// assert_eq!(any.compare(&ChoiceValue::Integer(-5), &ChoiceValue::Integer(5)), Ordering::Greater);
    /// ```
    pub fn compare(&self, left: &ChoiceValue, right: &ChoiceValue) -> Ordering {
        self.rank(left).cmp(&self.rank(right))
    }

    /// Returns how far a permitted value is from the simplest one. Ranks of different constraints are
    /// comparable, so all records are in one total order.
    ///
    /// ```
    /// use forall::source::{Alphabet, Constraint, ChoiceValue};
    ///
    /// let word = Constraint::String { alphabet: Alphabet::ANY, min: 0, max: 9 };
    /// let mut words = ["zz", "B", "", "b"].map(|word| ChoiceValue::String(word.into()));
    /// words.sort_by_key(|value| word.rank(value));
    /// assert_eq!(words, ["", "b", "B", "zz"].map(|word| ChoiceValue::String(word.into())));
    /// ```
    pub fn rank(&self, value: &ChoiceValue) -> Rank {
        match (self, value) {
            (Constraint::Integer { toward, .. }, ChoiceValue::Integer(i)) => {
                Rank(Ranked::Integer(i.abs_diff(*toward), i < toward))
            }
            (Constraint::String { alphabet, .. }, ChoiceValue::String(text)) => {
                let places: Vec<u32> = text.chars().map(|c| alphabet.index(c)).collect();
                Rank(Ranked::Text(places.len(), places))
            }
            (_, ChoiceValue::Bool(flag)) => Rank(Ranked::Integer(u128::from(*flag), false)),
            (_, ChoiceValue::Integer(i)) => Rank(Ranked::Integer(i.unsigned_abs(), *i < 0)),
            (_, ChoiceValue::Fork(seed)) => Rank(Ranked::Integer(u128::from(*seed), false)),
            (_, ChoiceValue::Float(x)) => Rank(Ranked::Float(float_rank(*x))),
            (_, ChoiceValue::Bytes(bytes)) => Rank(Ranked::Bytes(bytes.len(), bytes.clone())),
            (_, ChoiceValue::String(text)) => {
                Rank(Ranked::Text(text.len(), text.chars().map(u32::from).collect()))
            }
        }
    }
}

/// Returns whether the text has `min` to `max` characters. They are counted only if the number of bytes leaves
/// doubt: a character has one to four bytes.
fn has_length(text: &str, min: usize, max: usize) -> bool {
    let bytes = text.len();
    min <= bytes.div_ceil(4) && bytes <= max || (min..=max).contains(&text.chars().count())
}

/// The distance of a value from the simplest one; see [`Constraint::rank`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rank(Ranked);

/// A rank by kind of value. The order of the variants is arbitrary, but all ranks must be comparable.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Ranked {
    /// The distance from the simplest integer, and whether the value lies below it. If 0 is the
    /// simplest, the order is 0, 1, −1, 2, −2 ….
    Integer(u128, bool),
    Float(FloatRank),
    /// The length and the bytes.
    Bytes(usize, Vec<u8>),
    /// The length and the indices of the characters in the alphabet.
    Text(usize, Vec<u32>),
}

/// Orders integers before fractions, small numbers before large ones, halves before quarters, positive
/// numbers before negative ones, and the infinities and NaN last. The fields compare in this order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct FloatRank {
    /// 0 for integers, 1 for other finite numbers, 2 for infinities, 3 for NaN.
    class: u8,
    /// The bits of the integer part.
    whole: u64,
    /// The number of binary digits after the point.
    places: i64,
    /// The bits of the fractional part.
    fraction: u64,
    negative: bool,
}

fn float_rank(x: f64) -> FloatRank {
    let class = if x.is_nan() {
        3
    } else if x.is_infinite() {
        2
    } else {
        u8::from(x.fract() != 0.0)
    };
    let fraction = x.abs().fract();
    FloatRank {
        class,
        whole: x.abs().trunc().to_bits(),
        places: places(fraction),
        fraction: fraction.to_bits(),
        negative: x.is_sign_negative(),
    }
}

/// Returns the number of binary digits of a fraction after the point.
fn places(fraction: f64) -> i64 {
    let exponent = fraction.to_bits() >> 52;
    let digits = fraction.to_bits() & ((1 << 52) - 1);
    // A subnormal number has no implicit leading one, and the exponent of the least normal number.
    let digits = if exponent == 0 { digits } else { digits | 1 << 52 };
    1075 - exponent.max(1) as i64 - i64::from(digits.trailing_zeros())
}

/// Returns 0 if it lies between the bounds. Otherwise returns the number nearest to 0 among those with
/// the fewest binary digits after the point.
fn simplest_float(min: f64, max: f64) -> f64 {
    if min <= 0.0 && 0.0 <= max {
        return 0.0;
    }
    let (near, far) = if min > 0.0 { (min, max) } else { (-max, -min) };
    let parts = (0..1000).map(|places| 2.0_f64.powi(places));
    let coarser = parts.map(|part| (near * part).ceil() / part).find(|x| *x <= far);
    coarser.unwrap_or(near).copysign(min)
}
