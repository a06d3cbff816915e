//! `cargo forall doctor`: checks what works on this machine, and suggests remedies.

use std::process::{Command, ExitCode};

use crate::command::Doctor;
use crate::error::Error;
use crate::instrument::{self, Mode};
use crate::output;
use crate::project::Project;

/// The result of a check.
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

pub(crate) fn doctor(options: &Doctor) -> Result<ExitCode, Error> {
    let host = instrument::host()?;
    let findings = [compiler(), coverage(&host), project(options), isolation(&host)];
    for finding in &findings {
        let word = if finding.is_ok { "ok" } else { "no" };
        output::print_line(format_args!("  {word} {}", finding.message))?;
        if let Some(remedy) = &finding.remedy {
            output::print_line(format_args!("     {remedy}"))?;
        }
    }
    let are_all_ok = findings.iter().all(|finding| finding.is_ok);
    Ok(if are_all_ok { ExitCode::SUCCESS } else { ExitCode::from(2) })
}

fn compiler() -> Finding {
    match Command::new(instrument::rustc()).arg("--version").output() {
        Ok(output) => Finding::ok(String::from_utf8_lossy(&output.stdout).trim()),
        Err(_) => Finding::problem("rustc not found", Some("install it from https://rustup.rs")),
    }
}

fn coverage(host: &str) -> Finding {
    if instrument::check_platform(Mode::Edges, host).is_ok() {
        return Finding::ok(format!("coverage is supported on {host}: `cargo forall fuzz`"));
    }
    let remedy = "`cargo forall fuzz --no-coverage` uses labels, premises, shapes and probes";
    Finding::problem(format!("coverage is not supported on {host}"), Some(remedy))
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

fn isolation(host: &str) -> Finding {
    if ["linux", "apple", "bsd"].iter().any(|system| host.contains(system)) {
        return Finding::ok("tests can be isolated in a separate process: `#[property(isolate)]`");
    }
    let remedy = "a crash in the code under test ends the whole test run";
    Finding::problem(format!("tests cannot be isolated on {host}"), Some(remedy))
}
