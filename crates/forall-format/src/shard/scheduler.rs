//! The variables with which schedulers number the copies of a job.

use std::error::Error;
use std::fmt;

use super::{Shard, ShardSetting};
use crate::number::parse_number;

/// The reason why the environment does not name a shard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShardError(String);

/// Returns the value of a variable, unless it is missing or empty.
type Lookup<'l> = &'l dyn Fn(&str) -> Option<String>;

/// A scheduler that numbers the copies of a job.
struct Scheduler {
    name: &'static str,
    /// The variable with the number of this copy.
    index: &'static str,
    /// The variable with the number of copies.
    count: Option<&'static str>,
    /// The lowest number, or the variable with it.
    first: First,
    /// The variable with the distance of two numbers.
    step: Option<&'static str>,
}

enum First {
    Number(u64),
    Variable(&'static str),
}

const SCHEDULERS: [Scheduler; 6] = [
    Scheduler {
        name: "Slurm",
        index: "SLURM_ARRAY_TASK_ID",
        count: Some("SLURM_ARRAY_TASK_COUNT"),
        first: First::Variable("SLURM_ARRAY_TASK_MIN"),
        step: Some("SLURM_ARRAY_TASK_STEP"),
    },
    Scheduler {
        name: "Kubernetes",
        index: "JOB_COMPLETION_INDEX",
        count: None,
        first: First::Number(0),
        step: None,
    },
    // The number of copies is 1 if a job is not parallel; then there is no index.
    Scheduler {
        name: "GitLab",
        index: "CI_NODE_INDEX",
        count: Some("CI_NODE_TOTAL"),
        first: First::Number(1),
        step: None,
    },
    Scheduler {
        name: "CircleCI",
        index: "CIRCLE_NODE_INDEX",
        count: Some("CIRCLE_NODE_TOTAL"),
        first: First::Number(0),
        step: None,
    },
    Scheduler {
        name: "Buildkite",
        index: "BUILDKITE_PARALLEL_JOB",
        count: Some("BUILDKITE_PARALLEL_JOB_COUNT"),
        first: First::Number(0),
        step: None,
    },
    Scheduler {
        name: "Bazel",
        index: "TEST_SHARD_INDEX",
        count: Some("TEST_TOTAL_SHARDS"),
        first: First::Number(0),
        step: None,
    },
];

/// The file that a test creates under Bazel to show that it supports sharding.
const BAZEL_STATUS_FILE: &str = "TEST_SHARD_STATUS_FILE";

impl ShardSetting {
    /// Returns the shard that the setting names. `lookup` returns the value of an environment variable.
    ///
    /// ```
    /// use forall_format::shard::{Shard, ShardSetting};
    ///
    /// let variables = [("CI_NODE_INDEX", "3"), ("CI_NODE_TOTAL", "8")];
    /// let lookup = |name: &str| {
    ///     let (_, value) = variables.iter().find(|(known, _)| *known == name)?;
    ///     Some(value.to_string())
    /// };
    /// let auto: ShardSetting = "auto".parse().unwrap();
    /// assert_eq!(auto.resolve(&lookup), Ok(Shard::new(3, 8).unwrap()));
    /// ```
    ///
    /// # Errors
    ///
    /// If the variables of no scheduler are set, if they are incomplete, or if they contradict each other or the setting.
    pub fn resolve(self, lookup: Lookup<'_>) -> Result<Shard, ShardError> {
        let count = match self {
            ShardSetting::Shard(shard) => return Ok(shard),
            ShardSetting::Auto { count } => count,
        };
        let mut named: Vec<(&str, Shard)> = Vec::new();
        for scheduler in &SCHEDULERS {
            if let Some(shard) = scheduler.shard(count, lookup)? {
                named.push((scheduler.name, shard));
            }
        }
        // GitLab and CircleCI also number a job that is not parallel. It may start a job of another scheduler.
        if named.iter().any(|(_, shard)| !shard.is_whole()) {
            named.retain(|(_, shard)| !shard.is_whole());
        }
        let Some((first, shard)) = named.first().copied() else { return Err(unset()) };
        if let Some((other, another)) = named.iter().find(|(_, other)| *other != shard) {
            return Err(ShardError(format!(
                "the variables of {first} name shard {shard}, and those of {other} shard {another}; \
                 set FORALL_SHARD to the shard, such as {shard}"
            )));
        }
        Ok(shard)
    }

    /// Returns the file that must be created so that the scheduler knows that shards are supported.
    ///
    /// ```
    /// use forall_format::shard::ShardSetting;
    ///
    /// let lookup = |name: &str| (name == "TEST_SHARD_STATUS_FILE").then(|| "/tmp/status".to_owned());
    /// let auto = ShardSetting::Auto { count: None };
    /// assert_eq!(auto.status_file(&lookup).as_deref(), Some("/tmp/status"));
    /// ```
    pub fn status_file(self, lookup: Lookup<'_>) -> Option<String> {
        match self {
            ShardSetting::Shard(_) => None,
            ShardSetting::Auto { .. } => lookup(BAZEL_STATUS_FILE),
        }
    }
}

impl Scheduler {
    /// Returns the shard that the variables of this scheduler name, or `None` if they are not set. `count` is the number
    /// of shards that the user set.
    fn shard(&self, count: Option<u64>, lookup: Lookup<'_>) -> Result<Option<Shard>, ShardError> {
        let number = |name: &str| self.number(name, lookup);
        let known = self.count.map(number).transpose()?.flatten();
        let Some(id) = number(self.index)? else {
            return Ok(known.filter(|known| *known == 1).map(|_| Shard::WHOLE));
        };
        if let (Some(known), Some(count)) = (known, count)
            && known != count
        {
            return Err(ShardError(format!(
                "FORALL_SHARD is `auto/{count}`, but {} has {known} jobs ({}); set FORALL_SHARD=auto",
                self.name,
                self.count.unwrap_or_default(),
            )));
        }
        let Some(count) = known.or(count) else { return Err(self.without_count(id)) };
        let first = match self.first {
            First::Number(first) => first,
            First::Variable(name) => self.required(name, lookup)?,
        };
        let step = self.step.map(|name| self.required(name, lookup)).transpose()?.unwrap_or(1);
        let distance =
            id.checked_sub(first).filter(|distance| distance.is_multiple_of(step.max(1)));
        let index = distance.map(|distance| distance / step.max(1));
        let shard = index.and_then(|index| Shard::new(index.checked_add(1)?, count));
        shard.map(Some).ok_or_else(|| self.outside(id, first, step, count))
    }

    fn number(&self, name: &str, lookup: Lookup<'_>) -> Result<Option<u64>, ShardError> {
        let Some(text) = lookup(name) else { return Ok(None) };
        let parsed = parse_number(&text);
        parsed.map(Some).map_err(|error| ShardError(format!("{name}: {error}")))
    }

    fn required(&self, name: &str, lookup: Lookup<'_>) -> Result<u64, ShardError> {
        self.number(name, lookup)?.ok_or_else(|| {
            ShardError(format!(
                "{} is set, but not {name}; set FORALL_SHARD to the shard, such as 3/8",
                self.index
            ))
        })
    }

    fn without_count(&self, id: u64) -> ShardError {
        let missing = match self.count {
            Some(count) => format!(", but not {count}"),
            None => format!(", but {} does not pass the number of shards", self.name),
        };
        ShardError(format!(
            "{} is {id}{missing}; set FORALL_SHARD=auto/N, where N is the number of shards",
            self.index
        ))
    }

    fn outside(&self, id: u64, first: u64, step: u64, count: u64) -> ShardError {
        let steps = if step > 1 { format!(" in steps of {step}") } else { String::new() };
        let last = first.saturating_add(count.saturating_sub(1).saturating_mul(step));
        ShardError(format!(
            "{} is {id}, but {count} shards are numbered {first} to {last}{steps}; \
             set FORALL_SHARD to the shard, such as 3/8",
            self.index
        ))
    }
}

fn unset() -> ShardError {
    let names: Vec<&str> = SCHEDULERS.iter().map(|scheduler| scheduler.index).collect();
    ShardError(format!(
        "FORALL_SHARD is `auto`, but no scheduler numbers this job: none of {} is set; \
         set FORALL_SHARD to the shard, such as 3/8",
        names.join(", ")
    ))
}

impl fmt::Display for ShardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for ShardError {}
