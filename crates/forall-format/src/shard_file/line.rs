//! The lines after the header.

use super::fields;
use crate::results::{ObservedRecord, RunOutcome, TallyRecord};

/// The result of one test.
///
/// ```
/// use forall_format::shard_file::{
///     FailureRecord, ObservationRecord, OriginRecord, SeenValue, ShardFileWriter, TestRecord,
/// };
///
/// let origin = OriginRecord::Panic("src/lib.rs".to_owned(), 3, 5);
/// let failure = FailureRecord { origin, message: "out of bounds".to_owned(), step: None };
/// let value = SeenValue::Flag(true);
/// let seen = ObservationRecord { kind: "cover".to_owned(), demanded: 10.0, name: "long".to_owned(), value };
///
/// let mut writer = ShardFileWriter::continued(Vec::new());
/// writer.test(2, TestRecord::Passed(vec![seen]));
/// writer.test(10, TestRecord::Failed { max_list_doublings: 3, failure });
/// assert_eq!(
///     String::from_utf8(writer.into_inner()).unwrap(),
///     "seen\tcover\t10\tlong\tflag\ttrue\n2\tpassed\t0\n10\tfailed\t3\tout of bounds\t\tpanic\tsrc/lib.rs\t3\t5\n"
/// );
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum TestRecord {
    /// The test passed, with these observations.
    Passed(Vec<ObservationRecord>),
    /// The premise at this node discarded the test.
    Discarded(usize),
    /// The domain of the variable at this node generated no value, for this reason.
    Rejected(usize, String),
    /// The test failed.
    Failed {
        /// How often the sizes of lists might be doubled, since large tests may be limited.
        max_list_doublings: u32,
        /// How it failed.
        failure: FailureRecord,
    },
}

/// One observation of a test.
#[derive(Clone, Debug, PartialEq)]
pub struct ObservationRecord {
    /// The kind: `classify`, `collect`, `tabulate`, `cover`, `maximize`, `minimize` or `measure`.
    pub kind: String,
    /// The percentage of tests that `cover` demands, otherwise 0.
    pub demanded: f64,
    /// The label.
    pub name: String,
    /// The value.
    pub value: SeenValue,
}

/// The value of an observation.
#[derive(Clone, Debug, PartialEq)]
pub enum SeenValue {
    /// Whether a condition holds.
    Flag(bool),
    /// A value, as text.
    Text(String),
    /// Any number of values, as text.
    Texts(Vec<String>),
    /// A score.
    Score(f64),
}

/// How a test failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailureRecord {
    /// What distinguishes the failure from others.
    pub origin: OriginRecord,
    /// The message.
    pub message: String,
    /// The index of the step that failed, if the inputs are a list of steps.
    pub step: Option<usize>,
}

/// What distinguishes a failure from others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OriginRecord {
    /// The predicate was false.
    PredicateFalse,
    /// The predicate returned an error.
    Error,
    /// There was a panic in this file, line and column.
    Panic(String, u32, u32),
    /// There was a panic somewhere.
    PanicUnlocated,
    /// The process crashed, for this reason.
    Crash(String),
    /// The failure has this name.
    Named(String),
    /// A value breaks this contract.
    Contract(String),
}

/// The result of a shard that ran a campaign of its own, because its runner learns from earlier tests.
///
/// ```
/// use forall_format::results::{RunOutcome, TallyRecord};
/// use forall_format::shard_file::{NodeDiscards, OwnCampaignRecord, ShardFileWriter};
///
/// let tally = TallyRecord { passed: 20, discarded: 3, rejected: 0 };
/// let own = OwnCampaignRecord {
///     outcome: RunOutcome::Falsified,
///     tally,
///     seed: 7,
///     failures: vec![Some("7.f1c2d3".to_owned()), None],
///     discards: vec![NodeDiscards { node: 1, tests: 3, reason: None }],
///     observed: Vec::new(),
/// };
/// let mut writer = ShardFileWriter::continued(Vec::new());
/// writer.own_campaign(own);
/// writer.flush().unwrap();
/// assert_eq!(
///     writer.into_inner(),
///     b"failure\t7.f1c2d3\nfailure\t\ndiscards\t1\t3\t\ncampaign\tfalsified\t20\t3\t0\t7\n"
/// );
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct OwnCampaignRecord {
    /// How it ended.
    pub outcome: RunOutcome,
    /// The numbers of tests.
    pub tally: TallyRecord,
    /// The seed of the shard.
    pub seed: u64,
    /// The choices of the simplest failing inputs, as text, one for each origin. They may be unknown.
    pub failures: Vec<Option<String>>,
    /// The nodes that discarded tests.
    pub discards: Vec<NodeDiscards>,
    /// The observations.
    pub observed: Vec<ObservedRecord>,
}

/// The tests that a node of a property discarded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeDiscards {
    /// The index of the node.
    pub node: usize,
    /// The number of tests.
    pub tests: u64,
    /// Why the domain discarded them, if it did.
    pub reason: Option<String>,
}

/// The line of a shard that failed before its search.
const FAILED_BEFORE_SEARCH: &str = "failed before search";

/// One line.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Line {
    /// An observation, to which later lines refer by its position.
    Seen(ObservationRecord),
    /// Later lines refer to none of the observations so far.
    Forget,
    /// A test that passed, with the positions of its observations.
    Passed(u64, Vec<usize>),
    /// A test that did not pass.
    Test(u64, TestRecord),
    /// The shard failed on an input that is run before all numbered tests.
    FailedBeforeSearch,
    /// All tests of the shard before this one have been run.
    Reached(u64),
    /// The shard has run all its tests before this one, and is finished.
    End(u64),
    /// A failure of a campaign of its own.
    OwnFailure(Option<String>),
    /// Discarded tests of a campaign of its own.
    OwnDiscards(NodeDiscards),
    /// An observation of a campaign of its own.
    OwnObserved(ObservedRecord),
    /// The shard ran a campaign of its own, and is finished. The lists are in the lines before.
    Own(OwnCampaignRecord),
}

impl Line {
    pub(super) fn to_text(&self) -> String {
        match self {
            Line::Seen(seen) => seen.to_text(),
            Line::Forget => fields::to_line(&["forget"]),
            Line::Passed(n, at) => {
                let at: Vec<String> = at.iter().map(usize::to_string).collect();
                fields::to_line(&[&n.to_string(), "passed", &at.join(",")])
            }
            Line::Test(n, test) => {
                let mut all = vec![n.to_string()];
                all.extend(test.fields());
                fields::to_line(&all.iter().map(String::as_str).collect::<Vec<_>>())
            }
            Line::FailedBeforeSearch => fields::to_line(&[FAILED_BEFORE_SEARCH]),
            Line::Reached(n) => fields::to_line(&["reached", &n.to_string()]),
            Line::End(n) => fields::to_line(&["end", &n.to_string()]),
            Line::OwnFailure(choices) => {
                fields::to_line(&["failure", choices.as_deref().unwrap_or_default()])
            }
            Line::OwnDiscards(NodeDiscards { node, tests, reason }) => {
                let reason = reason.as_deref().unwrap_or_default();
                fields::to_line(&["discards", &node.to_string(), &tests.to_string(), reason])
            }
            Line::OwnObserved(observed) => observed_line(observed),
            Line::Own(own) => {
                let TallyRecord { passed, discarded, rejected } = own.tally;
                let numbers =
                    [passed, discarded, rejected, own.seed].map(|number| number.to_string());
                let [passed, discarded, rejected, seed] = &numbers;
                let word = own.outcome.word();
                fields::to_line(&["campaign", word, passed, discarded, rejected, seed])
            }
        }
    }

    pub(super) fn parse(line: &str) -> Option<Line> {
        let all = fields::of_line(line)?;
        let all: Vec<&str> = all.iter().map(String::as_str).collect();
        Some(match &all[..] {
            ["seen", rest @ ..] => Line::Seen(ObservationRecord::parse(rest)?),
            ["forget"] => Line::Forget,
            [FAILED_BEFORE_SEARCH] => Line::FailedBeforeSearch,
            ["reached", n] => Line::Reached(n.parse().ok()?),
            ["end", n] => Line::End(n.parse().ok()?),
            ["failure", choices] => Line::OwnFailure(optional(choices)),
            ["discards", node, tests, reason] => Line::OwnDiscards(NodeDiscards {
                node: node.parse().ok()?,
                tests: tests.parse().ok()?,
                reason: optional(reason),
            }),
            ["observed", rest @ ..] => Line::OwnObserved(parse_observed(rest)?),
            ["campaign", word, passed, discarded, rejected, seed] => {
                let tally = TallyRecord {
                    passed: passed.parse().ok()?,
                    discarded: discarded.parse().ok()?,
                    rejected: rejected.parse().ok()?,
                };
                Line::Own(OwnCampaignRecord {
                    outcome: RunOutcome::from_word(word)?,
                    tally,
                    seed: seed.parse().ok()?,
                    failures: Vec::new(),
                    discards: Vec::new(),
                    observed: Vec::new(),
                })
            }
            [n, "passed", at] => {
                let at: Result<_, _> = at.split(',').map(str::parse).collect();
                Line::Passed(n.parse().ok()?, at.ok()?)
            }
            [n, rest @ ..] => Line::Test(n.parse().ok()?, TestRecord::parse(rest)?),
            [] => return None,
        })
    }
}

fn optional(text: &str) -> Option<String> {
    Some(text.to_owned()).filter(|text| !text.is_empty())
}

/// Renders the statistics of an observation, with a pair of fields for each value.
fn observed_line(observed: &ObservedRecord) -> String {
    let ObservedRecord { name, kind, tests, held, demanded, values } = observed;
    let demanded = demanded.map(|demanded| demanded.to_string()).unwrap_or_default();
    let tests = tests.to_string();
    let held = held.to_string();
    let counts: Vec<String> = values.iter().map(|(_, count)| count.to_string()).collect();
    let mut all = vec!["observed", kind, &demanded, name, &tests, &held];
    for ((value, _), count) in values.iter().zip(&counts) {
        all.extend([value.as_str(), count]);
    }
    fields::to_line(&all)
}

fn parse_observed(fields: &[&str]) -> Option<ObservedRecord> {
    let [kind, demanded, name, tests, held, values @ ..] = fields else { return None };
    let values = values.chunks(2).map(|pair| match pair {
        [value, count] => Some((value.to_string(), count.parse().ok()?)),
        _ => None,
    });
    let demanded = match *demanded {
        "" => None,
        demanded => Some(demanded.parse().ok()?),
    };
    Some(ObservedRecord {
        name: name.to_string(),
        kind: kind.to_string(),
        tests: tests.parse().ok()?,
        held: held.parse().ok()?,
        demanded,
        values: values.collect::<Option<_>>()?,
    })
}

impl ObservationRecord {
    fn to_text(&self) -> String {
        let demanded = self.demanded.to_string();
        let (flag, score);
        let mut all = vec!["seen", &self.kind, &demanded, &self.name];
        match &self.value {
            SeenValue::Flag(value) => {
                flag = value.to_string();
                all.extend(["flag", &flag]);
            }
            SeenValue::Text(text) => all.extend(["text", text]),
            SeenValue::Texts(texts) => {
                all.push("texts");
                all.extend(texts.iter().map(String::as_str));
            }
            SeenValue::Score(value) => {
                score = value.to_string();
                all.extend(["score", &score]);
            }
        }
        fields::to_line(&all)
    }

    fn parse(fields: &[&str]) -> Option<ObservationRecord> {
        let [kind, demanded, name, value @ ..] = fields else { return None };
        let value = match value {
            ["flag", flag] => SeenValue::Flag(flag.parse().ok()?),
            ["text", text] => SeenValue::Text(text.to_string()),
            ["texts", texts @ ..] => {
                SeenValue::Texts(texts.iter().map(ToString::to_string).collect())
            }
            ["score", score] => SeenValue::Score(score.parse().ok()?),
            _ => return None,
        };
        let demanded = demanded.parse().ok()?;
        Some(ObservationRecord { kind: kind.to_string(), demanded, name: name.to_string(), value })
    }
}

impl TestRecord {
    /// Returns the fields of a test that did not pass.
    fn fields(&self) -> Vec<String> {
        match self {
            TestRecord::Passed(_) => vec!["passed".to_owned(), String::new()],
            TestRecord::Discarded(node) => vec!["discarded".to_owned(), node.to_string()],
            TestRecord::Rejected(node, reason) => {
                vec!["rejected".to_owned(), node.to_string(), reason.clone()]
            }
            TestRecord::Failed { max_list_doublings, failure } => {
                let mut fields = vec!["failed".to_owned(), max_list_doublings.to_string()];
                fields.push(failure.message.clone());
                fields.push(failure.step.map_or(String::new(), |step| step.to_string()));
                fields.extend(failure.origin.fields());
                fields
            }
        }
    }

    fn parse(fields: &[&str]) -> Option<TestRecord> {
        Some(match fields {
            ["discarded", node] => TestRecord::Discarded(node.parse().ok()?),
            ["rejected", node, reason] => {
                TestRecord::Rejected(node.parse().ok()?, reason.to_string())
            }
            ["failed", max_list_doublings, message, step, origin @ ..] => TestRecord::Failed {
                max_list_doublings: max_list_doublings.parse().ok()?,
                failure: FailureRecord {
                    origin: OriginRecord::parse(origin)?,
                    message: message.to_string(),
                    step: match *step {
                        "" => None,
                        step => Some(step.parse().ok()?),
                    },
                },
            },
            _ => return None,
        })
    }
}

impl OriginRecord {
    fn fields(&self) -> Vec<String> {
        let owned = str::to_owned;
        match self {
            OriginRecord::PredicateFalse => vec![owned("false")],
            OriginRecord::Error => vec![owned("error")],
            OriginRecord::Panic(file, line, column) => {
                vec![owned("panic"), file.clone(), line.to_string(), column.to_string()]
            }
            OriginRecord::PanicUnlocated => vec![owned("panic")],
            OriginRecord::Crash(reason) => vec![owned("crash"), reason.clone()],
            OriginRecord::Named(name) => vec![owned("named"), name.clone()],
            OriginRecord::Contract(contract) => vec![owned("contract"), contract.clone()],
        }
    }

    fn parse(fields: &[&str]) -> Option<OriginRecord> {
        Some(match fields {
            ["false"] => OriginRecord::PredicateFalse,
            ["error"] => OriginRecord::Error,
            ["panic", file, line, column] => {
                OriginRecord::Panic(file.to_string(), line.parse().ok()?, column.parse().ok()?)
            }
            ["panic"] => OriginRecord::PanicUnlocated,
            ["crash", reason] => OriginRecord::Crash(reason.to_string()),
            ["named", name] => OriginRecord::Named(name.to_string()),
            ["contract", contract] => OriginRecord::Contract(contract.to_string()),
            _ => return None,
        })
    }
}
