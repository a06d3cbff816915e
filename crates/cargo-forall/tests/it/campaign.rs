//! Campaigns that are ended before their time, and those that go on from there.
#![cfg(unix)]

use std::fs;
use std::process::{Child, Command};
use std::thread::sleep;
use std::time::Duration;

use crate::project::Project;

const PROPERTIES: &str = r#"
use forall::property;

#[property]
fn first_is_long(bytes: &[u8]) -> bool {
    bytes.iter().for_each(|byte| forall::feedback::probe_id(u64::from(*byte)));
    true
}

#[property]
fn second_is_never_run(x: u8) -> bool {
    x < 100
}
"#;

fn project(name: &'static str) -> Project {
    Project::with_macros(name).file("src/lib.rs", "").file("tests/long.rs", PROPERTIES)
}

const CORPUS: &str = ".forall/corpus/long/first_is_long.txt";

/// A campaign that has kept some inputs already.
fn started(project: &Project, args: &str) -> Child {
    let mut program = project.start(args);
    while project.lines(CORPUS) < 20 {
        if program.try_wait().expect("it is a child").is_some() {
            let said = project.said(&program.wait_with_output().expect("it is a child"));
            panic!("it ended too soon: {said:?}");
        }
        sleep(Duration::from_millis(5));
    }
    program
}

#[test]
fn a_signal_ends_it_with_the_report_so_far() {
    let project = project("interrupted");
    for (signal, code) in [("-INT", 130), ("-TERM", 143)] {
        // What an earlier one has kept does not show that this one has begun.
        let _ = fs::remove_file(project.path(CORPUS));
        let program = started(&project, "fuzz --plain --time 100s");
        let sent = Command::new("kill").args([signal, &program.id().to_string()]).status();
        assert!(sent.expect("there is such a command").success());
        let said = project.said(&program.wait_with_output().expect("it is a child"));
        let expected = "\
fuzzing 2 properties, 100s each
interrupted  first_is_long
1 property: 1 interrupted
interrupted in 1 of 2 properties
the next campaign goes on from here
";
        assert_eq!((said.code, said.out.as_str()), (Some(code), expected), "{said:?}");
        assert!(said.err.contains("passed: first_is_long, "), "{said:?}");
        assert!(said.err.contains("\nnote: guided by premises, probes, shape, "), "{said:?}");
        assert!(said.err.contains(" inputs kept, "), "{said:?}");
        assert!(said.err.contains(" probes reached\n"), "{said:?}");
        assert!(said.err.ends_with("\ninterrupted: this is the report so far"), "{said:?}");
    }
    assert_eq!(project.read(".forall/corpus/.gitignore"), "*\n");
    let kept = project.read(CORPUS);
    assert!(kept.contains("\nguided by premises, probes, shape, labels, scores\n"), "{kept}");
}

#[test]
fn a_kill_loses_nothing_but_the_report() {
    let project = project("killed");
    let mut program = started(&project, "fuzz --plain --time 100s first");
    program.kill().expect("it is a child");
    program.wait().expect("it is a child");
    let said = project.forall("fuzz --plain --time 1s first --corpus off");
    assert_eq!(said.code, Some(0), "{said:?}");
    let before = project.lines(CORPUS);
    let said = project.forall("fuzz --plain --time 1s first");
    assert_eq!((said.code, said.err.contains("damaged")), (Some(0), false), "{said:?}");
    assert!(before >= 20 && project.lines(CORPUS) > 1, "{before}");
}
