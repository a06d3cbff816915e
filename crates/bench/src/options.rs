//! What was asked for on the command line.

use std::ffi::OsString;
use std::fmt;
use std::time::Duration;

use lexopt::{Arg, Parser, ValueExt};

use crate::measure::Effort;

/// How to use the program.
pub const USAGE: &str = "\
Usage: forall-bench <overhead|peers|compile|memory|coverage|isolation|pools> [--json] [--quick] [--only ROW]

  overhead   our loops against the same loops by hand
  peers      our loops against those of other libraries
  compile    compile time of tests, against quickcheck
  memory     peak memory of many tests, against that of few
  coverage   an instrumented run of a real crate, against a plain one
  isolation  what it takes to write down every test before it is run
  pools      tests until guided runs find what random ones do not

  --json       one JSON object a line instead of a table
  --quick      few and short rounds; only gross misses of time count
  --only ROW   only the rows whose names contain ROW

Exits with 1 when a bar is missed, and with 2 when this text is of use.
";

/// A run of the bench.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// What to measure.
    pub verb: Verb,
    /// For programs instead of people?
    pub json: bool,
    /// Few and short rounds?
    pub quick: bool,
    /// Which rows; those whose names contain this.
    pub only: String,
}

/// What to measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// Our loops against those by hand.
    Overhead,
    /// Our loops against those of other libraries.
    Peers,
    /// Compile time.
    Compile,
    /// Peak memory.
    Memory,
    /// What counting edges costs.
    Coverage,
    /// What a journal costs.
    Isolation,
    /// Guided runs.
    Pools,
    /// What the memory bench starts: runs this many tests and prints the peak.
    Peak(u64),
}

impl Options {
    /// Understands the arguments after the program's name.
    pub fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Options, lexopt::Error> {
        let mut parser = Parser::from_args(args);
        let (mut verb, mut json, mut quick, mut only) = (None, false, false, String::new());
        while let Some(arg) = parser.next()? {
            match arg {
                Arg::Long("json") => json = true,
                Arg::Long("quick") => quick = true,
                Arg::Long("only") => only = parser.value()?.string()?,
                Arg::Value(word) if verb.is_none() => {
                    verb = Some(Verb::parse(&word.string()?, &mut parser)?)
                }
                _ => return Err(arg.unexpected()),
            }
        }
        let verb = verb.ok_or("it does not say what to measure")?;
        Ok(Options { verb, json, quick, only })
    }

    /// The arguments that ask for the same.
    pub fn to_args(&self) -> Vec<OsString> {
        let mut args = vec![self.verb.to_string()];
        args.extend(self.json.then(|| "--json".to_owned()));
        args.extend(self.quick.then(|| "--quick".to_owned()));
        args.push(format!("--only={}", self.only));
        args.into_iter().map(OsString::from).collect()
    }

    /// Is this row asked for?
    pub fn wants(&self, row: &str) -> bool {
        row.contains(&self.only)
    }

    /// How long to measure. Many short rounds rather than few long ones: what else the machine does
    /// comes and goes, and then hits all cases alike.
    pub fn effort(&self) -> Effort {
        let rounds = if self.quick { 11 } else { 301 };
        Effort { rounds, time: Duration::from_millis(3) }
    }
}

impl fmt::Display for Verb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verb::Overhead => f.write_str("overhead"),
            Verb::Peers => f.write_str("peers"),
            Verb::Compile => f.write_str("compile"),
            Verb::Memory => f.write_str("memory"),
            Verb::Coverage => f.write_str("coverage"),
            Verb::Isolation => f.write_str("isolation"),
            Verb::Pools => f.write_str("pools"),
            Verb::Peak(tests) => write!(f, "peak {tests}"),
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
            "coverage" => Verb::Coverage,
            "isolation" => Verb::Isolation,
            "pools" => Verb::Pools,
            "peak" => Verb::Peak(parser.value()?.parse()?),
            _ => return Err(format!("`{word}` is nothing to measure").into()),
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
    fn options_are_understood() {
        let (verb, only) = (Verb::Overhead, "list".to_owned());
        let expected = Options { verb, json: true, quick: false, only };
        assert_eq!(parse("overhead --only list --json"), Ok(expected));
        assert_eq!(parse("peak 10").map(|options| options.verb), Ok(Verb::Peak(10)));
    }

    #[test]
    fn wrong_usage_is_said() {
        assert_eq!(parse("").unwrap_err(), "it does not say what to measure");
        assert_eq!(parse("speed").unwrap_err(), "`speed` is nothing to measure");
        assert_eq!(parse("memory --fast").unwrap_err(), "invalid option '--fast'");
        assert_eq!(parse("memory memory").unwrap_err(), "unexpected argument \"memory\"");
    }
}
