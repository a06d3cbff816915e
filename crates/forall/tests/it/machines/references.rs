//! References to steps that move: they mean the same steps.

use std::collections::BTreeMap;

use forall::block::regenerate;
use forall::domain::{Domain, sample};
use forall::machine::{Steps, steps};
use forall::mutation::mutate_choices;
use forall::property::forall;
use forall::runner::{Options, quick_check};
use forall::source::{ChoiceValue, Policy, Random, Source};

/// Boxes with a weight, and pairs of them.
#[forall::machine(model = Boxes)]
trait Shelf {
    type Box;
    fn put(&mut self, #[domain(0..1_000_u32)] weight: u32) -> Self::Box;
    fn stack(&mut self, below: &Self::Box, above: &Self::Box) -> u32;
}

#[derive(Default, Hash)]
struct Boxes;

impl Shelf for Boxes {
    type Box = u32;

    fn put(&mut self, weight: u32) -> u32 {
        weight
    }

    fn stack(&mut self, below: &u32, above: &u32) -> u32 {
        below + above
    }
}

/// Forgets the box above, if it is lighter.
#[derive(Default)]
struct Forgetful;

impl Shelf for Forgetful {
    type Box = u32;

    fn put(&mut self, weight: u32) -> u32 {
        weight
    }

    fn stack(&mut self, below: &u32, above: &u32) -> u32 {
        if above < below { *below } else { below + above }
    }
}

/// The lighter box comes first, so the steps that make the boxes have to change places in half of the cases.
#[test]
fn steps_are_sorted_with_their_references() {
    for seed in 0..30 {
        let agrees =
            forall("steps", steps::<Boxes>()).check(|(steps, ())| steps.check::<Forgetful>());
        let report = quick_check(&agrees, &Options { seed, ..Options::default() });
        let found = report.counterexample().expect("the shelf is forgetful");
        let expected = "\
1  let box1 = put(1)
2  let box2 = put(2)
3  stack(box2, box1)  → 3";
        assert_eq!(found.shrunk[0].value, expected, "seed {seed}");
    }
}

/// The weights of the boxes, and of the stacks, as they are printed.
#[derive(Clone, Debug, PartialEq)]
struct Contents {
    boxes: Vec<u32>,
    stacks: Vec<[u32; 2]>,
}

impl Contents {
    fn of(list: &Steps<Boxes>) -> Contents {
        let mut weights: BTreeMap<String, u32> = BTreeMap::new();
        let mut contents = Contents { boxes: Vec::new(), stacks: Vec::new() };
        for line in format!("{list:?}").lines().filter(|line| line.contains('(')) {
            let (call, arguments) = line.split_once('(').expect("a call");
            let (arguments, _) = arguments.split_once(')').expect("a call");
            if let Some((name, _)) = call.split_once(" = ") {
                let (_, name) = name.split_once("let ").expect("a variable");
                let weight = arguments.parse().expect("a weight");
                weights.insert(name.to_owned(), weight);
                contents.boxes.push(weight);
            } else {
                let (below, above) = arguments.split_once(", ").expect("two boxes");
                contents.stacks.push([weights[below], weights[above]]);
            }
        }
        contents
    }

    /// Returns the index of the box that `fewer` does not have, if it has all others and as many stacks.
    fn missing(&self, fewer: &Contents) -> Option<usize> {
        let is_candidate =
            fewer.boxes.len() + 1 == self.boxes.len() && fewer.stacks.len() == self.stacks.len();
        let is_gone = |at: &usize| {
            let mut left = self.boxes.clone();
            left.remove(*at);
            left == fewer.boxes
        };
        (0..self.boxes.len()).filter(|_| is_candidate).find(is_gone)
    }

    /// Returns whether no stack has this box, and some stacks have later ones.
    fn is_unused_before_others(&self, gone: usize) -> bool {
        let used = |weight: &u32| self.stacks.iter().flatten().any(|used| used == weight);
        !used(&self.boxes[gone]) && self.boxes[gone + 1..].iter().any(used)
    }
}

#[test]
fn a_mutation_that_deletes_a_step_preserves_the_other_references() {
    let domain = steps::<Boxes>();
    let property = forall("steps", domain.clone()).check(|_| true);
    let mut random = Random::from_seed(1);
    let mut deletions = 0;
    let mut preserved = 0;
    let lists = sample(&domain, 300);
    for list in lists.iter().filter(|list| (6..30).contains(&list.steps.len())) {
        let before = Contents::of(list);
        let mut choices = Vec::new();
        domain.invert(list, &mut choices).expect("all steps can be inverted");
        let case = regenerate(&property, Source::replay(choices, Policy::STRICT));
        let record = case.expect("it is the same list").record;
        for _ in 0..600 {
            let values = mutate_choices(&record, &mut random);
            let Some(case) = regenerate(&property, Source::replay(values, Policy::NEAREST)) else {
                continue;
            };
            let after = Contents::of(&case.inputs.0);
            if before.missing(&after).is_some_and(|gone| before.is_unused_before_others(gone)) {
                deletions += 1;
                preserved += usize::from(after.stacks == before.stacks);
            }
        }
    }
    assert!(deletions > 40, "only {deletions} mutations delete a box that no step uses");
    // Some mutations delete the first step by making it impossible, and some change a value too.
    assert!(preserved * 2 > deletions, "{preserved} of {deletions}");
}

/// A shelf that is full after three boxes.
#[forall::machine(model = Room)]
trait Full {
    type Box;
    #[when(model.0 < 3)]
    fn put(&mut self, #[domain(0..1_000_u32)] weight: u32) -> Self::Box;
    fn weigh(&mut self, item: &Self::Box) -> u32;
    fn empty(&mut self);
}

#[derive(Default, Hash)]
struct Room(u32);

impl Full for Room {
    type Box = u32;

    fn put(&mut self, weight: u32) -> u32 {
        self.0 += 1;
        weight
    }

    fn weigh(&mut self, item: &u32) -> u32 {
        *item
    }

    fn empty(&mut self) {
        self.0 = 0;
    }
}

#[test]
fn a_step_that_is_dropped_in_a_replay_preserves_later_references() {
    let put =
        |weight| [ChoiceValue::Bool(true), ChoiceValue::Integer(0), ChoiceValue::Integer(weight)];
    let weigh =
        |step| [ChoiceValue::Bool(true), ChoiceValue::Integer(1), ChoiceValue::Integer(step)];
    let empty = [ChoiceValue::Bool(true), ChoiceValue::Integer(2)];
    let mut choices = [put(1), put(2), put(3), put(4), put(5)].concat();
    choices.extend(empty);
    choices.extend([put(6), weigh(1), weigh(4), weigh(6)].concat());
    choices.push(ChoiceValue::Bool(false));
    let property = forall("steps", steps::<Room>()).check(|_| true);
    let replayed = |policy| {
        let case = regenerate(&property, Source::replay(choices.clone(), policy));
        format!("{:?}", case.expect("the rest is possible").inputs.0)
    };
    let expected = "\
1  let box1 = put(1)
2  let box2 = put(2)
3  let box3 = put(3)
4  empty()
5  let box5 = put(6)
6  weigh(box2)  → 2
7  weigh(box3)  → 3
8  weigh(box5)  → 6";
    assert_eq!(replayed(Policy::NEAREST), expected, "a dropped box is the one before it");
    assert_eq!(replayed(Policy::SIMPLEST), expected);
}
