//! The tests that `#[property]` expands to.
//!
//! The attribute stores everything it knows about the source in one string, which is parsed when the test
//! runs. A constant of structs would be one more function for the compiler to check, with more work for
//! each reference in it. The string halves the compile time of a test.

use forall_format::manifest::Manifest;

use super::{AsyncTest, NodeSpecs, PredicateFn, StoredNodes};
use crate::block::Property;
use crate::harness::{Runner, Settings, Subject, Test};
use crate::property::{Erased, ErasedInputs};

/// The text of the [manifest](forall_format::manifest) of a test.
#[derive(Clone, Copy, Debug)]
pub struct TestManifest(pub &'static str);

/// The parsed manifest.
struct Parsed {
    test: Test,
    nodes: StoredNodes,
}

/// The parts of an async property.
#[derive(Debug)]
pub struct AsyncNodes<S, F> {
    /// The quantifiers and premises.
    pub specs: S,
    /// The predicate, which runs the body to its end.
    pub predicate: F,
    /// Inputs that run before all others.
    pub examples: Vec<ErasedInputs>,
}

impl TestManifest {
    /// Runs the property with these quantifiers and premises around `predicate`.
    pub fn run<F, S>(self, specs: S, predicate: F, runner: Option<&Runner<'_>>, settings: &Settings)
    where
        S: NodeSpecs<F>,
        S::Property: Property + Send + Sync + 'static,
    {
        // Not a call of `run_with_examples`: that would be one more instance to compile.
        let Parsed { test, nodes } = self.parse();
        let property = &super::assemble(nodes, specs, predicate);
        test.start(Subject { property, examples: Vec::new(), runner, notice: None }, settings);
    }

    /// Like [`run`](TestManifest::run), but runs the examples before all other inputs.
    pub fn run_with_examples<F, S>(
        self,
        specs: S,
        predicate: F,
        examples: Vec<ErasedInputs>,
        runner: Option<&Runner<'_>>,
        settings: &Settings,
    ) where
        S: NodeSpecs<F>,
        S::Property: Property + Send + Sync + 'static,
    {
        let Parsed { test, nodes } = self.parse();
        let property = &super::assemble(nodes, specs, predicate);
        test.start(Subject { property, examples, runner, notice: None }, settings);
    }

    /// Like [`run_with_examples`](TestManifest::run_with_examples), for a predicate that runs a future.
    pub fn run_async<F, S>(
        self,
        state: &AsyncTest,
        nodes: AsyncNodes<S, F>,
        runner: Option<&Runner<'_>>,
        settings: &Settings,
    ) where
        S: NodeSpecs<F>,
        S::Property: Property + Send + Sync + 'static,
    {
        let AsyncNodes { specs, predicate, examples } = nodes;
        let Parsed { test, nodes } = self.parse();
        let property = &super::assemble(nodes, specs, predicate);
        let notice = &|| state.notice(test.name);
        test.start(Subject { property, examples, runner, notice: Some(notice) }, settings);
    }

    /// Runs the property that `function` holds for all arguments.
    pub fn run_function<M, F: PredicateFn<M>>(
        self,
        function: F,
        runner: Option<&Runner<'_>>,
        settings: &Settings,
    ) {
        let Parsed { test, nodes } = self.parse();
        let property = &function.property(nodes);
        test.start(Subject { property, examples: Vec::new(), runner, notice: None }, settings);
    }

    /// Like [`run_function`](TestManifest::run_function), with the default runner and settings.
    pub fn run_function_with_defaults<M, F: PredicateFn<M>>(self, function: F) {
        self.run_function(function, None, &Settings::NONE);
    }

    /// Returns the property with these quantifiers and premises around `predicate`.
    pub fn property<F, S: NodeSpecs<F>>(self, specs: S, predicate: F) -> S::Property {
        specs.build(self.parse().nodes, 0, predicate)
    }

    /// Runs this property, which [`property`](TestManifest::property) returned.
    pub fn run_value<P: Property + Send + Sync + 'static>(
        self,
        property: P,
        examples: Vec<ErasedInputs>,
        runner: Option<&Runner<'_>>,
        settings: &Settings,
    ) {
        let Parsed { test, .. } = self.parse();
        let property = &Erased::new(property);
        test.start(Subject { property, examples, runner, notice: None }, settings);
    }

    fn parse(self) -> Parsed {
        let manifest = Manifest::parse(self.0).expect("the macro of the same release wrote it");
        let test = Test {
            module: manifest.property.module,
            name: manifest.property.name,
            package: manifest.package,
            target: manifest.target,
            location: (manifest.file, manifest.line, manifest.column),
        };
        Parsed { test, nodes: StoredNodes { file: manifest.file, nodes: manifest.nodes } }
    }
}
