//! Merging the results of shards.

use forall_format::shard_file::ShardTest;

use super::files::Shards;
use super::records::known;
use crate::harness::Error;
use crate::property::Erased;
use crate::report::Report;
use crate::runner::{KnownTest, NumberedRunner, Options, ShardResults, merged};
use crate::source::Sizes;

/// The results of the shards of a campaign.
struct Results<'s> {
    shards: &'s mut Shards,
    sizes: Sizes,
}

/// Returns the report that one machine would have made.
pub(super) fn merge(
    property: &Erased,
    options: &Options,
    runner: NumberedRunner,
    shards: &mut Shards,
) -> Result<Report, Error> {
    let mut results = Results { shards, sizes: options.sizes };
    let report = merged(property, options, runner, &mut results);
    report.map_err(|_| shards.missing())
}

impl ShardResults for Results<'_> {
    fn test(&mut self, n: u64) -> KnownTest {
        match self.shards.test(n) {
            ShardTest::Ran(record) => known(record, self.sizes),
            ShardTest::Missing => KnownTest::Missing,
            ShardTest::AfterEnd if !self.shards.header().is_timed => KnownTest::NotRun,
            ShardTest::AfterEnd if self.shards.have_all_ended() => KnownTest::Over,
            ShardTest::AfterEnd => KnownTest::OutOfTime,
        }
    }
}
