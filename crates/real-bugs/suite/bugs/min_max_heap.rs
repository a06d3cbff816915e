//! Heaps with two ends.

use min_max_heap::MinMaxHeap;

use crate::bug::Bug;
use crate::input::input;

input! {
    enum Step {
        Push(u8),
        PopMin,
        PopMax,
        PushPopMin(u8),
        PushPopMax(u8),
        ReplaceMin(u8),
        ReplaceMax(u8),
    }
}

/// A sorted list.
#[derive(Default)]
struct Model(Vec<u8>);

impl Model {
    fn push(&mut self, element: u8) {
        let at = self.0.partition_point(|other| *other < element);
        self.0.insert(at, element);
    }

    fn pop_min(&mut self) -> Option<u8> {
        (!self.0.is_empty()).then(|| self.0.remove(0))
    }

    fn pop_max(&mut self) -> Option<u8> {
        self.0.pop()
    }
}

fn apply(step: &Step, heap: &mut MinMaxHeap<u8>, model: &mut Model) {
    match *step {
        Step::Push(element) => {
            heap.push(element);
            model.push(element);
        }
        Step::PopMin => assert_eq!(heap.pop_min(), model.pop_min()),
        Step::PopMax => assert_eq!(heap.pop_max(), model.pop_max()),
        Step::PushPopMin(element) => {
            model.push(element);
            assert_eq!(Some(heap.push_pop_min(element)), model.pop_min());
        }
        Step::PushPopMax(element) => {
            model.push(element);
            assert_eq!(Some(heap.push_pop_max(element)), model.pop_max());
        }
        Step::ReplaceMin(element) => {
            assert_eq!(heap.replace_min(element), model.pop_min());
            model.push(element);
        }
        Step::ReplaceMax(element) => {
            assert_eq!(heap.replace_max(element), model.pop_max());
            model.push(element);
        }
    }
}

pub(crate) static REPLACE_MAX: Bug<Vec<Step>> = Bug {
    name: "min_max_heap_replace_max",
    package: "min-max-heap",
    law: "a `MinMaxHeap` behaves like a sorted list",
    link: "https://github.com/tov/min-max-heap-rs/blob/master/CHANGELOG.md",
    check: |steps| {
        let mut heap = MinMaxHeap::new();
        let mut model = Model::default();
        for step in steps {
            apply(step, &mut heap, &mut model);
            assert_eq!(heap.peek_min(), model.0.first());
            assert_eq!(heap.peek_max(), model.0.last());
        }
    },
    known_failure: || vec![Step::Push(5), Step::Push(9), Step::ReplaceMax(1)],
};
