//! Every domain of the library satisfies the laws of domains. A new domain takes one line.

mod laws;
mod bytes;
mod edges;
mod invert;
mod minimal;

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::ffi::{CString, OsString};
use std::fmt::Debug;
use std::marker::PhantomData;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use std::num::{NonZero, Saturating, Wrapping};
use std::ops::{Bound, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::{Arc, Mutex, RwLock};
use std::time::{Duration, SystemTime};

use forall::any;
use forall::domain::{
    Domain, array, btree_map, btree_set, chars, elements, frequency, from_fn, hash_map, hash_set,
    integers, just, one_of, option, result, string, vec,
};
use forall::source::Alphabet;

use self::invert::inverts;
use self::laws::{hold, hold_by};

macro_rules! types {
    ($($test:ident: $($type:ty),* ;)*) => { $(
        #[test]
        fn $test() {
            $(
                hold(any::<$type>());
                inverts(any::<$type>());
            )*
        }
    )* };
}

types! {
    whole_numbers: u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize;
    unsigned_without_zero: NonZero<u8>, NonZero<u16>, NonZero<u32>, NonZero<u64>, NonZero<u128>,
        NonZero<usize>;
    signed_without_zero: NonZero<i8>, NonZero<i16>, NonZero<i32>, NonZero<i64>, NonZero<i128>,
        NonZero<isize>;
    floating_point: f32, f64;
    few_values: bool, (), Ordering, PhantomData<str>, RangeFull;
    text: char, String, Box<str>, Rc<str>, Arc<str>, Cow<'static, str>, PathBuf, OsString, CString;
    wrapped: Wrapping<u8>, Saturating<i64>, Reverse<u8>, Box<u8>, Rc<i8>, Arc<String>, Cell<u32>,
        RefCell<String>, Mutex<u8>, RwLock<u8>, Cow<'static, u8>, Cow<'static, [u8]>;
    one_or_none: Option<u8>, Option<Option<bool>>, Result<u8, String>, Bound<i32>;
    ranges: Range<u8>, RangeInclusive<f64>, RangeFrom<u8>, RangeTo<char>, RangeToInclusive<i64>;
    lists: Vec<u8>, Vec<()>, Vec<Vec<i16>>, VecDeque<u8>, LinkedList<bool>, BinaryHeap<u8>,
        Box<[u8]>, Rc<[u8]>, Arc<[char]>;
    arrays: [u8; 0], [i32; 1], [String; 5], [[bool; 3]; 4];
    ordered: BTreeSet<u8>, BTreeSet<String>, BTreeMap<u8, bool>, BTreeMap<String, Vec<u8>>;
    tuples: (u8,), (i32, bool), (String, Option<char>, f32);
    times: Duration, SystemTime;
    addresses: Ipv4Addr, Ipv6Addr, IpAddr, SocketAddrV4, SocketAddrV6, SocketAddr;
}

#[test]
fn hash_collections_are_lawful() {
    hold(hash_set(any::<u8>(), ..));
    hold(hash_set(0..10, 3..=5));
    hold(hash_map(any::<char>(), any::<bool>(), ..));
    hold(hash_map(0..10, 0..10, 3..=5));
    hold_by(any::<HashSet<u8>>(), |set| sorted(set.iter()));
    hold_by(any::<HashMap<u8, i8>>(), |map| sorted(map.iter()));
    inverts(any::<HashSet<u8>>());
    inverts(any::<HashMap<u8, i8>>());
}

/// Prints elements in sorted order, because equal hash collections iterate in different orders.
fn sorted(elements: impl Iterator<Item: Debug>) -> String {
    let mut elements: Vec<String> = elements.map(|x| format!("{x:?}")).collect();
    elements.sort();
    elements.join(", ")
}

#[test]
fn ranges_are_lawful() {
    hold(0..10_u8);
    hold(-5..=5_i64);
    hold(100..=100_u128);
    hold(7_i8..);
    hold(..=-7_i32);
    hold(integers(i128::MIN, i128::MAX));
    hold('a'..='z');
    hold('0'..'a');
    hold('\u{d000}'..='\u{f000}');
    hold('\0'..=char::MAX);
    hold(0.0..1.0);
    hold(-1.0..=1.0_f32);
    hold(3.25..3.5);
    hold(-9.0..=-8.0);
    hold(f64::MIN..=f64::MAX);
    hold(f32::NEG_INFINITY..f32::INFINITY);
    hold(5.0..=5.0);
}

#[test]
#[expect(clippy::reversed_empty_ranges, reason = "the test is about empty ranges")]
fn ranges_without_values_are_lawful() {
    hold(9..3);
    hold('z'..='a');
    hold(1.0..=0.5);
    hold('a'..'a');
    hold(0.0..f64::NAN);
    hold(f64::NAN..=0.0);
    hold(f64::INFINITY..=f64::INFINITY);
    hold(elements(Vec::<u8>::new()));
}

#[test]
fn strings_over_alphabets_are_lawful() {
    hold(string(Alphabet::ANY, 1..=3));
    hold(string(Alphabet::DIGITS, 4));
    hold(string(Alphabet::LETTERS, 2..));
    hold(string(Alphabet::ALPHANUMERIC, ..3));
    hold(string(Alphabet::ASCII, ..));
    hold(string(Alphabet::new(&[('x', 'x')]), ..));
    hold(string('x'..='z', ..));
    hold(string("tgca", ..));
    hold(chars('0'..='7'));
    hold(chars(Alphabet::ASCII));
    hold(chars(Alphabet::new(&[('ß', 'ß'), ('\u{d000}', '\u{e000}')])));
}

#[test]
fn collections_are_lawful() {
    hold(vec(0..10, 3));
    hold(vec(any::<char>(), 2..=9));
    hold(btree_set(any::<u8>(), ..));
    hold(btree_set(0..10, 3..=5));
    hold(btree_set(any::<bool>(), ..));
    hold(btree_set(any::<bool>(), 2));
    hold(btree_set(any::<bool>(), 3));
    hold(btree_map(0..10, any::<String>(), 1..));
    hold(btree_map(string(Alphabet::LETTERS, 1..=2), vec(0..3, ..3), ..=4));
    hold(array::<_, 3>(1..=6));
    hold(option(1..=6));
    hold(result(1..=6, string(Alphabet::LETTERS, 1..)));
    hold((0..10, 'a'..='c', any::<bool>()));
}

#[test]
fn combinators_are_lawful() {
    hold(just("x"));
    hold(elements([1, 5, 9]));
    hold(one_of([0..3, 7..9]));
    hold(one_of((just(0), 3..5, vec(0..9, 1).mapped(|list| list[0]))));
    hold(frequency(((1, just(None)), (3, any::<Option<u8>>()))));
    hold((0..100).mapped(|x| x * x));
    hold((1..10).flat_mapped(|high| (0..high, just(high))));
    hold((0..100).filtered(|x| x % 3 == 1));
    hold((0..100).filtered(|x| *x > 1000));
    hold((0..100_u32).filter_mapped(|x| char::from_digit(x, 36)));
    hold(any::<Vec<i64>>().without_edge_cases());
    hold(any::<String>().resized(|size| size / 2));
    hold(any::<u8>().shrink_with(|x| if *x > 0 { vec![x - 1] } else { vec![] }));
    hold(any::<u8>().print_with(|x| format!("{x:#x}")));
    hold(from_fn(|source| Ok(source.branch(4))));
    hold(&(0..4));
    hold(Arc::new(0..4).boxed());
}

/// A range of lengths may depend on a variable, so an empty range is not a programming error.
#[test]
fn an_empty_range_of_lengths_generates_nothing() {
    use forall::domain::{
        Lengths, btree_map, btree_set, hash_set, sample, string, subsequence, vec,
    };
    let zero = 0_usize;
    for range in [0..zero, zero + 5..3] {
        let lengths = Lengths::from(range);
        assert!(sample(&vec(0..9, lengths), 20).is_empty());
        assert!(sample(&btree_set(0..9, lengths), 20).is_empty());
        assert!(sample(&hash_set(0..9, lengths), 20).is_empty());
        assert!(sample(&btree_map(0..9, 0..9, lengths), 20).is_empty());
        assert!(sample(&string(forall::source::Alphabet::ANY, lengths), 20).is_empty());
        assert!(sample(&subsequence([1, 2, 3, 4, 5, 6], lengths), 20).is_empty());
    }
}
