//! `cargo forall doctor`: what works here, what does not, and what to do about it.
#![expect(clippy::print_stdout, reason = "a program that prints")]

use std::process::{Command, ExitCode};

use crate::command::Doctor;
use crate::error::Error;
use crate::instrument::{self, Mode};
use crate::project::Project;

/// What was found out.
struct Finding {
    good: bool,
    what: String,
    /// What to do, where there is something to be done.
    remedy: Option<String>,
}

pub(crate) fn doctor(options: &Doctor) -> Result<ExitCode, Error> {
    let host = instrument::host()?;
    let findings = [compiler(), coverage(&host), project(options), isolation(&host)];
    for Finding { good, what, remedy } in &findings {
        println!("{} {what}", if *good { "  ok" } else { "  no" });
        remedy.iter().for_each(|remedy| println!("     {remedy}"));
    }
    let all = findings.iter().all(|finding| finding.good);
    Ok(if all { ExitCode::SUCCESS } else { ExitCode::from(2) })
}

fn compiler() -> Finding {
    let output = Command::new(instrument::rustc()).arg("--version").output();
    let version =
        output.ok().map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    let remedy = version.is_none().then(|| "install it from https://rustup.rs".to_owned());
    let what = version.clone().unwrap_or_else(|| "there is no rustc".to_owned());
    Finding { good: version.is_some(), what, remedy }
}

fn coverage(host: &str) -> Finding {
    if instrument::possible(Mode::Edges, host).is_ok() {
        let what = format!("edges are counted on {host}: `cargo forall fuzz`");
        return Finding { good: true, what, remedy: None };
    }
    let remedy = "`cargo forall fuzz --plain` is guided by labels, premises, shape and probes";
    let what = format!("edges are not counted on {host}");
    Finding { good: false, what, remedy: Some(remedy.to_owned()) }
}

fn project(options: &Doctor) -> Finding {
    match Project::open(&options.selection) {
        Ok(project) => {
            let count = project.packages(&options.selection).len();
            let packages = if count == 1 { "package uses" } else { "packages use" };
            Finding { good: true, what: format!("{count} {packages} Forall"), remedy: None }
        }
        Err(error) => Finding { good: false, what: error.to_string(), remedy: None },
    }
}

fn isolation(host: &str) -> Finding {
    let good = host.contains("linux") || host.contains("apple") || host.contains("bsd");
    let what = "properties may run in a process of their own: `#[property(isolate)]`";
    let not = format!("properties cannot run in a process of their own on {host}");
    let remedy = (!good).then(|| "what kills the process ends the whole test run".to_owned());
    Finding { good, what: if good { what.to_owned() } else { not }, remedy }
}
