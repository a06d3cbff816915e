//! Processes of their own: what kills them is told, shrunk and kept, and harms nobody.

use std::collections::HashSet;
use std::env;
use std::fs;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// A folder in which a run of victims keeps what kills.
struct Place {
    folder: PathBuf,
}

impl Place {
    fn new(name: &str) -> Place {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("isolation").join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("tests may write there");
        Place { folder }
    }

    fn command(&self, names: &[&str]) -> Command {
        let mut command = Command::new(env::current_exe().expect("this program is a file"));
        let paths = names.iter().map(|name| format!("victims::{name}"));
        command.args(paths).args(["--exact", "--ignored", "--test-threads=2"]);
        for (name, _) in env::vars().filter(|(name, _)| name.starts_with("FORALL_") || name == "CI")
        {
            command.env_remove(name);
        }
        command.env("FORALL_REGRESSIONS", &self.folder).env("FORALL_SEED", "1");
        command.env("RUST_BACKTRACE", "0");
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs these victims, and says how that ended and what was printed.
    fn run(&self, names: &[&str]) -> (Option<i32>, String) {
        said(&self.command(names).output().expect("it starts"))
    }

    fn kept(&self, name: &str) -> Option<String> {
        fs::read_to_string(self.folder.join(format!("isolation/victims/{name}.txt"))).ok()
    }
}

fn said(output: &Output) -> (Option<i32>, String) {
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
}

/// What a report says before it says how it was found.
fn report(said: &str) -> String {
    let (_, report) = said.split_once("falsified: ").unwrap_or_else(|| panic!("{said}"));
    let lines = report.lines().skip(1).take_while(|line| !line.starts_with("found by "));
    lines.collect::<Vec<&str>>().join("\n")
}

/// All die of the same input, and shrink to the same.
fn dies_of(name: &str, reason: &str) {
    let place = Place::new(name);
    let (code, said) = place.run(&[name, "sibling"]);
    assert_eq!(code, Some(101), "{said}");
    assert!(said.contains("victims::sibling ... ok"), "{said}");
    assert_eq!(report(&said), format!("  list = [1000]\n{reason}"), "{said}");
    assert!(said.contains("\nfound by test "), "{said}");
    assert!(said.contains("\nreplay: FORALL_ISOLATE=1 FORALL_REPLAY=t,1000,f."), "{said}");
    let kept = place.kept(name).expect("it is kept");
    assert!(kept.ends_with("\ncrashes t,1000,f.0f0722\n  # list = [1000]\n"), "{kept}");
    let (code, again) = place.run(&[name, "sibling"]);
    assert_eq!(code, Some(101), "{again}");
    assert!(again.contains("victims::sibling ... ok"), "{again}");
    assert_eq!(report(&again), report(&said), "{again}");
    assert!(again.contains("\nfound by an earlier run"), "{again}");
    assert_eq!(place.kept(name), Some(kept), "nothing is to be added");
}

#[test]
fn an_abort_is_told_shrunk_and_kept() {
    dies_of("aborts", "the process aborted");
}

#[test]
fn a_panic_that_was_survived_is_not_what_it_died_of() {
    dies_of("aborts_after_panics", "the process aborted");
}

#[test]
fn a_panic_in_a_panic_is_told_with_its_words() {
    let place = Place::new("panics_in_a_panic");
    let (_, said) = place.run(&["panics_in_a_panic"]);
    let report = report(&said);
    assert!(report.starts_with("  list = [1000]\nthe process aborted:\n"), "{said}");
    assert!(report.ends_with("\n  panic in a destructor during cleanup"), "{said}");
}

#[test]
fn an_overflow_is_told_shrunk_and_kept() {
    dies_of("overflows", "the process overflowed its stack");
}

#[test]
fn a_segfault_is_told_shrunk_and_kept() {
    dies_of("segfaults", "the process was killed by SIGSEGV");
}

#[test]
fn an_exit_is_told_shrunk_and_kept() {
    dies_of("exits", "the process exited with 3");
}

#[test]
fn a_lack_of_memory_is_told_shrunk_and_kept() {
    dies_of("eats", "the process ran out of memory: its limit is 512 MB");
}

#[test]
fn an_endless_loop_is_told_shrunk_and_kept() {
    dies_of("loops", "the test took longer than 300ms");
}

#[test]
fn what_fails_and_does_not_die_is_told_as_ever() {
    let place = Place::new("fails");
    let (code, said) = place.run(&["fails"]);
    assert_eq!(code, Some(101), "{said}");
    let report = report(&said);
    assert!(report.starts_with("  list = [1000]\npanicked at "), "{said}");
    assert!(said.contains("\nreplay: FORALL_REPLAY=t,1000,f."), "{said}");
    let kept = place.kept("fails").expect("it is kept");
    assert!(kept.contains("\nfails t,1000,f."), "{kept}");
}

#[test]
fn a_failure_does_not_slide_into_a_death() {
    let place = Place::new("slides");
    let (code, said) = place.run(&["fails_and_kills"]);
    assert_eq!(code, Some(101), "{said}");
    assert_eq!(report(&said), "  x = 2000\nfalse: fails_and_kills(x)", "{said}");
    let kept = place.kept("fails_and_kills").expect("it is kept");
    assert_eq!((kept.matches("\nfails ").count(), kept.matches("2000.").count()), (1, 1), "{kept}");
}

#[test]
fn a_domain_may_die_too() {
    let place = Place::new("generates");
    let (code, said) = place.run(&["generates", "sibling"]);
    assert_eq!(code, Some(101), "{said}");
    assert!(said.contains("victims::sibling ... ok"), "{said}");
    assert!(said.contains("\nthe process aborted\n"), "{said}");
    assert!(said.contains(", before its inputs were complete\n"), "{said}");
}

#[test]
fn an_example_may_die_too() {
    let place = Place::new("example");
    let (code, said) = place.run(&["begins_badly", "sibling"]);
    assert_eq!(code, Some(101), "{said}");
    assert!(said.contains("victims::sibling ... ok"), "{said}");
    assert_eq!(report(&said), "  list = [7, 7000]\nthe process aborted", "{said}");
    assert!(said.contains("\nfound by example 1"), "{said}");
}

#[test]
fn the_next_run_knows_what_killed_the_last() {
    let place = Place::new("all");
    let (code, said) = place.run(&["kills_all"]);
    assert_eq!(code, None, "it is killed: {said}");
    let (code, said) = place.run(&["kills_all", "sibling"]);
    assert_eq!(code, Some(101), "{said}");
    assert!(said.contains("victims::sibling ... ok"), "{said}");
    assert_eq!(report(&said), "  list = [1000]\nthe process aborted", "{said}");
    assert!(said.contains("\nthe last run crashed on this input\n"), "{said}");
    let (code, said) = place.run(&["kills_all", "sibling"]);
    assert_eq!(code, Some(101), "it is kept, and runs in a process of its own: {said}");
    assert!(said.contains("\nfound by an earlier run"), "{said}");
}

/// It is tried in a process of its own, and without limits that it does not have otherwise.
#[test]
fn what_does_not_kill_again_is_no_failure() {
    let place = Place::new("again");
    let killed = place.command(&["reserves_much"]).env("ABORT", "1").output().expect("it starts");
    assert_eq!(killed.status.code(), None, "it is killed");
    let (code, said) = place.run(&["reserves_much"]);
    assert_eq!(code, Some(0), "{said}");
}

/// What was interrupted because it is slow is no failure of the next run, unless somebody set a limit.
#[test]
fn what_only_takes_long_is_no_failure() {
    let place = Place::new("long");
    let began = place.folder.join("began");
    let interrupt = || {
        let mut run =
            place.command(&["takes_long"]).env("BEGAN", &began).spawn().expect("it starts");
        while !began.exists() {
            sleep(Duration::from_millis(10));
        }
        run.kill().expect("it may be killed");
        run.wait().expect("it is dead");
    };
    interrupt();
    let (code, told) = place.run(&["takes_long"]);
    assert_eq!((code, place.kept("takes_long")), (Some(0), None), "{told}");
    fs::remove_file(&began).expect("it is there");
    interrupt();
    let limited = place.command(&["takes_long"]).env("FORALL_TEST_TIMEOUT", "300ms").output();
    let (code, told) = said(&limited.expect("it starts"));
    assert_eq!(code, Some(101), "{told}");
    assert!(report(&told).ends_with("\nthe test took longer than 300ms"), "{told}");
}

#[test]
fn isolation_can_be_asked_for_from_outside() {
    let place = Place::new("outside");
    let output = place.command(&["kills_all", "sibling"]).env("FORALL_ISOLATE", "1").output();
    let (code, said) = said(&output.expect("it starts"));
    assert_eq!(code, Some(101), "{said}");
    assert_eq!(report(&said), "  list = [1000]\nthe process aborted", "{said}");
}

/// As nextest starts tests: each in a process, and with nothing captured.
#[test]
fn a_process_for_each_test_is_as_good() {
    let place = Place::new("each");
    let output = place.command(&["aborts"]).arg("--nocapture").output().expect("it starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(101), "{said}");
    assert_eq!(report(&said), "  list = [1000]\nthe process aborted", "{said}");
}

/// The token of a crash is replayed in a process of its own too.
#[test]
fn a_token_kills_nobody() {
    let place = Place::new("token");
    let mut command = place.command(&["kills_all", "sibling"]);
    let command = command.env("FORALL_ISOLATE", "1").env("FORALL_REPLAY", "t,1000,f.0f0722");
    let (code, said) = said(&command.env("FORALL_REGRESSIONS", "off").output().expect("it starts"));
    assert_eq!(code, Some(101), "{said}");
    assert!(said.contains("victims::sibling ... ok"), "{said}");
    assert_eq!(report(&said), "  list = [1000]\nthe process aborted", "{said}");
}

#[test]
fn guided_runs_survive_too() {
    for runner in ["fuzz", "parallel:threads=2", "combinatorial", "enumerate", "backjump"] {
        let place = Place::new(&format!("guided-{}", &runner[..4]));
        let mut command = place.command(&["kills_seldom"]);
        let command = command.env("FORALL_ISOLATE", "1").env("FORALL_RUNNER", runner);
        let (code, said) =
            said(&command.env("FORALL_MAX_TIME", "60s").output().expect("it starts"));
        assert_eq!(code, Some(101), "{runner}: {said}");
        let expected = "  x = 7\n  _y = 0\nthe process aborted";
        assert!(report(&said).starts_with(expected), "{runner}: {said}");
    }
}

#[test]
fn an_input_that_cannot_be_made_again_is_told_as_such() {
    let place = Place::new("mutates_badly");
    let (code, said) = place.run(&["mutates_badly"]);
    assert_eq!(code, Some(101), "{said}");
    let expected = ", made by mutation, but it is flaky: run again, 0 of 1 failed\n  these may not be its inputs: \
                    if a domain has a mutator of its own, they could not be made again\n";
    assert!(said.contains("\nthe process aborted\n") && said.contains(expected), "{said}");
}

#[test]
fn an_interrupt_that_only_the_child_has_heard_yet_is_no_death() {
    let place = Place::new("interrupted");
    let came = place.folder.join("came");
    let output = place.command(&["is_interrupted"]).env("CAME", &came).output();
    let output = output.expect("it starts");
    assert_eq!(output.status.code(), Some(143), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(place.kept("is_interrupted"), None);
}

/// Whoever it reaches, and whatever the child is at: it starts, or dies of something simpler.
#[test]
fn a_death_that_is_interrupted_is_told() {
    for (name, whom) in [("parent", ""), ("both", "-")] {
        let place = Place::new(&format!("interrupted-{name}"));
        let mut command = place.command(&["aborts_late"]);
        let run = command.process_group(0).spawn().expect("it starts");
        while place.kept("aborts_late").is_none() {
            sleep(Duration::from_millis(5));
        }
        let target = format!("{whom}{}", run.id());
        Command::new("kill")
            .args(["-INT", "--", &target])
            .status()
            .expect("there is such a command");
        let output = run.wait_with_output().expect("it ends");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(101), "{name}: {said}");
        assert!(report(&said).ends_with("\nthe process aborted"), "{name}: {said}");
        assert!(said.ends_with("interrupted: this is the best so far\n"), "{name}: {said}");
    }
}

/// Processes that die and are started again are one run to who reads of it.
#[test]
fn results_are_those_of_one_run() {
    let place = Place::new("results");
    let mut command = place.command(&["aborts"]);
    let both = [("FORALL_RESULTS", &place.folder), ("FORALL_OBSERVATIONS", &place.folder)];
    let (code, said) = said(&command.envs(both).output().expect("it starts"));
    assert_eq!(code, Some(101), "{said}");
    let read = |file: &str| fs::read_to_string(place.folder.join(file)).expect("it is there");
    let results = read("isolation/victims/aborts.jsonl");
    let of = |kind: &str| results.matches(&format!("{{\"type\":\"{kind}\"")).count();
    assert_eq!((of("begin"), of("end")), (1, 1), "{results}");
    assert!(results.starts_with("{\"type\":\"begin\""), "{results}");
    let steps: Vec<&str> = results.lines().filter(|line| line.contains("\"failing\"")).collect();
    let different: HashSet<&str> = steps.iter().copied().collect();
    assert!(steps.len() > 3 && steps.len() == different.len(), "each is told once: {results}");
    let observations = read("isolation.victims.aborts.jsonl");
    assert!(observations.lines().count() > 2, "what came before the crash: {observations}");
    let started =
        |line: &str| line.split("\"run_start\":").nth(1).map(|rest| rest[..10].to_owned());
    let starts: HashSet<Option<String>> = observations.lines().map(started).collect();
    assert_eq!(starts.len(), 1, "{observations}");
}

/// What a killed parent leaves behind does not live for long.
#[test]
fn a_child_does_not_outlive_its_parent() {
    let place = Place::new("orphan");
    let beats = place.folder.join("beats");
    let mut parent = place.command(&["beats"]).env("BEATS", &beats).spawn().expect("it starts");
    let count = || fs::metadata(&beats).map_or(0, |file| file.len());
    while count() == 0 {
        sleep(Duration::from_millis(10));
    }
    parent.kill().expect("it may be killed");
    parent.wait().expect("it is dead");
    let mut last = count();
    for _ in 0..200 {
        sleep(Duration::from_millis(250));
        if count() == last {
            return;
        }
        last = count();
    }
    panic!("it goes on");
}
