//! The body of an async property, as an executor gets it.

use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll};

use crate::report::Verdict;

/// The body of an async property, for one test: the future that `executor = …` runs.
///
/// An executor is any function from this future to its output, so most `block_on` functions are one. The type is the
/// same for all properties, so an executor is compiled once.
///
/// ```
/// use forall::property;
/// use forall::report::Verdict;
/// use forall::task::{Body, block_on};
///
/// fn announced(body: Body<'_>) -> Verdict {
///     // Set up what the body needs.
///     block_on(body)
/// }
///
/// #[property(executor = announced)]
/// async fn halves_are_smaller(x: u32) -> bool {
///     x / 2 <= x
/// }
/// ```
pub struct Body<'b> {
    future: Pin<&'b mut dyn Future<Output = Verdict>>,
}

impl<'b> Body<'b> {
    pub(crate) fn new(future: Pin<&'b mut (dyn Future<Output = Verdict> + 'b)>) -> Body<'b> {
        Body { future }
    }
}

impl Future for Body<'_> {
    type Output = Verdict;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Verdict> {
        self.future.as_mut().poll(context)
    }
}

impl fmt::Debug for Body<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Body")
    }
}
