//! Instruments: where feedback comes from.

use crate::block::Observation;
use crate::report::Verdict;
use crate::source::Record;

use super::Feedback;

/// A source of feedback. A runner resets it when the values of a test are made and the property is about
/// to be asked, so that what generators do does not count; stops it when the verdict is there, so that
/// what the runner does does not either; and then reads it.
///
/// Several are one, as a tuple. This is the whole of one that rewards many choices:
///
/// ```
/// use forall::feedback::{Feedback, Instrument, FeedbackMap, Reducer, FinishedTest};
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
    /// Appends what reports call it.
    fn names(&self, names: &mut Vec<&'static str>);

    /// Forgets what it has counted: the property is asked from here on.
    fn reset(&mut self) {}

    /// Takes down what it has counted: what happens from here on is the runner's doing.
    ///
    /// An instrument that measures takes its measure from [`reset`](Instrument::reset) to here:
    ///
    /// ```
    /// use std::time::{Duration, Instant};
    ///
    /// use forall::feedback::{Feedback, Instrument, FeedbackMap, Reducer, FinishedTest};
    ///
    /// /// How long tests take, about: powers of two do not change from run to run.
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
    /// # assert_eq!(report.sources, ["time"]);
    /// ```
    fn stop(&mut self) {}

    /// Adds what it saw until then.
    fn read(&mut self, test: &FinishedTest<'_>, feedback: &mut Feedback);
}

/// A test that was just run.
pub struct FinishedTest<'t> {
    /// How it ended.
    pub verdict: &'t Verdict,
    /// The choices of its inputs, as far as they were made.
    pub record: &'t Record,
    /// Asks the property for its observations; there are none of a test that was turned away.
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
