//! The progress of a guided run.

use std::fmt;

use forall_format::wording::{count, group};

use super::SeenOnce;

/// The progress of a guided run.
///
/// ```
/// use forall::report::{Progress, Reached};
///
/// let edges = Reached { what: "edge", count: 1_204, of: Some(5_000) };
/// let progress = Progress { corpus_size: 37, reached: vec![edges], best: Some(2.5), seen_once: None };
/// assert_eq!(progress.to_string(), "corpus of 37 inputs, 1,204 of 5,000 edges reached, best score 2.5");
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    /// The number of inputs in the corpus of the run.
    pub corpus_size: u64,
    /// The coverage that these inputs reach, by kind.
    pub reached: Vec<Reached>,
    /// The best score, if the property reports scores.
    pub best: Option<f64>,
    /// How much of the code only one test reached, if the options request an estimate.
    pub seen_once: Option<SeenOnce>,
}

/// The coverage of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reached {
    /// The kind, in the singular: "edge", "probe".
    pub what: &'static str,
    /// The number of edges, probes etc. that were reached.
    pub count: u64,
    /// The number of edges, probes etc. that exist, if it is known.
    pub of: Option<u64>,
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "corpus of {}", count(self.corpus_size, "input"))?;
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
