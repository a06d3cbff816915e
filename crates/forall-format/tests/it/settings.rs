//! The values of settings.

use std::time::Duration;

use forall::property;
use forall_format::bytes::parse_bytes;
use forall_format::duration::parse_duration;
use forall_format::flag::parse_flag;
use forall_format::number::parse_number;

#[property]
fn any_text_is_parsed_without_a_panic(text: String) {
    let _ = parse_bytes(&text);
    let _ = parse_duration(&text);
    let _ = parse_flag(&text);
    let _ = parse_number(&text);
}

#[property]
fn numbers_are_parsed_in_both_bases(number: u64) -> bool {
    parse_number(&number.to_string()) == Ok(number)
        && parse_number(&format!("{number:#x}")) == Ok(number)
}

#[property]
fn sizes_are_parsed_in_every_unit(number: u32) -> bool {
    let number = u64::from(number);
    let units = [("", 0), ("B", 0), ("KB", 10), ("KiB", 10), ("MB", 20), ("GB", 30), (" GiB", 30)];
    units.iter().all(|(unit, shift)| parse_bytes(&format!("{number}{unit}")) == Ok(number << shift))
}

#[property]
fn durations_are_parsed_in_every_unit(number: u32) -> bool {
    let parse = |unit: &str| parse_duration(&format!("{number}{unit}"));
    let seconds = u64::from(number);
    parse("ms") == Ok(Duration::from_millis(seconds))
        && parse("s") == Ok(Duration::from_secs(seconds))
        && parse("m") == Ok(Duration::from_secs(60 * seconds))
        && parse(" min") == parse("m")
        && parse("h") == Ok(Duration::from_secs(3600 * seconds))
}

#[property]
fn fractions_of_a_duration_are_exact(seconds: u32, nanos: u32) -> bool {
    let nanos = nanos % 1_000_000_000;
    parse_duration(&format!("{seconds}.{nanos:09}s")) == Ok(Duration::new(seconds.into(), nanos))
}

#[test]
fn forms_of_the_environment_and_of_the_attribute_are_accepted() {
    assert_eq!([parse_bytes("1_024KB"), parse_bytes("0x400")], [Ok(1 << 20), Ok(1 << 10)]);
    assert_eq!(parse_bytes("2 GB"), Ok(2 << 30));
    assert_eq!(parse_duration("1.5h"), Ok(Duration::from_secs(5_400)));
    assert_eq!(parse_duration(".1s"), Ok(Duration::from_millis(100)));
    assert_eq!(parse_duration("5.s"), Ok(Duration::from_secs(5)));
    assert_eq!(parse_duration(" 1_500 ms "), Ok(Duration::from_millis(1_500)));
    assert_eq!([parse_flag("1"), parse_flag(" false")], [Ok(true), Ok(false)]);
}

#[test]
fn values_that_are_out_of_range_are_refused() {
    for text in ["", "ten", "-1", "0x", "18446744073709551616"] {
        assert!(parse_number(text).is_err(), "{text}");
    }
    for text in [
        "",
        "10",
        "10 parsecs",
        "s",
        "-1s",
        "infs",
        "1e3s",
        ".s",
        "1.2.3s",
        "99999999999999999999h",
    ] {
        assert!(parse_duration(text).is_err(), "{text}");
    }
    for text in ["", "big", "1 TB", "-1KB", "1.5GB", "99999999999GB"] {
        assert!(parse_bytes(text).is_err(), "{text}");
    }
    for text in ["", "yes", "TRUE", "2"] {
        assert!(parse_flag(text).is_err(), "{text}");
    }
}
