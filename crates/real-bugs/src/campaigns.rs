//! Campaigns: whether long guided runs keep their speed on the properties of real crates.
//!
//! They run with the versions of the crates that fix the bugs, so that no failure ends them. Each campaign has its own
//! process. The median speed of its last fifth must be at least half that of its first fifth.

use std::fmt;
use std::io;
use std::time::Duration;

use serde_json::Value;

use crate::catalog;
use crate::measure::Tool;
use crate::options::Options;
use crate::programs::{Ended, Program, Side};

/// The heading of the lines that [`Campaign`] and [`CampaignResult`] format.
pub const HEADING: &str =
    "property                       tool   seed   first    last tests/s, ratio";

/// The least speed of the last fifth, relative to that of the first.
const MIN_SPEED: f64 = 0.5;
/// On a busy machine, the wall time is at most this multiple of the CPU time.
const MAX_WAIT: u32 = 20;

/// One campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Campaign {
    /// The name of the bug whose property runs.
    pub bug: String,
    /// How it is guided: [`Tool::Fuzz`] or [`Tool::Edges`].
    pub tool: Tool,
    /// The seed.
    pub seed: u64,
    /// The CPU time.
    pub time: Duration,
}

impl fmt::Display for Campaign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Campaign { bug, tool, seed, .. } = self;
        write!(f, "{bug:30} {:6} {seed:4}", tool.name())
    }
}

/// How a campaign ended.
#[derive(Clone, Debug, PartialEq)]
pub enum CampaignResult {
    /// It ran to its end.
    Measured {
        /// The median number of tests per second of CPU time in the first fifth.
        first_speed: f64,
        /// The same for the last fifth.
        last_speed: f64,
        /// The number of edges that were reached, or zero if they are not counted.
        edges: u64,
        /// The mean size of the mutants in the first fifth and in the last.
        mean_sizes: [f64; 2],
        /// The speeds of all windows of equal length.
        speeds: Vec<f64>,
    },
    /// The property was violated.
    Found,
    /// The process crashed.
    Crashed,
    /// The process was killed, because it took too long.
    TimedOut,
}

impl CampaignResult {
    /// Returns whether the campaign kept at least half of its speed.
    pub fn holds(&self) -> bool {
        match self {
            CampaignResult::Measured { first_speed, last_speed, .. } => {
                *last_speed > 0.0 && last_speed / first_speed >= MIN_SPEED
            }
            CampaignResult::Found | CampaignResult::Crashed | CampaignResult::TimedOut => false,
        }
    }

    fn new(ended: Ended) -> io::Result<CampaignResult> {
        let line = match ended {
            Ended::Output(line) => line,
            Ended::Failed(_) => return Ok(CampaignResult::Crashed),
            Ended::TimedOut => return Ok(CampaignResult::TimedOut),
        };
        let value: Value = serde_json::from_str(&line)?;
        let figure = |key: &str| value[key].as_f64().unwrap_or_default();
        if value["found"].as_bool() != Some(false) {
            return Ok(CampaignResult::Found);
        }
        let speeds = value["speeds"].as_array().map(Vec::as_slice).unwrap_or_default();
        Ok(CampaignResult::Measured {
            first_speed: figure("first_speed"),
            last_speed: figure("last_speed"),
            edges: value["edges"].as_u64().unwrap_or_default(),
            mean_sizes: [figure("first_size"), figure("last_size")],
            speeds: speeds.iter().filter_map(Value::as_f64).collect(),
        })
    }
}

impl fmt::Display for CampaignResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CampaignResult::Measured { first_speed, last_speed, edges, mean_sizes, speeds } => {
                let ratio = last_speed / first_speed;
                let missed = if self.holds() { "" } else { "  MISSED" };
                let [first_size, last_size] = mean_sizes;
                let (slowest, fastest) = extremes(speeds);
                write!(f, "{first_speed:7.0} {last_speed:7.0} {ratio:5.2}{missed}")?;
                write!(
                    f,
                    "  {slowest:.0} to {fastest:.0}, mean size {first_size:.0} → {last_size:.0}"
                )?;
                if *edges > 0 { write!(f, ", {edges} edges") } else { Ok(()) }
            }
            CampaignResult::Found => f.write_str("MISSED: the fixed version violates the property"),
            CampaignResult::Crashed => f.write_str("MISSED: the process crashed"),
            CampaignResult::TimedOut => f.write_str("MISSED: the process did not end"),
        }
    }
}

fn extremes(speeds: &[f64]) -> (f64, f64) {
    let slowest = speeds.iter().copied().min_by(f64::total_cmp);
    let fastest = speeds.iter().copied().max_by(f64::total_cmp);
    (slowest.unwrap_or_default(), fastest.unwrap_or_default())
}

/// The programs with the fixed versions.
#[derive(Clone, Debug)]
pub struct Programs {
    plain: Program,
    /// The program with edge counters, if a tool needs it.
    instrumented: Option<Program>,
}

impl Programs {
    /// Builds the programs that these tools need.
    pub fn build(tools: &[Tool]) -> io::Result<Programs> {
        let plain = Program::build(Side::Fixed)?;
        let needs_edges = tools.contains(&Tool::Edges);
        let instrumented =
            needs_edges.then(|| Program::build_with_edges(Side::Fixed)).transpose()?;
        Ok(Programs { plain, instrumented })
    }

    /// Lists the campaigns that `options` select.
    pub fn plan(&self, options: &Options) -> io::Result<Vec<Campaign>> {
        let bugs = catalog::load(&self.plain)?;
        let mut campaigns = Vec::new();
        for bug in bugs.iter().filter(|bug| options.selects(&bug.name)) {
            for tool in &options.tools {
                campaigns.extend((1..=options.seeds).map(|seed| Campaign {
                    bug: bug.name.clone(),
                    tool: *tool,
                    seed,
                    time: options.time,
                }));
            }
        }
        Ok(campaigns)
    }

    /// Runs a campaign.
    pub fn run(&self, campaign: &Campaign) -> io::Result<CampaignResult> {
        let program = match campaign.tool {
            Tool::Edges => self.instrumented.as_ref().unwrap_or(&self.plain),
            _ => &self.plain,
        };
        let args = [
            "campaign".to_owned(),
            campaign.bug.clone(),
            campaign.tool.name().to_owned(),
            campaign.seed.to_string(),
            campaign.time.as_millis().to_string(),
        ];
        // The time limit is CPU time, and a single test may be slow.
        CampaignResult::new(program.run(&args, campaign.time * MAX_WAIT + Duration::from_secs(20))?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(line: &str) -> CampaignResult {
        CampaignResult::new(Ended::Output(line.to_owned())).expect("it is JSON")
    }

    #[test]
    fn a_campaign_that_slows_down_misses_its_bar() {
        let measured = |last: u64| {
            result(&format!(
                r#"{{"found":false,"first_speed":1000.0,"last_speed":{last},"speeds":[1000.0,{last}]}}"#
            ))
        };
        assert!(measured(500).holds() && !measured(499).holds());
        assert!(
            measured(499).to_string().contains(" 0.50  MISSED  499 to 1000"),
            "{}",
            measured(499)
        );
    }

    #[test]
    fn a_campaign_that_measured_nothing_misses_its_bar() {
        for line in
            [r#"{"found":false}"#, r#"{"found":true,"first_speed":1.0,"last_speed":1.0}"#, "{}"]
        {
            assert!(!result(line).holds(), "{line}");
        }
    }
}
