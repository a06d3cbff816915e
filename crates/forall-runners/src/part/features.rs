//! Features: what is characteristic of the choices of a test.

use forall::part::nth_value;
use forall::source::{Choice, ChoiceValue, Constraint, Label, Record, Role, Span};

/// What is characteristic of these choices, as hashes in order, each once: which branch was taken
/// where, whether a list goes on there, whether a number is at an edge of its range. "Where" is the
/// place in what encloses it, and which branch that is; for elements of lists, any.
///
/// ```
/// use forall::block::retrace;
/// use forall::property::forall;
/// use forall::source::Source;
///
/// let property = forall("x", forall::any::<(Option<bool>, u8)>()).check(|_| true);
/// let features = |seed| retrace(&property, Source::from_seed(seed, 5)).unwrap().record.features();
/// assert_eq!(features(1), features(1));
/// assert!((2..100).any(|seed| features(seed) != features(1)));
/// ```
pub fn features(record: &Record) -> Vec<u64> {
    let mut features = Vec::with_capacity(record.choices.len());
    // Most come up again and again. To see that here takes less time than to sort them.
    let mut lately = [0; 64];
    each_feature(record, |_, feature| {
        let hash = feature.hash();
        let slot = &mut lately[(hash >> 58) as usize];
        if *slot != hash {
            *slot = hash;
            features.push(hash);
        }
    });
    features.sort_unstable();
    features.dedup();
    features
}

/// The same by the choices they are of: their numbers in the record, in order. Choices of which
/// nothing is characteristic are left out.
///
/// ```
/// use forall::block::retrace;
/// use forall::property::forall;
/// use forall::source::Source;
///
/// let property = forall("x", forall::any::<(bool, bool)>()).check(|_| true);
/// let record = retrace(&property, Source::from_seed(1, 5)).unwrap().record;
/// let [(0, first), (1, second)] = record.featured()[..] else { panic!("there are two") };
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

/// What is characteristic of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Feature {
    /// Where it stands in what encloses it, hashed.
    pub place: u64,
    /// What it is there: which branch, which edge; see [`Constraint::class`].
    pub class: u64,
}

impl Feature {
    fn hash(self) -> u64 {
        mix(self.place, self.class)
    }
}

/// A span while it is looked at.
#[derive(Default)]
struct Frame {
    end: usize,
    label: u64,
    /// Where it is.
    place: u64,
    /// Which branch it is; until it says so, which one it is in.
    branch: u64,
    /// How many choices and spans there were in it.
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

    /// The number of the part that comes next. Elements of a list have none, and what comes late where
    /// nobody says how choices belong together has one for all.
    fn part(&mut self) -> u64 {
        self.parts += 1;
        if self.label == Label::LIST.hash() { 0 } else { self.parts.min(16) }
    }
}

/// Of so few numbers, each is told apart.
const FEW: u128 = 8;
/// So many branches have a landmark.
const BRANCHES: u128 = 32;

/// What is characteristic of a choice by itself: which branch it is, which of few numbers, which edge of
/// many, or none; how long a text is, up to two.
///
/// ```
/// use forall::source::{Constraint, Role, ChoiceValue};
///
/// let byte = Constraint::Integer { min: 0, max: 255, toward: 0 };
/// let class = |number| byte.class(Role::Value, &ChoiceValue::Integer(number));
/// assert_eq!(class(17), class(99), "of many numbers, those between the edges are alike");
/// assert!(class(0) != class(17) && class(255) != class(17));
/// ```
pub fn feature_class(constraint: &Constraint, role: Role, value: &ChoiceValue) -> Option<u64> {
    match (value, constraint) {
        (ChoiceValue::Bool(flag), _) => Some(u64::from(*flag)),
        (ChoiceValue::Integer(i), Constraint::Integer { min, max, .. })
            if role == Role::Branch || max.abs_diff(*min) < FEW =>
        {
            Some(i.abs_diff(*min) as u64)
        }
        (ChoiceValue::Integer(i), Constraint::Integer { min, max, toward }) => {
            let edges = [*toward, *min, *max];
            Some(edges.iter().position(|edge| edge == i).unwrap_or(edges.len()) as u64)
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

/// One value for each [class](Constraint::class) that can be had at will: the branches, few numbers, of many
/// those at the edges, the shortest texts. One class is of all the others, and has none.
///
/// ```
/// use forall::source::{Constraint, Role, ChoiceValue};
///
/// let byte = Constraint::Integer { min: -128, max: 127, toward: 0 };
/// assert_eq!(byte.landmarks(Role::Value), [0, -128, 127].map(ChoiceValue::Integer));
/// ```
pub fn boundary_values(constraint: &Constraint, role: Role) -> Vec<ChoiceValue> {
    let first = |count| (0..count).map_while(|number| nth_value(constraint, number));
    match constraint {
        Constraint::Bool => first(2).collect(),
        Constraint::Integer { .. } if role == Role::Branch => first(BRANCHES).collect(),
        Constraint::Integer { min, max, .. } if max.abs_diff(*min) < FEW => first(FEW).collect(),
        Constraint::Integer { min, max, toward } => {
            let mut edges = vec![*toward];
            edges.extend([*min, *max].iter().filter(|edge| *edge != toward));
            edges.into_iter().map(ChoiceValue::Integer).collect()
        }
        Constraint::Float { .. } => {
            let infinite =
                Some(ChoiceValue::Float(f64::INFINITY)).filter(|x| constraint.permits(x));
            [constraint.simplest()].into_iter().chain(infinite).collect()
        }
        Constraint::Bytes { .. } | Constraint::String { .. } => first(2)
            .filter(|text| feature_class(constraint, role, text).is_some_and(|few| few < 2))
            .collect(),
        Constraint::Fork => Vec::new(),
    }
}

fn mix(a: u64, b: u64) -> u64 {
    let mixed = (a.rotate_left(23) ^ b).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed ^ (mixed >> 29)
}
