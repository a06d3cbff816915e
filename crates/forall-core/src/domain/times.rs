//! Time: how long, and when.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::integers::{between, simpler};
use super::{Arbitrary, Shrinks, inverse};
use crate::source::{ChoiceValue, Reject, Source};

const LAST_NANO: u32 = 999_999_999;

/// Any number of seconds, up to the longest duration there is.
impl Arbitrary for Duration {
    #[cfg_attr(not(debug_assertions), inline)]
    fn generate(source: &mut Source) -> Result<Duration, Reject> {
        Ok(Duration::new(u64::generate(source)?, between(source, 0, LAST_NANO)))
    }

    fn shrink(&self) -> Shrinks<'_, Duration> {
        let (seconds, nanos) = (self.as_secs(), self.subsec_nanos());
        let shorter = simpler(seconds, 0, u64::MAX).map(move |s| Duration::new(s, nanos));
        let rounder = simpler(nanos, 0, LAST_NANO).map(move |nanos| Duration::new(seconds, nanos));
        Shrinks::new(shorter.chain(rounder))
    }

    fn invert(&self, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        self.as_secs().invert(choices)?;
        self.subsec_nanos().invert(choices)
    }
}

/// How far from 1970 a time is at most, in seconds: 272 years, which every system can hold.
const FAR: i64 = 1 << 33;

/// Between 1697 and 2242. The start of 1970 is simplest.
impl Arbitrary for SystemTime {
    #[cfg_attr(not(debug_assertions), inline)]
    fn generate(source: &mut Source) -> Result<SystemTime, Reject> {
        let (seconds, nanos) = (between(source, -FAR, FAR), between(source, 0, LAST_NANO));
        Ok(time(seconds, nanos).expect("every system can hold some centuries"))
    }

    fn shrink(&self) -> Shrinks<'_, SystemTime> {
        let (seconds, nanos) = parts(*self);
        let nearer = simpler(seconds, i64::MIN, i64::MAX).map(move |seconds| (seconds, nanos));
        let rounder = simpler(nanos, 0, LAST_NANO).map(move |nanos| (seconds, nanos));
        Shrinks::new(nearer.chain(rounder).filter_map(|(seconds, nanos)| time(seconds, nanos)))
    }

    fn invert(&self, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        let (seconds, nanos) = parts(*self);
        inverse::between(seconds, -FAR, FAR, choices)?;
        nanos.invert(choices)
    }
}

fn time(seconds: i64, nanos: u32) -> Option<SystemTime> {
    let apart = Duration::from_secs(seconds.unsigned_abs());
    let whole =
        if seconds < 0 { UNIX_EPOCH.checked_sub(apart) } else { UNIX_EPOCH.checked_add(apart) };
    whole?.checked_add(Duration::from_nanos(u64::from(nanos)))
}

/// The seconds since 1970, rounded down, and the nanoseconds since then.
fn parts(time: SystemTime) -> (i64, u32) {
    match time.duration_since(UNIX_EPOCH) {
        Ok(after) => (after.as_secs() as i64, after.subsec_nanos()),
        Err(error) => match error.duration() {
            before if before.subsec_nanos() == 0 => (-(before.as_secs() as i64), 0),
            before => (-(before.as_secs() as i64) - 1, LAST_NANO + 1 - before.subsec_nanos()),
        },
    }
}
