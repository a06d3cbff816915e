//! Features: the characteristics of the choices of a test.

use forall::enumeration::nth_value;
use forall::source::{Choice, ChoiceValue, Constraint, Record, Role, Span, SpanLabel};

use super::ordered_steps::steps;

/// Returns the features of these choices as hashes, sorted and without duplicates: which branch was taken at
/// which place, whether a list continues there, whether a number is at a boundary of its range. The place of
/// a choice consists of its position in the enclosing span and of the branch that this span took; all
/// elements of a list share one place.
///
/// ```
/// use forall::block::regenerate;
/// use forall::part::features;
/// use forall::property::forall;
/// use forall::source::Source;
///
/// let property = forall("x", forall::any::<(Option<bool>, u8)>()).check(|_| true);
/// let of_seed = |seed| features(&regenerate(&property, Source::from_seed(seed, 5)).unwrap().record);
/// assert_eq!(of_seed(1), of_seed(1));
/// assert!((2..100).any(|seed| of_seed(seed) != of_seed(1)));
/// ```
pub fn features(record: &Record) -> Vec<u64> {
    let mut features = Vec::with_capacity(record.choices.len());
    // Most features occur again and again. Dropping them here takes less time than sorting them.
    let mut recent = [0; 64];
    each_feature(record, |_, feature| {
        let hash = feature.hash();
        let slot = &mut recent[(hash >> 58) as usize];
        if *slot != hash {
            *slot = hash;
            features.push(hash);
        }
    });
    features.extend(orders(record));
    features.sort_unstable();
    features.dedup();
    features
}

/// Returns the ordered pairs of operations in the first list of steps, as hashes: one comes somewhere after the
/// other.
fn orders(record: &Record) -> Vec<u64> {
    let operations: Vec<u64> = steps(record).iter().map(|step| step.operation as u64).collect();
    let mut orders = Vec::new();
    for (at, second) in operations.iter().enumerate() {
        orders.extend(operations[..at].iter().map(|first| mix(mix(ORDER, *first), *second)));
    }
    orders
}

/// Distinguishes ordered pairs from other features.
const ORDER: u64 = SpanLabel::new("forall::order").hash();

/// Returns the feature of each choice that has one, with the index of the choice in the record.
///
/// ```
/// use forall::block::regenerate;
/// use forall::part::features_by_choice;
/// use forall::property::forall;
/// use forall::source::Source;
///
/// let property = forall("x", forall::any::<(bool, bool)>()).check(|_| true);
/// let record = regenerate(&property, Source::from_seed(1, 5)).unwrap().record;
/// let [(0, first), (1, second)] = features_by_choice(&record)[..] else { panic!("two choices") };
/// assert_ne!(first.place, second.place);
/// ```
pub fn features_by_choice(record: &Record) -> Vec<(usize, Feature)> {
    let mut features = Vec::with_capacity(record.choices.len());
    each_feature(record, |at, feature| features.push((at, feature)));
    features
}

fn each_feature(record: &Record, mut then: impl FnMut(usize, Feature)) {
    let mut open = Vec::with_capacity(16);
    open.push(Frame { end: usize::MAX, ..Frame::default() });
    let mut spans = record.spans.iter().peekable();
    for (at, choice) in record.choices.iter().enumerate() {
        while open.len() > 1 && open.last().is_some_and(|frame| frame.end <= at) {
            open.pop();
        }
        while let Some(span) = spans.next_if(|span| span.start <= at) {
            let frame = open.last_mut().map(|outer| outer.inner(span));
            open.extend(frame.filter(|frame| frame.end > at));
        }
        let feature = open.last_mut().and_then(|frame| {
            frame.feature(choice, &record.constraints[choice.constraint as usize])
        });
        if let Some(feature) = feature {
            then(at, feature);
        }
    }
}

/// The feature of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Feature {
    /// The position of the choice in the enclosing span, as a hash.
    pub place: u64,
    /// Which branch or boundary it is: see [`feature_class`].
    pub class: u64,
}

impl Feature {
    fn hash(self) -> u64 {
        mix(self.place, self.class)
    }
}

/// An open span.
#[derive(Default)]
struct Frame {
    end: usize,
    label: u64,
    /// The position of the span, as a hash.
    place: u64,
    /// The branch that the span took. Before that choice, the branch of the enclosing span.
    branch: u64,
    /// The number of choices and spans in it so far.
    parts: u64,
}

impl Frame {
    fn inner(&mut self, span: &Span) -> Frame {
        let place = mix(mix(self.label, self.branch), self.part());
        let label = span.label.hash();
        Frame { end: span.end, label, place: mix(place, label), branch: self.branch, parts: 0 }
    }

    fn feature(&mut self, choice: &Choice, constraint: &Constraint) -> Option<Feature> {
        let place = mix(self.place, self.part());
        let class = feature_class(constraint, choice.role, &choice.value)?;
        if choice.role == Role::Branch {
            self.branch = class + 1;
        }
        Some(Feature { place, class })
    }

    /// Returns the number of the next part. All elements of a list have the same number, and so do all late
    /// parts of a long span, since their relation is unknown.
    fn part(&mut self) -> u64 {
        self.parts += 1;
        if self.label == SpanLabel::LIST.hash() { 0 } else { self.parts.min(16) }
    }
}

/// In a range of at most this many numbers, each number has its own class.
const MAX_SMALL_RANGE: u128 = 8;
/// The largest number of branches that have a boundary value.
const MAX_BRANCHES: u128 = 32;

/// Returns the class of a value: which branch it is, which number of a small range, which boundary of a large
/// range, if any, or how long a text is, up to two.
///
/// ```
/// use forall::part::feature_class;
/// use forall::source::{Constraint, Role, ChoiceValue};
///
/// let byte = Constraint::Integer { min: 0, max: 255, toward: 0 };
/// let class = |number| feature_class(&byte, Role::Value, &ChoiceValue::Integer(number));
/// assert_eq!(class(17), class(99), "numbers between the boundaries of a large range share a class");
/// assert!(class(0) != class(17) && class(255) != class(17));
/// ```
pub fn feature_class(constraint: &Constraint, role: Role, value: &ChoiceValue) -> Option<u64> {
    match (value, constraint) {
        (ChoiceValue::Bool(flag), _) => Some(u64::from(*flag)),
        (ChoiceValue::Integer(i), Constraint::Integer { min, max, .. })
            if role == Role::Branch || max.abs_diff(*min) < MAX_SMALL_RANGE =>
        {
            Some(i.abs_diff(*min) as u64)
        }
        (ChoiceValue::Integer(i), Constraint::Integer { min, max, toward }) => {
            let boundaries = [*toward, *min, *max];
            let position = boundaries.iter().position(|boundary| boundary == i);
            Some(position.unwrap_or(boundaries.len()) as u64)
        }
        (ChoiceValue::Float(x), constraint) => {
            let simplest = *value == constraint.simplest();
            Some(if simplest { 0 } else { 1 + u64::from(x.is_finite()) })
        }
        (ChoiceValue::Bytes(bytes), _) => Some(bytes.len().min(2) as u64),
        (ChoiceValue::String(text), _) => Some(text.chars().take(2).count() as u64),
        _ => None,
    }
}

/// Returns one value of each [class](feature_class): the branches, the numbers of a small range, the
/// boundaries of a large one, the shortest texts. Returns no value of the class of all other values.
///
/// ```
/// use forall::part::boundary_values;
/// use forall::source::{Constraint, Role, ChoiceValue};
///
/// let byte = Constraint::Integer { min: -128, max: 127, toward: 0 };
/// assert_eq!(boundary_values(&byte, Role::Value), [0, -128, 127].map(ChoiceValue::Integer));
/// ```
pub fn boundary_values(constraint: &Constraint, role: Role) -> Vec<ChoiceValue> {
    let first = |count| (0..count).map_while(|number| nth_value(constraint, number));
    match constraint {
        Constraint::Bool => first(2).collect(),
        Constraint::Integer { .. } if role == Role::Branch => first(MAX_BRANCHES).collect(),
        Constraint::Integer { min, max, .. } if max.abs_diff(*min) < MAX_SMALL_RANGE => {
            first(MAX_SMALL_RANGE).collect()
        }
        Constraint::Integer { min, max, toward } => {
            let mut boundaries = vec![*toward];
            boundaries.extend([*min, *max].iter().filter(|boundary| *boundary != toward));
            boundaries.into_iter().map(ChoiceValue::Integer).collect()
        }
        Constraint::Float { .. } => {
            let infinite =
                Some(ChoiceValue::Float(f64::INFINITY)).filter(|x| constraint.permits(x));
            [constraint.simplest()].into_iter().chain(infinite).collect()
        }
        Constraint::Bytes { .. } | Constraint::String { .. } => first(2)
            .filter(|text| feature_class(constraint, role, text).is_some_and(|length| length < 2))
            .collect(),
        Constraint::Fork => Vec::new(),
    }
}

fn mix(a: u64, b: u64) -> u64 {
    let mixed = (a.rotate_left(23) ^ b).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed ^ (mixed >> 29)
}
