//! Summaries of the records: by task, and by group of tasks.

use crate::record::Record;

/// All trials of one test loop on the tasks of one workload.
#[derive(Clone, Debug)]
pub struct Group {
    /// The experiment.
    pub experiment: String,
    /// The workload.
    pub workload: String,
    /// The source of inputs.
    pub strategy: String,
    /// The test loop.
    pub test_loop: String,
    /// The tasks, in the order of the workload.
    pub tasks: Vec<TaskTrials>,
}

/// The number of trials with a known minimum, and how many of them reached it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Minima {
    /// The trials that ended at the smallest counterexample.
    pub reached: usize,
    /// The trials for which the smallest counterexample is known.
    pub known: usize,
}

/// Original size divided by shrunk size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShrinkRatio {
    /// The mean.
    pub mean: f64,
    /// The standard deviation.
    pub deviation: f64,
}

/// All trials of one test loop on one task.
#[derive(Clone, Debug)]
pub struct TaskTrials {
    /// The mutant.
    pub mutant: String,
    /// The property.
    pub property: String,
    /// The trials.
    pub trials: Vec<Record>,
}

/// The upper bounds of the buckets in seconds. Unsolved tasks have one more bucket.
pub const BUCKETS: [f64; 4] = [0.1, 1.0, 10.0, 60.0];

/// Groups the records of an experiment, in order of first appearance.
pub fn groups(records: &[Record], experiment: &str) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for record in records.iter().filter(|record| record.key.experiment == experiment) {
        let key = &record.key;
        let known = groups.iter().position(|group| {
            group.workload == key.workload
                && group.strategy == key.strategy
                && group.test_loop == key.test_loop
        });
        let at = known.unwrap_or_else(|| {
            groups.push(Group {
                experiment: key.experiment.clone(),
                workload: key.workload.clone(),
                strategy: key.strategy.clone(),
                test_loop: key.test_loop.clone(),
                tasks: Vec::new(),
            });
            groups.len() - 1
        });
        groups[at].add(record);
    }
    groups
}

impl Group {
    fn add(&mut self, record: &Record) {
        let key = &record.key;
        let known = self
            .tasks
            .iter_mut()
            .find(|task| task.mutant == key.mutant && task.property == key.property);
        match known {
            Some(task) => task.trials.push(record.clone()),
            None => self.tasks.push(TaskTrials {
                mutant: key.mutant.clone(),
                property: key.property.clone(),
                trials: vec![record.clone()],
            }),
        }
    }

    /// Returns the number of tasks in each bucket by mean time. Those that some trial did not solve come last.
    pub fn buckets(&self) -> [usize; BUCKETS.len() + 1] {
        self.count(|task| if task.solved() { task.time() } else { f64::INFINITY })
    }

    /// Returns the number of tasks in each bucket by the time of the fastest trial. Those that no trial solved come last.
    pub fn fastest_buckets(&self) -> [usize; BUCKETS.len() + 1] {
        self.count(|task| {
            let solved = task.trials.iter().filter(|trial| trial.solved());
            solved.map(seconds).fold(f64::INFINITY, f64::min)
        })
    }

    fn count(&self, time: impl Fn(&TaskTrials) -> f64) -> [usize; BUCKETS.len() + 1] {
        let mut counts = [0; BUCKETS.len() + 1];
        for time in self.tasks.iter().map(time) {
            let bucket = BUCKETS.iter().position(|most| time < *most).unwrap_or(BUCKETS.len());
            counts[bucket] += 1;
        }
        counts
    }

    /// Returns the number of tasks solved in less than this time in every trial.
    pub fn always_below(&self, seconds: f64) -> usize {
        self.tasks.iter().filter(|task| task.solved() && task.slowest() < seconds).count()
    }

    /// Returns the tasks that both groups solve, in pairs.
    pub fn both_solved<'g>(&'g self, other: &'g Group) -> Vec<(&'g TaskTrials, &'g TaskTrials)> {
        let pair = |task: &'g TaskTrials| {
            Some((task, other.tasks.iter().find(|its| its.is_same_task(task))?))
        };
        let pairs = self.tasks.iter().filter_map(pair);
        pairs.filter(|(ours, theirs)| ours.solved() && theirs.solved()).collect()
    }

    /// Returns the tests per second over all trials.
    pub fn rate(&self) -> f64 {
        let trials = || self.tasks.iter().flat_map(|task| &task.trials);
        let tests: u64 = trials().map(|trial| trial.tests + 1).sum();
        let cpu_time: u64 = trials().map(|trial| trial.cpu_time).sum();
        tests as f64 * 1e9 / cpu_time.max(1) as f64
    }

    /// Returns the number of solved tasks.
    pub fn solved(&self) -> usize {
        self.tasks.iter().filter(|task| task.solved()).count()
    }

    /// Returns the number of tasks that at least one trial solved.
    pub fn solved_by_any(&self) -> usize {
        self.tasks.iter().filter(|task| task.trials.iter().any(Record::solved)).count()
    }

    /// Returns the share of tasks that every trial solved, among those that at least one trial solved: whether it depends on
    /// luck.
    pub fn consistency(&self) -> Option<f64> {
        let any = self.solved_by_any();
        (any > 0).then(|| self.solved() as f64 / any as f64)
    }

    /// Returns the number of trials of the task that has the fewest. Tasks without solution do not count, since their
    /// other trials may have been skipped.
    pub fn fewest_trials(&self) -> Option<u64> {
        let solved = self.tasks.iter().filter(|task| task.solved());
        solved.map(|task| task.trials.len() as u64).min()
    }

    /// Returns the share of trials that ended at the smallest counterexample, among those for which
    /// it is known.
    pub fn share_of_minima(&self) -> Option<f64> {
        let Minima { reached, known } = self.minima();
        (known > 0).then(|| reached as f64 / known as f64)
    }

    /// Returns the mean of a value over the tasks that have one.
    pub fn mean(&self, of: impl Fn(&TaskTrials) -> Option<f64>) -> Option<f64> {
        mean(self.tasks.iter().filter_map(of))
    }

    /// Counts the trials that ended at the smallest counterexample, and those for which it is
    /// known.
    pub fn minima(&self) -> Minima {
        let trials = self.tasks.iter().flat_map(|task| &task.trials);
        let known: Vec<&Record> =
            trials.filter(|trial| trial.size.is_some() && trial.minimum.is_some()).collect();
        let reached = known.iter().filter(|trial| trial.size == trial.minimum).count();
        Minima { reached, known: known.len() }
    }

    /// Returns the mean and the standard deviation of original size divided by shrunk size.
    pub fn shrink_ratio(&self) -> Option<ShrinkRatio> {
        let trials = self.tasks.iter().flat_map(|task| &task.trials);
        let ratios: Vec<f64> = trials
            .filter_map(|trial| Some(trial.original?.max(1) as f64 / trial.size?.max(1) as f64))
            .collect();
        let mean = mean(ratios.iter().copied())?;
        let squares = ratios.iter().map(|ratio| (ratio - mean).powi(2)).sum::<f64>();
        Some(ShrinkRatio { mean, deviation: (squares / ratios.len() as f64).sqrt() })
    }
}

impl TaskTrials {
    /// Returns whether every trial found the bug.
    pub fn solved(&self) -> bool {
        self.trials.iter().all(Record::solved)
    }

    /// Returns the mean CPU time in seconds.
    pub fn time(&self) -> f64 {
        mean(self.trials.iter().map(seconds)).unwrap_or_default()
    }

    /// Returns the longest CPU time in seconds.
    pub fn slowest(&self) -> f64 {
        self.trials.iter().map(seconds).fold(0.0, f64::max)
    }

    /// Returns the mean wall time in seconds.
    pub fn wall(&self) -> f64 {
        mean(self.trials.iter().map(|trial| trial.time as f64 / 1e9)).unwrap_or_default()
    }

    /// Returns the median number of tests, including the failing one.
    pub fn median_tests(&self) -> f64 {
        let mut tests: Vec<u64> = self.trials.iter().map(|trial| trial.tests + 1).collect();
        tests.sort_unstable();
        tests.get(tests.len() / 2).map_or(0.0, |tests| *tests as f64)
    }

    /// Returns whether both are trials of the same task.
    pub fn is_same_task(&self, other: &TaskTrials) -> bool {
        (&self.mutant, &self.property) == (&other.mutant, &other.property)
    }

    /// Returns the mean number of tests.
    pub fn tests(&self) -> f64 {
        mean(self.trials.iter().map(|trial| trial.tests as f64)).unwrap_or_default()
    }

    /// Returns the mean of a size, if all trials have one.
    pub fn size(&self, of: impl Fn(&Record) -> Option<u64>) -> Option<f64> {
        let sizes: Option<Vec<u64>> = self.trials.iter().map(of).collect();
        mean(sizes?.into_iter().map(|size| size as f64))
    }
}

fn seconds(record: &Record) -> f64 {
    record.cpu_time as f64 / 1e9
}

/// Returns the mean, or `None` for an empty sequence.
pub fn mean(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let (count, sum) = numbers.fold((0_u32, 0.0), |(count, sum), x| (count + 1, sum + x));
    (count > 0).then(|| sum / f64::from(count))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Key;

    fn record(property: &str, trial: u64, status: &str, cpu_time: u64) -> Record {
        let text = str::to_owned;
        let key = Key {
            experiment: text("e"),
            workload: text("W"),
            mutant: text("m"),
            property: text(property),
            strategy: text("bespoke"),
            test_loop: text("both"),
            trial,
        };
        Record {
            key,
            status: text(status),
            tests: 10,
            discarded: 0,
            rejected: 0,
            time: cpu_time,
            cpu_time,
            shrinks: 0,
            shrink_time: 0,
            original: Some(12),
            size: Some(4 + 2 * trial),
            minimum: Some(4),
            counterexample: String::new(),
            program: String::new(),
        }
    }

    #[test]
    fn a_task_is_solved_when_all_trials_are() {
        let records = [
            record("fast", 0, "found_bug", 50_000_000),
            record("fast", 1, "found_bug", 250_000_000),
            record("late", 0, "found_bug", 1_000),
            record("late", 1, "timed_out", 60_000_000_000),
        ];
        let groups = groups(&records, "e");
        assert_eq!(groups.len(), 1);
        assert_eq!(groups[0].buckets(), [0, 1, 0, 0, 1]);
        assert_eq!(groups[0].fastest_buckets(), [2, 0, 0, 0, 0]);
        assert_eq!(groups[0].always_below(0.2), 0);
        assert_eq!(groups[0].always_below(0.3), 1);
        assert_eq!((groups[0].solved_by_any(), groups[0].consistency()), (2, Some(0.5)));
        assert_eq!(groups[0].fewest_trials(), Some(2));
    }

    #[test]
    fn sizes_are_compared_with_the_minimum() {
        let records = [0, 1].map(|trial| record("p", trial, "found_bug", 1));
        let groups = groups(&records, "e");
        assert_eq!(groups[0].minima(), Minima { reached: 1, known: 2 });
        assert_eq!(groups[0].shrink_ratio(), Some(ShrinkRatio { mean: 2.5, deviation: 0.5 }));
    }
}
