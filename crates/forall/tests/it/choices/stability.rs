//! The values that fixed seeds generate. A change here breaks saved seeds, and belongs in the change log.

use std::collections::{BTreeMap, BTreeSet};
use std::net::IpAddr;
use std::time::Duration;

use forall::any;
use forall::domain::{
    Domain, btree_map, btree_set, chars, elements, frequency, just, one_of, option, string, vec,
};
use forall::source::{Alphabet, Random, Source};

/// Checks the first values of a campaign at size 3.
#[track_caller]
fn check(domain: impl Domain, expected: [&str; 4]) {
    let value = |n| match domain.generate(&mut Source::for_test(2026, n, 3)) {
        Ok(value) => domain.print(&value),
        Err(_) => "rejected".into(),
    };
    assert_eq!([0, 1, 2, 3].map(value), expected);
}

#[test]
fn random_words_are_stable() {
    let mut random = Random::for_test(2026, 1);
    assert_eq!([random.word(), random.word()], [0xfe3e_a6e7_6453_3162, 0x0d72_36af_99b0_55a3]);
}

#[test]
fn integers_are_stable() {
    check(any::<u8>(), ["1", "231", "21", "10"]);
    check(any::<i8>(), ["1", "-25", "21", "-6"]);
    check(any::<u16>(), ["15", "42727", "61973", "0"]);
    check(any::<i16>(), ["-1", "-22809", "-3563", "0"]);
    check(any::<u32>(), ["13", "4265518823", "1951068693", "1"]);
    check(any::<i32>(), ["-3", "-29448473", "1951068693", "1"]);
    check(any::<u64>(), ["10", "968896997663724963", "3846846661797853262", "7"]);
    check(any::<i64>(), ["-6", "968896997663724963", "3846846661797853262", "7"]);
    check(
        any::<u128>(),
        [
            "3",
            "103941533454241952497658361666149045667",
            "225238282905644115593282063348061157454",
            "5",
        ],
    );
    check(
        any::<i128>(),
        [
            "3",
            "103941533454241952497658361666149045667",
            "-115044084015294347870092544083707054002",
            "5",
        ],
    );
    check(
        any::<i64>().without_edge_cases(),
        [
            "-2480092443086543255",
            "-126480226768965278",
            "8379776230474656613",
            "1218789546243781115",
        ],
    );
    check(0..1000, ["644", "52", "208", "480"]);
    check(-5..=5_i8, ["2", "-5", "-3", "0"]);
}

#[test]
fn floats_are_stable() {
    check(any::<f32>(), ["-0.26889217", "-2.0", "14.5", "4330.0103"]);
    check(any::<f64>(), ["-0.2688921614759314", "-2.0", "14.5", "4330.010284423828"]);
    check(
        0.0..1.0,
        ["0.8655539192620342", "0.9931434931680313", "0.4542685797011506", "0.06607071369200644"],
    );
    check(-10.0..=10.0_f32, ["7.3110785", "9.86287", "-0.9146284", "-8.678586"]);
}

#[test]
fn text_is_stable() {
    check(any::<char>(), ["'>'", "'d'", "'R'", "'g'"]);
    check('a'..='z', ["'w'", "'z'", "'l'", "'b'"]);
    check(chars(Alphabet::ASCII), [r#"'\u{f}'"#, r#"'\u{7f}'"#, "'6'", "'i'"]);
    check(any::<String>(), [r#""c c ""#, r#""\u{14}\u{1b}""#, r#""\u{1b}C\\6""#, r#""""#]);
    check(
        string(Alphabet::LETTERS, 1..=8),
        [r#""LmozGVz""#, r#""XmFuZHwe""#, r#""NLYp""#, r#""G""#],
    );
    check(
        string(Alphabet::new(&[('α', 'ω'), ('一', '龥')]), 1..=8),
        [r#""裏憄敤癓腻領畓""#, r#""鬷慂羍涘鸪艰烢咚""#, r#""豀褔鵒曞""#, r#""膙""#],
    );
}

#[test]
fn small_types_are_stable() {
    check(any::<bool>(), ["true", "true", "false", "false"]);
    check(any::<Option<u8>>(), ["Some(12)", "Some(175)", "Some(10)", "None"]);
    check(any::<Result<u8, char>>(), ["Err('9')", "Err('a')", "Ok(10)", "Ok(194)"]);
    check(option(0..10), ["Some(2)", "Some(3)", "Some(6)", "None"]);
    check(
        any::<Duration>(),
        [
            "10.117877422s",
            "968896997663724963.815722189s",
            "3846846661797853262.69604613s",
            "7.986307545s",
        ],
    );
    check(
        any::<IpAddr>(),
        [
            "3517:325f:8146:e6e3:1e2d:36fa:9c66:b7d4",
            "4e32:6942:bb7c:e078:d0d3:2b5d:8e1f:ce93",
            "228.218.215.120",
            "142.10.165.2",
        ],
    );
}

#[test]
fn collections_are_stable() {
    check(any::<Vec<u8>>(), ["[12, 95, 250, 0]", "[175, 4]", "[10, 11, 70, 86]", "[]"]);
    check(
        any::<[i8; 4]>(),
        ["[1, -4, 95, -6]", "[-25, -81, 4, 93]", "[21, -6, -5, 70]", "[-6, -62, 31, -70]"],
    );
    check(vec(0..10, 3), ["[2, 0, 8]", "[3, 6, 9]", "[6, 1, 3]", "[3, 7, 3]"]);
    check(any::<BTreeSet<u8>>(), ["{0, 12, 95, 250}", "{4, 175}", "{10, 11, 70, 86}", "{}"]);
    check(
        any::<BTreeMap<bool, u8>>(),
        ["{false: 153, true: 6}", "{false: 4, true: 5}", "{false: 1, true: 6}", "{}"],
    );
    check(
        btree_set(0..10, 3..=5),
        ["{0, 1, 2, 3, 8}", "{2, 3, 5, 6, 9}", "{1, 3, 6, 7}", "{0, 3, 7}"],
    );
    check(
        btree_map('a'..='z', 0..10, 2),
        ["{'a': 8, 'q': 1}", "{'b': 8, 'r': 9}", "{'e': 3, 'f': 6}", "{'m': 9, 's': 3}"],
    );
    check(
        any::<(u8, String, Option<bool>)>(),
        [
            r#"(1, "jchVngjR", None)"#,
            r#"(231, "", Some(true))"#,
            r#"(21, "\"\\\"\"`", Some(false))"#,
            r#"(10, "_210", Some(true))"#,
        ],
    );
}

#[test]
fn choices_between_domains_are_stable() {
    check(elements([1, 2, 3]), ["3", "3", "2", "1"]);
    check(one_of([0..10, 10..20]), ["12", "13", "6", "3"]);
    check(frequency(((1, just(0)), (3, 1..10))), ["2", "3", "6", "0"]);
    check((0..100).filtered(|x| x % 7 == 0), ["0", "35", "56", "98"]);
}
