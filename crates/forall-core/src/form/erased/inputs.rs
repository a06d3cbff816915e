//! The inputs of an erased property.

use std::any::Any;
use std::{fmt, mem};

use crate::panics;

/// The inputs of an erased property. They fit that property only.
///
/// If their destructor panics, the panic is caught: see [`drop_failure`](panics::drop_failure).
///
/// ```
/// use forall::block::{check, generate};
/// use forall::property::{Erased, ErasedInputs, forall};
/// use forall::report::Verdict;
/// use forall::source::Source;
///
/// let property = Erased::new(forall("x", 0..10).check(|(x, ())| *x != 7));
/// let drawn = generate(&property, &mut Source::from_seed(1, 5)).unwrap();
/// assert!(drawn.get::<(i32, ())>().is_some() && drawn.get::<i32>().is_none());
/// assert!(matches!(check(&property, &ErasedInputs::new((7, ()))), Verdict::Fail(_)));
/// ```
pub struct ErasedInputs {
    pub(super) values: Box<dyn Any>,
    /// Whether the values have a destructor.
    pub(super) needs_drop: bool,
    /// What layers around the property remember about the values, outermost first.
    memo: Option<Box<Memo>>,
}

/// A list node whose value is the memo of one layer.
struct Memo<M: ?Sized = dyn InputsMemo> {
    next: Option<Box<Memo>>,
    value: M,
}

/// What a layer remembers about inputs.
pub(super) trait InputsMemo: Any {
    /// Called instead of `drop`, which drops the values. Returns whether no destructor panicked.
    fn dropping(&self, drop: &mut dyn FnMut() -> bool) -> bool;
}

impl ErasedInputs {
    /// Erases the type of `inputs`, which must be the inputs of the typed property.
    pub fn new<Inputs: 'static>(inputs: Inputs) -> ErasedInputs {
        let needs_drop = mem::needs_drop::<Inputs>();
        ErasedInputs { values: Box::new(inputs), needs_drop, memo: None }
    }

    /// Returns the inputs as the typed property has them, or `None` if they have another type.
    pub fn get<Inputs: 'static>(&self) -> Option<&Inputs> {
        // The inputs of an erased property that is inside another one.
        if let Some(inner) = self.values.downcast_ref::<ErasedInputs>() {
            return inner.get();
        }
        self.values.downcast_ref()
    }

    /// Adds the memo of a layer.
    pub(super) fn remember<M: InputsMemo>(&mut self, memo: M) {
        self.memo = Some(Box::new(Memo { next: self.memo.take(), value: memo }));
    }

    /// Returns the memo of this type.
    pub(super) fn memo<M: 'static>(&self) -> Option<&M> {
        let mut memo = self.memo.as_deref();
        while let Some(Memo { next, value }) = memo {
            if let Some(found) = (value as &dyn Any).downcast_ref() {
                return Some(found);
            }
            memo = next.as_deref();
        }
        None
    }

    /// Drops all memos, because the values have changed.
    pub(super) fn forget(&mut self) {
        self.memo = None;
    }
}

impl Drop for ErasedInputs {
    /// Drops the values. If a layer does not do so, they are leaked.
    fn drop(&mut self) {
        if !self.needs_drop {
            return;
        }
        let mut values = Some(mem::replace(&mut self.values, Box::new(())));
        let mut drop = || values.take().is_none_or(panics::drop_caught);
        drop_around(self.memo.as_deref(), &mut drop);
        mem::forget(values);
    }
}

/// Drops the values inside of all layers.
fn drop_around(memo: Option<&Memo>, drop: &mut dyn FnMut() -> bool) -> bool {
    match memo {
        Some(Memo { next, value }) => value.dropping(&mut || drop_around(next.as_deref(), drop)),
        None => drop(),
    }
}

impl fmt::Debug for ErasedInputs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ErasedInputs(…)")
    }
}
