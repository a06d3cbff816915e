//! Generated functions.

use forall::domain::{Domain, Func, any, function, sample};
use forall::source::{Policy, Source};

fn functions() -> Vec<Func<u32, u8>> {
    sample(&any::<Func<u32, u8>>(), 100)
}

#[test]
fn equal_arguments_give_equal_results_in_any_order() {
    let ones = functions();
    let others = functions();
    for (one, other) in ones.iter().zip(&others) {
        let forward: Vec<u8> = (0..10).map(|x| one.call(&x)).collect();
        let mut backward: Vec<u8> = (0..10).rev().map(|x| other.call(&x)).collect();
        backward.reverse();
        assert_eq!(forward, backward);
        assert_eq!(format!("{one:?}"), format!("{other:?}"));
    }
}

#[test]
fn most_functions_are_not_constant() {
    let varies = |f: &Func<u32, u8>| (0..10).any(|x| f.call(&x) != f.call(&0));
    assert!(functions().into_iter().filter(varies).count() > 80);
}

#[test]
fn a_function_prints_its_calls_and_shrinks_their_results() {
    let domain = function::<u32, _>(0..100_u8);
    let functions = sample(&domain, 100);
    let varying = functions.iter().filter(|f| [2, 10].iter().all(|x| f.call(x) != f.call(&5)));
    let f = varying.into_iter().next().expect("most functions vary");
    assert_eq!(format!("{f:?}"), "{2 => 52, 5 => 11, 10 => 35, _ => 37}");
    let simpler: Vec<String> = domain.shrink(f).map(|g| format!("{g:?}")).take(5).collect();
    let expected = [
        "{_ => 37}",
        "{5 => 11, 10 => 35, _ => 37}",
        "{2 => 52, 10 => 35, _ => 37}",
        "{2 => 52, 5 => 11, _ => 37}",
        "{2 => 52, 5 => 11, 10 => 35, _ => 0}",
    ];
    assert_eq!(simpler, expected);
}

/// Shrinks greedily to a function that distinguishes 3 from 4.
#[test]
fn a_function_shrinks_to_the_one_relevant_entry() {
    let distinguishes = |f: &Func<u32, u8>| u32::from(f.call(&3)) > u32::from(f.call(&4)) + 7;
    let mut f = functions().into_iter().find(distinguishes).expect("most functions vary");
    loop {
        let mut simpler = any::<Func<u32, u8>>().shrink(&f).collect::<Vec<_>>().into_iter();
        match simpler.find(distinguishes) {
            Some(next) => f = next,
            None => break,
        }
    }
    assert_eq!(format!("{f:?}"), "{3 => 8, _ => 0}");
}

#[test]
fn the_simplest_function_is_constant_and_functions_replay() {
    let domain = any::<Func<u32, u64>>();
    let simplest = domain.generate(&mut Source::replay(Vec::new(), Policy::SIMPLEST));
    assert!(simplest.is_ok_and(|f| (0..100).all(|x| f.call(&x) == 0)));
    for n in 0..50 {
        let mut source = Source::for_test(2, n, 9).recording();
        let results = |f: Func<u32, u64>| (0..20).map(|x| f.call(&x)).collect::<Vec<_>>();
        let recorded = domain.generate(&mut source).map(results);
        assert_eq!(recorded, domain.generate(&mut Source::for_test(2, n, 9)).map(results));
        let mut again = Source::replay(source.into_record().values(), Policy::STRICT);
        assert_eq!(recorded, domain.generate(&mut again).map(results));
    }
}

#[test]
fn a_function_can_be_called_as_a_closure() {
    let f = functions().remove(7);
    let boxed = f.boxed();
    let converted: Box<dyn Fn(u32) -> u8> = f.clone().into();
    assert_eq!((boxed(1), converted(1)), (f.call(&1), f.call(&1)));
    let mapped: Vec<u8> = [1, 2].into_iter().map(boxed).collect();
    assert_eq!(mapped, [f.call(&1), f.call(&2)]);
}
