//! `cargo forall doctor`: checks what works on this machine, and suggests remedies.

use std::fmt;
use std::process::{Command, ExitCode};

use forall_sys::platform;

use crate::command::Doctor;
use crate::error::Error;
use crate::instrument::{self, Mode};
use crate::output;
use crate::project::Project;

/// The lowest version of Rust that compiles Forall.
const OLDEST_RUST: &str = env!("CARGO_PKG_RUST_VERSION");

/// The result of a check.
#[derive(Debug)]
struct Finding {
    is_ok: bool,
    message: String,
    /// How to fix or work around a problem.
    remedy: Option<String>,
}

impl Finding {
    fn ok(message: impl Into<String>) -> Finding {
        Finding { is_ok: true, message: message.into(), remedy: None }
    }

    fn problem(message: impl Into<String>, remedy: Option<&str>) -> Finding {
        let remedy = remedy.map(str::to_owned);
        Finding { is_ok: false, message: message.into(), remedy }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", if self.is_ok { "  ok" } else { "  no" }, self.message)?;
        self.remedy.iter().try_for_each(|remedy| write!(f, "\n     {remedy}"))
    }
}

pub(crate) fn doctor(options: &Doctor) -> Result<ExitCode, Error> {
    let host = instrument::host()?;
    let mut findings = vec![compiler(), project(options)];
    findings.extend(Platform::of(&host).findings());
    for finding in &findings {
        output::print_line(format_args!("{finding}"))?;
    }
    let are_all_ok = findings.iter().all(|finding| finding.is_ok);
    Ok(if are_all_ok { ExitCode::SUCCESS } else { ExitCode::from(2) })
}

fn compiler() -> Finding {
    match Command::new(instrument::rustc()).arg("--version").output() {
        Ok(output) => compiler_version(String::from_utf8_lossy(&output.stdout).trim()),
        Err(_) => Finding::problem("rustc not found", Some("install it from https://rustup.rs")),
    }
}

/// Checks a version such as `rustc 1.95.0 (59807616e 2026-04-14)`. An unusual one is accepted.
fn compiler_version(text: &str) -> Finding {
    let version = text.split(' ').nth(1).and_then(minor_version);
    if version.is_some() && version < minor_version(OLDEST_RUST) {
        let message = format!("{text} is too old: Forall needs Rust {OLDEST_RUST} or later");
        return Finding::problem(message, Some("update it with `rustup update`"));
    }
    Finding::ok(text)
}

/// Returns the second number of a version `1.x`.
fn minor_version(version: &str) -> Option<u32> {
    version.strip_prefix("1.")?.split('.').next()?.parse().ok()
}

fn project(options: &Doctor) -> Finding {
    let packages = Project::open(&options.packages)
        .and_then(|project| Ok(project.packages(&options.packages)?.len()));
    match packages {
        Ok(1) => Finding::ok("1 package uses Forall"),
        Ok(number) => Finding::ok(format!("{number} packages use Forall")),
        Err(error) => Finding::problem(error.to_string(), None),
    }
}

/// The abilities of a platform.
struct Platform<'h> {
    host: &'h str,
    isolates: bool,
    limits_memory: bool,
    detects_early_exits: bool,
    reports_endless_tests: bool,
    ends_tests: bool,
    has_coverage: bool,
}

impl Platform<'_> {
    /// Describes the platform on which this program runs.
    fn of(host: &str) -> Platform<'_> {
        Platform {
            host,
            isolates: platform::SUPPORTS_ISOLATION,
            limits_memory: platform::SUPPORTS_MEMORY_LIMIT,
            detects_early_exits: platform::DETECTS_EARLY_EXITS,
            reports_endless_tests: platform::REPORTS_ENDLESS_TESTS,
            ends_tests: platform::TESTS_END_WITH_PARENT,
            has_coverage: instrument::check_platform(Mode::Edges, host).is_ok(),
        }
    }

    fn findings(&self) -> Vec<Finding> {
        vec![
            self.ability(
                self.isolates,
                "isolation: `#[property(isolate)]` runs tests in a separate process",
                "a crash in the code under test ends the whole test run",
            ),
            self.ability(
                self.isolates,
                "crash journal: after a crash, the next run reports the input",
                "print the inputs of a test that crashes, or debug it",
            ),
            self.ability(
                self.limits_memory,
                "memory limit: `memory_limit` applies to isolated tests",
                "limit the memory of the whole test run, for example with a container",
            ),
            self.ability(
                self.detects_early_exits,
                "early exits: `cargo test` fails if a test calls `std::process::exit`",
                "`cargo forall run` reports a property whose process exits",
            ),
            self.ability(
                self.reports_endless_tests,
                "time limit: a test that runs longer than `test_timeout` is reported",
                "limit the time of the whole test run",
            ),
            self.ability(
                self.ends_tests,
                "cleanup: tests end when `cargo forall` is killed",
                "end them with the task manager after `cargo forall` was killed",
            ),
            self.ability(
                self.has_coverage,
                "coverage: `cargo forall fuzz` records edges and comparisons",
                "`cargo forall fuzz --no-coverage` uses labels, premises, shapes and probes",
            ),
        ]
    }

    /// Describes one ability. `remedy` is for platforms without it.
    fn ability(&self, is_there: bool, description: &str, remedy: &str) -> Finding {
        if is_there {
            return Finding::ok(description);
        }
        let name = description.split(':').next().unwrap_or(description);
        Finding::problem(format!("{name}: not supported on {}", self.host), Some(remedy))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(findings: &[Finding]) -> String {
        findings.iter().map(|finding| format!("{finding}\n")).collect()
    }

    #[test]
    fn abilities_are_listed() {
        let linux = Platform {
            host: "x86_64-unknown-linux-gnu",
            isolates: true,
            limits_memory: true,
            detects_early_exits: true,
            reports_endless_tests: true,
            ends_tests: true,
            has_coverage: true,
        };
        let expected = "  ok isolation: `#[property(isolate)]` runs tests in a separate process
  ok crash journal: after a crash, the next run reports the input
  ok memory limit: `memory_limit` applies to isolated tests
  ok early exits: `cargo test` fails if a test calls `std::process::exit`
  ok time limit: a test that runs longer than `test_timeout` is reported
  ok cleanup: tests end when `cargo forall` is killed
  ok coverage: `cargo forall fuzz` records edges and comparisons
";
        assert_eq!(printed(&linux.findings()), expected);
    }

    #[test]
    fn missing_abilities_are_listed_with_a_remedy() {
        let windows = Platform {
            host: "x86_64-pc-windows-msvc",
            isolates: false,
            limits_memory: false,
            detects_early_exits: false,
            reports_endless_tests: false,
            ends_tests: false,
            has_coverage: false,
        };
        let expected = "  no isolation: not supported on x86_64-pc-windows-msvc
     a crash in the code under test ends the whole test run
  no crash journal: not supported on x86_64-pc-windows-msvc
     print the inputs of a test that crashes, or debug it
  no memory limit: not supported on x86_64-pc-windows-msvc
     limit the memory of the whole test run, for example with a container
  no early exits: not supported on x86_64-pc-windows-msvc
     `cargo forall run` reports a property whose process exits
  no time limit: not supported on x86_64-pc-windows-msvc
     limit the time of the whole test run
  no cleanup: not supported on x86_64-pc-windows-msvc
     end them with the task manager after `cargo forall` was killed
  no coverage: not supported on x86_64-pc-windows-msvc
     `cargo forall fuzz --no-coverage` uses labels, premises, shapes and probes
";
        assert_eq!(printed(&windows.findings()), expected);
    }

    #[test]
    fn an_old_compiler_is_reported() {
        let old = "rustc 1.80.1 (3f5fd8dd4 2024-08-06)";
        let expected = format!(
            "  no {old} is too old: Forall needs Rust {OLDEST_RUST} or later\n     update it with `rustup update`"
        );
        assert_eq!(compiler_version(old).to_string(), expected);
        for new in ["rustc 1.100.0 (3f5fd8dd4 2027-08-06)", "rustc of another vendor", "rustc"] {
            assert_eq!(compiler_version(new).to_string(), format!("  ok {new}"));
        }
    }
}
