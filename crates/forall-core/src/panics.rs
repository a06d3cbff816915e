//! Panics in the code under test: caught and reported instead of printed.
//!
//! ```
//! use forall::panics::{Caught, catch, runs_without_panic, verdict};
//! use forall::report::Verdict;
//!
//! assert!(runs_without_panic(&mut || ()) && !runs_without_panic(&mut || panic!("too hot")));
//! let thrown = catch(|| forall::assume!(1 > 2)).unwrap_err();
//! assert_eq!(thrown, Caught::Assumption);
//! assert_eq!(verdict(thrown, 3), Verdict::Discard(3));
//! ```

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::fmt::{Arguments, Debug};
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::data::Location;
use crate::data::{Failure, Verdict};

thread_local! {
    /// The number of active calls of [`catch`] on this thread.
    static CATCHING: Cell<u32> = const { Cell::new(0) };
    /// The location and the message of the last panic.
    static LAST: RefCell<Option<(Option<Location>, String)>> = const { RefCell::new(None) };
    /// Whether a caught panic was printed.
    static CRIED: Cell<bool> = const { Cell::new(false) };
}

/// Whether caught panics are printed too: the last one may crash the process.
static ALOUD: AtomicBool = AtomicBool::new(false);

/// Prints caught panics too, from now on. For a child process whose output another process reads.
pub fn print_caught() {
    ALOUD.store(true, Ordering::Relaxed);
}

/// Returns whether a caught panic was printed on this thread since the last call.
pub fn was_printed() -> bool {
    CRIED.replace(false)
}

/// Thrown by [`assume!`](crate::assume): not a panic, and not a failure.
#[derive(Debug)]
struct Assumed;

/// Discards the current test.
///
/// ```
/// use forall::panics::{Caught, catch, discard};
///
/// assert_eq!(catch(|| if 1 < 2 { discard() }), Err(Caught::Assumption));
/// ```
#[cold]
pub fn discard() -> ! {
    panic::resume_unwind(Box::new(Assumed))
}

/// Fails the current test with a known failure.
#[cold]
pub fn fail(failure: Failure) -> ! {
    panic::resume_unwind(Box::new(failure))
}

/// Panics because `left` and `right` do not compare as `claim` says. [`ensure!`](crate::ensure) calls it.
///
/// ```
/// use forall::panics::{Caught, catch, ensure_comparison_failed};
///
/// let Err(Caught::Panic(failure)) = catch(|| ensure_comparison_failed("a == b", &1, &2, None)) else { unreachable!() };
/// assert_eq!(failure.message, "`a == b` does not hold\n   left: 1\n  right: 2");
/// ```
#[cold]
#[doc(hidden)]
#[track_caller]
pub fn ensure_comparison_failed(
    claim: &str,
    left: &dyn Debug,
    right: &dyn Debug,
    message: Option<Arguments<'_>>,
) -> ! {
    let message = message.map(|message| format!(": {message}")).unwrap_or_default();
    panic!("`{claim}` does not hold{message}\n   left: {left:?}\n  right: {right:?}")
}

/// Panics because `claim` is false. [`ensure!`](crate::ensure) calls it.
///
/// ```
/// use forall::panics::{Caught, catch, ensure_failed};
///
/// let message = Some(format_args!("after {} steps", 3));
/// let Err(Caught::Panic(failure)) = catch(|| ensure_failed("done", message)) else { unreachable!() };
/// assert_eq!(failure.message, "`done` does not hold: after 3 steps");
/// ```
#[cold]
#[doc(hidden)]
#[track_caller]
pub fn ensure_failed(claim: &str, message: Option<Arguments<'_>>) -> ! {
    let message = message.map(|message| format!(": {message}")).unwrap_or_default();
    panic!("`{claim}` does not hold{message}")
}

/// What [`catch`] caught.
///
/// ```
/// use forall::panics::{Caught, catch};
/// use forall::report::Origin;
///
/// let Err(Caught::Panic(failure)) = catch(|| [1, 2][2 % 3..][0]) else { panic!("it is beyond") };
/// assert!(matches!(failure.origin, Origin::Panic(location) if location.line > 0));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Caught {
    /// A false assumption.
    Assumption,
    /// A panic.
    Panic(Failure),
}

/// Runs `work`. A panic is returned and not printed.
///
/// ```
/// use forall::panics::{Caught, catch};
///
/// assert_eq!(catch(|| 1 + 1), Ok(2));
/// let Err(Caught::Panic(failure)) = catch(|| panic!("too hot")) else { unreachable!() };
/// assert_eq!(failure.message, "too hot");
/// ```
#[inline]
pub fn catch<R>(work: impl FnOnce() -> R) -> Result<R, Caught> {
    install_hook();
    CATCHING.set(CATCHING.get() + 1);
    let done = panic::catch_unwind(AssertUnwindSafe(work));
    CATCHING.set(CATCHING.get() - 1);
    done.map_err(thrown)
}

/// Runs `work`, and returns whether it ended without a panic. A panic is not printed.
///
/// For generic code: [`catch`] would be compiled for each type.
///
/// ```
/// use forall::panics::runs_without_panic;
///
/// let mut shown = None;
/// assert!(runs_without_panic(&mut || shown = Some(format!("{:?}", "ab"))));
/// assert!(!runs_without_panic(&mut || panic!("its Debug panics")));
/// assert_eq!(shown.as_deref(), Some("\"ab\""));
/// ```
pub fn runs_without_panic(work: &mut dyn FnMut()) -> bool {
    catch(work).is_ok()
}

/// Returns the verdict of a test that panicked or was discarded; `predicate` is the position of the last node of
/// the property.
///
/// ```
/// use forall::panics::{catch, verdict};
/// use forall::report::Verdict;
///
/// let thrown = catch(|| panic!("too hot")).unwrap_err();
/// assert!(matches!(verdict(thrown, 1), Verdict::Fail(failure) if failure.message == "too hot"));
/// let thrown = catch(|| forall::assume!(1 > 2)).unwrap_err();
/// assert_eq!(verdict(thrown, 1), Verdict::Discard(1));
/// ```
#[cold]
pub fn verdict(thrown: Caught, predicate: usize) -> Verdict {
    match thrown {
        Caught::Assumption => Verdict::Discard(predicate),
        Caught::Panic(failure) => failure.into(),
    }
}

/// Installs a panic hook in front of the existing one, once. It prints nothing while panics are caught.
fn install_hook() {
    static INSTALLED: Once = Once::new();
    // A hook cannot be set during a panic; the next call will do it.
    if std::thread::panicking() {
        return;
    }
    INSTALLED.call_once(|| {
        let previous = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if CATCHING.get() == 0 || ALOUD.load(Ordering::Relaxed) {
                previous(info);
            }
            if CATCHING.get() > 0 {
                CRIED.set(ALOUD.load(Ordering::Relaxed));
                LAST.set(Some((location(info), message(info.payload()))));
            }
        }));
    });
}

fn location(info: &PanicHookInfo<'_>) -> Option<Location> {
    let at = info.location()?;
    Some(Location { file: at.file().to_owned().into(), line: at.line(), column: at.column() })
}

#[cold]
fn thrown(payload: Box<dyn Any + Send>) -> Caught {
    if payload.is::<Assumed>() {
        return Caught::Assumption;
    }
    if let Some(known) = payload.downcast_ref::<Failure>() {
        return Caught::Panic(known.clone());
    }
    let message = message(&*payload);
    // The last panic may have been caught elsewhere, or may not have reached the hook.
    let last = LAST.take().filter(|(_, said)| *said == message);
    Caught::Panic(Failure::panic(last.and_then(|(location, _)| location), message))
}

fn message(payload: &(dyn Any + Send)) -> String {
    match payload.downcast_ref::<String>() {
        Some(message) => message.clone(),
        None => payload.downcast_ref::<&str>().unwrap_or(&"no message").to_string(),
    }
}
