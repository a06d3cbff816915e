//! Durations and points in time.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::integers::{between, simpler};
use super::{Arbitrary, Shrinks, inverse};
use crate::source::{ChoiceValue, Reject, Source};

const MAX_NANOS: u32 = 999_999_999;

/// Any duration, up to the longest one.
impl Arbitrary for Duration {
    #[cfg_attr(not(debug_assertions), inline)]
    fn generate(source: &mut Source) -> Result<Duration, Reject> {
        Ok(Duration::new(u64::generate(source)?, between(source, 0, MAX_NANOS)))
    }

    fn shrink(&self) -> Shrinks<'_, Duration> {
        let seconds = self.as_secs();
        let nanos = self.subsec_nanos();
        let shorter = simpler(seconds, 0, u64::MAX).map(move |s| Duration::new(s, nanos));
        let rounder = simpler(nanos, 0, MAX_NANOS).map(move |nanos| Duration::new(seconds, nanos));
        Shrinks::new(shorter.chain(rounder))
    }

    fn invert(&self, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        self.as_secs().invert(choices)?;
        self.subsec_nanos().invert(choices)
    }
}

/// The greatest distance from 1970 in seconds: 272 years, which every operating system can represent.
const MAX_SECONDS: i64 = 1 << 33;

/// A time between 1697 and 2242. The start of 1970 is the simplest.
impl Arbitrary for SystemTime {
    #[cfg_attr(not(debug_assertions), inline)]
    fn generate(source: &mut Source) -> Result<SystemTime, Reject> {
        let seconds = between(source, -MAX_SECONDS, MAX_SECONDS);
        let nanos = between(source, 0, MAX_NANOS);
        let time = UnixTime { seconds, nanos }.to_system_time();
        Ok(time.expect("every operating system represents the times around 1970"))
    }

    fn shrink(&self) -> Shrinks<'_, SystemTime> {
        let UnixTime { seconds, nanos } = UnixTime::new(*self);
        let nearer = simpler(seconds, i64::MIN, i64::MAX);
        let nearer = nearer.map(move |seconds| UnixTime { seconds, nanos });
        let rounder = simpler(nanos, 0, MAX_NANOS).map(move |nanos| UnixTime { seconds, nanos });
        Shrinks::new(nearer.chain(rounder).filter_map(UnixTime::to_system_time))
    }

    fn invert(&self, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        let UnixTime { seconds, nanos } = UnixTime::new(*self);
        inverse::between(seconds, -MAX_SECONDS, MAX_SECONDS, choices)?;
        nanos.invert(choices)
    }
}

/// The seconds since the start of 1970, rounded down, and the nanoseconds since that second.
#[derive(Clone, Copy)]
struct UnixTime {
    seconds: i64,
    nanos: u32,
}

impl UnixTime {
    fn new(time: SystemTime) -> UnixTime {
        match time.duration_since(UNIX_EPOCH) {
            Ok(after) => UnixTime { seconds: after.as_secs() as i64, nanos: after.subsec_nanos() },
            Err(error) => UnixTime::before_epoch(error.duration()),
        }
    }

    fn before_epoch(distance: Duration) -> UnixTime {
        let seconds = -(distance.as_secs() as i64);
        match distance.subsec_nanos() {
            0 => UnixTime { seconds, nanos: 0 },
            nanos => UnixTime { seconds: seconds - 1, nanos: MAX_NANOS + 1 - nanos },
        }
    }

    /// Returns `None` if the operating system cannot represent the time.
    fn to_system_time(self) -> Option<SystemTime> {
        let distance = Duration::from_secs(self.seconds.unsigned_abs());
        let second = if self.seconds < 0 {
            UNIX_EPOCH.checked_sub(distance)
        } else {
            UNIX_EPOCH.checked_add(distance)
        };
        second?.checked_add(Duration::from_nanos(u64::from(self.nanos)))
    }
}
