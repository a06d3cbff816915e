//! Words that code under test may say while it runs.
//!
//! They are heard by the thread that checks, and only while it does: what other threads say, and what
//! generators say, is lost. Where nobody listens they cost a look at a flag.

use std::cell::{Cell, RefCell};

use super::{Feedback, FeedbackMap, Reducer, rank};
use crate::source::{ChoiceValue, Integer, SpanLabel};

thread_local! {
    static LISTENING: Cell<bool> = const { Cell::new(false) };
    static SAID: RefCell<Feedback> = const { RefCell::new(Feedback::new()) };
    static TICKS: Cell<u64> = const { Cell::new(0) };
}

/// Says that this place was reached: a [probe](probe()) that is named by where it is written.
///
/// ```
/// fn sign(x: i32) -> i32 {
///     if x < 0 {
///         forall::probe!();
///         return -1;
///     }
///     1
/// }
/// assert_eq!(sign(-5), -1);
/// ```
#[macro_export]
macro_rules! probe {
    () => {{
        const PLACE: u64 = $crate::source::SpanLabel::new(::core::concat!(
            ::core::file!(),
            ":",
            ::core::line!(),
            ":",
            ::core::column!()
        ))
        .hash();
        $crate::feedback::probe_id(PLACE)
    }};
}

/// Says that the place of this name was reached. How often counts too: once, twice, four times …
///
/// ```
/// use forall::feedback::probe;
///
/// fn insert(table: &mut Vec<u32>, key: u32) {
///     if table.len() == table.capacity() {
///         probe("the table grows");
///     }
///     table.push(key);
/// }
/// let mut table = Vec::new();
/// insert(&mut table, 7);
/// assert_eq!(table, [7]);
/// ```
pub fn probe(name: &str) {
    if LISTENING.get() {
        probe_id(SpanLabel::new(name).hash());
    }
}

/// Says that the place with this number was reached. Who writes probes by a macro hashes at compile
/// time.
///
/// ```
/// use forall::feedback::probe_id;
///
/// fn execute(code: &[u8]) -> usize {
///     code.iter().map(|operation| probe_id(u64::from(*operation))).count()
/// }
/// assert_eq!(execute(&[0x90, 0xc3]), 2);
/// ```
#[inline]
pub fn probe_id(place: u64) {
    record(FeedbackMap::PROBES, place, 1, Reducer::Sum);
}

/// Says a score that is to be driven up.
///
/// ```
/// use forall::feedback::maximize;
///
/// fn depth(text: &str) -> usize {
///     let depth = text.chars().take_while(|c| *c == '(').count();
///     maximize("depth of brackets", depth as f64);
///     depth
/// }
/// assert_eq!(depth("((x))"), 2);
/// ```
pub fn maximize(name: &str, score: f64) {
    if LISTENING.get() {
        record(FeedbackMap::SCORES, SpanLabel::new(name).hash(), rank(score), Reducer::Max);
    }
}

/// Says a score that is to be driven down.
///
/// ```
/// use forall::feedback::minimize;
///
/// fn opens(code: u32) -> bool {
///     minimize("distance to the code", f64::from(code.abs_diff(31_415)));
///     code == 31_415
/// }
/// assert!(!opens(31_414));
/// ```
pub fn minimize(name: &str, score: f64) {
    if LISTENING.get() {
        record(FeedbackMap::SCORES, SpanLabel::new(name).hash(), rank(score), Reducer::Min);
    }
}

/// Says anything.
///
/// ```
/// use forall::feedback::{FeedbackMap, Reducer, probe_id, maximize, minimize, tick, ticks, record};
/// use forall::property::property;
/// use forall::runner::{Options, fuzz};
///
/// fn insert(keys: &[u8]) -> usize {
///     let depth = keys.len().ilog2() as usize;
///     ticks(depth as u64); // down the tree
///     tick(); // and the insertion
///     maximize("depth", depth as f64);
///     minimize("free", 256.0 - keys.len() as f64);
///     record(FeedbackMap::new("leaves"), keys[0].into(), 1, Reducer::Or);
///     probe_id(if keys.is_sorted() { 1 } else { 2 });
///     depth
/// }
/// let shallow = property! { forall keys: Vec<u8>; implies !keys.is_empty(); check insert(keys) < 9 };
/// let report = fuzz(&shallow, &Options { tests: 500, ..Options::default() });
/// assert!(report.progress.unwrap().to_string().contains("2 probes reached"));
/// ```
#[inline]
pub fn record(map: FeedbackMap, key: u64, value: u64, reducer: Reducer) {
    if LISTENING.get() {
        say(map, key, value, reducer);
    }
}

/// Where nobody listens, this takes no room in the code under test.
#[inline(never)]
fn say(map: FeedbackMap, key: u64, value: u64, reducer: Reducer) {
    SAID.with_borrow_mut(|said| said.add(map, key, value, reducer));
}

/// Are the two the same? The comparison is told, so that a runner can put one in the place of the
/// other.
///
/// ```
/// use forall::feedback::traced_eq;
///
/// assert!(!traced_eq(&7_u32, &0xCAFE_u32));
/// assert!(traced_eq("open sesame", "open sesame"));
/// ```
pub fn traced_eq<T: Operand + ?Sized>(left: &T, right: &T) -> bool {
    let same = left == right;
    if !same && LISTENING.get() {
        SAID.with_borrow_mut(|said| said.record_comparison(left.operand(), right.operand()));
    }
    same
}

/// Can be told as a side of a comparison.
///
/// ```
/// use forall::feedback::{Operand, traced_eq};
/// use forall::source::ChoiceValue;
///
/// /// Compared as text, which is what was drawn.
/// #[derive(PartialEq)]
/// struct Name(String);
///
/// impl Operand for Name {
///     fn operand(&self) -> ChoiceValue {
///         ChoiceValue::String(self.0.clone())
///     }
/// }
/// assert!(!traced_eq(&Name("guest".into()), &Name("root".into())));
/// assert_eq!('a'.operand(), ChoiceValue::String("a".into()));
/// ```
pub trait Operand: PartialEq {
    /// As a choice would hold it.
    fn operand(&self) -> ChoiceValue;
}

impl Operand for str {
    fn operand(&self) -> ChoiceValue {
        ChoiceValue::String(self.to_owned())
    }
}

impl Operand for [u8] {
    fn operand(&self) -> ChoiceValue {
        ChoiceValue::Bytes(self.to_vec())
    }
}

impl Operand for f64 {
    fn operand(&self) -> ChoiceValue {
        ChoiceValue::Float(*self)
    }
}

impl Operand for char {
    fn operand(&self) -> ChoiceValue {
        ChoiceValue::String(self.to_string())
    }
}

macro_rules! impl_integer {
    ($($int:ident)*) => { $(
        impl Operand for $int {
            fn operand(&self) -> ChoiceValue {
                ChoiceValue::Integer(self.to_wide())
            }
        }
    )* };
}

impl_integer!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

/// Counts one step of work.
///
/// ```
/// use forall::feedback::tick;
///
/// fn collatz(mut n: u64) -> u32 {
///     let mut length = 0;
///     while n != 1 {
///         tick();
///         n = if n % 2 == 0 { n / 2 } else { 3 * n + 1 };
///         length += 1;
///     }
///     length
/// }
/// assert_eq!(collatz(27), 111);
/// ```
#[inline]
pub fn tick() {
    ticks(1);
}

/// Counts so many steps of work.
///
/// ```
/// use forall::feedback::ticks;
///
/// fn sort(list: &mut [u32]) {
///     ticks(list.len() as u64); // it is no quicker than that
///     list.sort();
/// }
/// let mut list = [3, 1, 2];
/// sort(&mut list);
/// assert_eq!(list, [1, 2, 3]);
/// ```
#[inline]
pub fn ticks(count: u64) {
    TICKS.set(TICKS.get().wrapping_add(count));
}

/// Begins to listen, and forgets what was said.
pub(super) fn listen() {
    LISTENING.set(true);
    SAID.with_borrow_mut(Feedback::clear);
}

/// Ends listening, and passes on what was said.
pub(super) fn pass_on(feedback: &mut Feedback) {
    LISTENING.set(false);
    SAID.with_borrow_mut(|said| {
        for entry in said.entries() {
            feedback.add(entry.map, entry.key, entry.value, entry.reducer);
        }
        for (left, right) in said.comparisons() {
            feedback.record_comparison(left.clone(), right.clone());
        }
        said.clear();
    });
}

/// Begins to count steps from 0, and says how many there were.
pub(super) fn recount() -> u64 {
    TICKS.replace(0)
}
