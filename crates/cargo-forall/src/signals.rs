//! Signals: Ctrl-C and SIGTERM end a campaign, but not before its report.
//!
//! A test runs in a group of processes of its own, so that a terminal tells us alone. We pass on what we
//! hear; the test then ends with the report so far, and at once if it hears it twice.

use std::io;
use std::process::{Child, Command, ExitStatus};
use std::sync::atomic::Ordering;
use std::thread::sleep;
use std::time::Duration;

use forall_sys::interrupt::{SignalGuard, exit_code, signalled};

/// How often to look whether a test has ended or a signal has come.
const GLANCE: Duration = Duration::from_millis(20);

/// Hears of signals, as long as it is there.
#[derive(Debug)]
pub(crate) struct Signals {
    _guard: Option<SignalGuard>,
    code: Option<u8>,
}

impl Signals {
    pub(crate) fn listen() -> Signals {
        Signals { _guard: SignalGuard::install(), code: None }
    }

    /// What to exit with if a signal came: 128 and its number, as a shell has it.
    pub(crate) fn code(&self) -> Option<u8> {
        self.code
    }

    /// Waits for the end of a test, and passes on what comes before that.
    pub(crate) fn wait(&mut self, test: &mut Child) -> io::Result<ExitStatus> {
        loop {
            if let Some(status) = test.try_wait()? {
                return Ok(status);
            }
            if self.came() {
                self.pass_on(test);
            }
            sleep(GLANCE);
        }
    }

    /// Has one come since this was asked last?
    pub(crate) fn came(&mut self) -> bool {
        let came = signalled().swap(false, Ordering::SeqCst);
        if came {
            self.code = u8::try_from(exit_code()).ok();
        }
        came
    }

    /// Tells a test of the one that came last.
    pub(crate) fn pass_on(&self, test: &Child) {
        if let Some(code) = self.code {
            pass_on(i32::from(code) - 128, test);
        }
    }
}

/// Puts a test into a group of its own.
#[cfg(unix)]
pub(crate) fn apart(test: &mut Command) {
    std::os::unix::process::CommandExt::process_group(test, 0);
}

#[cfg(unix)]
fn pass_on(number: i32, test: &Child) {
    use rustix::process::{Pid, Signal, kill_process_group};

    let signal = Signal::from_named_raw(number);
    let group = i32::try_from(test.id()).ok().and_then(Pid::from_raw);
    if let (Some(signal), Some(group)) = (signal, group) {
        // It may just have ended.
        let _ = kill_process_group(group, signal);
    }
}

/// A console tells all its processes by itself.
#[cfg(not(unix))]
pub(crate) fn apart(_: &mut Command) {}

#[cfg(not(unix))]
fn pass_on(_: i32, _: &Child) {}
