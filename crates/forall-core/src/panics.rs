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

mod running_step;

use std::any::{Any, TypeId};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::fmt::{Arguments, Debug};
use std::mem;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, Once, PoisonError};

pub use self::running_step::{RunningStep, observe_steps};
pub(crate) use self::running_step::{RunningSteps, polling_step};
use crate::data::{Failure, Location, Origin, Verdict, debug_text};

thread_local! {
    /// The number of active calls of [`catch`] on this thread.
    static CATCHING: Cell<u32> = const { Cell::new(0) };
    /// The last panic that was caught on this thread.
    static LAST: RefCell<Option<Seen>> = const { RefCell::new(None) };
    /// Whether caught panics of this thread are printed.
    static PRINTING: Cell<bool> = const { Cell::new(false) };
    /// Whether a caught panic was printed.
    static WAS_PRINTED: Cell<bool> = const { Cell::new(false) };
    /// The last panic of a destructor that [`drop_caught`] caught on this thread.
    static DROP_FAILURE: RefCell<Option<Failure>> = const { RefCell::new(None) };
    /// Whether there is one: looking there is cheaper.
    static HAS_DROP_FAILURE: Cell<bool> = const { Cell::new(false) };
}

/// The last panics on threads that catch none. A thread pool may catch a panic there and resume it on the thread that
/// waits for the result. Several properties may do so at the same time.
static ELSEWHERE: Mutex<VecDeque<SeenElsewhere>> = Mutex::new(VecDeque::new());

/// The number of panics on threads that catch none whose locations are known.
const MAX_ELSEWHERE: usize = 256;

/// A panic, as the hook has seen it.
#[derive(Debug)]
struct Seen {
    location: Option<Location>,
    message: String,
    /// The step that waited while a task panicked.
    step: Option<RunningStep>,
}

/// A panic on a thread that catches none.
#[derive(Debug)]
struct SeenElsewhere {
    payload: PayloadId,
    location: Option<Location>,
}

/// Identifies the payload of a panic, also after it has moved to another thread: the text of a formatted message
/// keeps its address. Literals with the same text may share an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PayloadId {
    of_type: TypeId,
    /// The address of the text, if there is a text.
    address: Option<usize>,
    length: usize,
}

impl PayloadId {
    fn of(payload: &(dyn Any + Send)) -> PayloadId {
        let text = text(payload);
        PayloadId {
            of_type: payload.type_id(),
            address: text.map(|text| text.as_ptr().addr()),
            length: text.map_or(0, str::len),
        }
    }
}

/// The maximum number of characters of a panic message that are reported.
const MAX_MESSAGE_LENGTH: usize = 1 << 16;

/// Whether caught panics are printed too: the last one may crash the process.
static PRINT_ALL: AtomicBool = AtomicBool::new(false);

/// Prints caught panics too, from now on. For a child process whose output another process reads.
pub fn print_caught() {
    PRINT_ALL.store(true, Ordering::Relaxed);
}

/// Runs `work`, and prints panics on this thread as if they were not caught: with a backtrace if
/// `RUST_BACKTRACE` is set.
///
/// ```
/// use forall::panics::{catch, print_while};
///
/// assert_eq!(print_while(|| catch(|| 1 + 1)), Ok(2));
/// ```
pub fn print_while<R>(work: impl FnOnce() -> R) -> R {
    struct Restore(bool);
    impl Drop for Restore {
        fn drop(&mut self) {
            PRINTING.set(self.0);
        }
    }
    let _restore = Restore(PRINTING.replace(true));
    work()
}

/// Returns whether a caught panic was printed on this thread since the last call.
pub fn was_printed() -> bool {
    WAS_PRINTED.replace(false)
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

/// Fails the current test with a known failure. Outside of [`catch`], panics with its message.
#[cold]
pub fn fail(failure: Failure) -> ! {
    if CATCHING.get() == 0 {
        let name = if let Origin::Named(name) = &failure.origin { name } else { "failed" };
        panic!("{name}: {}", failure.message);
    }
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
    let [left, right] = [left, right].map(debug_text);
    panic!("`{claim}` does not hold{message}\n   left: {left}\n  right: {right}")
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
    let mut work = Some(work);
    let mut result = None;
    let done = catch_any(&mut || {
        if let Some(work) = work.take() {
            result = Some(work());
        }
    });
    match done {
        Ok(()) => Ok(result.expect("`work` ran")),
        Err(caught) => Err(caught),
    }
}

/// Runs `work`. Debug builds compile it once, and not for each type.
#[cfg_attr(not(debug_assertions), inline)]
fn catch_any(work: &mut dyn FnMut()) -> Result<(), Caught> {
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

/// What [`watch`] returns.
///
/// ```
/// use forall::panics::watch;
///
/// let watched = watch(|| 1 + 1);
/// assert_eq!((watched.result, watched.panic), (2, None));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Watched<R> {
    /// The result of the work.
    pub result: R,
    /// The last panic on this thread that the work caught itself.
    pub panic: Option<Failure>,
}

/// Runs `work`, and also returns the last panic that `work` caught itself, which is not printed. An executor
/// catches the panic of a task, for example.
///
/// ```
/// use std::panic::catch_unwind;
///
/// use forall::panics::watch;
///
/// let watched = watch(|| catch_unwind(|| panic!("too hot")).is_err());
/// assert!(watched.result);
/// assert_eq!(watched.panic.unwrap().message, "too hot");
/// ```
#[inline]
pub fn watch<R>(work: impl FnOnce() -> R) -> Watched<R> {
    struct Leave;
    impl Drop for Leave {
        fn drop(&mut self) {
            CATCHING.set(CATCHING.get() - 1);
        }
    }
    install_hook();
    LAST.take();
    CATCHING.set(CATCHING.get() + 1);
    let leave = Leave;
    let result = work();
    drop(leave);
    let panic = LAST.take().map(Seen::failure);
    Watched { result, panic }
}

/// Drops `value`, and returns whether its destructor ended without a panic. A panic is caught, and
/// [`take_drop_failure`] returns it.
///
/// ```
/// use forall::panics::{drop_caught, take_drop_failure};
///
/// struct Bomb;
/// impl Drop for Bomb {
///     fn drop(&mut self) {
///         panic!("too hot");
///     }
/// }
/// assert!(drop_caught(Box::new(7)) && !drop_caught(Box::new(Bomb)));
/// assert_eq!(take_drop_failure().map(|failure| failure.message).as_deref(), Some("too hot"));
/// assert_eq!(take_drop_failure(), None);
/// ```
pub fn drop_caught(value: Box<dyn Any>) -> bool {
    let Err(Caught::Panic(failure)) = catch(|| drop(value)) else { return true };
    // At the end of a thread, its local values may be gone already.
    let _ = DROP_FAILURE.try_with(|last| last.replace(Some(failure)));
    HAS_DROP_FAILURE.set(true);
    false
}

/// Returns the last panic of a destructor that [`drop_caught`] caught on this thread, and forgets it.
#[inline]
pub fn take_drop_failure() -> Option<Failure> {
    if HAS_DROP_FAILURE.replace(false) { DROP_FAILURE.take() } else { None }
}

/// Runs `drop`, which drops a value, and returns the panic of its destructor, if it panics.
///
/// ```
/// use forall::panics::drop_failure;
///
/// struct Bomb;
/// impl Drop for Bomb {
///     fn drop(&mut self) {
///         panic!("too hot");
///     }
/// }
/// let bomb = Bomb;
/// assert_eq!(drop_failure(move || drop(bomb)).map(|failure| failure.message).as_deref(), Some("too hot"));
/// ```
pub fn drop_failure(drop: impl FnOnce()) -> Option<Failure> {
    take_drop_failure();
    match catch(drop) {
        Err(Caught::Panic(failure)) => Some(failure),
        _ => take_drop_failure(),
    }
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
            let prints = PRINT_ALL.load(Ordering::Relaxed) || PRINTING.get();
            if CATCHING.get() == 0 || prints {
                previous(info);
            }
            if CATCHING.get() > 0 {
                WAS_PRINTED.set(prints);
                LAST.set(Some(Seen::new(info)));
            } else {
                see_elsewhere(info);
            }
        }));
    });
}

impl Seen {
    fn new(info: &PanicHookInfo<'_>) -> Seen {
        Seen {
            location: location(info),
            message: message(info.payload()),
            step: RunningStep::waiting(),
        }
    }

    fn failure(self) -> Failure {
        let failure = Failure::panic(self.location, self.message);
        match self.step {
            None => failure,
            Some(step) => {
                let message = format!("{}\n{step}", failure.message);
                Failure { message, step: Some(step.index), ..failure }
            }
        }
    }
}

fn location(info: &PanicHookInfo<'_>) -> Option<Location> {
    let at = info.location()?;
    Some(Location { file: at.file().to_owned().into(), line: at.line(), column: at.column() })
}

/// Remembers a panic on a thread that catches none.
fn see_elsewhere(info: &PanicHookInfo<'_>) {
    let seen = SeenElsewhere { payload: PayloadId::of(info.payload()), location: location(info) };
    let mut elsewhere = ELSEWHERE.lock().unwrap_or_else(PoisonError::into_inner);
    elsewhere.truncate(MAX_ELSEWHERE - 1);
    elsewhere.push_front(seen);
}

/// Returns the location of the panic with this payload, if it was on a thread that catches none, and forgets it.
fn location_elsewhere(payload: PayloadId) -> Option<Location> {
    let mut elsewhere = ELSEWHERE.lock().unwrap_or_else(PoisonError::into_inner);
    let newest = elsewhere.iter().position(|seen| seen.payload == payload)?;
    elsewhere.remove(newest)?.location
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
    let failure = match LAST.take().filter(|seen| seen.message == message) {
        Some(seen) => seen.failure(),
        None => Failure::panic(location_elsewhere(PayloadId::of(&*payload)), message),
    };
    drop_payload(payload);
    Caught::Panic(failure)
}

fn text(payload: &(dyn Any + Send)) -> Option<&str> {
    let string = payload.downcast_ref::<String>().map(String::as_str);
    string.or_else(|| payload.downcast_ref::<&str>().copied())
}

fn message(payload: &(dyn Any + Send)) -> String {
    let message = text(payload).unwrap_or("no message");
    match message.char_indices().nth(MAX_MESSAGE_LENGTH) {
        None => message.to_owned(),
        Some((end, _)) => format!("{} … ({} bytes)", &message[..end], message.len()),
    }
}

/// Drops the payload of a panic. Its destructor is user code, and may panic itself.
fn drop_payload(payload: Box<dyn Any + Send>) {
    CATCHING.set(CATCHING.get() + 1);
    let dropped = panic::catch_unwind(AssertUnwindSafe(|| drop(payload)));
    CATCHING.set(CATCHING.get() - 1);
    // The payload of a panic in a destructor may have such a destructor, too.
    mem::forget(dropped);
}
