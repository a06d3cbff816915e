//! Async properties: executors, and the reports that only they have.

mod default_executor;
mod machines;
mod other_executors;
mod reports;
mod scheduling;
#[cfg(feature = "tokio")]
mod tokio_runtime;
mod victims;

use std::panic::catch_unwind;

/// Runs a test that fails. Returns the lines with text between the headline of its report and its `found by` line.
fn report(test: fn()) -> String {
    let thrown = catch_unwind(test).expect_err("the property fails");
    let text = thrown.downcast::<String>().expect("a report is a string");
    let (_, report) = text.split_once("falsified: ").unwrap_or_else(|| panic!("{text}"));
    let lines = report.lines().skip(1).take_while(|line| !line.starts_with("  found by "));
    let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    // Windows writes other paths.
    lines.join("\n").trim_start().replace('\\', "/")
}
