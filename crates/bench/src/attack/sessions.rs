//! Sessions of `cargo forall` that are killed, and properties that misbehave in them.

use std::io;
use std::thread;
use std::time::Duration;

use super::program::Program;
use super::tally::Tally;
use super::victims::{all_end, finish, kill_marked, marked, send};

const SIGNALS: [&str; 5] = ["-KILL", "-TERM", "-HUP", "-INT", "-QUIT"];

/// The moments of the signals after the start, in milliseconds: while cargo builds, while the tests are listed, and
/// while they run.
const MOMENTS: [u64; 4] = [50, 150, 400, 700];

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

/// Sends signals to sessions with an endless property. No process may be left.
pub(super) fn kills(program: &Program<'_>, times: u64) -> io::Result<Tally> {
    let mut tally = Tally::default();
    for number in 0..times {
        let signal = SIGNALS[number as usize % SIGNALS.len()];
        let moment = MOMENTS[(number as usize / 2) % MOMENTS.len()];
        let mark = format!("session-{}-{number}", std::process::id());
        let mut command =
            program.command(&["run", "--ignored", "victims::writes_heartbeats"], &mark);
        let session = command.spawn()?;
        thread::sleep(Duration::from_millis(moment));
        send(signal, session.id())?;
        session.wait_with_output()?;
        tally
            .add(all_end(&mark), || format!("{signal} after {moment} ms left {:?}", marked(&mark)));
        kill_marked(&mark)?;
    }
    Ok(tally)
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
