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
    let mut model = <Model as Queue>::with_capacity(1);
    let mut system = <Ring as Queue>::with_capacity(1);
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

const MACHINES: &str = r#"
use forall::machine::Steps;
use forall::property;
use forall::report::Verdict;
use forall::task::{Body, block_on, yield_now};

#[forall::machine(model = Exact)]
trait Gauge {
    fn add(&mut self, #[domain(1..=3_u32)] n: u32);
    #[agree(|model, system| model.abs_diff(*system) <= 1)]
    fn estimate(&self) -> u32;
    #[always]
    fn questions(&mut self) -> u32;
    #[always]
    #[agree(|model, system| model <= system)]
    fn limit(&self) -> u32;
}

#[derive(Default)]
struct Exact {
    sum: u32,
    questions: u32,
}

impl Gauge for Exact {
    fn add(&mut self, n: u32) {
        self.sum += n;
    }

    fn estimate(&self) -> u32 {
        self.sum
    }

    fn questions(&mut self) -> u32 {
        self.questions += 1;
        self.questions
    }

    fn limit(&self) -> u32 {
        self.sum
    }
}

/// Is wrong by one, and by two from three on.
#[derive(Default)]
struct Rough(Exact);

impl Gauge for Rough {
    fn add(&mut self, n: u32) {
        self.0.add(n);
    }

    fn estimate(&self) -> u32 {
        self.0.sum + 1 + u32::from(self.0.sum >= 3)
    }

    fn questions(&mut self) -> u32 {
        self.0.questions()
    }

    fn limit(&self) -> u32 {
        self.0.sum + 1
    }
}

/// Counts only three questions.
#[derive(Default)]
struct Forgetful(Exact);

impl Gauge for Forgetful {
    fn add(&mut self, n: u32) {
        self.0.add(n);
    }

    fn estimate(&self) -> u32 {
        self.0.sum + 1
    }

    fn questions(&mut self) -> u32 {
        self.0.questions().min(3)
    }

    fn limit(&self) -> u32 {
        self.0.sum + 1
    }
}

#[property(seed = 1)]
fn estimates_are_close(steps: Steps<Exact>) {
    steps.check::<Rough>();
}

#[property(seed = 1)]
fn questions_are_counted(steps: Steps<Exact>) {
    steps.check::<Forgetful>();
}

#[forall::machine(model = Disk)]
trait Files {
    type File;

    fn open(&mut self, name: &str) -> Option<Self::File>;
    #[ensures(*reply <= limit && model.0 < 9 && file.len() < 9)]
    #[ensures(bytes.len() < 2)]
    fn write(&mut self, file: &mut Self::File, bytes: &[u8], #[domain(0..4_usize)] limit: usize) -> usize;
}

#[derive(Default)]
struct Disk(usize);

impl Files for Disk {
    type File = String;

    fn open(&mut self, name: &str) -> Option<String> {
        Some(name.chars().take(3).collect())
    }

    fn write(&mut self, _: &mut String, bytes: &[u8], limit: usize) -> usize {
        bytes.len().min(limit)
    }
}

#[property(seed = 1)]
fn writes_are_short(steps: Steps<Disk>) {
    steps.check::<Disk>();
}

#[forall::machine(model = Sum)]
trait Server {
    #[start]
    async fn starting_with(sum: u8) -> Self;
    #[agree(|model, system| model == system)]
    async fn add(&mut self, n: u8) -> u8;
    fn reset(&mut self);
}

struct Sum(u8);

impl Server for Sum {
    async fn starting_with(sum: u8) -> Sum {
        Sum(sum)
    }

    async fn add(&mut self, n: u8) -> u8 {
        self.0 = self.0.wrapping_add(n);
        self.0
    }

    fn reset(&mut self) {
        self.0 = 0;
    }
}

/// Never replies after an overflow.
struct Stuck(u8);

impl Server for Stuck {
    async fn starting_with(sum: u8) -> Stuck {
        yield_now().await;
        Stuck(sum)
    }

    async fn add(&mut self, n: u8) -> u8 {
        match self.0.checked_add(n) {
            None => std::future::pending().await,
            Some(sum) => self.0 = sum,
        }
        self.0
    }

    fn reset(&mut self) {
        self.0 = 0;
    }
}

/// Does not carry.
struct Narrow(u8);

impl Server for Narrow {
    async fn starting_with(sum: u8) -> Narrow {
        Narrow(sum)
    }

    async fn add(&mut self, n: u8) -> u8 {
        yield_now().await;
        self.0 = self.0.saturating_add(n);
        self.0
    }

    fn reset(&mut self) {
        self.0 = 0;
    }
}

#[property(seed = 1, leaks = "fail")]
async fn a_server_replies(steps: Steps<Sum>) {
    steps.check_async::<Stuck>().await;
}

fn on_this_thread(body: Body<'_>) -> Verdict {
    block_on(body)
}

#[property(seed = 1, executor = on_this_thread)]
async fn a_server_wraps(steps: Steps<Sum>) {
    steps.check_async::<Narrow>().await;
}
"#;

/// The properties, the code of their failures, and a part of the message of that code.
const CODES: [(&str, &str, &str); 5] = [
    (
        "estimates_are_close",
        "\
#[test]
fn steps_that_failed() {
    #[track_caller]
    fn agree<R: std::fmt::Debug>(model: &R, system: &R, agree: impl FnOnce(&R, &R) -> bool) {
        assert!(agree(model, system), \"\\n model: {model:?}\\nsystem: {system:?}\");
    }
    fn always(model: &mut Exact, system: &mut Rough) {
        assert_eq!(Gauge::questions(system), Gauge::questions(model));
        agree(&Gauge::limit(model), &Gauge::limit(system), |model, system| model <= system);
    }
    let mut model = <Exact as Default>::default();
    let mut system = <Rough as Default>::default();
    always(&mut model, &mut system);
    Gauge::add(&mut model, 3);
    Gauge::add(&mut system, 3); // step 1
    always(&mut model, &mut system);
    agree(&Gauge::estimate(&model), &Gauge::estimate(&system), |model, system| model.abs_diff(*system) <= 1); // step 2
    always(&mut model, &mut system);
}
",
        " model: 3\nsystem: 5",
    ),
    ("questions_are_counted", "", "left: 3\n right: 4"),
    (
        "writes_are_short",
        "\
    {
        let model = &model;
        let reply = &reply;
        let file = &model_file1;
        let limit: usize = 0;
        assert!(*reply <= limit && model.0 < 9 && file.len() < 9);
    }
",
        "assertion failed: bytes.len() < 2",
    ),
    (
        "a_server_replies",
        "\
#[forall::property(leaks = \"fail\", regressions = \"off\")]
async fn steps_that_failed(_: ()) {
    #[track_caller]
    fn agree<R: std::fmt::Debug>(model: &R, system: &R, agree: impl FnOnce(&R, &R) -> bool) {
        assert!(agree(model, system), \"\\n model: {model:?}\\nsystem: {system:?}\");
    }
    let mut model = <Sum as Server>::starting_with(1).await;
    let mut system = <Stuck as Server>::starting_with(1).await;
    agree(&Server::add(&mut model, 255).await, &Server::add(&mut system, 255).await, |model, system| model == system); // step 1
}
",
        "deadlock: the body waits, and nothing on this thread can wake it",
    ),
    (
        "a_server_wraps",
        "\
#[forall::property(executor = on_this_thread, regressions = \"off\")]
async fn steps_that_failed(_: ()) {
",
        " model: 0",
    ),
];

#[test]
fn the_code_fails_as_the_property_does() {
    let project = Project::with_macros("machine-codes").file("tests/machines.rs", MACHINES);
    let found = project.forall("run");
    assert_eq!(found.code, Some(1), "{found:?}");
    let mut tests = MACHINES.to_owned();
    for (property, code, _) in CODES {
        let saved = project.read(&format!(".forall/regressions/machines/{property}.txt"));
        let choices = saved.lines().find_map(|line| line.strip_prefix("fails "));
        let choices = choices.expect("the failure is saved");
        let replayed = project.forall(&format!("replay {choices} {property} --code"));
        let (_, rest) = replayed.out.split_once('\n').expect("the first line is the input");
        assert!(rest.contains(code), "{property}: {replayed:?}");
        let start = rest.find("#[test]").or(rest.find("#[forall::property"));
        let test = &rest[start.expect("there is a test")..];
        let end = test.find("\n}\n").expect("the test has an end") + 3;
        tests.push_str(&test[..end].replace("steps_that_failed", &format!("code_of_{property}")));
    }
    let project = project.file("tests/machines.rs", &tests);
    for (property, _, message) in CODES {
        let output = project.shell(&format!("cargo test --test machines code_of_{property}"));
        assert!(output.out.contains(message), "{property}: {output:?}");
    }
}
