//! Campaigns: long guided runs of a property that holds, measured in windows of CPU time.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use forall::domain::any;
use forall::feedback::{Comparisons, Edges};
use forall::part::{DefaultInstruments, Guidance};
use forall::report::{Reached, Report};
use forall::runner::{Options, fuzz_with};

use crate::input::Input;
use crate::meter::{Limit, Meter, Part};

/// A guided campaign, with edges and comparisons or without.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Campaign {
    pub(crate) edges: bool,
    pub(crate) seed: u64,
    /// The CPU time.
    pub(crate) time: Duration,
}

/// The measurements of a campaign.
pub(crate) struct Measured {
    /// Whether the property was violated.
    pub(crate) found: bool,
    /// The number of edges that were reached, or zero if they are not counted.
    pub(crate) edges: u64,
    /// The speed of each window, in tests per second of CPU time.
    pub(crate) speeds: Vec<f64>,
    pub(crate) first: Part,
    pub(crate) last: Part,
}

/// Runs a campaign.
pub(crate) fn run<T: Input>(check: fn(&T), campaign: &Campaign) -> Measured {
    let property =
        forall::property::forall("input", any::<T>()).check(move |(input, ())| check(input));
    let stop = Arc::new(AtomicBool::new(false));
    let mut meter = Meter::new(Limit::Seconds(campaign.time.as_secs_f64()), Arc::clone(&stop));
    let options = Options {
        seed: campaign.seed,
        tests: u64::MAX,
        max_shrinks: 0,
        explain: false,
        stop: Some(stop),
        ..Options::default()
    };
    let guidance = Guidance::default();
    let report = if campaign.edges {
        let instruments =
            (DefaultInstruments::default(), Edges::detect(), Comparisons::default(), &mut meter);
        fuzz_with(&property, &mut guidance.instrument(instruments), &options)
    } else {
        let instruments = (DefaultInstruments::default(), &mut meter);
        fuzz_with(&property, &mut guidance.instrument(instruments), &options)
    };
    Measured {
        found: report.counterexample().is_some(),
        edges: reached_edges(&report),
        speeds: meter.completed().map(|(window, end)| window.speed(end)).collect(),
        first: meter.first(),
        last: meter.last(),
    }
}

fn reached_edges(report: &Report) -> u64 {
    let reached = report.progress.iter().flat_map(|progress| &progress.reached);
    let mut edges = reached.filter(|reached: &&Reached| reached.what == "edge");
    edges.next().map_or(0, |edges| edges.count as u64)
}
