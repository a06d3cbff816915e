//! Examining domains: ours are sound, and unsound ones are found out.

use std::cell::Cell;

use forall::domain::{Domain, Func, Law, any, examine, examine_within, from_fn, function, just};
use forall::domain::{one_of, permutation, recursive, subsequence, union, vec};
use forall::source::Role;

#[test]
fn the_domains_of_the_library_are_sound() {
    examine_within(&(3..70_u8), |x| (3..70).contains(x)).assert_sound();
    examine_within(&vec(-5..5, 1..=4), |xs| (1..=4).contains(&xs.len())).assert_sound();
    examine(&any::<(i128, Vec<u16>)>()).assert_sound();
    examine(&any::<Func<u8, i32>>()).assert_sound();
    examine(&function::<str, _>(one_of(["a", "b"]))).assert_sound();
    examine_within(&permutation([1, 2, 3]), |xs| xs.iter().sum::<i32>() == 6).assert_sound();
    examine_within(&subsequence([1, 2, 3], 2..), |xs| xs.len() >= 2).assert_sound();
    examine_within(&(0..9).filtered(|x| x % 3 == 1), |x| x % 3 == 1).assert_sound();
    let nested = recursive(just(String::new()), |inner| {
        let lists = vec(inner.clone(), ..).mapped(|parts| format!("[{}]", parts.concat()));
        let pairs = (inner.clone(), inner).mapped(|(left, right)| format!("<{left}{right}>"));
        union((lists, pairs))
    });
    examine(&nested).assert_sound();
}

/// The domain breaks this law, and no other.
#[track_caller]
fn check<D: Domain>(domain: D, inside: impl Fn(&D::Value) -> bool, law: Law) {
    let laws: Vec<Law> = examine_within(&domain, inside).problems.iter().map(|p| p.law).collect();
    assert_eq!(laws, [law]);
}

#[test]
fn each_law_is_minded() {
    check((0..9).filtered(|_| false), |_| true, Law::Inhabited);
    let coarse = (0..9_u8).print_with(|x| (x / 2).to_string());
    check(coarse, |_| true, Law::Progress);
    check((0..9).shrink_with(|x| vec![*x + 1]), |_| true, Law::Ends);
    check(just(7).mutate_with(|_, _| Ok(0)), |x| *x == 0, Law::Inside);
    check((1..9).shrink_with(|x| vec![0; usize::from(*x > 0)]), |x| *x > 0, Law::ShrinksInside);
    check((0..9).mutate_with(|_, _| Ok(10)), |x| *x < 9, Law::MutatesInside);
    check((0..9).mapped(|x| x * 2).inverted_with(|x| Some(x / 4)), |_| true, Law::Inverts);
}

#[test]
fn hidden_state_and_sizes_are_found_out() {
    let calls = Cell::new(0_u32);
    let counting = from_fn(|_| Ok(calls.replace(calls.get() + 1)));
    let laws: Vec<Law> = examine(&counting).problems.iter().map(|problem| problem.law).collect();
    assert_eq!(laws, [Law::Deterministic, Law::Replays]);

    let by_size = from_fn(|source| {
        let size = source.size();
        Ok(source.integer(0..=size, 0, Role::Value, |random| random.below(size.into()) as u32))
    });
    check(by_size, |_| true, Law::Replays);
}

#[test]
fn an_examination_reads_well() {
    let domain = vec(0..2, 0..=3)
        .filtered(|xs| xs.first() != Some(&1))
        .shrink_with(|xs| if xs.len() > 1 { vec![xs[1..].to_vec()] } else { Vec::new() });
    let text = examine_within(&domain, |xs| xs.first() != Some(&1)).to_string();
    let expected = "\
1000 values, 8 of them distinct
  2 to 9 characters long, half of them up to 3
  most often [] (42 %), [0] (20 %), [0, 1] (11 %)
  37 % were filtered away
  shrink in up to 2 steps
problem: a value shrinks to one that is not inside (34 times)
  [1] of [0, 1]
";
    assert_eq!(text, expected);
}
