//! The values at which greedy shrinking by values ends.

use std::collections::{BTreeMap, BTreeSet};
use std::net::Ipv4Addr;
use std::num::NonZero;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use forall::any;
use forall::domain::{Domain, btree_map, btree_set, hash_set, option, string, vec};
use forall::source::{Alphabet, Campaign};

/// Checks that the first failing values all shrink to `expected`.
#[track_caller]
fn check<D: Domain>(domain: D, fails: impl Fn(&D::Value) -> bool, expected: &str) {
    let campaign = Campaign::from_seed(1);
    let values = (0..20_000).filter_map(|n| domain.generate(&mut campaign.source(n)).ok());
    let failing = values.filter(|value| fails(value));
    let mut tried = 0;
    for mut value in failing.take(5) {
        let simpler = |value: &D::Value| domain.shrink(value).find(|simpler| fails(simpler));
        while let Some(simpler) = simpler(&value) {
            value = simpler;
        }
        assert_eq!(domain.print(&value), expected);
        tried += 1;
    }
    assert_ne!(tried, 0, "no value fails");
}

#[test]
fn floats_shrink_to_minimal_values() {
    check(any::<f64>(), |x| *x > 1000.25, "1001.0");
    check(any::<f64>(), |x| *x < 0.0, "-1.0");
    check(any::<f64>(), |x| x.fract() != 0.0, "0.5");
    check(any::<f64>(), |x| x.fract() != 0.0 && *x > 3.0, "3.5");
    check(any::<f64>(), |x| !x.is_finite(), "inf");
    check(any::<f64>(), |x| x.is_nan(), "NaN");
    check(any::<f64>(), |x| x.is_sign_negative(), "-0.0");
    check(any::<f32>(), |x| *x > 1e9, "1000000060.0");
    check(2.5..7.5, |_| true, "3.0");
    check(2.25..2.75, |_| true, "2.5");
    check(-7.5..=-2.5_f32, |_| true, "-3.0");
}

#[test]
fn text_shrinks_to_minimal_values() {
    check(any::<char>(), |c| c.is_uppercase(), "'A'");
    check(any::<char>(), |c| !c.is_ascii(), r"'\u{80}'");
    check('0'..='9', |_| true, "'9'");
    check('A'..='z', |_| true, "'a'");
    check(any::<String>(), |s| s.chars().count() >= 3, r#""aaa""#);
    check(any::<String>(), |s| s.contains('\\'), r#""\\""#);
    check(any::<Box<str>>(), |s| s.len() > s.chars().count(), r#""\u{80}""#);
    check(string(Alphabet::DIGITS, 2..), |s| s.ends_with('7'), r#""07""#);
}

#[test]
fn collections_shrink_to_minimal_values() {
    check(vec(0..10, 2..), |xs| xs[1] > 6, "[0, 7]");
    check(any::<BTreeSet<u8>>(), |xs| xs.len() >= 3, "{0, 1, 2}");
    check(btree_set(5..100, 2..), |_| true, "{5, 6}");
    check(hash_set(5..100, 2..), |_| true, "{5, 6}");
    check(any::<BTreeMap<u8, bool>>(), |map| map.values().any(|v| *v), "{0: true}");
    check(btree_map(0..9, 0..9, 1..), |_| true, "{0: 0}");
    check(any::<[u8; 3]>(), |xs| xs[1] > 4, "[0, 5, 0]");
}

#[test]
fn small_types_shrink_to_minimal_values() {
    check(any::<bool>(), |_| true, "false");
    check(option(0..10), |x| x.is_some_and(|x| x > 3), "Some(4)");
    check(any::<NonZero<i16>>(), |_| true, "1");
    check(any::<NonZero<i16>>(), |x| x.get() < 0, "-1");
    check(any::<Duration>(), |time| time.as_secs() > 1, "2s");
    check(any::<SystemTime>().print_with(since), |time| *time > UNIX_EPOCH, "1ns");
    check(any::<Ipv4Addr>(), |ip| ip.is_loopback(), "127.0.0.0");
}

fn since(time: &SystemTime) -> String {
    format!("{:?}", time.duration_since(UNIX_EPOCH).unwrap_or_default())
}
