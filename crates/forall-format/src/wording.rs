//! Numbers as people read them, written the same way in every report.

use std::time::Duration;

/// Returns `number` with commas between groups of three digits.
///
/// ```
/// use forall_format::wording::group;
///
/// assert_eq!([group(999), group(1_234_567)], ["999", "1,234,567"]);
/// ```
pub fn group(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// Returns `number` and `noun`, which is given in the singular.
///
/// ```
/// use forall_format::wording::count;
///
/// assert_eq!([count(1, "test"), count(12_000, "test")], ["1 test", "12,000 tests"]);
/// assert_eq!(count(0, "property"), "0 properties");
/// ```
pub fn count(number: u64, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{} {}", group(number), plural(noun)) }
}

/// Returns the regular plural of `noun`.
///
/// ```
/// use forall_format::wording::plural;
///
/// let plurals = ["test", "try", "key", "pass"].map(plural);
/// assert_eq!(plurals, ["tests", "tries", "keys", "passes"]);
/// ```
pub fn plural(noun: &str) -> String {
    match noun.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => format!("{stem}ies"),
        _ if ["s", "x", "ch", "sh"].iter().any(|end| noun.ends_with(end)) => format!("{noun}es"),
        _ => format!("{noun}s"),
    }
}

/// Returns a count of occurrences as text: `once`, `1,200 times`.
///
/// ```
/// use forall_format::wording::times;
///
/// assert_eq!([times(1), times(1_200)], ["once", "1,200 times"]);
/// ```
pub fn times(number: u64) -> String {
    if number == 1 { "once".to_owned() } else { format!("{} times", group(number)) }
}

/// Returns the share of `part` in `whole`, in at most six characters if it is a share.
///
/// Shares below 10 % or above 99 % have one digit after the point. Only zero is `0 %`, and only the whole is
/// `100 %`.
///
/// ```
/// use forall_format::wording::percent;
///
/// let percents = [0, 1, 25, 629, 9_999, 10_000].map(|part| percent(part, 10_000));
/// assert_eq!(percents, ["0 %", "<0.1 %", "0.3 %", "6.3 %", "99.9 %", "100 %"]);
/// assert_eq!([percent(5, 8), percent(0, 0)], ["63 %", "0 %"]);
/// ```
pub fn percent(part: u64, whole: u64) -> String {
    if part == 0 || whole == 0 {
        return "0 %".to_owned();
    }
    // Rounds half up. The products fit, since a u64 times 1000 fits in a u128.
    let part_of =
        |scale: u128| (scale * u128::from(part) + u128::from(whole) / 2) / u128::from(whole);
    let tenths = part_of(1000);
    match tenths {
        0 => "<0.1 %".to_owned(),
        991.. if part < whole => format!("99.{} %", tenths.min(999) % 10),
        1..100 => format!("{}.{} %", tenths / 10, tenths % 10),
        _ => format!("{} %", part_of(100)),
    }
}

/// Returns a duration as text, in a unit that suits its length.
///
/// ```
/// use std::time::Duration;
///
/// use forall_format::wording::elapsed;
///
/// let shown = [0.000_25, 0.012, 3.42, 90.0, 5_400.0].map(|s| elapsed(Duration::from_secs_f64(s)));
/// assert_eq!(shown, ["250 µs", "12 ms", "3.4 s", "2 min", "1.5 h"]);
/// ```
pub fn elapsed(duration: Duration) -> String {
    let seconds = duration.as_secs_f64();
    match seconds {
        ..0.001 => format!("{:.0} µs", seconds * 1e6),
        ..1.0 => format!("{:.0} ms", seconds * 1e3),
        ..60.0 => format!("{seconds:.1} s"),
        ..5400.0 => format!("{:.0} min", seconds / 60.0),
        _ => format!("{:.1} h", seconds / 3600.0),
    }
}

/// Returns the first `max_chars` characters of `text`, and ` …` if there are more.
///
/// ```
/// use forall_format::wording::truncated;
///
/// assert_eq!([truncated("résumé", 6), truncated("résumé", 3)], ["résumé", "rés …"]);
/// ```
pub fn truncated(text: &str, max_chars: usize) -> String {
    match text.char_indices().nth(max_chars) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text.to_owned(),
    }
}
