//! The traits without the macro: files that are opened, written and closed.

use forall::block::{regenerate, render};
use forall::domain::{Domain, sample};
use forall::machine::{Handle, Handles, History, Lockstep, Machine, Run, steps};
use forall::property::forall;
use forall::report::Report;
use forall::runner::{Options, enumerate, fuzz, quick_check};
use forall::source::{ChoiceValue, Policy, Reject, Source};

/// A file holds the bytes written to it. At most three files can be open.
#[derive(Clone, Debug)]
enum FileStep {
    Open,
    Write(Handle, u8),
    Close(Handle),
}

#[derive(Default)]
struct Model {
    files: Handles<Vec<u8>>,
    open: usize,
}

struct Files;

impl Machine for Files {
    type Start = ();
    type Step = FileStep;
    type Model = Model;
    const OPERATIONS: &'static [&'static str] = &["open", "write", "close"];

    fn start(_: &mut Source) -> Result<(), Reject> {
        Ok(())
    }

    fn invert_start(_: &(), _: &mut Vec<ChoiceValue>) -> Option<()> {
        Some(())
    }

    fn model(_: &()) -> Model {
        Model::default()
    }

    fn operation(step: &FileStep) -> usize {
        match step {
            FileStep::Open => 0,
            FileStep::Write(..) => 1,
            FileStep::Close(_) => 2,
        }
    }

    fn allows(model: &Model, operation: usize) -> bool {
        if operation == 0 { model.open < 3 } else { !model.files.is_empty() }
    }

    fn draw(
        model: &Model,
        operation: usize,
        source: &mut Source,
        history: History,
    ) -> Result<FileStep, Reject> {
        Ok(match operation {
            0 => FileStep::Open,
            1 => FileStep::Write(model.files.draw(source, history)?, (0..10_u8).generate(source)?),
            _ => FileStep::Close(model.files.draw(source, history)?),
        })
    }

    fn invert(model: &Model, step: &FileStep, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        match step {
            FileStep::Open => Some(()),
            FileStep::Write(file, byte) => {
                model.files.invert(*file, choices)?;
                (0..10_u8).invert(byte, choices)
            }
            FileStep::Close(file) => model.files.invert(*file, choices),
        }
    }

    fn apply(model: &mut Model, step: &FileStep, index: usize) {
        match step {
            FileStep::Open => {
                model.files.insert(index, Vec::new());
                model.open += 1;
            }
            FileStep::Write(file, byte) => model.files.get_mut(*file).push(*byte),
            FileStep::Close(file) => {
                model.files.take(*file);
                model.open -= 1;
            }
        }
    }

    fn for_each_handle(step: &mut FileStep, change: &mut dyn FnMut(&mut Handle)) {
        match step {
            FileStep::Open => {}
            FileStep::Write(file, _) | FileStep::Close(file) => change(file),
        }
    }
}

/// Loses the byte 7 in every file but the first, if another file was closed before.
#[derive(Default)]
struct Disk {
    files: Handles<(usize, Vec<u8>)>,
    opened: usize,
    closed: usize,
}

impl Lockstep<Disk> for Files {
    type System = Disk;

    fn system(_: &()) -> Disk {
        Disk::default()
    }

    fn step(step: &FileStep, model: &mut Model, disk: &mut Disk, run: &mut Run) {
        let index = run.step();
        run.model(|| Files::apply(model, step, index));
        run.system(|| match step {
            FileStep::Open => {
                disk.files.insert(index, (disk.opened, Vec::new()));
                disk.opened += 1;
            }
            FileStep::Write(file, byte) => {
                let (number, bytes) = disk.files.get_mut(*file);
                if *byte != 7 || *number == 0 || disk.closed == 0 {
                    bytes.push(*byte);
                }
            }
            FileStep::Close(file) => {
                disk.files.take(*file);
                disk.closed += 1;
            }
        });
        if let FileStep::Write(file, _) = step {
            run.compare(model.files.get(*file), &disk.files.get(*file).1);
        }
    }
}

fn check_disk(seed: u64) -> Report {
    let agrees = forall("steps", steps::<Files>()).check(|(steps, ())| steps.check::<Disk>());
    quick_check(&agrees, &Options { seed, ..Options::default() })
}

#[test]
fn every_step_is_possible() {
    for list in sample(&steps::<Files>(), 300) {
        let mut open: Vec<usize> = Vec::new();
        for (index, step) in list.steps.iter().enumerate() {
            match step {
                FileStep::Open => open.push(index),
                FileStep::Write(file, _) => assert!(open.contains(&file.step)),
                FileStep::Close(file) => {
                    assert!(open.contains(&file.step));
                    open.retain(|step| *step != file.step);
                }
            }
            assert!(open.len() <= 3);
        }
    }
}

#[test]
fn a_recorded_list_is_the_fresh_one_and_inverts_to_its_choices() {
    let all = forall("steps", steps::<Files>()).check(|_| true);
    for n in 0..300 {
        let unthemed = Source::for_test(1, n, 8);
        let plain = steps::<Files>().generate(&mut unthemed.clone()).unwrap();
        let recorded = steps::<Files>().generate(&mut unthemed.recording()).unwrap();
        assert_eq!(format!("{plain:?}"), format!("{recorded:?}"));
        let case = regenerate(&all, Source::for_test(1, n, 8).themed()).unwrap();
        let inverted = render(&all, &case.inputs).choices.unwrap();
        assert_eq!(inverted.0, case.record.values());
        let mut again = Source::replay(inverted.0, Policy::STRICT);
        let replayed = steps::<Files>().generate(&mut again).unwrap();
        assert_eq!(format!("{replayed:?}"), format!("{:?}", case.inputs.0));
    }
}

#[test]
fn the_failing_steps_shrink_to_the_shortest_with_their_references() {
    let mut calls = 0;
    for seed in 0..30 {
        let report = check_disk(seed);
        let found = report.counterexample().expect("the disk loses a byte");
        calls += found.shrinking.tried;
        let expected =
            "1  Open\n2  Open\n3  Close(Handle { step: 0 })\n4  Write(Handle { step: 1 }, 7)";
        assert_eq!(found.shrunk[0].value, expected);
    }
    assert!(calls <= 30 * 40, "{calls} calls for 30 seeds");
}

#[test]
fn enumeration_finds_each_list_once() {
    let seen = std::cell::RefCell::new(std::collections::HashSet::new());
    let all = forall("steps", steps::<Files>().at_most(4))
        .check(|(steps, ())| seen.borrow_mut().insert(format!("{steps:?}")));
    let report = enumerate(&all, &Options { tests: 1_000_000, ..Options::default() });
    assert!(matches!(report.outcome, forall::report::Outcome::Proved), "{:?}", report.outcome);
}

#[test]
fn guided_runs_find_it_too() {
    let agrees = forall("steps", steps::<Files>()).check(|(steps, ())| steps.check::<Disk>());
    let report = fuzz(&agrees, &Options { seed: 3, tests: 5_000, ..Options::default() });
    assert!(report.counterexample().is_some());
}
