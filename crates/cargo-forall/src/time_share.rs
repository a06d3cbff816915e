//! How a search divides its time among several properties: by the new behaviour that each of them shows per second.
//!
//! After HypoFuzz. A property is searched in slices, and each slice starts with the corpus of the one before. The next slice goes
//! to the property with the highest rate: the number of new behaviours in its last slice, plus one, over the time since that
//! slice began. So a property that shows nothing new is searched less and less often, but never forgotten: its rate falls
//! with the time that it was searched for, and so do those of all others. The added one is the rule of succession.

use std::time::Duration;

/// A property gets this part of its equal share in its first slice.
const FIRST_PART: u32 = 8;

/// The shortest first slice, if there is time for it: a search starts with many inputs that are not new.
const MIN_SLICE: Duration = Duration::from_secs(2);

/// The longest slice.
const MAX_SLICE: Duration = Duration::from_secs(600);

/// A remaining time that is not worth a slice.
const MIN_REST: Duration = Duration::from_millis(200);

/// The properties of a search.
#[derive(Clone, Debug)]
pub(crate) struct TimeShare {
    first_slice: Duration,
    /// Whether a property may have several slices.
    is_divided: bool,
    arms: Vec<Arm>,
}

/// One property.
#[derive(Clone, Debug, Default)]
struct Arm {
    /// Whether it needs no more time.
    is_retired: bool,
    is_running: bool,
    /// The length of its last slice.
    slice: Duration,
    /// The time that it was searched for since the beginning of the last slice that showed new behaviour.
    since_new: Duration,
    /// The number of new behaviours in that slice. It counts less after each slice without any.
    new: u64,
    /// The most behaviours that a slice has shown.
    behaviours: u64,
}

impl Arm {
    fn is_new(&self) -> bool {
        self.slice.is_zero()
    }

    /// Returns the expected number of new behaviours per second, which is infinite for a property that was never searched.
    fn rate(&self) -> f64 {
        let seconds = self.since_new.as_secs_f64();
        if seconds > 0.0 { (self.new + 1) as f64 / seconds } else { f64::INFINITY }
    }
}

impl TimeShare {
    /// Divides `total` among this number of properties, where `jobs` of them are searched at the same time.
    pub(crate) fn new(total: Duration, properties: usize, jobs: usize) -> TimeShare {
        let equal = equal_part(total, properties, jobs);
        // If no property has to wait for another, nothing is to be divided.
        if properties <= jobs {
            return TimeShare::equal(total, properties, jobs);
        }
        let first_slice = (equal / FIRST_PART).clamp(MIN_SLICE, MAX_SLICE).min(equal);
        TimeShare { first_slice, is_divided: true, arms: vec![Arm::default(); properties] }
    }

    /// Gives each property the same time, at once.
    pub(crate) fn equal(total: Duration, properties: usize, jobs: usize) -> TimeShare {
        let first_slice = equal_part(total, properties, jobs);
        TimeShare { first_slice, is_divided: false, arms: vec![Arm::default(); properties] }
    }

    /// Takes the next slice: the index of a property that is free, and a time. `left` is the time that is left for all. A
    /// property that was never searched has a slice in any case. Returns `None` if there is no slice.
    pub(crate) fn take(
        &mut self,
        left: Duration,
        is_free: impl Fn(usize) -> bool,
    ) -> Option<(usize, Duration)> {
        let arms = self.arms.iter().enumerate();
        let may_run = |index: usize, arm: &Arm| {
            let is_waiting = !arm.is_retired && !arm.is_running && is_free(index);
            is_waiting && (arm.is_new() || self.is_divided && left >= MIN_REST)
        };
        let free = arms.filter(|(index, arm)| may_run(*index, arm));
        // Of equal rates, the first property.
        let (index, _) = free.rev().max_by(|(_, a), (_, b)| a.rate().total_cmp(&b.rate()))?;
        let arm = &mut self.arms[index];
        let slice = if arm.is_new() {
            self.first_slice
        } else {
            // Longer slices repeat less of the work at the start of a slice.
            (arm.slice * 2).min(MAX_SLICE.max(self.first_slice)).min(left)
        };
        arm.is_running = true;
        arm.slice = slice;
        Some((index, slice))
    }

    /// Records the end of a slice of a property, in which it has shown this number of behaviours, or `None` if it needs no
    /// more time.
    pub(crate) fn end(&mut self, index: usize, took: Duration, behaviours: Option<u64>) {
        let arm = &mut self.arms[index];
        arm.is_running = false;
        // It has ended by itself.
        arm.is_retired = behaviours.is_none() || took < arm.slice / 2;
        let behaviours = behaviours.unwrap_or_default();
        let new = behaviours.saturating_sub(arm.behaviours);
        if new > 0 {
            arm.since_new = Duration::ZERO;
            arm.new = new;
        } else {
            arm.new /= 4;
        }
        arm.since_new += took.max(Duration::from_millis(1));
        arm.behaviours = arm.behaviours.max(behaviours);
    }

    /// Returns whether a property gets no more slices, however much time is left.
    pub(crate) fn is_over(&self, index: usize) -> bool {
        self.arms[index].is_retired || !self.is_divided
    }
}

/// Returns the time of each property if all have the same.
fn equal_part(total: Duration, properties: usize, jobs: usize) -> Duration {
    let share = jobs as f64 / properties.max(1) as f64;
    total.mul_f64(share.min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    /// Runs a search. `behaviours` returns the number of behaviours that a property shows after a time. Returns the time
    /// of each property.
    fn run(total: u64, behaviours: &[&dyn Fn(f64) -> u64]) -> Vec<f64> {
        let mut share = TimeShare::new(seconds(total), behaviours.len(), 1);
        let mut times = vec![0.0; behaviours.len()];
        let mut left = seconds(total);
        while let Some((index, slice)) = share.take(left, |_| true) {
            times[index] += slice.as_secs_f64();
            left -= slice;
            share.end(index, slice, Some(behaviours[index](times[index])));
        }
        assert_eq!(left, Duration::ZERO);
        times
    }

    #[test]
    fn properties_that_need_not_wait_get_all_the_time_at_once() {
        let mut share = TimeShare::new(seconds(3_600), 2, 2);
        let left = seconds(3_600);
        assert_eq!(share.take(left, |_| true), Some((0, left)));
        assert_eq!(share.take(left, |index| index != 1), None);
        assert_eq!(share.take(left, |_| true), Some((1, left)));
        share.end(0, left, Some(5));
        assert!(share.is_over(0));
        assert_eq!(share.take(left, |_| true), None);
    }

    #[test]
    fn a_property_with_progress_gets_more_time() {
        let times = run(3_600, &[&|_| 7, &|time| time as u64, &|_| 0]);
        assert!(times[1] > 10.0 * times[0] && times[1] > 10.0 * times[2], "{times:?}");
        assert!(times.iter().all(|time| *time > 100.0), "none is forgotten: {times:?}");
    }

    #[test]
    fn properties_without_progress_share_the_time() {
        let times = run(3_600, &[&|_| 7, &|_| 30, &|_| 0]);
        let least = times.iter().copied().fold(f64::MAX, f64::min);
        let most = times.iter().copied().fold(0.0, f64::max);
        assert!(most < 3.0 * least, "{times:?}");
    }

    #[test]
    fn late_progress_is_noticed() {
        let late = |time: f64| if time < 300.0 { 3 } else { time as u64 };
        let times = run(36_000, &[&late, &|_| 50]);
        assert!(times[0] > 2.0 * times[1], "{times:?}");
    }

    #[test]
    fn a_short_search_runs_each_property_once() {
        let mut share = TimeShare::new(seconds(2), 4, 1);
        for index in 0..4 {
            // Starting a process takes time, too.
            let left = Duration::from_millis(1_600 - 520 * index.min(3));
            let slice = (index as usize, Duration::from_millis(500));
            assert_eq!(share.take(left, |_| true), Some(slice));
            share.end(slice.0, slice.1, Some(1));
        }
        assert_eq!(share.take(Duration::ZERO, |_| true), None);
    }

    #[test]
    fn a_property_that_is_falsified_or_ends_by_itself_needs_no_more_time() {
        let mut share = TimeShare::new(seconds(80), 3, 1);
        for (index, took, behaviours) in [(0, 9, None), (1, 1, Some(5)), (2, 10, Some(5))] {
            share.take(seconds(60), |_| true).expect("there is time");
            share.end(index, seconds(took), behaviours);
            assert_eq!(share.is_over(index), index < 2);
        }
        assert_eq!(share.take(seconds(60), |_| true).map(|(index, _)| index), Some(2));
    }
}
