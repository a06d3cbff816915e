//! `cargo forall replay --code`.

use crate::project::Project;

const MACHINE: &str = r#"
use std::collections::VecDeque;

use forall::domain::elements;
use forall::machine::Steps;
use forall::property;

#[forall::machine(model = Model, system = Ring)]
trait Queue {
    #[model(usize)]
    #[system(usize)]
    type Reader;
    #[start]
    #[model(Model { items: VecDeque::new(), capacity })]
    fn with_capacity(#[domain(1..=4)] capacity: usize) -> Self;
    #[when(model.items.len() < model.capacity)]
    #[model(self.items.push_back(colour))]
    fn push(&mut self, #[domain(elements(Colour::ALL))] colour: Colour, labels: &[u8], name: &str);
    #[model(0)]
    fn reader(&mut self) -> Self::Reader;
    #[model({ let _ = reader; self.items.pop_front() })]
    fn read(&mut self, reader: &Self::Reader) -> Option<Colour>;
}

struct Model {
    items: VecDeque<Colour>,
    capacity: usize,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Colour {
    Red,
    Green,
}

impl Colour {
    const ALL: [Colour; 2] = [Colour::Red, Colour::Green];
}

/// A full ring looks empty.
struct Ring {
    items: Vec<Colour>,
    first: usize,
    end: usize,
}

impl Ring {
    fn with_capacity(capacity: usize) -> Ring {
        Ring { items: vec![Colour::Red; capacity], first: 0, end: 0 }
    }

    fn push(&mut self, colour: Colour, _: &[u8], _: &str) {
        self.items[self.end] = colour;
        self.end = (self.end + 1) % self.items.len();
    }

    fn reader(&mut self) -> usize {
        7
    }

    fn read(&mut self, _: &usize) -> Option<Colour> {
        if self.first == self.end {
            return None;
        }
        self.first = (self.first + 1) % self.items.len();
        Some(self.items[(self.first + self.items.len() - 1) % self.items.len()])
    }
}

#[property]
fn a_ring_is_a_queue(steps: Steps<Model>) {
    steps.check::<Ring>();
}
"#;

const CODE: &str = "\
#[test]
fn steps_that_failed() {
    let mut model: Model = Queue::with_capacity(1);
    let mut system: Ring = Queue::with_capacity(1);
    Queue::push(&mut model, Colour::Red, &[], \"\");
    Queue::push(&mut system, Colour::Red, &[], \"\"); // step 1
    let mut model_reader2 = Queue::reader(&mut model);
    let mut reader2 = Queue::reader(&mut system); // step 2
    assert_eq!(Queue::read(&mut system, &reader2), Queue::read(&mut model, &model_reader2)); // step 3
}
";

#[test]
fn the_code_of_a_failure_compiles_and_fails() {
    let project = Project::with_macros("machine-code").file("tests/ring.rs", MACHINE);
    let found = project.forall("run a_ring_is_a_queue");
    assert_eq!(found.code, Some(1), "{found:?}");
    let saved = project.read(".forall/regressions/ring/a_ring_is_a_queue.txt");
    let choices =
        saved.lines().find_map(|line| line.strip_prefix("fails ")).expect("the failure is saved");
    let replayed = project.forall(&format!("replay {choices} a_ring_is_a_queue --code"));
    let (_, rest) = replayed.out.split_once('\n').expect("the first line is the input");
    assert!(rest.contains(CODE), "{replayed:?}");
    let project = project.file("tests/ring.rs", &format!("{MACHINE}\n{CODE}"));
    let output = project.shell("cargo test --test ring steps_that_failed");
    assert!(output.out.contains("left: None\n right: Some(Red)"), "{output:?}");
}
