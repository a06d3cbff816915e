//! The order in which a system and its handles are dropped.

use std::cell::RefCell;

use forall::domain::sample;
use forall::machine::{Steps, steps};

/// A database whose names are those that generated code could use.
#[forall::machine(model = S)]
trait Database {
    type Connection;
    type T;
    fn connect(&mut self) -> Self::Connection;
    fn begin(&mut self, of: &Self::Connection, it: (u8, u8)) -> Self::T;
}

#[derive(Default, Hash)]
struct S {
    it: usize,
}

impl Database for S {
    type Connection = ();
    type T = ();

    fn connect(&mut self) {
        self.it += 1;
    }

    fn begin(&mut self, (): &(), _: (u8, u8)) {
        self.it += 1;
    }
}

thread_local! {
    /// What was dropped: 0 for the system, otherwise the number of the step that made it.
    static DROPPED: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

struct Noted(usize);

impl Drop for Noted {
    fn drop(&mut self) {
        DROPPED.with_borrow_mut(|dropped| dropped.push(self.0));
    }
}

struct Server {
    made: usize,
    _noted: Noted,
}

impl Default for Server {
    fn default() -> Server {
        Server { made: 0, _noted: Noted(0) }
    }
}

impl Server {
    fn make(&mut self) -> Noted {
        self.made += 1;
        Noted(self.made)
    }
}

impl Database for Server {
    type Connection = Noted;
    type T = Noted;

    fn connect(&mut self) -> Noted {
        self.make()
    }

    fn begin(&mut self, _: &Noted, _: (u8, u8)) -> Noted {
        self.make()
    }
}

#[test]
fn the_newest_handle_is_dropped_first_and_the_system_last() {
    let lists: Vec<Steps<S>> = sample(&steps(), 50);
    let mut mixed = 0;
    for list in &lists {
        DROPPED.take();
        list.check::<Server>();
        let expected: Vec<usize> = (0..=list.steps.len()).rev().collect();
        assert_eq!(DROPPED.take(), expected, "{list:?}");
        mixed += usize::from(list.has_in_row(&["begin", "connect", "begin"]));
    }
    assert!(mixed > 5, "only {mixed} lists mix both types");
}

#[test]
fn a_field_of_the_model_is_not_hidden_by_generated_names() {
    let lists: Vec<Steps<S>> = sample(&steps(), 50);
    assert!(lists.iter().any(|list| list.reaches(|model| model.it == 3)));
}
