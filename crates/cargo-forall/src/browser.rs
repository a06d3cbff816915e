//! Opens a page in a browser.

use std::env;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::error::Error;

/// How long a program may take to fail. Some programs end at once, others with the browser.
const PATIENCE: Duration = Duration::from_secs(1);
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// Opens a file in the browser that `BROWSER` names, or else in the default browser.
pub(crate) fn open(path: &Path) -> Result<(), Error> {
    let requested = env::var("BROWSER").ok().filter(|browser| !browser.is_empty());
    let commands: Vec<Vec<&str>> = match &requested {
        Some(browser) => vec![vec![browser]],
        None => default_commands(),
    };
    if commands.iter().any(|command| starts(command, path)) {
        return Ok(());
    }
    let tried = commands.iter().map(|command| command[0].to_owned()).collect();
    Err(Error::NoBrowser { path: path.display().to_string(), tried })
}

/// Returns the commands that open a file in the default browser on this platform.
fn default_commands() -> Vec<Vec<&'static str>> {
    if cfg!(windows) {
        // It does not interpret the path, as `cmd` would.
        vec![vec!["rundll32", "url.dll,FileProtocolHandler"]]
    } else if cfg!(target_os = "macos") {
        vec![vec!["open"]]
    } else {
        // The first is for Linux on Windows.
        vec![vec!["wslview"], vec!["xdg-open"]]
    }
}

/// Returns whether the command starts, and does not fail soon.
fn starts(command: &[&str], path: &Path) -> bool {
    let mut program = Command::new(command[0]);
    program.args(&command[1..]).arg(path);
    program.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let Ok(mut child) = program.spawn() else { return false };
    let started = Instant::now();
    while started.elapsed() < PATIENCE {
        match child.try_wait() {
            Ok(Some(status)) => return status.success(),
            Ok(None) => sleep(POLL_INTERVAL),
            Err(_) => return false,
        }
    }
    true
}
