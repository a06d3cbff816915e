//! The slowest inputs of a run.

use std::fmt;

use forall_format::wording::count;

use super::Binding;

/// The inputs on which the code under test took the most steps.
///
/// ```
/// use forall::property::forall;
/// use forall::report::{Outcome, Report, Slowest, Tally};
///
/// let property = forall("x", 0..10).check(|(x, ())| *x < 10);
/// let inputs = forall::block::print(&property, &(7, ()));
/// let slowest = Slowest { steps: 420, test: 12, inputs };
/// let report = Report::new(&property, 1, Tally::default(), Outcome::Passed).with_slowest(Some(slowest));
/// assert!(report.to_string().contains("the slowest inputs take 420 steps: x = 7"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slowest {
    /// The number of steps. If the code under test counts none, the number of edges that it took, in a build that counts
    /// them.
    pub steps: u64,
    /// The number of the test.
    pub test: u64,
    /// The inputs.
    pub inputs: Vec<Binding>,
}

impl fmt::Display for Slowest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the slowest inputs take {}:", count(self.steps, "step"))?;
        for (at, Binding { name, value }) in self.inputs.iter().enumerate() {
            write!(f, "{} {name} = {value}", if at == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}
