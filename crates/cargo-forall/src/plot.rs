//! Plots for those who have a terminal and nothing else.

use forall_format::wording::percent;

/// So many bars are shown; what is left is summed up in one more.
const BARS: usize = 12;
/// How long the longest bar is.
const WIDTH: usize = 40;

/// How often each value was seen. Numbers are in their order, and in ranges where they are many; all else by
/// how often they were seen.
pub(crate) fn bars(values: &[(String, usize)]) -> String {
    let numbers: Option<Vec<(i64, usize)>> =
        values.iter().map(|(value, count)| Some((value.parse().ok()?, *count))).collect();
    let rows = match numbers {
        Some(numbers) => ranges(numbers),
        None => most(values.to_vec()),
    };
    let all: usize = rows.iter().map(|(_, count)| count).sum();
    let longest = rows.iter().map(|(_, count)| *count).max().unwrap_or(1).max(1);
    let label = rows.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0);
    let row = |(name, count): &(String, usize)| {
        let bar = "█".repeat((count * WIDTH).div_ceil(longest));
        let share = percent(*count as u64, all as u64);
        format!("  {name:>label$}  {share:>6}  {bar}\n")
    };
    rows.iter().map(row).collect()
}

fn most(mut values: Vec<(String, usize)>) -> Vec<(String, usize)> {
    values.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let rest = values.split_off(values.len().min(BARS));
    if !rest.is_empty() {
        let count = rest.iter().map(|(_, count)| count).sum();
        values.push((format!("{} others", rest.len()), count));
    }
    values
}

/// As many equal ranges as there are bars, or each number for itself.
fn ranges(mut numbers: Vec<(i64, usize)>) -> Vec<(String, usize)> {
    numbers.sort_unstable();
    let (Some((first, _)), Some((last, _))) = (numbers.first().copied(), numbers.last().copied())
    else {
        return Vec::new();
    };
    if numbers.len() <= BARS {
        return numbers.into_iter().map(|(number, count)| (number.to_string(), count)).collect();
    }
    let width = (last.abs_diff(first) / BARS as u64).saturating_add(1);
    let mut rows: Vec<(String, usize)> = Vec::new();
    for at in 0..=last.abs_diff(first) / width {
        let from = first.saturating_add_unsigned(at * width);
        let to = from.saturating_add_unsigned(width - 1).min(last);
        let within = numbers.iter().filter(|(number, _)| (from..=to).contains(number));
        let name = if from == to { from.to_string() } else { format!("{from} to {to}") };
        rows.push((name, within.map(|(_, count)| count).sum()));
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_shown_by_how_often_they_come() {
        let values = [("leaf", 1), ("node", 3)].map(|(value, count)| (value.to_owned(), count));
        let (long, short) = ("█".repeat(40), "█".repeat(14));
        assert_eq!(bars(&values), format!("  node    75 %  {long}\n  leaf    25 %  {short}\n"));
    }

    #[test]
    fn many_numbers_are_shown_in_ranges_and_none_is_lost() {
        for count in [1, 12, 13, 100, 1_000] {
            let values: Vec<(String, usize)> =
                (0..count).map(|n| ((n - 7).to_string(), 2)).collect();
            let numbers =
                values.iter().map(|(value, count)| (value.parse().expect("a number"), *count));
            let rows = ranges(numbers.collect());
            assert!(rows.len() <= BARS, "{rows:?}");
            assert_eq!(rows.iter().map(|(_, count)| count).sum::<usize>(), 2 * values.len());
        }
    }

    #[test]
    fn numbers_at_the_ends_of_their_range_do_no_harm() {
        let values: Vec<(i64, usize)> =
            (0..20).map(|at| (i64::MIN + at, 1)).chain([(i64::MAX, 1)]).collect();
        assert_eq!(ranges(values).iter().map(|(_, count)| count).sum::<usize>(), 21);
    }
}
