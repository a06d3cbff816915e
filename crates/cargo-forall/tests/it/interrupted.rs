//! Searches that are interrupted, and searches that continue from a saved corpus.
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
fn second_does_not_start(x: u8) -> bool {
    x < 100
}
"#;

fn project(name: &'static str) -> Project {
    Project::with_macros(name).file("src/lib.rs", "").file("tests/long.rs", PROPERTIES)
}

const CORPUS: &str = ".forall/corpus/long/first_is_long.txt";

/// Starts a search, and waits until it has saved some inputs.
fn started(project: &Project, args: &str) -> Child {
    let mut program = project.start(args);
    while project.lines(CORPUS) < 20 {
        if program.try_wait().expect("the program can be waited for").is_some() {
            let said =
                project.said(&program.wait_with_output().expect("the program can be waited for"));
            panic!("the search ended before it saved 20 inputs: {said:?}");
        }
        sleep(Duration::from_millis(5));
    }
    program
}

#[test]
fn a_signal_ends_the_search_with_the_report_so_far() {
    let project = project("interrupted");
    for (signal, code) in [("-INT", 130), ("-TERM", 143)] {
        // The corpus of an earlier search does not show that this one has started.
        let _ = fs::remove_file(project.path(CORPUS));
        let program = started(&project, "fuzz --no-coverage --time 100s");
        let sent = Command::new("kill").args([signal, &program.id().to_string()]).status();
        assert!(sent.expect("`kill` starts").success());
        let said =
            project.said(&program.wait_with_output().expect("the program can be waited for"));
        let expected = "\
fuzzing 2 properties for 100s together
interrupted  first_is_long
1 property: 1 interrupted
interrupted after 1 of 2 properties
the next search continues from the saved corpus
";
        assert_eq!((said.code, said.out.as_str()), (Some(code), expected), "{said:?}");
        assert!(said.err.contains("passed: first_is_long, "), "{said:?}");
        assert!(said.err.contains("\nnote: guided by premises, probes, shape, "), "{said:?}");
        assert!(said.err.contains("corpus of "), "{said:?}");
        assert!(said.err.contains(" probes reached\n"), "{said:?}");
        assert!(said.err.ends_with("\ninterrupted: this is the report so far"), "{said:?}");
    }
    assert_eq!(project.read(".forall/corpus/.gitignore"), "*\n");
    let saved = project.read(CORPUS);
    assert!(saved.contains("\nguided by premises, probes, shape, labels, scores."), "{saved}");
}

#[test]
fn a_killed_search_leaves_a_valid_corpus() {
    let project = project("killed");
    let mut program = started(&project, "fuzz --no-coverage --time 100s first");
    program.kill().expect("the program can be waited for");
    program.wait().expect("the program can be waited for");
    let said = project.forall("fuzz --no-coverage --time 1s first --corpus off");
    assert_eq!(said.code, Some(0), "{said:?}");
    let before = project.lines(CORPUS);
    let said = project.forall("fuzz --no-coverage --time 1s first");
    assert_eq!((said.code, said.err.contains("damaged")), (Some(0), false), "{said:?}");
    assert!(before >= 20 && project.lines(CORPUS) > 1, "{before}");
}

/// Leaves a process running, and saves many inputs.
#[cfg(target_os = "linux")]
const LEAVES_A_PROCESS: &str = r#"
use std::process::Command;
use std::sync::Once;

use forall::property;

#[property]
fn first_is_long(bytes: &[u8]) -> bool {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| drop(Command::new("sleep").arg("1000").spawn().unwrap()));
    bytes.iter().for_each(|byte| forall::feedback::probe_id(u64::from(*byte)));
    true
}
"#;

/// Returns the processes that run tests of the project, and those that the tests have started: their working folder is
/// that of the package.
#[cfg(target_os = "linux")]
fn test_processes(project: &Project) -> Vec<String> {
    let folder = fs::canonicalize(project.path("")).expect("the project exists");
    let all = fs::read_dir("/proc").expect("Linux lists processes there").flatten();
    let command = |process: fs::DirEntry| {
        let is_here = fs::read_link(process.path().join("cwd")).ok()? == folder;
        let command = fs::read_to_string(process.path().join("cmdline")).ok()?;
        let is_of_a_test = command.contains("--exact") || command.starts_with("sleep");
        (is_here && is_of_a_test).then_some(command.replace('\0', " "))
    };
    all.filter_map(command).collect()
}

#[test]
#[cfg(target_os = "linux")]
fn no_test_outlives_the_program() {
    let project = project("outlived").file("tests/long.rs", LEAVES_A_PROCESS);
    for (signal, isolate) in
        [("-KILL", ""), ("-KILL", "--no-isolation"), ("-HUP", ""), ("-QUIT", "--no-isolation")]
    {
        let _ = fs::remove_file(project.path(CORPUS));
        let args = format!("fuzz --no-coverage --time 100s first {isolate}");
        let program = started(&project, &args);
        let running = test_processes(&project);
        assert!(running.iter().any(|command| command.starts_with("sleep")), "{running:?}");
        let sent = Command::new("kill").args([signal, &program.id().to_string()]).status();
        assert!(sent.expect("`kill` starts").success());
        let output = program.wait_with_output().expect("the program can be waited for");
        let mut left = test_processes(&project);
        for _ in 0..100 {
            if left.is_empty() {
                break;
            }
            sleep(Duration::from_millis(50));
            left = test_processes(&project);
        }
        assert!(left.is_empty(), "{signal} {isolate}: {left:?}");
        let code = match signal {
            "-HUP" => Some(129),
            "-QUIT" => Some(131),
            _ => None,
        };
        assert_eq!(output.status.code(), code, "{signal}: {output:?}");
    }
}
