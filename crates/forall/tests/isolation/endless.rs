//! Tests that do not end and are not isolated: the watchdog reports them.

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::workspace::Workspace;

/// A run whose stderr goes to a file.
struct Run {
    child: Child,
    stderr: PathBuf,
}

impl Run {
    fn start(name: &str, timeout: &str) -> Run {
        let workspace = Workspace::new(&format!("endless-{name}-{timeout}"));
        let stderr = workspace.folder.join("stderr");
        let mut command = workspace.separate_command(&[name]);
        command.env("FORALL_TEST_TIMEOUT", timeout).stdout(Stdio::null());
        command.stderr(File::create(&stderr).expect("tests may write there"));
        Run { child: command.spawn().expect("it starts"), stderr }
    }

    fn printed(&self) -> String {
        fs::read_to_string(&self.stderr).expect("it exists")
    }

    /// Waits until the run has printed a text, and returns all of it.
    fn wait_for(&self, text: &str) -> String {
        let start = Instant::now();
        while !self.printed().contains(text) && start.elapsed() < Duration::from_secs(30) {
            sleep(Duration::from_millis(20));
        }
        self.printed()
    }

    fn signal(&self, signal: &str) {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args([signal, &id]).status();
        assert!(sent.expect("the command exists").success());
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const LAST_LINE: &str = "  set FORALL_ISOLATE=1 to stop such a test and report it as a failure\n";

#[test]
fn an_endless_loop_is_reported_with_its_input() {
    let mut run = Run::start("never_ends_without_isolation", "300ms");
    let text = run.wait_for(LAST_LINE);
    let start =
        "forall: a test of `never_ends_without_isolation` has been running for 300ms\n  list = [";
    assert!(text.starts_with(start), "{text}");
    assert!(text.contains("]\n  replay: FORALL_REPLAY=0x1:"), "{text}");
    assert!(text.ends_with(LAST_LINE), "{text}");
    sleep(Duration::from_millis(700));
    assert_eq!(run.printed(), text, "it is reported once");
    assert!(run.child.try_wait().expect("it can be waited for").is_none(), "it runs on");
}

#[test]
fn an_endless_generator_is_reported_without_its_input() {
    let run = Run::start("generates_forever", "300ms");
    let text = run.wait_for(LAST_LINE);
    let start = "forall: a test of `generates_forever` has been running for 300ms\n  \
                 its inputs cannot be printed\n  replay: FORALL_REPLAY=0x1:";
    assert!(text.starts_with(start), "{text}");
}

#[test]
fn a_time_limit_of_zero_turns_the_report_off() {
    let run = Run::start("never_ends_without_isolation", "0s");
    sleep(Duration::from_secs(1));
    assert_eq!(run.printed(), "");
}

#[test]
fn the_time_of_a_stopped_process_does_not_count() {
    let run = Run::start("never_ends_without_isolation", "2s");
    sleep(Duration::from_millis(500));
    run.signal("-STOP");
    sleep(Duration::from_secs(3));
    run.signal("-CONT");
    sleep(Duration::from_millis(300));
    assert_eq!(run.printed(), "", "it ran for less than a second");
    assert!(run.wait_for(LAST_LINE).ends_with(LAST_LINE));
}
