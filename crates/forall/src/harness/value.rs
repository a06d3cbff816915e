//! How the value of a setting is written.

use std::time::Duration;

use super::Replay;

/// `1000`, `1_000`, `0x3e8`.
pub(super) fn number(text: &str) -> Option<u64> {
    let digits = text.trim().replace('_', "");
    match digits.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16).ok(),
        None => digits.parse().ok(),
    }
}

/// `500ms`, `10s`, `5m`, `1h`, and `1.5h`.
pub(super) fn time(text: &str) -> Option<Duration> {
    let text = text.trim();
    let unit_at = text.find(|c: char| c.is_alphabetic())?;
    let (count, unit) = text.split_at(unit_at);
    let seconds = match unit {
        "ms" => 0.001,
        "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return None,
    };
    let count: f64 = count.trim().parse().ok()?;
    Duration::try_from_secs_f64(count * seconds).ok()
}

/// `65536`, `64KB`, `512MB`, `4GB`: by 1024 from one to the next.
pub(super) fn size(text: &str) -> Option<u64> {
    let text = text.trim();
    let unit_at = text.find(|c: char| c.is_alphabetic()).unwrap_or(text.len());
    let (count, unit) = text.split_at(unit_at);
    let shift = match unit {
        "" | "B" => 0,
        "KB" | "KiB" => 10,
        "MB" | "MiB" => 20,
        "GB" | "GiB" => 30,
        _ => return None,
    };
    number(count)?.checked_mul(1 << shift)
}

/// `true`, `false`, and the numbers that stand for them in an environment.
pub(super) fn flag(text: &str) -> Option<bool> {
    match text.trim() {
        "true" | "1" => Some(true),
        "false" | "0" => Some(false),
        _ => None,
    }
}

/// `t,-5,f.9c1e03`, `0x2a:17`, `0x2a:17@4`.
pub(super) fn replay(text: &str) -> Option<Replay> {
    let Some((seed, number)) = text.split_once(':') else {
        return text.parse().ok().map(Replay::Choices);
    };
    let (number, size) = match number.split_once('@') {
        Some((number, size)) => (number, Some(u32::try_from(self::number(size)?).ok()?)),
        None => (number, None),
    };
    Some(Replay::Test { seed: self::number(seed)?, number: self::number(number)?, size })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        assert_eq!(number("1_000"), Some(1_000));
        assert_eq!(number("0xff"), Some(255));
        assert_eq!(time("1.5h"), Some(Duration::from_secs(5_400)));
        assert_eq!(time("250ms"), Some(Duration::from_millis(250)));
        assert_eq!(flag("1"), Some(true));
        assert_eq!([size("64KB"), size("2 GB"), size("9")], [Some(65_536), Some(2 << 30), Some(9)]);
        let test = Replay::Test { seed: 42, number: 17, size: None };
        assert_eq!(replay("0x2a:17"), Some(test));
        let choices = Replay::Choices(crate::source::ChoiceSequence(Vec::new()));
        assert_eq!(replay(&choices.to_string()), Some(choices));
    }

    #[test]
    fn what_is_not_understood_is_not_guessed() {
        assert_eq!([number(""), number("ten"), number("-1")], [None; 3]);
        assert_eq!([time("10"), time("10 parsecs"), time("-1s")], [None; 3]);
        assert_eq!([size("big"), size("1 TB"), size("99999999999GB")], [None; 3]);
        assert_eq!([flag("yes"), flag("")], [None; 2]);
        assert_eq!([replay("0x2a"), replay("a:b"), replay("t,f.000000")], [None, None, None]);
    }
}
