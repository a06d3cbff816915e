//! The way back: which domains know it, and where it ends.

use std::net::{Ipv6Addr, SocketAddrV6};
use std::ops::Bound;
use std::rc::Rc;
use std::time::{Duration, SystemTime};

use forall::domain::{
    Domain, any, array, btree_map, btree_set, chars, elements, frequency, from_fn, hash_map,
    hash_set, integers, just, one_of, option, permutation, recursive, result, string, subsequence,
    vec,
};
use forall::property::forall;
use forall::runner::{Options, quick_check};
use forall::source::{Alphabet, ChoiceValue, Policy, Source};

/// Every value of the domain leads back to choices, and those to the value.
#[track_caller]
pub(super) fn inverts<D: Domain>(domain: D) {
    let property =
        forall("seed", any::<u64>()).forall("size", 0..12_u32).check(|(size, (seed, ()))| {
            match domain.generate(&mut Source::from_seed(*seed, *size)) {
                Ok(value) => again(&domain, &value) == Some(domain.print(&value)),
                Err(_) => true,
            }
        });
    let report = quick_check(&property, &Options { seed: 1, tests: 300, ..Options::default() });
    assert!(report.passed(), "{report}");
}

/// What the choices of a value make, at another size, if all of them are drawn and no others.
pub(super) fn again<D: Domain>(domain: &D, value: &D::Value) -> Option<String> {
    let told = told(domain, value)?;
    let mut source = Source::from_seed(1, 4).replaying(told.clone(), Policy::STRICT);
    let made = domain.generate(&mut source);
    let drawn = source.into_record();
    let just_those = drawn.misaligned.is_none() && !drawn.overrun && drawn.values() == told;
    Some(match made {
        Ok(made) if just_those => domain.print(&made),
        made => format!("{made:?} from {:?} where {told:?} was told", drawn.values()),
    })
}

fn told<D: Domain>(domain: &D, value: &D::Value) -> Option<Vec<ChoiceValue>> {
    let mut choices = Vec::new();
    domain.invert(value, &mut choices).map(|()| choices)
}

#[test]
fn scalars_lead_back() {
    inverts(0..10_u8);
    inverts(-5..=5_i128);
    inverts(7_i8..);
    inverts(..=-7_i64);
    inverts(integers(u128::MAX - 3, u128::MAX));
    inverts('\u{d000}'..='\u{f000}');
    inverts(-1.0..=1.0_f32);
    inverts(f64::MIN..f64::MAX);
    inverts(chars(Alphabet::ASCII));
    inverts(string(Alphabet::LETTERS, 2..));
    inverts(string(Alphabet::ANY, ..=3));
}

#[test]
fn collections_lead_back() {
    inverts(vec(0..10, ..));
    inverts(vec(0..10, 3));
    inverts(vec(vec(any::<bool>(), 1..), 2..=5));
    inverts(btree_set(0..10, 3..=5));
    inverts(btree_set(any::<bool>(), 2));
    inverts(hash_set(0..100, 2..));
    inverts(btree_map(0..10, any::<String>(), ..=4));
    inverts(hash_map(any::<char>(), 0..4, 1..));
    inverts(array::<_, 3>(1..=6));
    inverts(option(1..=6));
    inverts(result(1..=6, elements(["a", "b"])));
    inverts((0..10, option('a'..='c'), any::<bool>()));
}

#[test]
fn combinators_lead_back() {
    inverts(just("x"));
    inverts(elements([0.5, -0.0, 0.0]));
    inverts(one_of([0..3, 7..9]));
    inverts(frequency(((0, just(1)), (2, just(2)), (3, 3..9))));
    inverts((0..100).filtered(|x| x % 3 == 1));
    inverts(any::<Vec<i64>>().without_edge_cases());
    inverts(any::<String>().resized(|size| size / 2));
    inverts(any::<u8>().shrink_with(|x| vec![x / 2]).print_with(|x| format!("{x:#x}")));
    inverts(any::<u8>().mutate_with(|x, _| Ok(!x)).annotate("unit"));
    inverts(permutation(["a", "b", "c", "d", "a"]));
    inverts(permutation(Vec::<u8>::new()));
    inverts(subsequence([1, 2, 1, 3, 2, 1], 1..=5));
    inverts(subsequence([1, 2, 3], 3));
    inverts(Rc::new(Box::new(0..4)));
    let borrowed: &dyn Domain<Value = u8> = &(0..4);
    inverts(borrowed);
}

/// Numbers, and lists of such values.
#[derive(Clone, Debug)]
enum Nested {
    Number(u8),
    List(Vec<Nested>),
}

#[test]
fn mapped_domains_lead_back_where_the_way_is_said() {
    let number = any::<u8>().mapped(Nested::Number).with_inverse(|nested| match nested {
        Nested::Number(number) => Some(*number),
        Nested::List(_) => None,
    });
    let nested = recursive(number, |inner| {
        vec(inner, ..).mapped(Nested::List).with_inverse(|nested| match nested {
            Nested::List(list) => Some(list.clone()),
            Nested::Number(_) => None,
        })
    });
    inverts(nested);
}

/// A step that leads to itself has as many ways as one likes, all of them useless.
#[test]
fn a_way_back_in_circles_is_given_up() {
    let circle = recursive(just(0), |inner| inner.filtered(|_| true));
    assert_eq!(told(&circle, &1), None);
    let maze = recursive(just(0), |inner| one_of([inner.clone(), inner]));
    assert_eq!(told(&maze, &1), None);
    assert_eq!(told(&maze, &0), Some(vec![ChoiceValue::Integer(0)]));
}

#[test]
fn what_cannot_be_told_is_not() {
    assert_eq!(told(&(0..50).mapped(|x| x * 2), &14), None);
    assert_eq!(told(&(1..9).flat_mapped(|high| 0..high), &0), None);
    assert_eq!(told(&(0..9).filter_mapped(Some), &0), None);
    assert_eq!(told(&from_fn(|source| Ok(source.branch(4))), &0), None);
    assert_eq!(told(&vec((0..9).mapped(|x| x), ..), &vec![1]), None);
    assert_eq!(told(&vec((0..9).mapped(|x| x), ..), &vec![]), Some(vec![ChoiceValue::Bool(false)]));
}

#[test]
fn what_is_not_in_the_domain_is_not_told() {
    assert_eq!(told(&(0..10), &10), None);
    assert_eq!(told(&('b'..='x'), &'a'), None);
    assert_eq!(told(&(0.0..1.0), &1.0), None);
    assert_eq!(told(&(0.0..1.0), &f64::NAN), None);
    assert_eq!(told(&chars(Alphabet::DIGITS), &'a'), None);
    for text in ["", "a1", "abcde"] {
        assert_eq!(told(&string(Alphabet::LETTERS, 1..=4), &text.into()), None, "{text}");
    }
    assert_eq!(told(&vec(0..10, 2..=3), &vec![1]), None);
    assert_eq!(told(&vec(0..10, 2..=3), &vec![1, 2, 3, 4]), None);
    #[expect(clippy::reversed_empty_ranges, reason = "that is what is tested")]
    let never = vec(0..10, 4..=2);
    assert_eq!(told(&never, &vec![1, 2, 3]), None);
    assert_eq!(told(&btree_set(0..10, 1..), &[1, 11].into()), None);
    assert_eq!(told(&(0..100).filtered(|x| x % 3 == 1), &3), None);
    assert_eq!(told(&elements([1, 2]), &3), None);
    assert_eq!(told(&just(1), &2), None);
    assert_eq!(told(&one_of([0..3, 7..9]), &5), None);
    assert_eq!(told(&permutation([1, 2, 2]), &vec![1, 1, 2]), None);
    assert_eq!(told(&permutation([1, 2]), &vec![1, 2, 2]), None);
    assert_eq!(told(&subsequence([1, 2, 3], ..), &vec![2, 1]), None);
    assert_eq!(told(&subsequence([1, 2, 3], 2..), &vec![2]), None);
}

#[test]
fn what_a_type_does_not_make_is_not_told() {
    let scoped = SocketAddrV6::new(Ipv6Addr::LOCALHOST, 80, 0, 3);
    assert_eq!(told(&any(), &scoped), None);
    let late = SystemTime::UNIX_EPOCH + Duration::from_secs(1 << 34);
    assert_eq!(told(&any(), &late), None);
    #[expect(clippy::reversed_empty_ranges, reason = "that is what is tested")]
    let reversed = 5..3_u8;
    assert_eq!(told(&any(), &reversed), None);
    assert_eq!(told(&any(), &Bound::Included(7_u8)).map(|told| told.len()), Some(2));
}
