//! Hooks that code under test may call to record feedback.
//!
//! Only calls on the thread that checks the property count, and only during the check: calls from other
//! threads and from generators are ignored. When nothing is recorded, a hook costs one test of a thread-local
//! flag.

use std::cell::{Cell, RefCell};

use super::{Feedback, FeedbackMap, Reducer, rank};
use crate::mutation::ComparedValues;
use crate::source::{ChoiceValue, Integer, SpanLabel};

thread_local! {
    static RECORDING: Cell<bool> = const { Cell::new(false) };
    static RECORDED: RefCell<Feedback> = const { RefCell::new(Feedback::new()) };
    static TICKS: Cell<u64> = const { Cell::new(0) };
}

/// Records that this line was reached: a [probe](probe()) whose name is its location in the source.
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
        const LOCATION: u64 = $crate::source::SpanLabel::new(::core::concat!(
            ::core::file!(),
            ":",
            ::core::line!(),
            ":",
            ::core::column!()
        ))
        .hash();
        $crate::feedback::probe_id(LOCATION)
    }};
}

/// Records that the probe with this name was reached. The number of times counts too, by powers of two.
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
    if RECORDING.get() {
        probe_id(SpanLabel::new(name).hash());
    }
}

/// Records that the probe with this number was reached. A macro that inserts probes can hash their names at
/// compile time.
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
pub fn probe_id(id: u64) {
    record(FeedbackMap::PROBES, id, 1, Reducer::Sum);
}

/// Records a score to maximize.
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
    if RECORDING.get() {
        record(FeedbackMap::SCORES, SpanLabel::new(name).hash(), rank(score), Reducer::Max);
    }
}

/// Records a score to minimize.
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
    if RECORDING.get() {
        record(FeedbackMap::SCORES, SpanLabel::new(name).hash(), rank(score), Reducer::Min);
    }
}

/// Records a number in any map, under any key.
///
/// ```
/// use forall::feedback::{FeedbackMap, Reducer, maximize, minimize, probe_id, record, tick, ticks};
/// use forall::property::property;
/// use forall::runner::{Options, fuzz};
///
/// fn insert(keys: &[u8]) -> usize {
///     let depth = keys.len().ilog2() as usize;
///     ticks(depth as u64); // one for each level of the tree
///     tick(); // one for the insertion
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
    if RECORDING.get() {
        add(map, key, value, reducer);
    }
}

/// Not inlined, so that a hook adds little code to the code under test.
#[inline(never)]
fn add(map: FeedbackMap, key: u64, value: u64, reducer: Reducer) {
    RECORDED.with_borrow_mut(|recorded| recorded.add(map, key, value, reducer));
}

/// Returns whether both are equal. If they are not, records the comparison, so that a mutator can replace one
/// side by the other.
///
/// ```
/// use forall::feedback::traced_eq;
///
/// assert!(!traced_eq(&7_u32, &0xCAFE_u32));
/// assert!(traced_eq("open sesame", "open sesame"));
/// ```
pub fn traced_eq<T: Operand + ?Sized>(left: &T, right: &T) -> bool {
    let equal = left == right;
    if !equal && RECORDING.get() {
        RECORDED.with_borrow_mut(|recorded| {
            recorded.record_comparison(left.operand(), right.operand())
        });
    }
    equal
}

/// A value that can be recorded as a side of a comparison.
///
/// ```
/// use forall::feedback::{Operand, traced_eq};
/// use forall::source::ChoiceValue;
///
/// /// Recorded as a string, since its domain draws a string.
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
    /// Returns the value as a choice.
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

macro_rules! integers {
    ($($int:ident)*) => { $(
        impl Operand for $int {
            fn operand(&self) -> ChoiceValue {
                ChoiceValue::Integer(self.to_wide())
            }
        }
    )* };
}

integers!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

/// Counts one unit of work.
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

/// Counts `count` units of work.
///
/// ```
/// use forall::feedback::ticks;
///
/// fn sort(list: &mut [u32]) {
///     ticks(list.len() as u64); // at least one for each element
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

/// Discards what was recorded, and starts recording on this thread.
pub(super) fn start() {
    RECORDING.set(true);
    RECORDED.with_borrow_mut(Feedback::clear);
}

/// Stops recording, and moves what was recorded to `feedback`.
pub(super) fn move_to(feedback: &mut Feedback) {
    RECORDING.set(false);
    RECORDED.with_borrow_mut(|recorded| {
        for entry in recorded.entries() {
            feedback.add(entry.map, entry.key, entry.value, entry.reducer);
        }
        for ComparedValues { left, right } in recorded.comparisons() {
            feedback.record_comparison(left.clone(), right.clone());
        }
        recorded.clear();
    });
}

/// Returns the number of ticks since the last call, and starts again from 0.
pub(super) fn take_ticks() -> u64 {
    TICKS.replace(0)
}
