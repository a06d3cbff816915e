//! Instrumentation: the flags that make the compiler add it, and where they work.

use std::ffi::OsString;
use std::process::Command;

use crate::error::Error;

/// What instrumented code tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Nothing: it is not instrumented.
    Plain,
    /// How often it takes each edge.
    Edges,
    /// And what it compares.
    Compares,
}

/// Counters of eight bits at every edge, added to in place.
const EDGES: [&str; 3] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=3",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
];

/// The optimiser folds chains of conditions into arithmetic, and short comparisons of strings too: then
/// there are no edges left to count and no compares to tell.
const UNFOLDED: [&str; 2] =
    ["-Cllvm-args=-simplifycfg-branch-fold-threshold=0", "-Cllvm-args=-max-loads-per-memcmp=0"];

const COMPARES: [&str; 1] = ["-Cllvm-args=-sanitizer-coverage-trace-compares"];

/// Strings are compared by functions of the C library, which only the linker can put ours in front of.
const WRAPPED: [&str; 1] = ["-Clink-arg=-Wl,--wrap=memcmp,--wrap=bcmp"];

impl Mode {
    /// The word that stands for it in file names.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Mode::Plain => "plain",
            Mode::Edges => "edges",
            Mode::Compares => "compares",
        }
    }

    /// The mode that a word stands for.
    pub(crate) fn of(word: &str) -> Option<Mode> {
        [Mode::Plain, Mode::Edges, Mode::Compares].into_iter().find(|mode| mode.word() == word)
    }

    /// What to tell the compiler about a crate.
    pub(crate) fn flags(self) -> Vec<&'static str> {
        match self {
            Mode::Plain => Vec::new(),
            Mode::Edges => [&EDGES[..], &UNFOLDED].concat(),
            Mode::Compares => [&EDGES[..], &UNFOLDED, &COMPARES].concat(),
        }
    }

    /// What to tell it about one that is linked.
    pub(crate) fn link_flags(self) -> &'static [&'static str] {
        if self == Mode::Compares { &WRAPPED } else { &[] }
    }
}

/// Can there be such a build? The runtime, `forall-sys`, must know the platform.
pub(crate) fn possible(mode: Mode, target: &str) -> Result<(), Error> {
    let known_machine = ["x86_64-", "aarch64-"].iter().any(|machine| target.starts_with(machine));
    let known = known_machine && target.contains("-linux-");
    if known || mode == Mode::Plain { Ok(()) } else { Err(Error::Platform(target.to_owned())) }
}

/// The cargo that called us.
pub(crate) fn cargo() -> OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// The compiler that cargo will use.
pub(crate) fn rustc() -> OsString {
    std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into())
}

/// This platform, as the compiler calls it.
pub(crate) fn host() -> Result<String, Error> {
    let output =
        Command::new(rustc()).arg("-vV").output().map_err(Error::cannot("start the compiler"))?;
    let says = String::from_utf8_lossy(&output.stdout);
    let host = says.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| Error::Internal("the compiler names no host".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_for_modes() {
        for mode in [Mode::Plain, Mode::Edges, Mode::Compares] {
            assert_eq!(Mode::of(mode.word()), Some(mode));
        }
        assert_eq!(Mode::of("lines"), None);
    }

    #[test]
    fn platforms_are_known() {
        for mode in [Mode::Edges, Mode::Compares] {
            for known in ["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-musl"] {
                assert_eq!(possible(mode, known), Ok(()));
            }
            for other in
                ["aarch64-apple-darwin", "x86_64-pc-windows-msvc", "riscv64gc-unknown-linux-gnu"]
            {
                assert_eq!(possible(mode, other), Err(Error::Platform(other.to_owned())));
                assert_eq!(possible(Mode::Plain, other), Ok(()));
            }
        }
    }

    #[test]
    fn what_remains_elsewhere_is_told() {
        let error = possible(Mode::Edges, "aarch64-apple-darwin").unwrap_err();
        let told = "\
edges are not counted on aarch64-apple-darwin: only on Linux, on x86_64 and aarch64
  `cargo forall fuzz --plain` is guided by premises, labels, scores, the shape of inputs, and probes,
  which `#[forall::instrument]` puts on the branches of a function";
        assert_eq!(error.to_string(), told);
    }
}
