//! The interface of instruments, which record feedback.

use crate::block::Observation;
use crate::report::Verdict;
use crate::source::Record;

use super::Feedback;

/// Records feedback about tests.
///
/// For each test, a runner calls `reset` after it has generated the inputs and before it checks the property,
/// so that the work of generators does not count. It calls `stop` when the verdict is known, so that the work
/// of the runner does not count either, and then `read`.
///
/// A tuple of instruments is an instrument. This example rewards inputs with many choices:
///
/// ```
/// use forall::feedback::{Feedback, FeedbackMap, FinishedTest, Instrument, Reducer};
///
/// struct Choices;
///
/// impl Instrument for Choices {
///     fn names(&self, names: &mut Vec<&'static str>) {
///         names.push("choices");
///     }
///
///     fn read(&mut self, test: &FinishedTest<'_>, feedback: &mut Feedback) {
///         let count = test.record.choices.len() as u64;
///         feedback.add(FeedbackMap::new("choices"), 0, count, Reducer::Max);
///     }
/// }
/// ```
pub trait Instrument {
    /// Appends the name that reports show for this instrument.
    fn names(&self, names: &mut Vec<&'static str>);

    /// Starts a measurement: the runner is about to check the property.
    fn reset(&mut self) {}

    /// Ends the measurement: the verdict is known, and further work is the runner's.
    ///
    /// This example measures the time from [`reset`](Instrument::reset) to `stop`:
    ///
    /// ```
    /// use std::time::{Duration, Instant};
    ///
    /// use forall::feedback::{Feedback, FeedbackMap, FinishedTest, Instrument, Reducer};
    ///
    /// /// Records the logarithm of the time of a test, which varies little from run to run.
    /// #[derive(Default)]
    /// struct Time(Option<Instant>, Duration);
    ///
    /// impl Instrument for Time {
    ///     fn names(&self, names: &mut Vec<&'static str>) {
    ///         names.push("time");
    ///     }
    ///     fn reset(&mut self) {
    ///         self.0 = Some(Instant::now());
    ///     }
    ///     fn stop(&mut self) {
    ///         self.1 = self.0.take().map(|began| began.elapsed()).unwrap_or_default();
    ///     }
    ///     fn read(&mut self, _: &FinishedTest<'_>, feedback: &mut Feedback) {
    ///         let log = self.1.as_nanos().checked_ilog2().unwrap_or(0);
    ///         feedback.add(FeedbackMap::new("time"), 0, log.into(), Reducer::Max);
    ///     }
    /// }
    /// # use forall::part::Guidance;
    /// # use forall::runner::{Options, fuzz_with};
    /// # let property = forall::property::forall("x", 0..9).check(|(x, ())| *x < 9);
    /// # let options = Options { tests: 50, ..Options::default() };
    /// # let report = fuzz_with(&property, &mut Guidance::default().instrument(Time::default()), &options);
    /// # assert_eq!(report.guided_by, ["time"]);
    /// ```
    fn stop(&mut self) {}

    /// Adds the measurement to `feedback`.
    fn read(&mut self, test: &FinishedTest<'_>, feedback: &mut Feedback);
}

/// A test that has just run.
pub struct FinishedTest<'t> {
    /// Its verdict.
    pub verdict: &'t Verdict,
    /// The choices of its inputs. If generation stopped early, the choices up to that point.
    pub record: &'t Record,
    /// Computes the observations of the property. A discarded test has none.
    pub observe: &'t dyn Fn() -> &'t [Observation],
}

impl std::fmt::Debug for FinishedTest<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let FinishedTest { verdict, record, .. } = self;
        f.debug_struct("FinishedTest").field("verdict", verdict).field("record", record).finish()
    }
}

impl<I: Instrument + ?Sized> Instrument for &mut I {
    fn names(&self, names: &mut Vec<&'static str>) {
        (**self).names(names);
    }

    fn reset(&mut self) {
        (**self).reset();
    }

    fn stop(&mut self) {
        (**self).stop();
    }

    fn read(&mut self, test: &FinishedTest<'_>, feedback: &mut Feedback) {
        (**self).read(test, feedback);
    }
}

impl<I: Instrument + ?Sized> Instrument for Box<I> {
    fn names(&self, names: &mut Vec<&'static str>) {
        (**self).names(names);
    }

    fn reset(&mut self) {
        (**self).reset();
    }

    fn stop(&mut self) {
        (**self).stop();
    }

    fn read(&mut self, test: &FinishedTest<'_>, feedback: &mut Feedback) {
        (**self).read(test, feedback);
    }
}

macro_rules! tuples {
    ($($($part:ident $at:tt),* ;)*) => { $(
        impl<$($part: Instrument),*> Instrument for ($($part,)*) {
            fn names(&self, names: &mut Vec<&'static str>) {
                let _ = &names;
                $(self.$at.names(names);)*
            }

            #[inline]
            fn reset(&mut self) {
                $(self.$at.reset();)*
            }

            #[inline]
            fn stop(&mut self) {
                $(self.$at.stop();)*
            }

            #[inline]
            fn read(&mut self, test: &FinishedTest<'_>, feedback: &mut Feedback) {
                let _ = (test, &feedback);
                $(self.$at.read(test, feedback);)*
            }
        }
    )* };
}

tuples! {
    ;
    A 0;
    A 0, B 1;
    A 0, B 1, C 2;
    A 0, B 1, C 2, D 3;
    A 0, B 1, C 2, D 3, E 4;
    A 0, B 1, C 2, D 3, E 4, F 5;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7;
}
