//! Signals: Ctrl-C and its like end a campaign, but not before its report.
//!
//! A test runs in a group of processes of its own, so that a terminal tells us alone. We pass on what we
//! hear; the test then ends with the report so far, and at once if it hears it twice.

use std::io;
use std::process::{Child, ExitStatus};
use std::thread::sleep;
use std::time::Duration;

/// How often to look whether a test has ended or a signal has come.
const GLANCE: Duration = Duration::from_millis(20);

/// Hears of signals from now on.
#[derive(Debug)]
pub(crate) struct Signals {
    platform: platform::Signals,
    first: Option<u8>,
}

impl Signals {
    pub(crate) fn listen() -> io::Result<Signals> {
        Ok(Signals { platform: platform::Signals::listen()?, first: None })
    }

    /// What to exit with if a signal came: 128 and its number, as a shell has it.
    pub(crate) fn code(&self) -> Option<u8> {
        self.first.map(|number| 128 + number)
    }

    /// Waits for the end of a test, and passes on what comes before that.
    pub(crate) fn wait(&mut self, test: &mut Child) -> io::Result<ExitStatus> {
        loop {
            if let Some(status) = test.try_wait()? {
                return Ok(status);
            }
            if let Some(number) = self.platform.next() {
                self.first.get_or_insert(number);
                platform::pass_on(number, test);
            }
            sleep(GLANCE);
        }
    }
}

/// Puts a test into a group of its own.
pub(crate) use platform::apart;

#[cfg(unix)]
mod platform {
    use std::io;
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use rustix::process::{Pid, Signal, kill_process_group};
    use signal_hook::flag;

    /// Those that ask a program to end.
    const ENDING: [Signal; 4] = [Signal::INT, Signal::TERM, Signal::HUP, Signal::QUIT];

    #[derive(Debug)]
    pub(super) struct Signals(Arc<AtomicUsize>);

    impl Signals {
        pub(super) fn listen() -> io::Result<Signals> {
            let came = Arc::new(AtomicUsize::new(0));
            for signal in ENDING {
                let number = signal.as_raw();
                flag::register_usize(number, Arc::clone(&came), number as usize)?;
            }
            Ok(Signals(came))
        }

        /// The number of the last one that came since the last time.
        pub(super) fn next(&self) -> Option<u8> {
            u8::try_from(self.0.swap(0, Ordering::Relaxed)).ok().filter(|number| *number > 0)
        }
    }

    pub(crate) fn apart(test: &mut Command) {
        test.process_group(0);
    }

    pub(super) fn pass_on(number: u8, test: &Child) {
        let signal = ENDING.into_iter().find(|signal| signal.as_raw() == i32::from(number));
        let group = i32::try_from(test.id()).ok().and_then(Pid::from_raw);
        if let (Some(signal), Some(group)) = (signal, group) {
            // It may just have ended.
            let _ = kill_process_group(group, signal);
        }
    }
}

/// A console tells all its processes by itself.
#[cfg(not(unix))]
mod platform {
    use std::io;
    use std::process::{Child, Command};

    #[derive(Debug)]
    pub(super) struct Signals;

    impl Signals {
        pub(super) fn listen() -> io::Result<Signals> {
            Ok(Signals)
        }

        pub(super) fn next(&self) -> Option<u8> {
            None
        }
    }

    pub(crate) fn apart(_: &mut Command) {}

    pub(super) fn pass_on(_: u8, _: &Child) {}
}
