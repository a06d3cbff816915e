//! Many kinds of misbehaviour, each without isolation, in the run after that, and with isolation, beside two tests that
//! pass. The victim is in `crates/forall/tests/isolation/faults.rs`.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use super::tally::Tally;
use super::victims::{Ended, Victims, all_end, finish, kill_marked};

/// What a fault leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// The process ends. Without isolation, the next run reports it.
    Ends,
    /// The process exits, which is reported at once.
    Exits,
    /// The test does not end, or uses all memory. Only isolation helps.
    Endless,
    /// The process stops. If the test ends before that, it passes.
    Stops,
    /// The test fails.
    Fails,
    /// The test passes.
    Passes,
}

use Kind::{Endless, Ends, Exits, Fails, Passes, Stops};

const FAULTS: &[(&str, Kind)] = &[
    ("abort", Ends),
    ("abort on a thread", Ends),
    ("exit with 0", Exits),
    ("exit with 3", Exits),
    ("exit with 101", Exits),
    ("exit on a thread", Exits),
    ("become another program", Ends),
    ("become a failing program", Ends),
    ("overflow the stack", Ends),
    ("overflow the stack of a thread", Ends),
    ("exhaust the memory", Endless),
    ("exhaust the memory on a thread", Endless),
    ("SIGSEGV", Ends),
    ("SIGBUS", Ends),
    ("SIGFPE", Ends),
    ("SIGILL", Ends),
    ("SIGTRAP", Ends),
    ("SIGKILL", Ends),
    ("SIGUSR1", Ends),
    ("SIGALRM", Ends),
    ("SIGABRT", Ends),
    ("SIGXCPU", Ends),
    ("SIGPIPE, which is ignored", Passes),
    ("SIGCHLD, which is ignored", Passes),
    ("panic in a panic", Ends),
    ("hook that panics", Ends),
    ("hook that exits", Exits),
    ("payload that aborts when dropped", Ends),
    ("delete the program and abort", Ends),
    ("endless loop", Endless),
    ("sleep", Endless),
    ("deadlock", Endless),
    ("wait for a message", Endless),
    ("wait for an endless thread", Endless),
    ("wait for an endless process", Endless),
    ("stop", Stops),
    ("stop like Ctrl-Z", Stops),
    ("payload that hangs when dropped", Endless),
    ("panic", Fails),
    ("panic with a number", Fails),
    ("panic without the hook", Fails),
    ("payload that panics when dropped", Fails),
    ("message of 50 MB", Fails),
    ("message with control characters", Fails),
    ("panic of a thread", Fails),
    ("panic with a silent hook", Fails),
    ("panic without any hook", Fails),
    ("panic with a poisoned lock", Fails),
    ("panic after messages of another panic", Fails),
    ("panic in another folder", Fails),
    ("panic in a folder that is gone", Fails),
    ("panic after 100 MB of output", Fails),
    ("panic after output that is not text", Fails),
    ("panic while threads run", Fails),
    ("panic and leave a process", Fails),
    ("panic and leave a stubborn process", Fails),
    ("catch a panic", Passes),
    ("catch a payload that panics when dropped", Passes),
    ("leave a thread that panics", Passes),
    ("leave an endless thread", Passes),
    ("leave a stubborn process", Passes),
    ("print the end of a report", Passes),
];

/// The number of kinds in a short attack. They are spread over all kinds.
const QUICK_FAULTS: usize = 10;

/// The way in which a fault is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Run {
    /// Without isolation.
    Plain,
    /// Without isolation, after a run that may have crashed.
    Again,
    Isolated,
}

/// Runs all faults, or some of them.
pub(super) fn faults(victims: &Victims, is_quick: bool) -> io::Result<Tally> {
    let mut tally = Tally::default();
    let step = if is_quick { FAULTS.len() / QUICK_FAULTS } else { 1 };
    for (fault, kind) in FAULTS.iter().step_by(step) {
        let folder = tempfile::tempdir()?;
        let saved = |name: &str| folder.path().join(name);
        if ![Endless, Stops].contains(kind) {
            for run in [Run::Plain, Run::Again] {
                let ended = misbehave(victims, fault, run, folder.path(), &saved("plain"))?;
                check(&mut tally, fault, *kind, run, &ended);
            }
        }
        let ended = misbehave(victims, fault, Run::Isolated, folder.path(), &saved("isolated"))?;
        check(&mut tally, fault, *kind, Run::Isolated, &ended);
    }
    Ok(tally)
}

/// How a run ended, and whether it left a process.
struct Misbehaved {
    ended: Ended,
    leaves_nothing: bool,
}

/// Runs the property that misbehaves beside two others. The program is in this folder, since its journals are beside it.
fn misbehave(
    victims: &Victims,
    fault: &str,
    run: Run,
    folder: &Path,
    saved: &Path,
) -> io::Result<Misbehaved> {
    let program = folder.join("tests");
    if !program.exists() {
        fs::copy(&victims.program, &program)?;
    }
    let mark = format!("fault-{}-{}", std::process::id(), fault.replace(' ', "-"));
    let mut command = victims.command_of(&program, "faults", &TESTS, &mark);
    command.env("FAULT", fault).env("FORALL_REGRESSIONS", saved);
    if run == Run::Isolated {
        command.env("FORALL_ISOLATE", "1").env("FORALL_MEMORY_LIMIT", "512MB");
        command.env("FORALL_TEST_TIMEOUT", "2s").env("FORALL_SHRINK_TIME", "3s");
    }
    // Not a pipe: a process that is left would hold it.
    let output = folder.join("output");
    let file = File::create(&output)?;
    command.stdout(file.try_clone()?).stderr(file);
    let Ended { code, .. } = finish(command)?;
    let text = String::from_utf8_lossy(&fs::read(&output)?).into_owned();
    let leaves_nothing = run != Run::Isolated || all_end(&mark);
    kill_marked(&mark)?;
    Ok(Misbehaved { ended: Ended { code, text }, leaves_nothing })
}

const TESTS: [&str; 3] = ["misbehaves", "sibling", "other_sibling"];

fn check(tally: &mut Tally, fault: &str, kind: Kind, run: Run, misbehaved: &Misbehaved) {
    let problem = problem(kind, run, misbehaved);
    tally.add(problem.is_none(), || {
        let text = &misbehaved.ended.text;
        let end = text.char_indices().nth_back(2_000).map_or(0, |(at, _)| at);
        format!("{fault}, {run:?}: {problem:?}: {:?}: {}", misbehaved.ended.code, &text[end..])
    });
}

/// Returns what is wrong after a run.
fn problem(kind: Kind, run: Run, misbehaved: &Misbehaved) -> Option<&'static str> {
    let Misbehaved { ended, leaves_nothing } = misbehaved;
    let is_reported = ended.text.contains("falsified: misbehaves ");
    let is_saved = ended.text.contains("\n  saved to ");
    // A process that ends takes the others with it, if it is theirs.
    let ends = run == Run::Plain && matches!(kind, Ends | Exits);
    let siblings = ["sibling", "other_sibling"].map(|name| format!("test faults::{name} ... ok\n"));
    match kind {
        _ if !leaves_nothing => Some("a process is left"),
        _ if !ends && !siblings.iter().all(|line| ended.text.contains(line)) => {
            Some("another test is harmed")
        }
        Stops => (![Some(0), Some(101)].contains(&ended.code)).then_some("it did not end"),
        Passes => (ended.code != Some(0)).then_some("it did not pass"),
        Ends if run == Run::Plain => None,
        Exits | Ends | Endless | Fails if ended.code != Some(101) => Some("it did not fail"),
        Exits | Ends | Endless | Fails if !is_reported => Some("it was not reported"),
        Exits | Ends | Endless | Fails => (!is_saved).then_some("it was not saved"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(code: i32, text: &str, leaves_nothing: bool) -> Misbehaved {
        Misbehaved { ended: Ended { code: Some(code), text: text.to_owned() }, leaves_nothing }
    }

    #[test]
    fn each_end_is_judged_by_its_kind() {
        let siblings = "test faults::sibling ... ok\ntest faults::other_sibling ... ok\n";
        let report = format!("{siblings}falsified: misbehaves (a.rs:1:1)\n  saved to a.txt\n");
        let isolated =
            |kind, code, text: &str| problem(kind, Run::Isolated, &run(code, text, true));
        assert_eq!(isolated(Fails, 101, &report), None);
        assert_eq!(isolated(Ends, 101, siblings), Some("it was not reported"));
        assert_eq!(isolated(Ends, 0, siblings), Some("it did not fail"));
        assert_eq!(isolated(Ends, 101, "falsified: misbehaves "), Some("another test is harmed"));
        let unsaved = report.replace("saved to", "not saved:");
        assert_eq!(isolated(Endless, 101, &unsaved), Some("it was not saved"));
        assert_eq!(isolated(Stops, 0, siblings), None);
        assert_eq!(isolated(Passes, 0, siblings), None);
        assert_eq!(isolated(Passes, 101, siblings), Some("it did not pass"));
        let left = run(101, &report, false);
        assert_eq!(problem(Fails, Run::Isolated, &left), Some("a process is left"));
    }

    #[test]
    fn only_the_first_run_without_isolation_may_end_early() {
        let died = run(-1, "", true);
        assert_eq!(problem(Ends, Run::Plain, &died), None);
        assert_eq!(problem(Ends, Run::Again, &died), Some("another test is harmed"));
        assert_eq!(problem(Exits, Run::Plain, &run(0, "", true)), Some("it did not fail"));
    }

    #[test]
    fn a_short_attack_has_all_kinds() {
        let step = FAULTS.len() / QUICK_FAULTS;
        let kinds: Vec<Kind> = FAULTS.iter().step_by(step).map(|(_, kind)| *kind).collect();
        assert!([Ends, Endless, Fails, Passes].iter().all(|kind| kinds.contains(kind)));
    }
}
