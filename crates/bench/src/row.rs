//! Rows: one comparison each, with the bar that it must meet.

use std::fmt;

/// The factor by which a short run may miss a timing bar.
pub const SLACK: f64 = 1.5;

/// One comparison.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The name of the comparison.
    pub name: String,
    /// Our cost.
    pub ours: f64,
    /// The reference: the handwritten loop, the other library, or the smaller run.
    pub theirs: f64,
    /// The limit on the ratio, if there is one.
    pub bar: Option<Bar>,
    /// The unit of both costs.
    pub unit: &'static str,
    /// More information.
    pub note: String,
}

/// A limit on a ratio.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bar {
    /// A time: at most this.
    AtMost(f64),
    /// A time: less than this.
    Below(f64),
    /// A quantity that does not depend on the load of the machine: at most this.
    Firm(f64),
    /// A speed: at least this.
    AtLeast(f64),
    /// A quantity that does not depend on the load of the machine: at least this.
    FirmAtLeast(f64),
}

impl Row {
    /// Returns our cost divided by the reference.
    pub fn ratio(&self) -> f64 {
        self.ours / self.theirs
    }

    /// Returns whether the bar is met. A row without a bar always holds.
    pub fn holds(&self) -> bool {
        self.bar.is_none_or(|bar| bar.holds(self.ratio()))
    }

    /// Returns whether the bar is met with the slack of a short run.
    pub fn holds_with_slack(&self) -> bool {
        self.bar.is_none_or(|bar| bar.with_slack().holds(self.ratio()))
    }
}

impl Bar {
    /// Returns the limit.
    pub fn limit(self) -> f64 {
        match self {
            Bar::AtMost(limit) | Bar::Below(limit) | Bar::Firm(limit) => limit,
            Bar::AtLeast(limit) | Bar::FirmAtLeast(limit) => limit,
        }
    }

    fn holds(self, ratio: f64) -> bool {
        match self {
            Bar::AtMost(limit) | Bar::Firm(limit) => ratio <= limit,
            Bar::Below(limit) => ratio < limit,
            Bar::AtLeast(limit) | Bar::FirmAtLeast(limit) => ratio >= limit,
        }
    }

    fn with_slack(self) -> Bar {
        match self {
            Bar::AtMost(limit) => Bar::AtMost(limit * SLACK),
            Bar::Below(limit) => Bar::Below(limit * SLACK),
            Bar::AtLeast(limit) => Bar::AtLeast(limit / SLACK),
            firm => firm,
        }
    }
}

impl fmt::Display for Bar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = match self {
            Bar::Below(_) => "<",
            Bar::AtMost(_) | Bar::Firm(_) => "≤",
            Bar::AtLeast(_) | Bar::FirmAtLeast(_) => "≥",
        };
        write!(f, "{sign} {:.2}", self.limit())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(bar: Option<Bar>, ratio: f64, holds: bool, with_slack: bool) {
        let row = Row {
            name: "r".into(),
            ours: ratio * 2.0,
            theirs: 2.0,
            bar,
            unit: "ns",
            note: String::new(),
        };
        assert_eq!(row.holds(), holds, "{row:?}");
        assert_eq!(row.holds_with_slack(), with_slack, "{row:?}");
    }

    #[test]
    fn bars_hold_up_to_their_limit() {
        check(Some(Bar::AtMost(1.5)), 1.5, true, true);
        check(Some(Bar::Below(1.5)), 1.5, false, true);
        check(Some(Bar::Firm(1.5)), 1.5, true, true);
        check(Some(Bar::AtLeast(1.5)), 1.5, true, true);
        check(Some(Bar::FirmAtLeast(1.5)), 1.5, true, true);
        check(None, 9.0, true, true);
    }

    #[test]
    fn only_time_has_slack() {
        check(Some(Bar::AtMost(1.0)), 1.25, false, true);
        check(Some(Bar::AtMost(1.0)), 1.75, false, false);
        check(Some(Bar::Below(1.0)), 1.5, false, false);
        check(Some(Bar::Firm(1.0)), 1.25, false, false);
        check(Some(Bar::AtLeast(1.5)), 1.25, false, true);
        check(Some(Bar::FirmAtLeast(1.5)), 1.25, false, false);
    }

    #[test]
    fn nan_meets_no_bar() {
        check(Some(Bar::AtMost(1.0)), f64::NAN, false, false);
    }
}
