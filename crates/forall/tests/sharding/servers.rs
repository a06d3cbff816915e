//! Programs that some tests need, and that a machine may not have.

use std::env;
use std::net::{Ipv4Addr, TcpListener};

/// If this variable is set, missing programs are a failure. `.ci/run` sets it after it has installed them.
const REQUIRED: &str = "SERVERS_REQUIRED";

/// Returns whether all programs are installed. If they are not, prints that the test is skipped.
#[expect(clippy::print_stderr, reason = "the output of the test shows that it was skipped")]
pub(crate) fn are_installed(name: &str, programs: &[&str]) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    let is_installed =
        |program: &&str| env::split_paths(&path).any(|folder| folder.join(program).is_file());
    let missing: Vec<&str> =
        programs.iter().filter(|program| !is_installed(program)).copied().collect();
    if missing.is_empty() {
        return true;
    }
    let text = format!("{name} is not installed: {} is missing", missing.join(", "));
    assert!(env::var_os(REQUIRED).is_none(), "{text}");
    eprintln!("skipped: {text}");
    false
}

/// Returns ports of this machine that are not in use.
pub(crate) fn free_ports<const N: usize>() -> [u16; N] {
    let listeners = [(); N].map(|()| TcpListener::bind((Ipv4Addr::LOCALHOST, 0)));
    listeners.map(|listener| {
        let address = listener.and_then(|listener| listener.local_addr());
        address.expect("there are free ports").port()
    })
}
