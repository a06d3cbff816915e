//! Sessions of `cargo forall` that are killed, and properties that misbehave in them.

use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use super::program::Program;
use super::tally::Tally;
use super::victims::{all_end, finish, kill_marked, marked, send};

const SIGNALS: [&str; 5] = ["-KILL", "-TERM", "-HUP", "-INT", "-QUIT"];

/// When a session gets a signal.
#[derive(Clone, Copy, Debug)]
enum Moment {
    /// This number of milliseconds after its start: while cargo builds, or while the tests are listed.
    Starting(u64),
    /// After its test has written this number of heartbeats.
    Running(u64),
}

const MOMENTS: [Moment; 4] =
    [Moment::Starting(50), Moment::Running(1), Moment::Starting(300), Moment::Running(20)];

/// How long a session may take until its test runs.
const MAX_START: Duration = Duration::from_secs(60);

/// Properties that misbehave, with the exit code of `cargo forall run`. Some names match several properties.
const MISBEHAVING: [(&str, i32); 12] = [
    ("aborts_on_its_example", 1),
    ("aborts_while_generating", 1),
    ("aborts_without_isolation", 1),
    ("exhausts_memory", 1),
    ("exits_on_another_thread", 1),
    ("exits_without_isolation", 1),
    ("fails_or_aborts", 1),
    ("leaves_a_process", 0),
    ("loops", 1),
    ("overflows", 1),
    ("panics_when_printed", 1),
    ("segfaults", 1),
];

/// Sends signals to sessions of `cargo forall run` with an endless property. No process may be left.
pub(super) fn kills(program: &Program<'_>, times: u64) -> io::Result<Tally> {
    kill(times, |mark| program.command(&["run", "--ignored", "victims::writes_heartbeats"], mark))
}

/// Sends signals to sessions of `cargo forall fuzz` with an endless property. No process may be left.
pub(super) fn fuzz_kills(program: &Program<'_>, times: u64) -> io::Result<Tally> {
    let project = tempfile::tempdir()?;
    write_endless_project(project.path())?;
    let fuzz = |name: &str, mark: &str| {
        program.command_in(project.path(), &["fuzz", "--no-coverage", name], mark)
    };
    // Builds the tests.
    fuzz("no_such_property", "build").output()?;
    kill(times, |mark| fuzz("never_ends", mark))
}

fn write_endless_project(folder: &Path) -> io::Result<()> {
    let forall = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("forall");
    let manifest = format!(
        "[package]\nname = \"endless\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
         [dev-dependencies]\nforall = {{ path = {forall:?} }}\n"
    );
    fs::create_dir_all(folder.join("src"))?;
    fs::write(folder.join("Cargo.toml"), manifest)?;
    fs::copy(forall.join("../../Cargo.lock"), folder.join("Cargo.lock"))?;
    fs::write(folder.join("src/lib.rs"), include_str!("endless.txt"))
}

/// Sends signals to these sessions. Each runs a test that writes heartbeats.
fn kill(times: u64, session: impl Fn(&str) -> Command) -> io::Result<Tally> {
    let mut tally = Tally::default();
    let folder = tempfile::tempdir()?;
    for number in 0..times {
        let signal = SIGNALS[number as usize % SIGNALS.len()];
        let moment = MOMENTS[number as usize % MOMENTS.len()];
        let heartbeats = folder.path().join(number.to_string());
        let mark = format!("session-{}-{number}", std::process::id());
        let mut command = session(&mark);
        let running = command.env("HEARTBEATS", &heartbeats).spawn()?;
        let is_reached = moment.wait(&heartbeats);
        send(signal, running.id())?;
        let output = running.wait_with_output()?;
        let is_right = is_reached && all_end(&mark);
        tally.add(is_right, || {
            let errors = String::from_utf8_lossy(&output.stderr);
            format!("{signal} at {moment:?} left {:?}: {errors}", marked(&mark))
        });
        kill_marked(&mark)?;
    }
    Ok(tally)
}

impl Moment {
    /// Waits for the moment. Returns false if the test does not start.
    fn wait(self, heartbeats: &Path) -> bool {
        match self {
            Moment::Starting(milliseconds) => thread::sleep(Duration::from_millis(milliseconds)),
            Moment::Running(count) => {
                let since = Instant::now();
                while fs::metadata(heartbeats).map_or(0, |file| file.len()) < count {
                    if since.elapsed() > MAX_START {
                        return false;
                    }
                    thread::sleep(Duration::from_millis(2));
                }
            }
        }
        true
    }
}

/// Runs properties that misbehave. The outcome must be right, and no process may be left.
pub(super) fn misbehaving(program: &Program<'_>) -> io::Result<Tally> {
    let mut tally = Tally::default();
    for (name, code) in MISBEHAVING {
        let mark = format!("misbehaving-{}-{name}", std::process::id());
        let path = format!("victims::{name}");
        let ended = finish(program.command(&["run", "--ignored", &path], &mark))?;
        let is_right = ended.code == Some(code) && all_end(&mark);
        tally.add(is_right, || format!("{name}: {ended:?}, left {:?}", marked(&mark)));
        kill_marked(&mark)?;
    }
    Ok(tally)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_signals_meet_all_moments() {
        let pairs: std::collections::HashSet<(usize, usize)> =
            (0..20).map(|number| (number % SIGNALS.len(), number % MOMENTS.len())).collect();
        assert_eq!(pairs.len(), SIGNALS.len() * MOMENTS.len());
    }
}
