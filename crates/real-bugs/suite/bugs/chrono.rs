//! Dates and times.

use chrono::{Datelike, Duration, DurationRound, NaiveDate, NaiveDateTime, NaiveTime, Timelike};

use crate::bug::Bug;
use crate::input::input;

input! {
    struct Truncation { days: i32, seconds: u32, nanoseconds: u32, span: i64 }
}

/// The number of 1970-01-01, counted from 0001-01-01.
const EPOCH_DAY: i32 = 719_163;

impl Truncation {
    fn instant(&self) -> Option<NaiveDateTime> {
        let date = NaiveDate::from_num_days_from_ce_opt(self.days % 1_000_000)?;
        let seconds = self.seconds % 86_400;
        let nanoseconds = self.nanoseconds % 1_000_000_000;
        let time = NaiveTime::from_num_seconds_from_midnight_opt(seconds, nanoseconds)?;
        Some(date.and_time(time))
    }
}

/// Returns the nanoseconds since the epoch.
fn nanoseconds(instant: NaiveDateTime) -> i128 {
    let days = i128::from(instant.date().num_days_from_ce() - EPOCH_DAY);
    let seconds = i128::from(instant.time().num_seconds_from_midnight());
    (days * 86_400 + seconds) * 1_000_000_000 + i128::from(instant.time().nanosecond())
}

pub(crate) static DURATION_TRUNC: Bug<Truncation> = Bug {
    name: "chrono_duration_trunc",
    package: "chrono",
    law: "`duration_trunc` returns the last multiple of a positive span that is not later",
    link: "https://github.com/chronotope/chrono/pull/1474",
    check: |truncation| {
        let Some(instant) = truncation.instant() else { return };
        let Ok(truncated) = instant.duration_trunc(Duration::nanoseconds(truncation.span)) else {
            return;
        };
        assert!(truncation.span > 0, "a span of {} is accepted", truncation.span);
        let exact = nanoseconds(instant);
        let expected = exact - exact.rem_euclid(i128::from(truncation.span));
        assert_eq!(nanoseconds(truncated), expected);
    },
    known_failure: || Truncation { days: EPOCH_DAY, seconds: 0, nanoseconds: 0, span: 0 },
};
