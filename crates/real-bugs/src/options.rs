//! The command line.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use lexopt::{Arg, Error, Parser, ValueExt};

use crate::measure::Tool;

/// The usage text.
pub const USAGE: &str = "\
Usage: real-bugs list [--only TEXT]
       real-bugs verify [--only TEXT] [--tests N]
       real-bugs measure [--only TEXT] [--tools NAME,...] [--seeds N] [--tests N] [--time S] [--quick] [--jobs N]
                         [--store FILE] [--resume] [--markdown] [--page FILE]
       real-bugs campaigns [--only TEXT] [--tools NAME,...] [--seeds N] [--time S] [--quick]
       real-bugs table [--only TEXT] [--store FILE] [--markdown] [--page FILE]

  list      List the bugs and the properties that they violate
  verify    Check that the known failing input of each bug fails in the buggy version, and that it and
            random inputs pass in the fixed version
  measure   Search for each bug with each tool and seed, and print a table
  campaigns Run guided tests on the fixed versions, and compare their speed at the end to that at the start
  table     Print the table of a store

  --only TEXT        Only bugs whose names contain TEXT
  --tools NAME,...   quick_check, fuzz, edges (needs an instrumented build), quickcheck, proptest
                     [default: quick_check,fuzz,quickcheck,proptest; for campaigns: fuzz,edges]
  --seeds N          Number of searches for each bug and tool [default: 10; for campaigns: 1]
  --tests N          Maximum number of tests in a search [default: 1000000; for verify: 100000]
  --time S           Time limit of a search in seconds, such as 3s or 0.5 [default: 10], or CPU time of a
                     campaign [default: 300]
  --quick            3 seeds, 20,000 tests and 1 s, or campaigns of 5 s, unless other options say more
  --jobs N           Number of searches to run at the same time [default: 1]
  --store FILE       File with the results, a line of JSON for each search
                     [default: target/real-bugs.jsonl]
  --resume           Skip searches that are in the store, instead of replacing the store
  --markdown         Print the table as Markdown
  --page FILE        Also replace the table in this page of the guide
";

/// The command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// Lists the bugs.
    List,
    /// Checks the known failing inputs.
    Verify,
    /// Searches for bugs.
    Measure,
    /// Measures the speed of guided runs on the fixed versions.
    Campaigns,
    /// Prints the table of a store.
    Table,
}

/// The parsed command line.
#[derive(Clone, Debug)]
pub struct Options {
    /// The command.
    pub verb: Verb,
    /// Restricts the bugs to those whose names contain this text.
    pub only: String,
    /// The tools that search.
    pub tools: Vec<Tool>,
    /// The number of searches for each bug and tool.
    pub seeds: u64,
    /// The maximum number of tests, if it is not the default.
    pub tests: Option<u64>,
    /// The time limit of a search.
    pub time: Duration,
    /// Whether the default budget is small.
    pub quick: bool,
    /// The number of searches at the same time.
    pub jobs: usize,
    /// The file with the results.
    pub store: PathBuf,
    /// Whether to keep the results in the store.
    pub resume: bool,
    /// Whether to print the table as Markdown.
    pub markdown: bool,
    /// The page with the table.
    pub page: Option<PathBuf>,
}

impl Options {
    /// Parses the arguments after the program name.
    pub fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Options, Error> {
        let mut parser = Parser::from_args(args);
        let mut verb = None;
        let mut tools = None;
        let mut seeds = None;
        let mut time = None;
        let mut options = Options::default();
        while let Some(arg) = parser.next()? {
            match arg {
                Arg::Value(word) if verb.is_none() => verb = Some(parse_verb(&word.string()?)?),
                Arg::Long("only") => options.only = parser.value()?.string()?,
                Arg::Long("tools") => tools = Some(parse_tools(&parser.value()?.string()?)?),
                Arg::Long("seeds") => seeds = Some(parser.value()?.parse()?),
                Arg::Long("tests") => options.tests = Some(parser.value()?.parse()?),
                Arg::Long("time") => time = Some(parse_time(&parser.value()?.string()?)?),
                Arg::Long("quick") => options.quick = true,
                Arg::Long("jobs") => options.jobs = parser.value()?.parse()?,
                Arg::Long("store") => options.store = parser.value()?.into(),
                Arg::Long("resume") => options.resume = true,
                Arg::Long("markdown") => options.markdown = true,
                Arg::Long("page") => options.page = Some(parser.value()?.into()),
                _ => return Err(arg.unexpected()),
            }
        }
        options.verb = verb.ok_or("missing command")?;
        let defaults = Defaults::of(options.verb, options.quick);
        options.tools = tools.unwrap_or_else(|| defaults.tools.to_vec());
        options.seeds = seeds.unwrap_or(defaults.seeds);
        options.time = time.unwrap_or(Duration::from_secs(defaults.seconds));
        match options.tools.iter().find(|tool| !tool.is_guided()) {
            Some(tool) if options.verb == Verb::Campaigns => {
                Err(format!("`{}` is not guided; campaigns need fuzz or edges", tool.name()).into())
            }
            _ => Ok(options),
        }
    }

    /// Returns whether a bug of this name is selected.
    pub fn selects(&self, name: &str) -> bool {
        name.contains(&self.only)
    }

    /// Returns the maximum number of tests in a search.
    pub fn search_tests(&self) -> u64 {
        self.tests.unwrap_or(if self.quick { 20_000 } else { 1_000_000 })
    }

    /// Returns the number of random inputs that the fixed version must pass.
    pub fn verify_tests(&self) -> u64 {
        self.tests.unwrap_or(100_000)
    }
}

/// What a command does unless options say otherwise.
struct Defaults {
    tools: &'static [Tool],
    seeds: u64,
    seconds: u64,
}

impl Defaults {
    fn of(verb: Verb, quick: bool) -> Defaults {
        match (verb, quick) {
            (Verb::Campaigns, true) => Defaults { tools: &Tool::GUIDED, seeds: 1, seconds: 5 },
            (Verb::Campaigns, false) => Defaults { tools: &Tool::GUIDED, seeds: 1, seconds: 300 },
            (_, true) => Defaults { tools: &Tool::DEFAULT, seeds: 3, seconds: 1 },
            (_, false) => Defaults { tools: &Tool::DEFAULT, seeds: 10, seconds: 10 },
        }
    }
}

impl Default for Options {
    fn default() -> Options {
        Options {
            verb: Verb::List,
            only: String::new(),
            tools: Tool::DEFAULT.to_vec(),
            seeds: 10,
            tests: None,
            time: Duration::from_secs(10),
            quick: false,
            jobs: 1,
            store: "target/real-bugs.jsonl".into(),
            resume: false,
            markdown: false,
            page: None,
        }
    }
}

fn parse_verb(word: &str) -> Result<Verb, Error> {
    Ok(match word {
        "list" => Verb::List,
        "verify" => Verb::Verify,
        "measure" => Verb::Measure,
        "campaigns" => Verb::Campaigns,
        "table" => Verb::Table,
        _ => {
            let known = "list, verify, measure, campaigns, table";
            return Err(format!("unknown command `{word}`; expected one of {known}").into());
        }
    })
}

fn parse_tools(names: &str) -> Result<Vec<Tool>, Error> {
    names.split(',').map(parse_tool).collect()
}

fn parse_tool(name: &str) -> Result<Tool, Error> {
    Tool::named(name).ok_or_else(|| {
        let known: Vec<&str> = Tool::ALL.iter().map(|tool| tool.name()).collect();
        format!("unknown tool `{name}`; expected one of {}", known.join(", ")).into()
    })
}

fn parse_time(text: &str) -> Result<Duration, Error> {
    let seconds = text.strip_suffix('s').unwrap_or(text).parse::<f64>().ok();
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.ok_or_else(|| format!("`{text}` is not a number of seconds, such as 3s or 0.5").into())
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
        let options = parse("measure --seeds 4 --time 3s --tools edges,proptest").unwrap();
        assert_eq!(options.verb, Verb::Measure);
        assert_eq!(options.seeds, 4);
        assert_eq!(options.time, Duration::from_secs(3));
        assert_eq!(options.tools, [Tool::Edges, Tool::Proptest]);
        assert_eq!(options.search_tests(), 1_000_000);
    }

    #[test]
    fn explicit_options_win_over_quick_defaults() {
        let options = parse("measure --seeds 7 --quick").unwrap();
        assert_eq!(options.seeds, 7);
        assert_eq!(options.time, Duration::from_secs(1));
        assert_eq!(options.search_tests(), 20_000);
    }

    #[test]
    fn campaigns_are_guided() {
        let options = parse("campaigns --only toml").unwrap();
        assert_eq!(options.tools, Tool::GUIDED);
        assert_eq!((options.seeds, options.time), (1, Duration::from_secs(300)));
        assert_eq!(
            parse("campaigns --tools edges,proptest").unwrap_err(),
            "`proptest` is not guided; campaigns need fuzz or edges"
        );
    }

    #[test]
    fn wrong_arguments_are_named() {
        let error = |args| parse(args).unwrap_err();
        assert_eq!(error(""), "missing command");
        assert_eq!(
            error("search"),
            "unknown command `search`; expected one of list, verify, measure, campaigns, table"
        );
        assert_eq!(
            error("measure --tools afl"),
            "unknown tool `afl`; expected one of quick_check, fuzz, edges, quickcheck, proptest"
        );
        assert_eq!(
            error("measure --time soon"),
            "`soon` is not a number of seconds, such as 3s or 0.5"
        );
    }
}
