//! QuviQ's circular queue: a ring buffer with one mistake.

use std::collections::VecDeque;

use forall::machine::Steps;
use forall::property::forall;
use forall::report::text::{ReportContext, Style, render};
use forall::runner::{Options, quick_check};

#[forall::machine(model = Model)]
trait Queue {
    #[start]
    fn with_capacity(#[domain(1..=4)] capacity: usize) -> Self;
    #[when(model.items.len() < model.capacity)]
    fn push(&mut self, x: u8);
    fn pop(&mut self) -> Option<u8>;
    #[always]
    fn len(&self) -> usize;
}

#[derive(Hash)]
struct Model {
    items: VecDeque<u8>,
    capacity: usize,
}

impl Queue for Model {
    fn with_capacity(capacity: usize) -> Model {
        Model { items: VecDeque::new(), capacity }
    }

    fn push(&mut self, x: u8) {
        self.items.push_back(x);
    }

    fn pop(&mut self) -> Option<u8> {
        self.items.pop_front()
    }

    fn len(&self) -> usize {
        self.items.len()
    }
}

/// A ring buffer without a free place: a full one looks empty.
struct Ring {
    items: Vec<u8>,
    head: usize,
    tail: usize,
}

impl Queue for Ring {
    fn with_capacity(capacity: usize) -> Ring {
        Ring { items: vec![0; capacity], head: 0, tail: 0 }
    }

    fn push(&mut self, x: u8) {
        self.items[self.tail] = x;
        self.tail = (self.tail + 1) % self.items.len();
    }

    fn pop(&mut self) -> Option<u8> {
        if self.head == self.tail {
            return None;
        }
        let x = self.items[self.head];
        self.head = (self.head + 1) % self.items.len();
        Some(x)
    }

    fn len(&self) -> usize {
        (self.tail + self.items.len() - self.head) % self.items.len()
    }
}

#[test]
fn a_full_ring_looks_empty() {
    let is_queue =
        forall("steps", forall::any::<Steps<Model>>()).check(|(steps, ())| steps.check::<Ring>());
    let report = quick_check(&is_queue, &Options { seed: 1, ..Options::default() });
    let text = render(&report, &ReportContext::default(), Style::Plain);
    let expected = "\
falsified

  steps = with_capacity(1)
          1  push(0)

len: differs after step 1
   model: 1
  system: 0

  found by test 4, shrunk in 3 steps (5 tests)
";
    assert_eq!(text, expected);
}
