//! Tests as `#[property]` writes them.
//!
//! A constant of structs is one more function for the compiler to check, and each reference in it
//! another. So all that the attribute has seen is one string, and is taken apart when the test runs:
//! that halves what a test costs to compile.

use super::{Notes, Plain, Steps};
use crate::block::Property;
use crate::harness::{Runner, Settings, Subject, Test};
use crate::property::ErasedInputs;

/// A test and its property, as text.
///
/// Lines end in `\x1e` and words in `\x1f`. The first line is the test: module, file, package (or
/// nothing), name, line, column and target (or nothing). The others are the [notes](Notes). Before all of it stands
/// `\x1dforall\x1f`, and `\x1d` behind it, so that a tool finds the properties of a test binary by
/// looking at its bytes.
///
/// ```
/// use forall::property::{ErasedInputs, Quantify};
/// use forall::harness::{Settings, Written};
///
/// const TEST: Written = Written(
///     "\x1dforall\x1fmy_crate\x1flib.rs\x1f\x1fsmall\x1f1\x1f1\x1ex\x1fu8\x1f\x1f1\x1f1\x1e\x1f\x1f\x1f1\x1f1\x1e\x1d",
/// );
/// let (steps, small) = ((Quantify(0..9_u8), ()), |(x, ()): &(u8, ())| *x < 9);
/// TEST.run(steps.clone(), small, None, &Settings::NONE);
/// TEST.run_examples(steps, small, vec![ErasedInputs::new((8_u8, ()))], (None, &Settings::NONE));
///
/// let whole: fn(u8) -> bool = |x| x / 2 <= 127;
/// TEST.run_plain(whole, Some(&forall::runner::quick_check), &Settings::NONE);
/// TEST.check_plain(whole);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Written(pub &'static str);

impl Written {
    /// Runs the property that takes `steps` and then asks `predicate`.
    pub fn run<F, S>(self, steps: S, predicate: F, runner: Option<&Runner<'_>>, settings: &Settings)
    where
        S: Steps<F>,
        S::Property: Property + Send + Sync + 'static,
    {
        let (test, notes) = self.parts();
        let property = &super::assemble(notes, steps, predicate);
        test.start(Subject { property, examples: Vec::new(), runner }, settings);
    }

    /// The same, with inputs that run before all others.
    pub fn run_examples<F, S>(
        self,
        steps: S,
        predicate: F,
        examples: Vec<ErasedInputs>,
        (runner, settings): (Option<&Runner<'_>>, &Settings),
    ) where
        S: Steps<F>,
        S::Property: Property + Send + Sync + 'static,
    {
        let (test, notes) = self.parts();
        let property = &super::assemble(notes, steps, predicate);
        test.start(Subject { property, examples, runner }, settings);
    }

    /// Runs the property that `function` holds for all arguments.
    pub fn run_plain<M, F: Plain<M>>(
        self,
        function: F,
        runner: Option<&Runner<'_>>,
        settings: &Settings,
    ) {
        let (test, notes) = self.parts();
        let property = &function.property(notes);
        test.start(Subject { property, examples: Vec::new(), runner }, settings);
    }

    /// The same with nothing said about runner and settings.
    pub fn check_plain<M, F: Plain<M>>(self, function: F) {
        self.run_plain(function, None, &Settings::NONE);
    }

    fn parts(self) -> (Test, Notes) {
        let text = self.0.trim_matches('\x1d');
        let text = text.strip_prefix("forall\x1f").unwrap_or(text);
        let (test, notes) = text.split_once('\x1e').unwrap_or((text, ""));
        let mut words = test.split('\x1f');
        let mut word = || words.next().unwrap_or("");
        let (module, file, package, name) = (word(), word(), word(), word());
        let mut number = || word().parse().unwrap_or(0);
        let place = (file, number(), number());
        let [package, target] =
            [package, word()].map(|word| Some(word).filter(|word| !word.is_empty()));
        (Test { module, name, package, target, place }, Notes { file, text: notes })
    }
}
