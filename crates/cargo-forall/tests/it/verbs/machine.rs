//! Every verb on a state machine.

use crate::project::{ProgramOutput, Project};

const STACK: &str = r#"
use forall::machine::Steps;
use forall::property;

#[forall::machine(model = Model)]
trait Stack {
    fn push(&mut self, #[domain(0..=9_u8)] x: u8);
    fn pop(&mut self) -> Option<u8>;
    #[always]
    fn is_empty(&self) -> bool;
}

#[derive(Default, Hash)]
struct Model(Vec<u8>);

impl Stack for Model {
    fn push(&mut self, x: u8) {
        self.0.push(x);
    }

    fn pop(&mut self) -> Option<u8> {
        self.0.pop()
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Loses what was below a 7.
#[derive(Default)]
struct Lossy(Vec<u8>);

impl Stack for Lossy {
    fn push(&mut self, x: u8) {
        if x == 7 {
            self.0.clear();
        }
        self.0.push(x);
    }

    fn pop(&mut self) -> Option<u8> {
        self.0.pop()
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[property]
fn loses_nothing(steps: Steps<Model>) {
    steps.check::<Lossy>();
}

#[property]
fn is_a_stack(steps: Steps<Model>) {
    steps.check::<Model>();
}
"#;

const STEPS: &str = "1  push(0)\n2  push(7)\n3  pop()  → Some(7)";

#[test]
fn every_verb_works_on_a_machine() {
    let project = Project::with_macros("machine-verbs").file("tests/stack.rs", STACK);
    let listed = project.forall("list");
    assert!(
        printed(&listed).contains("loses_nothing") && printed(&listed).contains("Steps"),
        "{listed:?}"
    );

    let run = project.forall("run --seed 1");
    assert_eq!(run.code, Some(1), "{run:?}");
    let shown = STEPS.replace('\n', "\n          ");
    assert!(printed(&run).contains(&shown), "{run:?}");
    assert!(
        printed(&run).contains("differs after step 3\n   model: false\n  system: true"),
        "{run:?}"
    );

    let path = ".forall/regressions/stack/loses_nothing.txt";
    let saved = project.read(path);
    let choices = saved.lines().find_map(|line| line.strip_prefix("fails "));
    let choices = choices.expect("the failure is saved");
    let replayed = project.forall(&format!("replay {choices} loses_nothing"));
    assert!(replayed.code == Some(1) && printed(&replayed).contains("push(7)"), "{replayed:?}");
    let code = project.forall(&format!("replay {choices} loses_nothing --code"));
    assert!(printed(&code).contains("Stack::push(&mut system, 7); // step 2\n"), "{code:?}");
    let shown = project.forall("regressions show loses_nothing");
    assert!(printed(&shown).contains("push(7)"), "{shown:?}");
    let shrunk = project.forall(&format!("shrink {path}"));
    assert!(shrunk.code == Some(0) && printed(&shrunk).contains("unchanged: fails "), "{shrunk:?}");

    let sample = project.forall("sample is_a_stack --seed 1");
    assert!(sample.code == Some(0) && printed(&sample).contains("1  "), "{sample:?}");
    assert!(printed(&sample).contains("pairs of steps"), "{sample:?}");

    let fuzz = project.forall("fuzz --no-coverage --time 1s is_a_stack");
    assert_eq!(fuzz.code, Some(0), "{fuzz:?}");
    assert!(project.lines(".forall/corpus/stack/is_a_stack.txt") > 0);

    let report = project.forall("report --output report.html");
    assert_eq!(report.code, Some(0), "{report:?}");
    assert!(project.read("report.html").contains("push(7)"));
    let export = project.forall("export --output fuzz");
    assert!(printed(&export).contains("wrote 2 fuzz targets"), "{export:?}");
}

/// Returns all that the program printed.
fn printed(output: &ProgramOutput) -> String {
    format!("{}{}", output.out, output.err)
}
