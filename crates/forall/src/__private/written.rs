//! Tests as `#[property]` writes them.
//!
//! A constant of structs is one more function for the compiler to check, and each reference in it
//! another. So all that the attribute has seen is one string, and is taken apart when the test runs:
//! that halves what a test costs to compile.

use forall_format::manifest::Manifest;

use super::{Notes, Plain, Steps};
use crate::block::Property;
use crate::harness::{Runner, Settings, Subject, Test};
use crate::property::ErasedInputs;

/// A test and its property, as a [manifest](forall_format::manifest).
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
        let manifest = Manifest::parse(self.0).expect("the macro of the same release wrote it");
        let test = Test {
            module: manifest.property.module,
            name: manifest.property.name,
            package: manifest.package,
            target: manifest.target,
            place: (manifest.file, manifest.line, manifest.column),
        };
        (test, Notes { file: manifest.file, nodes: manifest.nodes })
    }
}
