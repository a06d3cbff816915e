//! Inversion: which domains find the choices of a value, and for which values there are none.

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

/// Checks that every generated value inverts to choices that generate the same value.
#[track_caller]
pub(super) fn inverts<D: Domain>(domain: D) {
    let property =
        forall("seed", any::<u64>()).forall("size", 0..12_u32).check(|(size, (seed, ()))| {
            match domain.generate(&mut Source::from_seed(*seed, *size)) {
                Ok(value) => print_replayed(&domain, &value) == Some(domain.print(&value)),
                Err(_) => true,
            }
        });
    let report = quick_check(&property, &Options { seed: 1, tests: 300, ..Options::default() });
    assert!(report.passed(), "{report}");
}

/// Inverts a value, replays the choices at another size, and prints the result: the value, or an explanation
/// if the replay does not draw exactly these choices.
pub(super) fn print_replayed<D: Domain>(domain: &D, value: &D::Value) -> Option<String> {
    let choices = choices_of(domain, value)?;
    let mut source = Source::from_seed(1, 4).replaying(choices.clone(), Policy::STRICT);
    let replayed = domain.generate(&mut source);
    let drawn = source.into_record();
    let is_exact = drawn.misaligned.is_none() && !drawn.overrun && drawn.values() == choices;
    Some(match replayed {
        Ok(value) if is_exact => domain.print(&value),
        other => format!("{other:?} from {:?}, but inverted to {choices:?}", drawn.values()),
    })
}

fn choices_of<D: Domain>(domain: &D, value: &D::Value) -> Option<Vec<ChoiceValue>> {
    let mut choices = Vec::new();
    domain.invert(value, &mut choices).map(|()| choices)
}

#[test]
fn scalars_are_invertible() {
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
fn collections_are_invertible() {
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
fn combinators_are_invertible() {
    inverts(just("x"));
    inverts(elements([0.5, -0.0, 0.0]));
    inverts(one_of([0..3, 7..9]));
    inverts(frequency(((0, just(1)), (2, just(2)), (3, 3..9))));
    inverts((0..100).filtered(|x| x % 3 == 1));
    inverts(any::<Vec<i64>>().without_edge_cases());
    inverts(any::<String>().resized(|size| size / 2));
    inverts(any::<u8>().shrink_with(|x| vec![x / 2]).print_with(|x| format!("{x:#x}")));
    inverts(any::<u8>().mutate_with(|x, _| Ok(!x)));
    inverts(permutation(["a", "b", "c", "d", "a"]));
    inverts(permutation(Vec::<u8>::new()));
    inverts(subsequence([1, 2, 1, 3, 2, 1], 1..=5));
    inverts(subsequence([1, 2, 3], 3));
    inverts(Rc::new(Box::new(0..4)));
    let borrowed: &dyn Domain<Value = u8> = &(0..4);
    inverts(borrowed);
}

/// A number, or a list of nested values.
#[derive(Clone, Debug)]
enum Nested {
    Number(u8),
    List(Vec<Nested>),
}

#[test]
fn mapped_domains_with_an_inverse_are_invertible() {
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

/// A recursive domain that adds nothing leads to a value in infinitely many ways.
#[test]
fn inverting_a_circular_domain_gives_up() {
    let circle = recursive(just(0), |inner| inner.filtered(|_| true));
    assert_eq!(choices_of(&circle, &1), None);
    let maze = recursive(just(0), |inner| one_of([inner.clone(), inner]));
    assert_eq!(choices_of(&maze, &1), None);
    assert_eq!(choices_of(&maze, &0), Some(vec![ChoiceValue::Integer(0)]));
}

#[test]
fn domains_without_an_inverse_give_no_choices() {
    assert_eq!(choices_of(&(0..50).mapped(|x| x * 2), &14), None);
    assert_eq!(choices_of(&(1..9).flat_mapped(|high| 0..high), &0), None);
    assert_eq!(choices_of(&(0..9).filter_mapped(Some), &0), None);
    assert_eq!(choices_of(&from_fn(|source| Ok(source.branch(4))), &0), None);
    assert_eq!(choices_of(&vec((0..9).mapped(|x| x), ..), &vec![1]), None);
    assert_eq!(
        choices_of(&vec((0..9).mapped(|x| x), ..), &vec![]),
        Some(vec![ChoiceValue::Bool(false)])
    );
}

#[test]
fn values_outside_of_the_domain_have_no_choices() {
    assert_eq!(choices_of(&(0..10), &10), None);
    assert_eq!(choices_of(&('b'..='x'), &'a'), None);
    assert_eq!(choices_of(&(0.0..1.0), &1.0), None);
    assert_eq!(choices_of(&(0.0..1.0), &f64::NAN), None);
    assert_eq!(choices_of(&chars(Alphabet::DIGITS), &'a'), None);
    for text in ["", "a1", "abcde"] {
        assert_eq!(choices_of(&string(Alphabet::LETTERS, 1..=4), &text.into()), None, "{text}");
    }
    assert_eq!(choices_of(&vec(0..10, 2..=3), &vec![1]), None);
    assert_eq!(choices_of(&vec(0..10, 2..=3), &vec![1, 2, 3, 4]), None);
    #[expect(clippy::reversed_empty_ranges, reason = "the test is about empty ranges")]
    let never = vec(0..10, 4..=2);
    assert_eq!(choices_of(&never, &vec![1, 2, 3]), None);
    assert_eq!(choices_of(&btree_set(0..10, 1..), &[1, 11].into()), None);
    assert_eq!(choices_of(&(0..100).filtered(|x| x % 3 == 1), &3), None);
    assert_eq!(choices_of(&elements([1, 2]), &3), None);
    assert_eq!(choices_of(&just(1), &2), None);
    assert_eq!(choices_of(&one_of([0..3, 7..9]), &5), None);
    assert_eq!(choices_of(&permutation([1, 2, 2]), &vec![1, 1, 2]), None);
    assert_eq!(choices_of(&permutation([1, 2]), &vec![1, 2, 2]), None);
    assert_eq!(choices_of(&subsequence([1, 2, 3], ..), &vec![2, 1]), None);
    assert_eq!(choices_of(&subsequence([1, 2, 3], 2..), &vec![2]), None);
}

#[test]
fn values_that_a_type_never_generates_have_no_choices() {
    let scoped = SocketAddrV6::new(Ipv6Addr::LOCALHOST, 80, 0, 3);
    assert_eq!(choices_of(&any(), &scoped), None);
    let late = SystemTime::UNIX_EPOCH + Duration::from_secs(1 << 34);
    assert_eq!(choices_of(&any(), &late), None);
    #[expect(clippy::reversed_empty_ranges, reason = "the test is about empty ranges")]
    let reversed = 5..3_u8;
    assert_eq!(choices_of(&any(), &reversed), None);
    assert_eq!(choices_of(&any(), &Bound::Included(7_u8)).map(|choices| choices.len()), Some(2));
}
