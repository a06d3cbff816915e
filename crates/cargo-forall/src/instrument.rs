//! Coverage instrumentation: the compiler flags, and the platforms that support them.

use std::ffi::OsString;
use std::process::Command;

use crate::error::Error;

/// What instrumented code records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Nothing: the code is not instrumented.
    Plain,
    /// How often each edge of the control flow graph is taken.
    Edges,
    /// Edges and the operands of comparisons.
    Comparisons,
}

/// The instrumented packages, and what they record.
#[derive(Clone, Debug)]
pub(crate) struct Instrumentation {
    pub(crate) mode: Mode,
    /// The names of packages to instrument in addition to those of the workspace.
    pub(crate) dependencies: Vec<String>,
}

impl Instrumentation {
    /// Nothing is instrumented.
    pub(crate) const NONE: Instrumentation =
        Instrumentation { mode: Mode::Plain, dependencies: Vec::new() };
}

/// Adds an inline 8-bit counter to every edge.
const EDGES: [&str; 3] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=3",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
];

/// Stops the optimiser from folding chains of conditions and short string comparisons into arithmetic, which
/// has no edges to count and no comparisons to record.
const KEEP_BRANCHES: [&str; 2] =
    ["-Cllvm-args=-simplifycfg-branch-fold-threshold=0", "-Cllvm-args=-max-loads-per-memcmp=0"];

const COMPARISONS: [&str; 1] = ["-Cllvm-args=-sanitizer-coverage-trace-compares"];

/// Replaces the C library functions that compare strings. Only the linker can do that.
const WRAP_MEMCMP: [&str; 1] = ["-Clink-arg=-Wl,--wrap=memcmp,--wrap=bcmp"];

impl Mode {
    /// Returns the word for the mode in file names.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Mode::Plain => "plain",
            Mode::Edges => "edges",
            Mode::Comparisons => "comparisons",
        }
    }

    /// Returns the mode with this word.
    pub(crate) fn from_word(word: &str) -> Option<Mode> {
        [Mode::Plain, Mode::Edges, Mode::Comparisons].into_iter().find(|mode| mode.word() == word)
    }

    /// Returns the compiler flags for a crate.
    pub(crate) fn flags(self) -> Vec<&'static str> {
        match self {
            Mode::Plain => Vec::new(),
            Mode::Edges => [&EDGES[..], &KEEP_BRANCHES].concat(),
            Mode::Comparisons => [&EDGES[..], &KEEP_BRANCHES, &COMPARISONS].concat(),
        }
    }

    /// Returns the additional compiler flags for a crate that is linked.
    pub(crate) fn link_flags(self) -> &'static [&'static str] {
        if self == Mode::Comparisons { &WRAP_MEMCMP } else { &[] }
    }
}

/// Returns an error if the mode is not supported on this platform. The runtime is in `forall-sys`.
pub(crate) fn check_platform(mode: Mode, target: &str) -> Result<(), Error> {
    let is_supported_machine =
        ["x86_64-", "aarch64-"].iter().any(|machine| target.starts_with(machine));
    let is_supported = is_supported_machine && target.contains("-linux-");
    if is_supported || mode == Mode::Plain {
        Ok(())
    } else {
        Err(Error::Platform(target.to_owned()))
    }
}

/// Returns the cargo program that started this one.
pub(crate) fn cargo() -> OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// Returns the compiler that cargo will use.
pub(crate) fn rustc() -> OsString {
    std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into())
}

/// Returns the target triple of this machine.
pub(crate) fn host() -> Result<String, Error> {
    let output =
        Command::new(rustc()).arg("-vV").output().map_err(Error::cannot("start the compiler"))?;
    let version = String::from_utf8_lossy(&output.stdout);
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| Error::Internal("`rustc -vV` prints no host".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn from_word_inverts_word() {
        for mode in [Mode::Plain, Mode::Edges, Mode::Comparisons] {
            assert_eq!(Mode::from_word(mode.word()), Some(mode));
        }
        assert_eq!(Mode::from_word("lines"), None);
    }

    #[test]
    fn coverage_is_supported_on_linux_only() {
        for mode in [Mode::Edges, Mode::Comparisons] {
            for supported in ["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-musl"] {
                assert_eq!(check_platform(mode, supported), Ok(()));
            }
            for other in
                ["aarch64-apple-darwin", "x86_64-pc-windows-msvc", "riscv64gc-unknown-linux-gnu"]
            {
                assert_eq!(check_platform(mode, other), Err(Error::Platform(other.to_owned())));
                assert_eq!(check_platform(Mode::Plain, other), Ok(()));
            }
        }
    }

    #[test]
    fn an_unsupported_platform_is_reported_with_the_alternative() {
        let error = check_platform(Mode::Edges, "aarch64-apple-darwin")
            .expect_err("macOS is not supported");
        let expected = "\
coverage is not supported on aarch64-apple-darwin, only on Linux on x86_64 and aarch64
  `cargo forall fuzz --no-coverage` uses premises, labels, scores, the shape of inputs, and probes,
  which `#[forall::instrument]` adds to the branches of a function";
        assert_eq!(error.to_string(), expected);
    }
}
