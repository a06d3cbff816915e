//! Priority queues with keys.

use std::collections::BTreeMap;

use priority_queue::DoublePriorityQueue;

use crate::bug::Bug;
use crate::input::input;

input! {
    enum Step {
        Push(u8, u8),
        PopMin,
        PopMax,
        Change(u8, u8),
        Remove(u8),
        PushIncrease(u8, u8),
        PushDecrease(u8, u8),
    }
}

type Queue = DoublePriorityQueue<u8, u8>;
type Model = BTreeMap<u8, u8>;

fn apply(step: &Step, queue: &mut Queue, model: &mut Model) {
    match *step {
        Step::Push(key, priority) => {
            assert_eq!(queue.push(key, priority), model.insert(key, priority));
        }
        Step::PopMin => {
            let expected = model.values().min().copied();
            popped(queue.pop_min(), expected, model);
        }
        Step::PopMax => {
            let expected = model.values().max().copied();
            popped(queue.pop_max(), expected, model);
        }
        Step::Change(key, priority) => {
            let is_known = queue.change_priority(&key, priority).is_some();
            assert_eq!(is_known, model.contains_key(&key));
            model.entry(key).and_modify(|old| *old = priority);
        }
        Step::Remove(key) => {
            assert_eq!(queue.remove(&key).map(|(_, priority)| priority), model.remove(&key));
        }
        Step::PushIncrease(key, priority) => {
            queue.push_increase(key, priority);
            let entry = model.entry(key).or_insert(priority);
            *entry = priority.max(*entry);
        }
        Step::PushDecrease(key, priority) => {
            queue.push_decrease(key, priority);
            let entry = model.entry(key).or_insert(priority);
            *entry = priority.min(*entry);
        }
    }
}

fn popped(entry: Option<(u8, u8)>, expected: Option<u8>, model: &mut Model) {
    assert_eq!(entry.map(|(_, priority)| priority), expected);
    if let Some((key, priority)) = entry {
        assert_eq!(model.remove(&key), Some(priority));
    }
}

pub(crate) static DOUBLE_ENDED: Bug<Vec<Step>> = Bug {
    name: "priority_queue_double_ended",
    package: "priority-queue",
    law: "a `DoublePriorityQueue` behaves like a map whose extremes are searched for",
    link: "https://github.com/garro95/priority-queue/issues/42",
    check: |steps| {
        let mut queue = Queue::new();
        let mut model = Model::new();
        for step in steps {
            apply(step, &mut queue, &mut model);
            assert_eq!(queue.len(), model.len());
            assert_eq!(queue.peek_min().map(|(_, priority)| priority), model.values().min());
            assert_eq!(queue.peek_max().map(|(_, priority)| priority), model.values().max());
        }
    },
    known_failure: || {
        vec![
            Step::Push(0, 0),
            Step::PushIncrease(1, 0),
            Step::Push(2, 0),
            Step::Push(250, 1),
            Step::Push(0, 1),
            Step::Change(250, 0),
        ]
    },
};
