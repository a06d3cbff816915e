//! Choices: what was drawn, out of what, and what for.

use std::cmp::Ordering;

use forall_format::ChoiceValue;

use super::alphabet::Alphabet;

/// One draw: its value, what it is for, and where its constraint stands in the record.
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
    /// What was drawn.
    pub value: ChoiceValue,
    /// What it is for.
    pub role: Role,
    /// Which of the [record's constraints](super::Record::constraints) it satisfies.
    pub constraint: u32,
}

/// What a choice is for: what a shrinker or a mutator must know to change it well.
///
/// ```
/// use forall::domain::{Domain, option};
/// use forall::source::{Role, Source};
///
/// let mut source = Source::from_seed(1, 5).recording();
/// option(0..9).generate(&mut source).unwrap();
/// assert_eq!(source.record().unwrap().choices[0].role, Role::Branch, "whether there is one");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Part of a value.
    Value,
    /// Selects a variant; the order is that of the variants, simplest first.
    Branch,
    /// Says whether a collection goes on.
    More,
    /// Says how long something is that is drawn later.
    Length,
    /// Names something made earlier, by its position.
    Reference,
    /// Says which thread or task runs next.
    Schedule,
}

/// What a draw may yield.
#[derive(Clone, Debug, PartialEq)]
pub enum Constraint {
    /// Yes or no; no is simpler.
    Bool,
    /// `min..=max`; nearer to `toward`, which is one of them, is simpler, and above it simpler than below it.
    Integer {
        /// The least.
        min: i128,
        /// The greatest.
        max: i128,
        /// The simplest.
        toward: i128,
    },
    /// `min..=max`, and NaN if `nan`; small whole numbers are simplest.
    Float {
        /// The least.
        min: f64,
        /// The greatest.
        max: f64,
        /// Is NaN one of them?
        nan: bool,
    },
    /// So many bytes.
    Bytes {
        /// The least length.
        min: usize,
        /// The greatest length.
        max: usize,
    },
    /// So many characters of an alphabet.
    String {
        /// The characters, simplest first.
        alphabet: Alphabet,
        /// The least length, in characters.
        min: usize,
        /// The greatest length, in characters.
        max: usize,
    },
    /// Any seed of a child stream.
    Fork,
}

impl Constraint {
    /// May a draw under this constraint yield `value`?
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
                (*min..=*max).contains(&s.chars().count()) && s.chars().all(|c| alphabet.has(c))
            }
            _ => false,
        }
    }

    /// The simplest value it permits.
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

    /// The permitted value most like `value`: clamped, cut or filled up; the simplest where the two
    /// have nothing in common.
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

    /// Which of two permitted values is simpler. This is the order in which counterexamples shrink.
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

    /// How far a permitted value is from the simplest one. Ranks of different constraints compare
    /// too, so that there is one order for all records.
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
                Rank(Ranked::Whole(i.abs_diff(*toward), i < toward))
            }
            (Constraint::String { alphabet, .. }, ChoiceValue::String(text)) => {
                let places: Vec<u32> = text.chars().map(|c| alphabet.index(c)).collect();
                Rank(Ranked::Text(places.len(), places))
            }
            (_, ChoiceValue::Bool(flag)) => Rank(Ranked::Whole(u128::from(*flag), false)),
            (_, ChoiceValue::Integer(i)) => Rank(Ranked::Whole(i.unsigned_abs(), *i < 0)),
            (_, ChoiceValue::Fork(seed)) => Rank(Ranked::Whole(u128::from(*seed), false)),
            (_, ChoiceValue::Float(x)) => Rank(Ranked::Float(float_rank(*x))),
            (_, ChoiceValue::Bytes(bytes)) => Rank(Ranked::Bytes(bytes.len(), bytes.clone())),
            (_, ChoiceValue::String(text)) => {
                Rank(Ranked::Text(text.len(), text.chars().map(u32::from).collect()))
            }
        }
    }
}

/// How far a value is from the simplest one; see [`Constraint::rank`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rank(Ranked);

/// The kinds in an order that does not matter, as long as there is one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Ranked {
    /// 0, 1, −1, 2, −2 … when 0 is the simplest: how far, and whether below.
    Whole(u128, bool),
    Float((u8, u64, i64, u64, bool)),
    /// Shorter is simpler.
    Bytes(usize, Vec<u8>),
    Text(usize, Vec<u32>),
}

/// Whole numbers before fractions, small before large, halves before quarters, positive before
/// negative, the infinite and NaN last.
fn float_rank(x: f64) -> (u8, u64, i64, u64, bool) {
    let class = if x.is_nan() {
        3
    } else if x.is_infinite() {
        2
    } else {
        u8::from(x.fract() != 0.0)
    };
    let (whole, fraction) = (x.abs().trunc(), x.abs().fract());
    (class, whole.to_bits(), places(fraction), fraction.to_bits(), x.is_sign_negative())
}

/// How many binary digits a fraction has after the point.
fn places(fraction: f64) -> i64 {
    let (exponent, digits) = (fraction.to_bits() >> 52, fraction.to_bits() & ((1 << 52) - 1));
    // What is subnormal has no leading one, and the exponent of the least that is normal.
    let digits = if exponent == 0 { digits } else { digits | 1 << 52 };
    1075 - exponent.max(1) as i64 - i64::from(digits.trailing_zeros())
}

/// 0, or else the number nearest to it of those with the fewest places after the point.
fn simplest_float(min: f64, max: f64) -> f64 {
    if min <= 0.0 && 0.0 <= max {
        return 0.0;
    }
    let (near, far) = if min > 0.0 { (min, max) } else { (-max, -min) };
    let parts = (0..1000).map(|places| 2.0_f64.powi(places));
    let coarser = parts.map(|part| (near * part).ceil() / part).find(|x| *x <= far);
    coarser.unwrap_or(near).copysign(min)
}
