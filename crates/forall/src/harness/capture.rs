//! Captures the property of a test instead of running it, for a program that runs it in another way.

use std::cell::Cell;

use crate::property::Erased;

/// What happens to the next test on this thread.
enum Capture {
    /// It runs.
    Off,
    /// Its property is captured.
    Armed,
    /// Its property was captured.
    Done(Erased),
}

thread_local! {
    static CAPTURE: Cell<Capture> = const { Cell::new(Capture::Off) };
}

/// Calls `test`, and returns the property that it passes to the harness.
pub(crate) fn capture(test: fn()) -> Option<Erased> {
    CAPTURE.set(Capture::Armed);
    test();
    match CAPTURE.replace(Capture::Off) {
        Capture::Done(property) => Some(property),
        Capture::Armed | Capture::Off => None,
    }
}

/// Captures the property if the thread asks for it.
pub(super) fn is_captured(property: &Erased) -> bool {
    let is_wanted = matches!(CAPTURE.replace(Capture::Off), Capture::Armed);
    if is_wanted {
        CAPTURE.set(Capture::Done(property.clone()));
    }
    is_wanted
}
