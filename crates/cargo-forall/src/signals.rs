//! Signals: Ctrl-C, SIGTERM, a closed terminal and Ctrl-\ end a session after the report so far.
//!
//! Each test runs in its own process group, so that a terminal sends a signal only to this program, which
//! forwards it. The test then ends with the report so far. A second signal ends it at once. If this program is
//! killed, its tests are killed too.

use std::io;
use std::process::{Child, ExitStatus};
use std::sync::atomic::Ordering;
use std::thread::sleep;
use std::time::Duration;

use forall_sys::interrupt::{SignalGuard, exit_code, signalled};

/// How often to check whether a test has ended or a signal has arrived.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Records signals until it is dropped.
#[derive(Debug)]
pub(crate) struct Signals {
    _guard: Option<SignalGuard>,
    exit_code: Option<u8>,
}

impl Signals {
    pub(crate) fn listen() -> Signals {
        Signals { _guard: SignalGuard::install(), exit_code: None }
    }

    /// Returns the exit code for the last signal: 128 plus its number, as in a shell.
    pub(crate) fn exit_code(&self) -> Option<u8> {
        self.exit_code
    }

    /// Waits for the end of a test, and forwards signals to it.
    pub(crate) fn wait(&mut self, test: &mut Child) -> io::Result<ExitStatus> {
        loop {
            if let Some(status) = test.try_wait()? {
                return Ok(status);
            }
            if self.poll() {
                self.forward(test);
            }
            sleep(POLL_INTERVAL);
        }
    }

    /// Returns whether a signal has arrived since the last call.
    pub(crate) fn poll(&mut self) -> bool {
        let has_arrived = signalled().swap(false, Ordering::SeqCst);
        if has_arrived {
            self.exit_code = u8::try_from(exit_code()).ok();
        }
        has_arrived
    }

    /// Sends the last signal to a test.
    pub(crate) fn forward(&self, test: &Child) {
        if let Some(exit_code) = self.exit_code {
            send(i32::from(exit_code) - 128, test);
        }
    }
}

/// Sends Ctrl-C as it is, and SIGTERM for all other signals: those would dump core, or be ignored.
#[cfg(unix)]
fn send(number: i32, test: &Child) {
    use rustix::process::{Signal, kill_process_group};

    let signal = if number == Signal::INT.as_raw() { Signal::INT } else { Signal::TERM };
    if let Some(group) = group_of(test) {
        // The process may have ended already.
        let _ = kill_process_group(group, signal);
    }
}

/// Returns whether processes that a test started are still running after its end.
#[cfg(unix)]
pub(crate) fn has_left_processes(test: &Child) -> bool {
    group_of(test).is_some_and(|group| rustix::process::test_kill_process_group(group).is_ok())
}

#[cfg(unix)]
fn group_of(test: &Child) -> Option<rustix::process::Pid> {
    i32::try_from(test.id()).ok().and_then(rustix::process::Pid::from_raw)
}

/// Does nothing: a Windows console sends events to all its processes.
#[cfg(not(unix))]
fn send(_: i32, _: &Child) {}

#[cfg(not(unix))]
pub(crate) fn has_left_processes(_: &Child) -> bool {
    false
}
