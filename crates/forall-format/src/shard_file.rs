//! Shard files: the tests of one shard of a campaign that did not just pass, from which the shards are merged.
//!
//! ```text
//! forall-shard 1
//! package    dictionary
//! property   words::starts_otherwise
//! shard      3/8
//! …
//! seen       cover 10    is long    flag true
//! 10    discarded 1
//! 18    passed 0
//! reached 90
//! 98    failed 3              false
//! end   106
//! ```
//!
//! Fields are separated by tabs. The first lines are the [header](ShardHeader). There is one line for each test that
//! was discarded or failed, and for each that passed with observations, in the order of their numbers from 0. All other
//! tests of the shard up to the number after `reached` passed. The last line is `end`; without it, the process did not
//! finish. If an example or a saved failure fails, the last line is `failed before search`. An incomplete last line is ignored.

mod fields;
mod header;
mod line;
mod read;
mod write;

pub use self::header::{ShardHeader, ShardHeaderError};
pub use self::line::{
    FailureRecord, NodeDiscards, ObservationRecord, OriginRecord, OwnCampaignRecord, SeenValue,
    TestRecord,
};
pub use self::read::{DamagedShardFile, ShardFile, ShardTest};
pub use self::write::ShardFileWriter;
use crate::heading::Heading;

const HEADING: Heading = Heading { format: "forall-shard", version: "1" };

/// The extension of shard files.
pub const SHARD_EXTENSION: &str = "shard";
