//! `check_laws` accepts the domains of the library, and detects every kind of violation.

use std::cell::Cell;

use forall::domain::{
    Domain, Func, Law, LawReport, any, check_laws, check_laws_with, from_fn, function, just,
};
use forall::domain::{elements, one_of, permutation, recursive, subsequence, vec};
use forall::source::Role;

#[test]
fn check_laws_accepts_the_domains_of_the_library() {
    check_laws_with(&(3..70_u8), |x| (3..70).contains(x)).assert_lawful();
    check_laws_with(&vec(-5..5, 1..=4), |xs| (1..=4).contains(&xs.len())).assert_lawful();
    check_laws(&any::<(i128, Vec<u16>)>()).assert_lawful();
    check_laws(&any::<Func<u8, i32>>()).assert_lawful();
    check_laws(&function::<str, _>(elements(["a", "b"]))).assert_lawful();
    check_laws_with(&permutation([1, 2, 3]), |xs| xs.iter().sum::<i32>() == 6).assert_lawful();
    check_laws_with(&subsequence([1, 2, 3], 2..), |xs| xs.len() >= 2).assert_lawful();
    check_laws_with(&(0..9).filtered(|x| x % 3 == 1), |x| x % 3 == 1).assert_lawful();
    let nested = recursive(just(String::new()), |inner| {
        let lists = vec(inner.clone(), ..).mapped(|parts| format!("[{}]", parts.concat()));
        let pairs = (inner.clone(), inner).mapped(|(left, right)| format!("<{left}{right}>"));
        one_of((lists, pairs))
    });
    check_laws(&nested).assert_lawful();
}

/// Asserts that the domain violates this law, and no other.
#[track_caller]
fn check<D: Domain>(domain: D, is_valid: impl Fn(&D::Value) -> bool, law: Law) {
    assert_eq!(violated(&check_laws_with(&domain, is_valid)), [law]);
}

fn violated(report: &LawReport) -> Vec<Law> {
    report.violations.iter().map(|violation| violation.law).collect()
}

#[test]
fn every_violation_is_detected() {
    check((0..9).filtered(|_| false), |_| true, Law::Inhabited);
    let coarse = (0..9_u8).print_with(|x| (x / 2).to_string());
    check(coarse, |_| true, Law::Progress);
    check((0..9).shrink_with(|x| vec![*x + 1]), |_| true, Law::Terminates);
    check(just(7).mutate_with(|_, _| Ok(0)), |x| *x == 0, Law::GeneratesValid);
    check((1..9).shrink_with(|x| vec![0; usize::from(*x > 0)]), |x| *x > 0, Law::ShrinksValid);
    check((0..9).mutate_with(|_, _| Ok(10)), |x| *x < 9, Law::MutatesValid);
    check((0..9).mapped(|x| x * 2).with_inverse(|x| Some(x / 4)), |_| true, Law::Inverts);
}

#[test]
fn hidden_state_and_dependence_on_size_are_detected() {
    let calls = Cell::new(0_u32);
    let counting = from_fn(|_| Ok(calls.replace(calls.get() + 1)));
    assert_eq!(violated(&check_laws(&counting)), [Law::Deterministic, Law::Replays]);

    let by_size = from_fn(|source| {
        let size = source.size();
        Ok(source.integer(0..=size, 0, Role::Value, |random| random.below(size.into()) as u32))
    });
    check(by_size, |_| true, Law::Replays);
}

#[test]
fn a_report_shows_statistics_and_violations() {
    let domain = vec(0..2, 0..=3)
        .filtered(|xs| xs.first() != Some(&1))
        .shrink_with(|xs| if xs.len() > 1 { vec![xs[1..].to_vec()] } else { Vec::new() });
    let text = check_laws_with(&domain, |xs| xs.first() != Some(&1)).to_string();
    let expected = "\
generated 1000 values, 8 of them distinct
  printed length: 2 to 9 characters, median 3
  most frequent: [] (45.5 %), [0] (19.5 %), [0, 0] (9.3 %)
  filtered out: 34.4 %
  shrink steps: at most 2
violation: a value shrinks to an invalid one (35 times)
  example: [1] from [0, 1]
";
    assert_eq!(text, expected);
}
