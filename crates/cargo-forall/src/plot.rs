//! Bar charts for a terminal.

use std::cmp::Reverse;

use forall_format::wording::percent;

/// The number of bars. The remaining values share one more bar.
const MAX_BARS: usize = 12;
/// The length of a bar for all observations.
const WIDTH: usize = 40;

/// A value or a range of values, and how often it was observed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ValueCount {
    pub(crate) value: String,
    pub(crate) count: usize,
}

/// A number, and how often it was observed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct NumberCount {
    number: i64,
    count: usize,
}

/// Returns a chart of how often each value was observed. Numbers are in ascending order, in ranges if there are many;
/// other values are in descending order of frequency.
pub(crate) fn bars(values: &[ValueCount]) -> String {
    let number = |value: &ValueCount| {
        Some(NumberCount { number: value.value.parse().ok()?, count: value.count })
    };
    let numbers: Option<Vec<NumberCount>> = values.iter().map(number).collect();
    let rows = match numbers {
        Some(numbers) => ranges(numbers),
        None => most_frequent(values.to_vec()),
    };
    let total = total(&rows);
    let label_width = rows.iter().map(|row| row.value.chars().count()).max().unwrap_or(0);
    let line = |row: &ValueCount| {
        let bar = bar(row.count, total);
        let share = percent(row.count as u64, total as u64);
        format!("  {:>label_width$}  {share:>6}  {bar}\n", row.value)
    };
    rows.iter().map(line).collect()
}

/// The left part of a block, in eighths.
const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/// Returns a bar whose length is the share of `count` in `total`. It is visible unless `count` is zero.
fn bar(count: usize, total: usize) -> String {
    let eighths = (count * WIDTH * EIGHTHS.len()).div_ceil(total.max(1));
    format!("{}{}", "█".repeat(eighths / EIGHTHS.len()), EIGHTHS[eighths % EIGHTHS.len()])
}

fn total(values: &[ValueCount]) -> usize {
    values.iter().map(|value| value.count).sum()
}

fn most_frequent(mut values: Vec<ValueCount>) -> Vec<ValueCount> {
    values.sort_by_key(|value| Reverse(value.count));
    let rest = values.split_off(values.len().min(MAX_BARS));
    if !rest.is_empty() {
        let others = format!("{} others", rest.len());
        values.push(ValueCount { value: others, count: total(&rest) });
    }
    values
}

/// Returns each number if there is a bar for each, otherwise ranges of equal width.
fn ranges(mut numbers: Vec<NumberCount>) -> Vec<ValueCount> {
    numbers.sort_unstable();
    let [first, .., last] = numbers[..] else {
        return numbers.iter().map(single).collect();
    };
    if numbers.len() <= MAX_BARS {
        return numbers.iter().map(single).collect();
    }
    let span = last.number.abs_diff(first.number);
    let width = (span / MAX_BARS as u64).saturating_add(1);
    let mut rows = Vec::new();
    for index in 0..=span / width {
        let from = first.number.saturating_add_unsigned(index * width);
        let to = from.saturating_add_unsigned(width - 1).min(last.number);
        let within = numbers.iter().filter(|number| (from..=to).contains(&number.number));
        let value = if from == to { from.to_string() } else { format!("{from} to {to}") };
        rows.push(ValueCount { value, count: within.map(|number| number.count).sum() });
    }
    rows
}

fn single(number: &NumberCount) -> ValueCount {
    ValueCount { value: number.number.to_string(), count: number.count }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_values_are_sorted_by_frequency() {
        let value = |value: &str, count| ValueCount { value: value.to_owned(), count };
        let long = "█".repeat(30);
        let short = "█".repeat(10);
        let expected = format!("  node    75 %  {long}\n  leaf    25 %  {short}\n");
        assert_eq!(bars(&[value("leaf", 1), value("node", 3)]), expected);
    }

    #[test]
    fn bars_are_proportional() {
        assert_eq!([bar(0, 1_000), bar(1, 1_000), bar(25, 1_000)], ["", "▏", "█"]);
        assert_eq!(bar(1_000, 1_000), "█".repeat(WIDTH));
        for count in 0..1_000 {
            assert!(bar(count, 1_000).chars().count() <= bar(count + 1, 1_000).chars().count());
        }
    }

    #[test]
    fn ranges_contain_every_number() {
        for length in [1, 12, 13, 100, 1_000] {
            let numbers = (0..length).map(|number| NumberCount { number: number - 7, count: 2 });
            let numbers: Vec<NumberCount> = numbers.collect();
            let expected = 2 * numbers.len();
            let rows = ranges(numbers);
            assert!(rows.len() <= MAX_BARS, "{rows:?}");
            assert_eq!(total(&rows), expected);
        }
    }

    #[test]
    fn ranges_contain_the_least_and_the_greatest_number() {
        let small = (0..20).map(|offset| NumberCount { number: i64::MIN + offset, count: 1 });
        let numbers = small.chain([NumberCount { number: i64::MAX, count: 1 }]).collect();
        assert_eq!(total(&ranges(numbers)), 21);
    }
}
