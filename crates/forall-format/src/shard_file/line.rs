//! The lines after the header.

use super::fields;
use crate::results::{RunOutcome, TallyRecord};

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
/// use forall_format::shard_file::{OwnCampaignRecord, ShardFileWriter};
///
/// let tally = TallyRecord { passed: 20, discarded: 3, rejected: 0 };
/// let own = OwnCampaignRecord { outcome: RunOutcome::Passed, tally, seed: 7, choices: None };
/// let mut writer = ShardFileWriter::continued(Vec::new());
/// writer.own_campaign(own);
/// writer.flush().unwrap();
/// assert_eq!(writer.into_inner(), b"campaign\tpassed\t20\t3\t0\t7\t\n");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct OwnCampaignRecord {
    /// How it ended.
    pub outcome: RunOutcome,
    /// The numbers of tests.
    pub tally: TallyRecord,
    /// The seed of the shard.
    pub seed: u64,
    /// The choices of the simplest failing input, as text, if there is one.
    pub choices: Option<String>,
}

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
    /// All tests of the shard before this one have been run.
    Reached(u64),
    /// The shard has run all its tests before this one, and is finished.
    End(u64),
    /// The shard ran a campaign of its own, and is finished.
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
            Line::Reached(n) => fields::to_line(&["reached", &n.to_string()]),
            Line::End(n) => fields::to_line(&["end", &n.to_string()]),
            Line::Own(own) => {
                let TallyRecord { passed, discarded, rejected } = own.tally;
                let numbers =
                    [passed, discarded, rejected, own.seed].map(|number| number.to_string());
                let [passed, discarded, rejected, seed] = &numbers;
                let choices = own.choices.as_deref().unwrap_or_default();
                let word = own.outcome.word();
                fields::to_line(&["campaign", word, passed, discarded, rejected, seed, choices])
            }
        }
    }

    pub(super) fn parse(line: &str) -> Option<Line> {
        let all = fields::of_line(line)?;
        let all: Vec<&str> = all.iter().map(String::as_str).collect();
        Some(match &all[..] {
            ["seen", rest @ ..] => Line::Seen(ObservationRecord::parse(rest)?),
            ["forget"] => Line::Forget,
            ["reached", n] => Line::Reached(n.parse().ok()?),
            ["end", n] => Line::End(n.parse().ok()?),
            ["campaign", word, passed, discarded, rejected, seed, choices] => {
                let [passed, discarded, rejected] = [passed, discarded, rejected];
                let tally = TallyRecord {
                    passed: passed.parse().ok()?,
                    discarded: discarded.parse().ok()?,
                    rejected: rejected.parse().ok()?,
                };
                Line::Own(OwnCampaignRecord {
                    outcome: RunOutcome::from_word(word)?,
                    tally,
                    seed: seed.parse().ok()?,
                    choices: Some(choices.to_string()).filter(|text| !text.is_empty()),
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
