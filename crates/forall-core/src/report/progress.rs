//! Progress: how far a guided run came.

use std::fmt;

use forall_format::wording::{count, group};

/// How far a guided run came.
///
/// ```
/// use forall::report::{Progress, Reached};
///
/// let edges = Reached { what: "edge", count: 1_204, of: Some(5_000) };
/// let progress = Progress { kept: 37, reached: vec![edges], best: Some(2.5) };
/// assert_eq!(progress.to_string(), "37 inputs kept, 1,204 of 5,000 edges reached, best score 2.5");
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    /// How many inputs it found worth changing.
    pub kept: u64,
    /// What of the code under test they reach.
    pub reached: Vec<Reached>,
    /// The best score, where there are scores.
    pub best: Option<f64>,
}

/// How much of one kind was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reached {
    /// What it is called: an edge, a probe.
    pub what: &'static str,
    /// How many of them were.
    pub count: u64,
    /// Of how many, if anybody knows.
    pub of: Option<u64>,
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} kept", count(self.kept, "input"))?;
        for Reached { what, count: reached, of } in &self.reached {
            match of {
                Some(of) => write!(f, ", {} of {} reached", group(*reached), count(*of, what))?,
                None => write!(f, ", {} reached", count(*reached, what))?,
            }
        }
        match self.best {
            Some(best) => write!(f, ", best score {best}"),
            None => Ok(()),
        }
    }
}
