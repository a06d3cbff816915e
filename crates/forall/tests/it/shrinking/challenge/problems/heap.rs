//! A heap with a bug in the function that drains it.

use std::fmt;

use forall::domain::{Domain, from_fn};
use forall::property::forall;
use forall::source::{Reject, Source, SpanLabel};

use super::Problem;

/// Returns the problems about heaps.
pub(crate) fn all() -> Vec<Problem> {
    vec![binheap()]
}

fn binheap() -> Problem {
    let heaps = from_fn(|source| {
        let size = (0..=20_u32).generate(source)?;
        heap(source, i64::MIN, size)
    });
    let property = forall("heap", heaps).check(|(heap, ())| {
        let mut sorted = to_list(heap);
        sorted.sort_unstable();
        to_sorted_list(heap) == sorted
    });
    Problem::new("binheap", property, &["Some((0 · (0 (0 · ·) (1 · ·))))"], 154.0)
}

#[derive(Clone)]
struct Heap {
    head: i64,
    left: Option<Box<Heap>>,
    right: Option<Box<Heap>>,
}

impl fmt::Debug for Heap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let show =
            |heap: &Option<Box<Heap>>| heap.as_ref().map_or("·".into(), |h| format!("{h:?}"));
        write!(f, "({} {} {})", self.head, show(&self.left), show(&self.right))
    }
}

fn heap(source: &mut Source, bound: i64, size: u32) -> Result<Option<Box<Heap>>, Reject> {
    source.span(SpanLabel::new("heap"), |source| {
        if (1..=8_u8).generate(source)? == 1 || size == 0 {
            return Ok(None);
        }
        let head = (bound..=i64::MAX).generate(source)?;
        let left = heap(source, head, size / 2)?;
        let right = heap(source, head, size / 2)?;
        Ok(Some(Box::new(Heap { head, left, right })))
    })
}

fn to_list(heap: &Option<Box<Heap>>) -> Vec<i64> {
    let mut list = Vec::new();
    let mut stack = vec![heap];
    while let Some(heap) = stack.pop() {
        if let Some(heap) = heap {
            list.push(heap.head);
            stack.extend([&heap.left, &heap.right]);
        }
    }
    list
}

fn merge(left: &Option<Box<Heap>>, right: &Option<Box<Heap>>) -> Option<Box<Heap>> {
    let (Some(l), Some(r)) = (left, right) else { return left.clone().or(right.clone()) };
    let (less, other) = if l.head <= r.head { (l, right) } else { (r, left) };
    let merged = merge(&less.right, other);
    Some(Box::new(Heap { head: less.head, left: merged, right: less.left.clone() }))
}

/// Lists the elements. The bug: it lists the merged heap without sorting it.
fn to_sorted_list(heap: &Option<Box<Heap>>) -> Vec<i64> {
    match heap {
        None => Vec::new(),
        Some(heap) => {
            let rest = to_list(&merge(&heap.left, &heap.right));
            std::iter::once(heap.head).chain(rest).collect()
        }
    }
}
