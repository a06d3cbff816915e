//! Running a shard, or merging all of them.

use std::path::Path;

use super::log::{LogFile, append_crash};
use super::records::failure_record;
use super::{Assignment, ShardRun, header, merging, own_campaign};
use crate::harness::runner_names::{self, Numbered};
use crate::harness::{Error, Runner, Settings, Test};
use crate::observe::EmittedObservation;
use crate::property::Erased;
use crate::report::{Report, Verdict};
use crate::runner::{self, Options, ShardLog};
use crate::source::{Shard, Sizes};

/// A campaign that this process runs in part.
pub(in crate::harness) struct Campaign<'c> {
    pub(in crate::harness) test: &'c Test,
    pub(in crate::harness) property: &'c Erased,
    pub(in crate::harness) settings: &'c Settings,
    pub(in crate::harness) options: &'c Options,
    /// The runner that the test names, if it names one.
    pub(in crate::harness) runner: Option<&'c Runner<'c>>,
    /// Whether this is a child process, whose crash another one reports.
    pub(in crate::harness) is_child: bool,
}

impl Assignment {
    /// Creates the file of the shard, if this process runs one. If it merges shards, fails if they ran another property.
    pub(in crate::harness) fn begin(&mut self, campaign: &Campaign<'_>) -> Result<(), Error> {
        match self {
            Assignment::Whole => Ok(()),
            Assignment::Shard(run) => {
                let log = run.folder.as_deref().map(|folder| campaign.log(folder, run.shard));
                run.log = log.transpose()?;
                Ok(())
            }
            Assignment::Merge(shards) => shards.agree_with(campaign.property),
        }
    }

    /// Records that the shard failed on an example or on a failure that was saved.
    pub(in crate::harness) fn record_failure_before_search(&self) -> Result<(), Error> {
        match self {
            Assignment::Shard(ShardRun { log: Some(log), .. }) => log.failed_before_search(),
            _ => Ok(()),
        }
    }

    /// Runs the tests of this process, or merges the results of others. `is_stopped` returns whether a signal has ended
    /// the run early.
    pub(in crate::harness) fn run(
        &mut self,
        campaign: &Campaign<'_>,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Report, Error> {
        let numbered = campaign.numbered();
        match (self, numbered) {
            (Assignment::Whole, _) => campaign.run(campaign.options),
            (Assignment::Shard(run), numbered) => {
                let log = run.log.as_ref();
                let report = match numbered {
                    Some(numbered) => campaign.shard(&numbered, run.shard, log, is_stopped),
                    None => campaign.own_shard(run.shard, log, is_stopped),
                }?;
                log.map_or(Ok(()), LogFile::flush)?;
                Ok(report)
            }
            (Assignment::Merge(shards), Some(numbered)) => {
                merging::merge(campaign.property, &numbered.options, numbered.runner, shards)
            }
            (Assignment::Merge(shards), None) => {
                own_campaign::merge(campaign.property, campaign.options, shards)
            }
        }
    }
}

impl Assignment {
    /// Records that an earlier process of this shard crashed, as `report` shows.
    pub(in crate::harness) fn record_crash(
        &self,
        test: &Test,
        report: &Report,
    ) -> Result<(), Error> {
        let Assignment::Shard(ShardRun { folder: Some(folder), .. }) = self else { return Ok(()) };
        let Some(found) = report.counterexample() else { return Ok(()) };
        append_crash(folder, test, failure_record(&found.shrinking.failure))
    }
}

impl Campaign<'_> {
    /// Returns the runner, if its tests have numbers.
    fn numbered(&self) -> Option<Numbered> {
        match self.runner {
            Some(_) => None,
            None => runner_names::numbered(self.settings.runner.as_deref(), self.options),
        }
    }

    fn run(&self, options: &Options) -> Result<Report, Error> {
        match self.runner {
            Some(runner) => Ok(runner(self.property, options)),
            None => runner_names::run(self.settings.runner.as_deref(), self.property, options),
        }
    }

    fn log(&self, folder: &Path, shard: Shard) -> Result<LogFile, Error> {
        let Campaign { test, property, settings, options, runner, is_child } = self;
        let header = header(test, property, settings, options, shard, runner.is_some());
        LogFile::create(folder, test, &header, *is_child)
    }

    /// Runs the tests of a shard.
    fn shard(
        &self,
        numbered: &Numbered,
        shard: Shard,
        log: Option<&LogFile>,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Report, Error> {
        let Numbered { runner, options } = numbered;
        let observer: &dyn ShardLog = match log {
            Some(log) => log,
            None => &NoLog,
        };
        let mut report = runner::shard(self.property, options, *runner, shard, observer);
        // Which tests a time limit permits depends on the machine, so a signal is no different.
        let is_finished = !is_stopped() || options.max_time.is_some();
        if is_finished && !report.outcome.is_failure() {
            log.map_or(Ok(()), LogFile::end)?;
        }
        report.hints.push(
            "`cargo forall merge` combines the shards, and judges premises and coverage".into(),
        );
        Ok(report)
    }

    /// Runs a campaign of its own.
    fn own_shard(
        &self,
        shard: Shard,
        log: Option<&LogFile>,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Report, Error> {
        let options = own_campaign::options(self.options, shard);
        let mut report = self.run(&options)?;
        let is_finished = !is_stopped() || options.max_time.is_some();
        if let Some(log) = log
            && (is_finished || report.outcome.is_failure())
        {
            log.own_campaign(own_campaign::record(&report))?;
        }
        let seed = options.seed;
        report.hints.push(
            format!(
                "each shard runs a campaign of its own, since this runner learns from earlier tests; \
                 the seed of this one is {seed:#x}"
            )
            .into(),
        );
        Ok(report)
    }
}

/// Ignores the results of a shard that are not written.
struct NoLog;

impl ShardLog for NoLog {
    fn test(&self, _: u64, _: &Verdict, _: Vec<EmittedObservation>, _: Sizes) {}

    fn reached(&self, _: u64) {}
}
