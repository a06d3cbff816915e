//! QuviQ's circular queue.

use std::collections::VecDeque;

#[forall::machine(model = Model)]
pub(super) trait Queue {
    #[start]
    fn with_capacity(#[domain(1..=8)] capacity: usize) -> Self;
    #[when(model.items.len() < model.capacity)]
    fn push(&mut self, x: u8);
    fn pop(&mut self) -> Option<u8>;
    fn len(&self) -> i64;
}

#[derive(Hash)]
pub(super) struct Model {
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

    fn len(&self) -> i64 {
        self.items.len() as i64
    }
}

/// A ring buffer. It has a free place, unless the mistake is 1. If it is 2, the length is wrong after the end
/// of the buffer was passed.
pub(super) struct Ring<const MISTAKE: u8> {
    items: Vec<u8>,
    first: usize,
    end: usize,
}

impl<const MISTAKE: u8> Queue for Ring<MISTAKE> {
    fn with_capacity(capacity: usize) -> Self {
        let places = capacity + usize::from(MISTAKE != 1);
        Ring { items: vec![0; places], first: 0, end: 0 }
    }

    fn push(&mut self, x: u8) {
        self.items[self.end] = x;
        self.end = (self.end + 1) % self.items.len();
    }

    fn pop(&mut self) -> Option<u8> {
        if self.first == self.end {
            return None;
        }
        let x = self.items[self.first];
        self.first = (self.first + 1) % self.items.len();
        Some(x)
    }

    fn len(&self) -> i64 {
        let length = self.end as i64 - self.first as i64;
        if MISTAKE == 2 { length } else { length.rem_euclid(self.items.len() as i64) }
    }
}
