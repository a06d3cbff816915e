//! What a person sees of a counterexample never grows.

use std::time::Instant;

use forall::block::{Property, print, regenerate, run};
use forall::domain::{Domain, any, elements, from_fn, one_of, vec};
use forall::property::{Erased, forall, property};
use forall::report::{Binding, Failure, PassStats, Verdict};
use forall::runner::{Options, quick_check};
use forall::shrink::{
    Alternating, External, Integrated, ShrinkLimits, ShrinkTarget, Shrinker, Speculative, minimize,
};
use forall::source::{Campaign, ChoiceValue, Policy, Source};

/// Branch 0 is simpler, but longer in print.
#[test]
fn a_smaller_print_is_kept_if_its_choices_are_less_simple() {
    let texts = from_fn(|source| {
        Ok(match source.branch(2) {
            0 => "all of these words",
            _ => "one",
        })
    });
    let property = forall("text", texts).check(|_| false);
    let shrinkers: [&dyn Shrinker; 2] = [&Integrated, &Alternating];
    for shrinker in shrinkers {
        for tries in [1, 1_000] {
            let source = Source::replay(vec![ChoiceValue::Integer(1)], Policy::STRICT);
            let case = regenerate(&property, source).expect("a case");
            let shrunk = minimize(&property, case, Failure::predicate_false(), shrinker, tries);
            assert_eq!(print(&property, &shrunk.inputs)[0].value, "\"one\"");
        }
    }
}

/// Accepts the simplest choices, without regard to anything else.
#[derive(Debug)]
struct Simplest;

impl Shrinker for Simplest {
    fn shrink(&self, target: &mut dyn ShrinkTarget, _: &ShrinkLimits) -> Vec<PassStats> {
        let simplest = target.generate(Source::replay(Vec::new(), Policy::SIMPLEST)).accepted();
        if target.fails() {
            target.accept(simplest.expect("a rejected case does not fail"), "simplest");
        }
        vec![PassStats { pass: "simplest", tried: 1, accepted: 1 }]
    }
}

/// Domains whose simplest choices, or simpler values, print more than others.
fn misleading_properties() -> Vec<Erased> {
    let reversed = || any::<u8>().mapped(|x| 1_000 - 4 * i32::from(x.min(250)));
    let longer = |xs: &Vec<u8>| vec![[&xs[..], &[0]].concat()];
    let words = || elements(["longest", "long", "one", ""]);
    let pair = || (reversed(), words());
    vec![
        Erased::new(property! { forall x in reversed(); check *x == 400 }),
        Erased::new(property! { forall xs in vec(reversed(), ..); check xs.len() < 2 }),
        Erased::new(
            property! { forall text in words(); forall n: u8; check text.len() + usize::from(*n) == 3 },
        ),
        Erased::new(
            property! { forall pairs in vec(pair(), 1..); check pairs.iter().all(|(x, _)| *x > 900) },
        ),
        Erased::new(
            property! { forall xs in vec(0..9_u8, ..).shrink_with(longer); check xs.len() > 5 },
        ),
        Erased::new(property! {
            forall xs in vec(0..9_u8, ..).mapped(|xs| xs).shrink_with(longer);
            check xs.len() > 5
        }),
        Erased::new(property! {
            forall x in one_of((0..9_u64, any::<u64>())).shrink_with(|x| vec![x.wrapping_mul(3)]);
            check *x == 1
        }),
        Erased::new(property! {
            forall x in any::<f64>().mapped(|x| 1.0 / (x.abs() + 1.0));
            forall names: Vec<String>;
            check *x > 0.7 && names.len() < 3
        }),
    ]
}

/// Returns the numbers of words and numbers, and the numbers of their characters. All names have at most one letter
/// here, so there is no need to distinguish names and numbers.
fn size(inputs: &[Binding]) -> (usize, usize) {
    let texts = inputs.iter().map(|input| {
        let parts: Vec<&str> = input.value.split([' ', ',', '[', ']', '(', ')', '-']).collect();
        let digits = |part: &&&str| !["", "0", "1", "0.0", "1.0"].contains(*part);
        let length = |part: &&str| part.chars().filter(|c| !"\".".contains(*c)).count();
        let count = parts.iter().filter(|part| !part.is_empty()).count();
        (count, parts.iter().filter(digits).map(length).sum::<usize>())
    });
    texts.fold((0, 0), |(count, length), (more, longer)| (count + more, length + longer))
}

/// Returns whether a print has more parts, or as many and a quarter more characters.
fn is_larger(size: (usize, usize), original: (usize, usize)) -> bool {
    let slack = (original.1 / 4).max(1);
    size.0 > original.0 || size.0 == original.0 && size.1 > original.1 + slack
}

/// Returns the first failing case of each of some campaigns.
fn failures(property: &Erased) -> Vec<(Campaign, u64, Failure)> {
    let first = |seed| {
        let campaign = Campaign::from_seed(seed);
        let found = (0..60).find_map(|n| match run(property, &mut campaign.source(n)) {
            Verdict::Fail(failure) => Some((n, *failure)),
            _ => None,
        });
        found.map(|(n, failure)| (campaign, n, failure))
    };
    (0..4).filter_map(first).collect()
}

#[test]
fn no_counterexample_ends_larger_in_print() {
    let mut tested = 0;
    for (at, property) in misleading_properties().iter().enumerate() {
        let shrinkers: [&dyn Shrinker; 5] = [
            &Integrated,
            &External,
            &Alternating,
            &Simplest,
            &Speculative { shrinker: Alternating, threads: 2, property: property.clone() },
        ];
        for (campaign, n, failure) in failures(property) {
            for shrinker in shrinkers {
                for tries in [0, 1, 2, 3, 5, 9, 20, 60, 200] {
                    let case = regenerate(property, campaign.source(n)).expect("a case");
                    let original = print(property, &case.inputs);
                    let shrunk = minimize(property, case, failure.clone(), shrinker, tries);
                    let shrunk = print(property, &shrunk.inputs);
                    assert!(
                        !is_larger(size(&shrunk), size(&original)),
                        "property {at}, {shrinker:?}, {tries} tries: {original:?} to {shrunk:?}"
                    );
                    tested += 1;
                }
            }
        }
    }
    assert!(tested > 1_000, "only {tested} cases");
}

#[test]
fn the_print_does_not_grow_if_the_time_is_over() {
    let reversed = any::<u8>().mapped(|x| 1_000 - 4 * i32::from(x.min(250)));
    let property = forall("x", reversed).check(|_| false);
    let source = Source::replay(vec![ChoiceValue::Integer(250)], Policy::STRICT);
    let case = regenerate(&property, source).expect("a case");
    let limits = ShrinkLimits { deadline: Some(Instant::now()), ..ShrinkLimits::from(100) };
    let shrunk = minimize(&property, case, Failure::predicate_false(), &Simplest, limits);
    assert_eq!(
        (shrunk.inputs, shrunk.record.map(|record| record.choices.len())),
        ((0, ()), Some(1))
    );
}

/// Returns the value to which a property with one variable shrinks.
fn shrunk<P: Property>(property: &P, shrinker: impl Shrinker + 'static) -> String {
    let options = Options { shrinker: std::sync::Arc::new(shrinker), ..Options::default() };
    quick_check(property, &options).counterexample().expect("it fails").shrunk[0].value.clone()
}

/// The shrinker of the domain proposes larger values, which no choices generate any more.
#[test]
fn alternating_does_not_end_larger_than_integrated() {
    let up = |x: &u32| if *x < 1_000 { vec![*x + 5_000] } else { vec![] };
    let mapped =
        property! { forall x in (0..9_000_u32).mapped(|x| x).shrink_with(up); check *x < 10 };
    let plain = property! { forall x in (0..9_000_u32).shrink_with(up); check *x < 10 };
    let longer = |xs: &Vec<u8>| if xs.len() < 4 { vec![vec![9; 8]] } else { vec![] };
    let list = property! {
        forall xs in vec(0..9_u8, ..).mapped(|xs| xs).shrink_with(longer);
        check xs.len() < 2
    };
    assert_eq!(
        (shrunk(&mapped, Integrated), shrunk(&mapped, Alternating)),
        ("10".into(), "10".into())
    );
    assert_eq!(
        (shrunk(&plain, Integrated), shrunk(&plain, Alternating)),
        ("10".into(), "10".into())
    );
    assert_eq!(
        (shrunk(&list, Integrated), shrunk(&list, Alternating)),
        ("[0, 0]".into(), "[0, 0]".into())
    );
}
