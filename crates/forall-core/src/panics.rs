//! Panics: caught, and told instead of printed.
//!
//! ```
//! use forall::panics::{Thrown, catch, survives, verdict};
//! use forall::report::Verdict;
//!
//! assert!(survives(&mut || ()) && !survives(&mut || panic!("too hot")));
//! let thrown = catch(|| forall::assume!(1 > 2)).unwrap_err();
//! assert_eq!(thrown, Thrown::Assumption);
//! assert_eq!(verdict(thrown, 3), Verdict::Discard(3));
//! ```

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::fmt::{Arguments, Debug};
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::data::Place;
use crate::data::{Failure, Verdict};

thread_local! {
    /// How many calls of [`catch`] are under way on this thread.
    static CATCHING: Cell<u32> = const { Cell::new(0) };
    /// Where the last panic came from, and what it said.
    static LAST: RefCell<Option<(Option<Place>, String)>> = const { RefCell::new(None) };
    /// Was one printed although it is caught?
    static CRIED: Cell<bool> = const { Cell::new(false) };
}

/// Are panics printed that are caught? The last one may be the end of the process.
static ALOUD: AtomicBool = AtomicBool::new(false);

/// Lets panics be printed too, where somebody listens who outlives this process.
pub fn aloud() {
    ALOUD.store(true, Ordering::Relaxed);
}

/// Was a panic printed on this thread that was caught, since this was asked last?
pub fn cried() -> bool {
    CRIED.replace(false)
}

/// Thrown by [`assume!`](crate::assume): not a panic, and not a failure.
#[derive(Debug)]
struct Assumed;

/// Discards the test that is under way.
///
/// ```
/// use forall::panics::{Thrown, catch, discard};
///
/// assert_eq!(catch(|| if 1 < 2 { discard() }), Err(Thrown::Assumption));
/// ```
#[cold]
pub fn discard() -> ! {
    panic::resume_unwind(Box::new(Assumed))
}

/// Fails the test that is under way, in a way that is known already.
#[cold]
pub fn fail(failure: Failure) -> ! {
    panic::resume_unwind(Box::new(failure))
}

/// Panics because `left` and `right` do not compare as `claim` says. [`ensure!`](crate::ensure) calls it.
///
/// ```
/// use forall::panics::{Thrown, catch, unequal};
///
/// let Err(Thrown::Panic(failure)) = catch(|| unequal("a == b", &1, &2, None)) else { unreachable!() };
/// assert_eq!(failure.message, "`a == b` does not hold\n   left: 1\n  right: 2");
/// ```
#[cold]
#[track_caller]
pub fn unequal(
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
/// use forall::panics::{Thrown, catch, untrue};
///
/// let message = Some(format_args!("after {} steps", 3));
/// let Err(Thrown::Panic(failure)) = catch(|| untrue("done", message)) else { unreachable!() };
/// assert_eq!(failure.message, "`done` does not hold: after 3 steps");
/// ```
#[cold]
#[track_caller]
pub fn untrue(claim: &str, message: Option<Arguments<'_>>) -> ! {
    let message = message.map(|message| format!(": {message}")).unwrap_or_default();
    panic!("`{claim}` does not hold{message}")
}

/// What was thrown.
///
/// ```
/// use forall::panics::{Thrown, catch};
/// use forall::report::Origin;
///
/// let Err(Thrown::Panic(failure)) = catch(|| [1, 2][2 % 3..][0]) else { panic!("it is beyond") };
/// assert!(matches!(failure.origin, Origin::Panic(place) if place.line > 0));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Thrown {
    /// A false assumption.
    Assumption,
    /// A panic.
    Panic(Failure),
}

/// Runs `work`. A panic is returned, and is not printed.
///
/// ```
/// use forall::panics::{Thrown, catch};
///
/// assert_eq!(catch(|| 1 + 1), Ok(2));
/// let Err(Thrown::Panic(failure)) = catch(|| panic!("too hot")) else { unreachable!() };
/// assert_eq!(failure.message, "too hot");
/// ```
#[inline]
pub fn catch<R>(work: impl FnOnce() -> R) -> Result<R, Thrown> {
    install_hook();
    CATCHING.set(CATCHING.get() + 1);
    let done = panic::catch_unwind(AssertUnwindSafe(work));
    CATCHING.set(CATCHING.get() - 1);
    done.map_err(thrown)
}

/// Does `work` come to its end? What it throws is not printed.
///
/// For code that has an instance for every type: [`catch`] would be compiled for each of them.
///
/// ```
/// use forall::panics::survives;
///
/// let mut shown = None;
/// assert!(survives(&mut || shown = Some(format!("{:?}", "ab"))));
/// assert!(!survives(&mut || panic!("to show it panics")));
/// assert_eq!(shown.as_deref(), Some("\"ab\""));
/// ```
pub fn survives(work: &mut dyn FnMut()) -> bool {
    catch(work).is_ok()
}

/// The verdict of a test that threw; `predicate` is the place of the property's last node.
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
pub fn verdict(thrown: Thrown, predicate: usize) -> Verdict {
    match thrown {
        Thrown::Assumption => Verdict::Discard(predicate),
        Thrown::Panic(failure) => failure.into(),
    }
}

/// The hook is put before whatever hook there is, once, and speaks up only while we catch.
fn install_hook() {
    static INSTALLED: Once = Once::new();
    // A hook cannot be set while a panic is under way; then the next call will do it.
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
                LAST.set(Some((place(info), message(info.payload()))));
            }
        }));
    });
}

fn place(info: &PanicHookInfo<'_>) -> Option<Place> {
    let at = info.location()?;
    Some(Place { file: at.file().to_owned().into(), line: at.line(), column: at.column() })
}

#[cold]
fn thrown(payload: Box<dyn Any + Send>) -> Thrown {
    if payload.is::<Assumed>() {
        return Thrown::Assumption;
    }
    if let Some(known) = payload.downcast_ref::<Failure>() {
        return Thrown::Panic(known.clone());
    }
    let message = message(&*payload);
    // A panic that was caught inside, or that our hook was not told of, is not the last one.
    let last = LAST.take().filter(|(_, said)| *said == message);
    Thrown::Panic(Failure::panic(last.and_then(|(place, _)| place), message))
}

fn message(payload: &(dyn Any + Send)) -> String {
    match payload.downcast_ref::<String>() {
        Some(message) => message.clone(),
        None => payload.downcast_ref::<&str>().unwrap_or(&"no message").to_string(),
    }
}
