//! The command line.

use std::ffi::OsString;
use std::fmt;
use std::num::NonZero;
use std::time::Duration;

use lexopt::{Arg, Parser, ValueExt};

use crate::measure::Effort;

/// The usage text.
pub const USAGE: &str = "\
Usage: forall-bench VERB [--json] [--quick] [--only ROW]

  overhead   Our loops against handwritten ones
  peers      Our loops against those of other libraries
  compile    Compile time of tests, against quickcheck
  memory     Peak memory of many tests, against that of few
  shrinking  Calls until the simplest counterexample, against other libraries
  generality How often shrinking ends at the proved minimum, on problems for which no pass was written
  runners    The other runners, against quick_check
  kill       Processes that share a regression file and are killed at random: is a failure lost?
  stores     Tests that two workers need if they share a store; are failures lost if workers are killed?
  attack     Signals, full disks and tests that misbehave: is anything left or lost?
  coverage   An instrumented run of a real crate, against a plain one
  campaigns  Speed of guided campaigns at their end, against that at their start
  isolation  Cost of recording every test before it runs, and attribution of 504 crashes to their inputs
  async      Time that an executor adds to a synchronous test
  machines   State machines: states reached, steps after shrinking, saved lists, cost of a step
  pools      Tests until guided runs find a bug that random ones do not

  --json       Print one JSON object per line instead of a table
  --quick      Run few and short rounds, with slack for the timing bars
  --only ROW   Run only rows whose names contain ROW
  --seeds N    Number of failures to shrink for each row [default: 30], or of seeds of each campaign [default: 1]
  --seed N     First seed of each campaign [default: 1]
  --seconds N  CPU time of each campaign [default: 300]
  --unseen     Run the third of `generality` that is kept aside

Exit status: 0 if all bars are met, 1 if a bar is missed, 2 on errors.
";

/// The first seed of a campaign, unless another is given.
const FIRST_SEED: u64 = 1;

/// The parsed command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The benchmark to run.
    pub verb: Verb,
    /// Print JSON instead of a table?
    pub json: bool,
    /// Use few and short rounds?
    pub quick: bool,
    /// Restricts the run to rows whose names contain this text.
    pub only: String,
    /// The number of failures to shrink for each row, or of seeds of each campaign, if given.
    pub seeds: Option<u64>,
    /// The first seed of each campaign.
    pub seed: u64,
    /// The CPU time of each campaign in seconds, if given.
    pub seconds: Option<u64>,
    /// Run the problems that are kept aside, instead of the others?
    pub unseen: bool,
}

/// A benchmark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// Our loops against handwritten ones.
    Overhead,
    /// Our loops against those of other libraries.
    Peers,
    /// Compile time.
    Compile,
    /// Peak memory.
    Memory,
    /// Calls until the simplest counterexample.
    Shrinking,
    /// How often shrinking ends at the minimum.
    Generality,
    /// The other runners against `quick_check`.
    Runners,
    /// The cost of counting edges.
    Coverage,
    /// The speed of long guided runs.
    Campaigns,
    /// The cost of a journal.
    Isolation,
    /// Guided runs.
    Pools,
    /// Async properties.
    Async,
    /// State machines.
    Machines,
    /// Internal, started by the memory benchmark: runs this many tests and prints the peak.
    Peak(u64),
    /// Processes that share a file and are killed.
    Kill,
    /// Workers that share a store.
    Stores,
    /// Signals, full disks and tests that misbehave.
    Attack,
    /// Internal, started and killed by `kill`: the worker with this number.
    Worker(u64),
}

impl Options {
    /// Parses the arguments after the program name.
    pub fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Options, lexopt::Error> {
        let mut parser = Parser::from_args(args);
        let mut verb = None;
        let mut json = false;
        let mut quick = false;
        let mut only = String::new();
        let mut seeds = None;
        let mut seed = FIRST_SEED;
        let mut seconds = None;
        let mut unseen = false;
        while let Some(arg) = parser.next()? {
            match arg {
                Arg::Long("json") => json = true,
                Arg::Long("quick") => quick = true,
                Arg::Long("unseen") => unseen = true,
                Arg::Long("only") => only = parser.value()?.string()?,
                Arg::Long("seeds") => seeds = Some(positive(&mut parser)?),
                Arg::Long("seed") => seed = parser.value()?.parse()?,
                Arg::Long("seconds") => seconds = Some(positive(&mut parser)?),
                Arg::Value(word) if verb.is_none() => {
                    verb = Some(Verb::parse(&word.string()?, &mut parser)?)
                }
                _ => return Err(arg.unexpected()),
            }
        }
        let verb = verb.ok_or("missing verb")?;
        Ok(Options { verb, json, quick, only, seeds, seed, seconds, unseen })
    }

    /// Returns the arguments that parse to these options.
    pub fn to_args(&self) -> Vec<OsString> {
        let mut args = vec![self.verb.to_string()];
        args.extend(self.json.then(|| "--json".to_owned()));
        args.extend(self.quick.then(|| "--quick".to_owned()));
        args.extend(self.unseen.then(|| "--unseen".to_owned()));
        args.push(format!("--only={}", self.only));
        args.extend(self.seeds.map(|seeds| format!("--seeds={seeds}")));
        args.push(format!("--seed={}", self.seed));
        args.extend(self.seconds.map(|seconds| format!("--seconds={seconds}")));
        args.into_iter().map(OsString::from).collect()
    }

    /// Returns whether this row is selected.
    pub fn wants(&self, row: &str) -> bool {
        row.contains(&self.only)
    }

    /// Returns the number of failures to shrink for each row.
    pub fn seeds(&self) -> u64 {
        self.seeds.unwrap_or(if self.quick { 5 } else { 30 })
    }

    /// Returns how long to measure. Many short rounds are better than few long ones: disturbances
    /// of the machine then affect all cases equally.
    pub fn effort(&self) -> Effort {
        let rounds = if self.quick { 11 } else { 301 };
        Effort { rounds, time: Duration::from_millis(3) }
    }
}

fn positive(parser: &mut Parser) -> Result<u64, lexopt::Error> {
    Ok(parser.value()?.parse::<NonZero<u64>>()?.get())
}

impl fmt::Display for Verb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verb::Overhead => f.write_str("overhead"),
            Verb::Peers => f.write_str("peers"),
            Verb::Compile => f.write_str("compile"),
            Verb::Memory => f.write_str("memory"),
            Verb::Shrinking => f.write_str("shrinking"),
            Verb::Generality => f.write_str("generality"),
            Verb::Runners => f.write_str("runners"),
            Verb::Coverage => f.write_str("coverage"),
            Verb::Campaigns => f.write_str("campaigns"),
            Verb::Isolation => f.write_str("isolation"),
            Verb::Pools => f.write_str("pools"),
            Verb::Async => f.write_str("async"),
            Verb::Machines => f.write_str("machines"),
            Verb::Peak(tests) => write!(f, "peak {tests}"),
            Verb::Kill => f.write_str("kill"),
            Verb::Stores => f.write_str("stores"),
            Verb::Attack => f.write_str("attack"),
            Verb::Worker(k) => write!(f, "worker {k}"),
        }
    }
}

impl Verb {
    fn parse(word: &str, parser: &mut Parser) -> Result<Verb, lexopt::Error> {
        Ok(match word {
            "overhead" => Verb::Overhead,
            "peers" => Verb::Peers,
            "compile" => Verb::Compile,
            "memory" => Verb::Memory,
            "shrinking" => Verb::Shrinking,
            "generality" => Verb::Generality,
            "runners" => Verb::Runners,
            "coverage" => Verb::Coverage,
            "campaigns" => Verb::Campaigns,
            "isolation" => Verb::Isolation,
            "pools" => Verb::Pools,
            "async" => Verb::Async,
            "machines" => Verb::Machines,
            "peak" => Verb::Peak(parser.value()?.parse()?),
            "kill" => Verb::Kill,
            "stores" => Verb::Stores,
            "attack" => Verb::Attack,
            "worker" => Verb::Worker(parser.value()?.parse()?),
            _ => return Err(format!("unknown verb `{word}`").into()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(args: &str) -> Result<Options, String> {
        Options::parse(args.split_whitespace().map(OsString::from))
            .map_err(|error| error.to_string())
    }

    #[test]
    fn options_are_parsed() {
        let expected = Options {
            verb: Verb::Overhead,
            json: true,
            quick: false,
            only: "list".to_owned(),
            seeds: None,
            seed: 1,
            seconds: None,
            unseen: false,
        };
        assert_eq!(parse("overhead --only list --json"), Ok(expected));
        assert_eq!(parse("peak 10").map(|options| options.verb), Ok(Verb::Peak(10)));
        assert_eq!(parse("shrinking --seeds 7").map(|options| options.seeds()), Ok(7));
        assert!(parse("shrinking --seeds 0").is_err());
        let campaigns = parse("campaigns --seeds 3 --seed 16 --seconds 60").unwrap();
        assert_eq!((campaigns.seed, campaigns.seeds), (16, Some(3)));
        assert_eq!(campaigns.seconds, Some(60));
        assert!(parse("campaigns --seed sixteen").is_err());
        assert_eq!(Options::parse(campaigns.to_args()).unwrap(), campaigns);
        assert_eq!(parse("worker 7").map(|options| options.verb), Ok(Verb::Worker(7)));
    }

    #[test]
    fn invalid_arguments_are_errors() {
        assert_eq!(parse("").unwrap_err(), "missing verb");
        assert_eq!(parse("speed").unwrap_err(), "unknown verb `speed`");
        assert_eq!(parse("memory --fast").unwrap_err(), "invalid option '--fast'");
        assert_eq!(parse("memory memory").unwrap_err(), "unexpected argument \"memory\"");
    }
}
