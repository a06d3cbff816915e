//! Reports as data.

use super::{RunOutcome, Seed};
use crate::json::record;

record! {
    /// The report of a run.
    pub struct ReportRecord {
        /// How the run ended.
        pub outcome: RunOutcome,
        /// The seed.
        pub seed: Seed,
        /// The numbers of tests.
        pub tally: TallyRecord,
        /// The nodes that discarded tests.
        pub discarded_by: Vec<DiscardRecord>,
        /// The observations.
        pub observed: Vec<ObservedRecord>,
        /// The counterexample, if there is one.
        pub counterexample: Option<CounterexampleRecord>,
        /// Further counterexamples with another origin.
        pub other_failures: Vec<CounterexampleRecord>,
        /// Remarks for people.
        pub hints: Vec<String>,
        /// The slowest inputs of a run that searches for them.
        pub slowest: Option<SlowestRecord>,
    }
}

record! {
    /// The inputs on which the code under test took the most steps.
    pub struct SlowestRecord {
        /// The number of steps.
        pub steps: u64,
        /// The number of the test.
        pub test: u64,
        /// The inputs.
        pub inputs: Vec<BindingRecord>,
    }
}

record! {
    /// The numbers of tests of a run. The failing test is not counted.
    pub struct TallyRecord {
        /// The number of tests that passed.
        pub passed: u64,
        /// The number of tests that a premise discarded.
        pub discarded: u64,
        /// The number of tests that a domain discarded.
        pub rejected: u64,
    }
}

impl TallyRecord {
    /// Returns the number of tests, however they ended.
    ///
    /// ```
    /// use forall_format::results::TallyRecord;
    ///
    /// assert_eq!(TallyRecord { passed: 20, discarded: 3, rejected: 1 }.tests(), 24);
    /// ```
    pub fn tests(&self) -> u64 {
        self.passed.saturating_add(self.discarded).saturating_add(self.rejected)
    }
}

record! {
    /// A node that discarded tests.
    pub struct DiscardRecord {
        /// The variable, or the text of the premise.
        pub by: String,
        /// The number of tests it discarded.
        pub tests: u64,
        /// Why the domain discarded them, if that is known.
        pub reason: Option<String>,
    }
}

record! {
    /// An observation.
    pub struct ObservedRecord {
        /// The label.
        pub name: String,
        /// The kind: `classify`, `collect`, `tabulate`, `cover`, `maximize`, `minimize` or `measure`.
        pub kind: String,
        /// The number of tests with this observation.
        pub tests: u64,
        /// The number of tests in which it held.
        pub held: u64,
        /// The required percentage of tests in which the observation holds, if there is one.
        pub demanded: Option<f64>,
        /// The observed values with the number of tests of each.
        pub values: Vec<(String, u64)>,
    }
}

record! {
    /// A counterexample.
    pub struct CounterexampleRecord {
        /// Where it comes from, as a sentence.
        pub found: String,
        /// The message of the failure.
        pub message: String,
        /// The place of the panic, if there was one.
        pub place: Option<String>,
        /// The smallest failing input.
        pub shrunk: Vec<BindingRecord>,
        /// The same input with `_` for parts that do not matter; empty if all parts matter.
        pub explained: Vec<BindingRecord>,
        /// The input as it was found.
        pub original: Vec<BindingRecord>,
        /// The choices of the smallest input, as text.
        pub choices: Option<String>,
        /// The number of inputs that shrinking tried.
        pub tried: u64,
        /// The number of those that were simpler and failed.
        pub accepted: u64,
        /// Whether shrinking stopped early.
        pub stopped: bool,
        /// Whether the input does not fail every time.
        pub flaky: bool,
        /// The number of times the input was run again.
        pub repeated: u64,
        /// The number of these reruns that failed.
        pub failed: u64,
        /// The work of each shrink pass.
        pub passes: Vec<PassRecord>,
    }
}

record! {
    /// A variable and its value.
    pub struct BindingRecord {
        /// The name of the variable.
        pub name: String,
        /// The value, as it is printed.
        pub value: String,
    }
}

record! {
    /// The work of one shrink pass.
    pub struct PassRecord {
        /// The name of the pass.
        pub pass: String,
        /// The number of inputs it tried.
        pub tried: u64,
        /// The number of those that were simpler and failed.
        pub accepted: u64,
    }
}
