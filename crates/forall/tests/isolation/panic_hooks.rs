//! Code under test that sets a panic hook of its own.

use std::panic;

use forall::property;

use crate::crashes::report;
use crate::workspace::Workspace;

/// The code under test sets a panic hook of its own.
#[property]
#[ignore = "it sets a panic hook"]
fn sets_a_hook(x: u32) {
    panic::set_hook(Box::new(|_| ()));
    assert!(x < 1_000, "{x} is too large");
}

/// The code under test sets a panic hook of its own for some inputs.
#[property]
#[ignore = "it sets a panic hook"]
fn sometimes_sets_a_hook(x: u32) {
    let before = x.is_multiple_of(2).then(panic::take_hook);
    let panicked = panic::catch_unwind(|| assert!(x < 1_000, "{x} is too large"));
    if let Some(before) = before {
        panic::set_hook(before);
    }
    panicked.unwrap_or_else(|payload| panic::resume_unwind(payload));
}

/// Its panics have no known location, and shrink nevertheless.
#[test]
fn a_panic_that_another_hook_hides_is_shrunk() {
    let workspace = Workspace::new("hooks");
    for name in ["sets_a_hook", "sometimes_sets_a_hook"] {
        let (code, text) = workspace.run(&[&format!("panic_hooks::{name}")]);
        assert_eq!(code, Some(101), "{name}: {text}");
        let report = report(&text);
        assert!(report.starts_with("  x = 1000\npanicked: 1000 is too large"), "{name}: {text}");
    }
}
