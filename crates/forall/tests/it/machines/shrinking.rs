//! Shrinking lists of steps: the cut, loops in the states of the model, and references.

use std::cell::Cell;

use forall::domain::{Domain, sample};
use forall::machine::{Machine, Steps, steps};
use forall::property::forall;
use forall::report::Counterexample;
use forall::runner::{Options, quick_check};

/// A shelf with named boxes. Boxes go on top of other boxes.
#[forall::machine(model = Boxes)]
trait Shelf {
    type Box;
    fn put(&mut self, #[domain(0..100)] weight: u32) -> Self::Box;
    fn stack(&mut self, below: &Self::Box, above: &Self::Box) -> u32;
    fn take(&mut self, taken: Self::Box);
    fn weigh(&self) -> u32;
}

#[derive(Clone, Default, Hash)]
struct Boxes {
    total: u32,
}

impl Shelf for Boxes {
    type Box = u32;

    fn put(&mut self, weight: u32) -> u32 {
        self.total += weight;
        weight
    }

    fn stack(&mut self, below: &u32, above: &u32) -> u32 {
        below + above
    }

    fn take(&mut self, taken: u32) {
        self.total -= taken;
    }

    fn weigh(&self) -> u32 {
        self.total
    }
}

/// A shelf that forgets the weight of a box below a heavier one.
#[derive(Default)]
struct Weak(Boxes);

impl Shelf for Weak {
    type Box = u32;

    fn put(&mut self, weight: u32) -> u32 {
        self.0.put(weight)
    }

    fn stack(&mut self, below: &u32, above: &u32) -> u32 {
        if below < above { *above } else { below + above }
    }

    fn take(&mut self, taken: u32) {
        self.0.take(taken);
    }

    fn weigh(&self) -> u32 {
        self.0.weigh()
    }
}

fn find(options: &Options, mut look: impl FnMut(&Steps<Boxes>)) -> Counterexample {
    let look = std::cell::RefCell::new(&mut look);
    let agrees = forall("steps", steps::<Boxes>()).check(|(steps, ())| {
        (look.borrow_mut())(steps);
        steps.check::<Weak>();
    });
    quick_check(&agrees, options).counterexample().expect("the shelf is weak").clone()
}

#[test]
fn the_first_try_cuts_behind_the_step_that_failed() {
    let mut cuts = 0;
    for seed in 0..20 {
        let unshrunk = find(&Options { seed, max_shrinks: 0, ..Options::default() }, |_| {});
        let failed = unshrunk.shrinking.failure.step.expect("a step failed");
        let lines = unshrunk.shrunk[0].value.lines().count();
        let shrunk = find(&Options { seed, max_shrinks: 1, ..Options::default() }, |_| {});
        assert_eq!(shrunk.shrunk[0].value.lines().count(), failed + 1, "seed {seed}");
        cuts += usize::from(lines > failed + 1);
    }
    assert!(cuts >= 5, "only {cuts} lists had steps to cut");
}

#[test]
fn every_list_that_shrinking_tries_refers_to_boxes_that_are_there() {
    for seed in 0..20 {
        let lists = Cell::new(0);
        let found = find(&Options { seed, ..Options::default() }, |list| {
            lists.set(lists.get() + 1);
            let mut model = Boxes::model(&list.start);
            for (index, step) in list.steps.iter().enumerate() {
                assert!(Boxes::allows_step(&model, step), "step {} of {list:?}", index + 1);
                Boxes::for_each_handle(&mut step.clone(), &mut |handle| {
                    assert!(handle.step < index, "step {} of {list:?}", index + 1);
                });
                Boxes::apply(&mut model, step, index);
            }
        });
        assert_eq!(found.shrunk[0].value.lines().count(), 3, "{}", found.shrunk[0].value);
        assert!(lists.get() > 10);
    }
}

/// Without handles, a list without a loop ends in the same state.
#[forall::machine(model = Lamp)]
trait Switch {
    fn press(&mut self);
    fn dim(&mut self, #[domain(0..3_u8)] to: u8);
    fn is_on(&self) -> bool;
}

#[derive(Default, Hash)]
struct Lamp {
    is_on: bool,
    dimmed: u8,
}

impl Switch for Lamp {
    fn press(&mut self) {
        self.is_on = !self.is_on;
    }

    fn dim(&mut self, to: u8) {
        self.dimmed = to;
    }

    fn is_on(&self) -> bool {
        self.is_on
    }
}

/// Returns the states before each step and after the last one.
fn states(list: &Steps<Lamp>) -> Vec<u64> {
    let mut model = Lamp::model(&list.start);
    let exact = |model: &<Lamp as Machine>::Model| Lamp::state(model).expect("it is hashed").exact;
    let mut states = vec![exact(&model)];
    for (index, step) in list.steps.iter().enumerate() {
        Lamp::apply(&mut model, step, index);
        states.push(exact(&model));
    }
    states
}

#[test]
fn a_list_shrinks_by_its_loops() {
    let domain = steps::<Lamp>();
    let mut with_loops = 0;
    for list in sample(&domain, 300) {
        let before = states(&list);
        let shrunk: Vec<Steps<Lamp>> = domain.shrink(&list).collect();
        let mut different = before.clone();
        different.sort_unstable();
        different.dedup();
        // Each visit of a known state ends a loop.
        assert_eq!(shrunk.len(), before.len() - different.len(), "{list:?}");
        with_loops += usize::from(!shrunk.is_empty());
        let lengths: Vec<usize> = shrunk.iter().map(|list| list.steps.len()).collect();
        assert!(lengths.is_sorted(), "the longest loop is removed first: {lengths:?}");
        for list in shrunk {
            assert!(list.steps.len() + 1 < before.len());
            assert_eq!(states(&list).last(), before.last());
        }
    }
    assert!(with_loops > 100);
}
