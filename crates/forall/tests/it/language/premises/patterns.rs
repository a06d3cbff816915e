//! Every recognised pattern, for many types: nothing is discarded.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};

use forall::domain::{
    Domain, any, btree_set, elements, hash_map, integers, option, result, string, vec,
};
use forall::property::property;
use forall::source::Alphabet;

use super::{never_discards, rarely_discards};

/// Tests all comparisons of two values of one type.
macro_rules! comparisons {
    ($($test:ident $ty:ty;)*) => { $(
        #[test]
        fn $test() {
            never_discards(&property! { forall a: $ty; forall b: $ty; implies a < b; check a < b });
            never_discards(&property! { forall a: $ty; forall b: $ty; implies a <= b; check a <= b });
            never_discards(&property! { forall a: $ty; forall b: $ty; implies a > b; check a > b });
            never_discards(&property! { forall a: $ty; forall b: $ty; implies *a >= *b; check a >= b });
            never_discards(&property! { forall a: $ty; forall b: $ty; implies a == b; check a == b });
            never_discards(&property! { forall a: $ty; forall b: $ty; implies a != b; check a != b });
        }
    )* };
}

comparisons! {
    bytes_are_compared u8;
    signed_bytes_are_compared i8;
    integers_are_compared i32;
    lengths_are_compared usize;
    wide_integers_are_compared u128;
    characters_are_compared char;
    flags_are_compared bool;
    single_floats_are_compared f32;
    double_floats_are_compared f64;
}

/// Values of a type that derives its order.
#[derive(Clone, Debug, PartialEq, PartialOrd, forall::Arbitrary)]
enum Version {
    Draft,
    Release { major: u8, minor: u8 },
    Named(String),
}

#[test]
fn values_of_other_types_are_ordered() {
    rarely_discards(&property! { forall a: String; forall b: String; implies a < b; check a < b });
    rarely_discards(&property! { forall a: String; forall b: String; implies a > b; check a > b });
    rarely_discards(
        &property! { forall a: Vec<u8>; forall b: Vec<u8>; implies a <= b; check a <= b },
    );
    rarely_discards(
        &property! { forall a: (u8, bool); forall b: (u8, bool); implies a < b && a != b; check a < b },
    );
    rarely_discards(
        &property! { forall a: Version; forall b: Version; implies a >= b; check a >= b },
    );
    rarely_discards(&property! {
        forall a: String;
        forall b: String;
        implies !a.is_empty() && a < b && b.len() <= a.len();
        check a < b
    });
}

#[test]
fn values_of_other_types_are_equal_or_different() {
    never_discards(&property! { forall a: String; forall b: String; implies a == b; check a == b });
    never_discards(
        &property! { forall a: Vec<u8>; forall b: Vec<u8>; implies b == a; check a == b },
    );
    never_discards(
        &property! { forall a: Option<i8>; forall b: Option<i8>; implies a != b; check a != b },
    );
    never_discards(
        &property! { forall a: (bool, bool); forall b: (bool, bool); implies a != b; check a != b },
    );
}

#[test]
fn constants_are_compared() {
    const LIMIT: i64 = -5;
    never_discards(&property! { forall x: i64; implies *x < LIMIT; check *x < -5 });
    never_discards(&property! { forall x: u8; implies *x != 0; check 200 / x <= 200 });
    never_discards(&property! { forall x: i8; implies *x == -128; check *x == i8::MIN });
    never_discards(
        &property! { forall x: f64; implies *x > 0.0 && *x <= 1.0; check x.ln() <= 0.0 },
    );
    never_discards(&property! { forall x: u32; implies (10..=12).contains(x); check x / 10 == 1 });
    never_discards(
        &property! { forall x: u32; implies [7, 11].contains(x); check *x == 7 || *x == 11 },
    );
    never_discards(&property! { forall x: u32; implies *x > 1 << 20; check x.ilog2() >= 20 });
    let limit = 40;
    never_discards(&property! { forall x: u16; implies *x >= limit; check *x >= 40 });
}

#[test]
fn written_domains_are_restricted() {
    never_discards(&property! {
        forall a in 0..10;
        forall b in 5..20;
        implies a < b;
        check a < b && *a < 10 && (5..20).contains(b)
    });
    never_discards(
        &property! { forall a in 0..10; forall b in 5..20; implies a == b; check (5..10).contains(a) },
    );
    never_discards(
        &property! { forall a in 'p'..='r'; forall b in 'a'..='q'; implies a < b; check *a == 'p' },
    );
    never_discards(
        &property! { forall a in 3..=5; forall b in ..=9; implies b != a && b > &2; check *b > 2 },
    );
    never_discards(
        &property! { forall a in 1.0..2.0; forall b in 1.5..9.0; implies b < a; check *b < 2.0 },
    );
    never_discards(
        &property! { forall a in 0..5_u8; forall b in integers(0, 5); implies a < b; check a < b },
    );
    never_discards(
        &property! { forall a in 0..5; forall b in elements([1, 3, 5]); implies a < b; check b % 2 == 1 },
    );
    never_discards(
        &property! { forall a in 0..5; forall b in (0..9).filtered(|b| b % 2 == 0); implies a < b; check b % 2 == 0 },
    );
    never_discards(&property! { forall a in 0..5; forall b in *a..9; implies a != b; check b > a });
    let boxed = (0..9).without_edge_cases().print_with(|b| format!("<{b}>")).boxed();
    never_discards(&property! { forall a in 0..8; forall b in boxed; implies a < b; check *b < 9 });
}

#[test]
fn several_premises_hold_together() {
    never_discards(
        &property! { forall a: u8; forall b: u8; forall c: u8; implies a < b && b < c; check a + 1 < *c },
    );
    never_discards(
        &property! { forall c: i8; forall a: i8; forall b: i8; implies a < b; implies b < c; check a < c },
    );
    never_discards(
        &property! { forall b: i8; forall a: i8; forall c: i8; implies a < b; implies b <= c; check a < c },
    );
    never_discards(
        &property! { forall a: u8; forall b: u8; forall c: u8; implies a == b && b < c; check a < c },
    );
    never_discards(
        &property! { forall a: u8; forall b: u8; implies *a < 5 && a < b && *b < 7 && *b != 6; check *b < 6 },
    );
    never_discards(&property! {
        forall list: Vec<u8>;
        forall i: usize;
        forall j: usize;
        implies i < j && *j < list.len();
        check list[*i..*j].len() == j - i
    });
}

#[test]
fn lengths_are_restricted() {
    never_discards(&property! { forall v: Vec<u8>; implies !v.is_empty(); check !v.is_empty() });
    never_discards(&property! { forall v: Vec<u8>; implies v.is_empty(); check v.is_empty() });
    never_discards(&property! { forall v: Vec<u8>; implies v.len() > 3; check v.len() > 3 });
    never_discards(
        &property! { forall v: Vec<u8>; implies 3 <= v.len() && v.len() < 5; check v.len() / 5 == 0 },
    );
    never_discards(
        &property! { forall v: Vec<bool>; implies v.len() == 100; check v.len() == 100 },
    );
    never_discards(
        &property! { forall v in vec(0..3, 0..9); implies v.len() > 7; check v.len() == 8 },
    );
    never_discards(
        &property! { forall v: VecDeque<u8>; implies !v.is_empty(); check v.front().is_some() },
    );
    never_discards(&property! { forall v: BTreeSet<u8>; implies v.len() > 2; check v.len() > 2 });
    never_discards(
        &property! { forall v in btree_set(any::<u8>(), ..9); implies v.len() > 2; check v.len() < 9 },
    );
    never_discards(
        &property! { forall v: HashSet<u8>; implies !v.is_empty(); check !v.is_empty() },
    );
    never_discards(
        &property! { forall v: BTreeMap<u8, u8>; implies v.len() == 2; check v.len() == 2 },
    );
    never_discards(
        &property! { forall v: HashMap<u8, u8>; implies v.len() >= 2; check v.len() >= 2 },
    );
    never_discards(
        &property! { forall v in hash_map(0..99, 0..9, ..); implies v.len() <= 2; check v.len() < 3 },
    );
    never_discards(
        &property! { forall a: Vec<u8>; forall b: Vec<u8>; implies a.len() == b.len(); check a.len() == b.len() },
    );
    never_discards(
        &property! { forall a: Vec<u8>; forall b: Vec<u8>; implies a.len() > b.len(); check a.len() > b.len() },
    );
}

#[test]
fn the_length_of_a_string_is_its_number_of_bytes() {
    never_discards(&property! { forall s: String; implies !s.is_empty(); check !s.is_empty() });
    never_discards(&property! { forall s: String; implies s.len() > 5; check s.len() > 5 });
    never_discards(&property! { forall s: String; implies s.len() < 5; check s.len() < 5 });
    never_discards(&property! { forall s: String; implies s.len() == 100; check s.len() == 100 });
    never_discards(
        &property! { forall s in string(Alphabet::DIGITS, ..); implies s.len() == 5; check s.len() == 5 },
    );
    never_discards(
        &property! { forall s in string("äöü", ..); implies s.len() == 6; check s.chars().count() == 3 },
    );
}

#[test]
fn an_index_is_within_bounds() {
    never_discards(
        &property! { forall v: Vec<u8>; forall i: usize; implies *i < v.len(); check v[*i] == v[*i] },
    );
    never_discards(
        &property! { forall i: usize; forall v: Vec<u8>; implies i < &v.len(); check v[*i] == v[*i] },
    );
    never_discards(
        &property! { forall i: u8; forall v: Vec<u8>; implies (*i as usize) < v.len(); check !v.is_empty() },
    );
    never_discards(
        &property! { forall v: Vec<u8>; forall i in 0..50_usize; implies *i <= v.len(); check v[*i..].len() <= v.len() },
    );
}

#[test]
fn an_element_is_in_the_collection() {
    never_discards(
        &property! { forall v: Vec<u8>; forall x: u8; implies v.contains(x); check v.iter().any(|y| y == x) },
    );
    never_discards(
        &property! { forall x: u8; forall v: Vec<u8>; implies v.contains(x); check v.iter().any(|y| y == x) },
    );
    never_discards(&property! { forall v: Vec<u8>; implies v.contains(&7); check !v.is_empty() });
    never_discards(
        &property! { forall v: Vec<String>; forall x: String; implies v.contains(x); check !v.is_empty() },
    );
    never_discards(
        &property! { forall x: String; forall v: Vec<String>; implies v.contains(x); check !v.is_empty() },
    );
    never_discards(
        &property! { forall v: BTreeSet<i16>; forall x: i16; implies v.contains(x); check v.get(x).is_some() },
    );
    never_discards(
        &property! { forall x: i16; forall v: BTreeSet<i16>; implies v.contains(x); check v.get(x).is_some() },
    );
    never_discards(
        &property! { forall v: HashSet<u8>; forall x: u8; implies v.contains(x); check v.get(x).is_some() },
    );
    never_discards(
        &property! { forall x: u8; forall v: HashSet<u8>; implies v.contains(x); check v.get(x).is_some() },
    );
    never_discards(
        &property! { forall x in 0..9; forall v in vec(0..9, 1..4); implies v.contains(x); check v.len() < 4 },
    );
    never_discards(
        &property! { forall v in vec(0..9, 1..4); forall x in 0..9; implies v.contains(x); check *x < 9 },
    );
}

#[test]
fn a_variant_is_restricted() {
    never_discards(&property! { forall x: Option<u8>; implies x.is_some(); check x.is_some() });
    never_discards(&property! { forall x: Option<u8>; implies x.is_none(); check x.is_none() });
    never_discards(&property! { forall x: Option<u8>; implies !x.is_none(); check x.is_some() });
    never_discards(
        &property! { forall x in option(0..9); implies x.is_some(); check x.unwrap() < 9 },
    );
    never_discards(&property! { forall x: Result<u8, bool>; implies x.is_ok(); check x.is_ok() });
    never_discards(&property! { forall x: Result<u8, bool>; implies !x.is_ok(); check x.is_err() });
    never_discards(
        &property! { forall x in result(0..9, 'a'..='z'); implies x.is_err(); check x.is_err() },
    );
}
