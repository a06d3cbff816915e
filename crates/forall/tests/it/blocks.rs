//! Properties that relate the blocks to each other: Forall tests Forall.

use std::fmt::{self, Debug, Formatter};
use std::sync::atomic::{AtomicUsize, Ordering};

use forall::block::{
    Attempt, Property, check, generate, invert, mutate, observe, print, regenerate, run,
    try_generate,
};
use forall::domain::{Domain, btree_map, elements, just, vec};
use forall::mutation::Mutator;
use forall::property;
use forall::property::{Erased, ObservationKind, ObservationValue, dynamic, forall};
use forall::report::{Failure, Verdict};
use forall::source::{Campaign, ChoiceValue, Constraint, Policy, Random, Source};

/// A property with all four kinds of nodes and a dependent domain.
macro_rules! specimen {
    () => {
        forall::property::property! {
            forall xs: Vec<u8>;
            implies xs.len() > 1;
            forall x in elements(xs.clone());
            classify "small": *x < 10;
            collect "length": xs.len();
            implies *x != 7;
            check xs.iter().filter(|other| *other == x).count() < 2
        }
    };
}

fn campaign(seed: u64) -> Campaign {
    Campaign::from_seed(seed)
}

/// `run` has the same verdict as `generate` and `check`, but it may discard a test before a later variable is rejected.
#[property]
fn run_agrees_with_generate_and_check(seed: u64, #[domain(0..1000)] n: u64) -> bool {
    let specimen = specimen!();
    let fused = run(&specimen, &mut campaign(seed).source(n));
    match generate(&specimen, &mut campaign(seed).source(n)) {
        Ok(inputs) => fused == check(&specimen, &inputs),
        Err(_) => matches!(fused, Verdict::Reject(2, _) | Verdict::Discard(1)),
    }
}

#[property(tests = 300)]
fn a_record_replays_to_the_same_inputs(seed: u64, #[domain(0..1000)] n: u64) {
    let specimen = specimen!();
    forall::assume!(generate(&specimen, &mut campaign(seed).source(n)).is_ok());
    let case = regenerate(&specimen, campaign(seed).source(n)).expect("it was generated before");
    let mut source = Source::replay(case.record.values(), Policy::STRICT);
    let again = generate(&specimen, &mut source).expect("it was generated before");
    assert_eq!(print(&specimen, &again), print(&specimen, &case.inputs));
    assert_eq!(source.into_record(), case.record);
}

/// Recording a replay does not change the record.
#[property]
fn regenerating_from_a_record_gives_the_same_record(seed: u64, #[domain(0..1000)] n: u64) {
    let specimen = specimen!();
    let Some(case) = regenerate(&specimen, campaign(seed).source(n)) else { return };
    let again = regenerate(&specimen, Source::replay(case.record.values(), Policy::STRICT));
    assert_eq!(again.expect("it was generated before").record, case.record);
}

#[property(tests = 300)]
fn mutation_preserves_dependencies_between_variables(seed: u64, #[domain(10..1000)] n: u64) {
    let specimen = specimen!();
    forall::assume!(generate(&specimen, &mut campaign(seed).source(n)).is_ok());
    let case = regenerate(&specimen, campaign(seed).source(n)).expect("it was generated before");
    let case = Attempt { record: case.record, inputs: Ok(case.inputs) };
    let mut mutator = Mutator::new(Random::from_seed(seed));
    for _ in 0..20 {
        let source = mutator.source(&case.record, &[], 5);
        if let Ok((x, (xs, ()))) = mutate(&specimen, &case, source, &mut || ()).inputs {
            assert!(xs.contains(&x), "{x} is not in {xs:?}");
        }
    }
}

#[test]
fn a_mutant_differs_in_one_variable() {
    let specimen =
        forall::property::property! { forall xs: Vec<u8>; forall y: u64; check xs.len() < 9 };
    let case = try_generate(&specimen, campaign(1).source(500), &mut || ());
    let old = print(&specimen, case.inputs.as_ref().unwrap());
    let mut mutator = Mutator::new(Random::from_seed(1));
    let mutants = (0..100).filter_map(|_| {
        let source = mutator.source(&case.record, &[], 5);
        mutate(&specimen, &case, source, &mut || ()).inputs.ok()
    });
    let printed: Vec<_> = mutants.map(|mutant| print(&specimen, &mutant)).collect();
    let changed = printed.iter().filter(|new| **new != old).count();
    let one_unchanged = printed.iter().filter(|new| new[0] == old[0] || new[1] == old[1]).count();
    assert!(changed > 80, "{changed} of {} differ", printed.len());
    assert_eq!(one_unchanged, printed.len(), "the other variable stays the same");
}

#[test]
fn a_user_defined_mutator_is_used() {
    let specimen = forall::property::property! {
        forall x: u32 in 0..100, mutate = |x: &u32, _: &mut Source| Ok(x + 1000);
        check *x < 100
    };
    let case = try_generate(&specimen, campaign(1).source(5), &mut || ());
    let source = Mutator::new(Random::from_seed(1)).source(&case.record, &[], 5);
    let mutant = mutate(&specimen, &case, source, &mut || ());
    assert_eq!(mutant.inputs.unwrap().0, case.inputs.unwrap().0 + 1000);
}

#[test]
fn observe_returns_the_observations_of_inputs() {
    let specimen = specimen!();
    let seen: Vec<_> = observe(&specimen, &(3, (vec![3, 20], ())));
    assert_eq!(
        (seen[0].at, seen[0].kind, &seen[0].value),
        (3, ObservationKind::Classify, &ObservationValue::Flag(true))
    );
    assert_eq!(
        (seen[1].kind, &seen[1].value),
        (ObservationKind::Collect, &ObservationValue::Text("2".into()))
    );
}

#[property]
fn nearest_values_are_permitted_and_none_is_simpler_than_the_simplest(
    #[domain(-100..100)] min: i128,
    #[domain(0..100_u8)] width: u8,
    #[domain(0..=width)] toward: u8,
    value: i64,
) {
    let max = min + i128::from(width);
    let constraint = Constraint::Integer { min, max, toward: min + i128::from(toward) };
    let nearest = constraint.nearest(&ChoiceValue::Integer(value.into()));
    assert!(constraint.permits(&nearest) && constraint.permits(&constraint.simplest()));
    assert!(constraint.compare(&constraint.simplest(), &nearest).is_le());
}

/// Any bytes of an external fuzzer generate a test, and its record replays to the same inputs.
#[property]
fn any_bytes_generate_a_replayable_test(bytes: &[u8]) {
    let specimen = specimen!();
    let mut source = Source::from_bytes(bytes);
    let Ok(inputs) = generate(&specimen, &mut source) else { return };
    let record = source.into_record();
    assert!(record.misaligned.is_none() && !record.overrun);
    let each = record.choices.iter().enumerate();
    assert!(each.into_iter().all(|(i, choice)| record.constraint(i).permits(&choice.value)));
    let mut again = Source::replay(record.values(), Policy::STRICT);
    let again = generate(&specimen, &mut again).expect("it was generated before");
    assert_eq!(print(&specimen, &again), print(&specimen, &inputs));
}

#[property]
fn different_tests_have_different_random_streams(
    seed: u64,
    n: u64,
    #[domain(1..1_000_000)] apart: u64,
) {
    let word = |n: u64| Random::for_test(seed, n).word();
    forall::ensure!(word(n) != word(n.wrapping_add(apart)));
}

/// Checks that inverting generated inputs gives choices that generate them again, and that all choices are used.
#[track_caller]
fn round_trips(property: &impl Property, source: &Source) {
    let Ok(inputs) = generate(property, &mut source.clone()) else { return };
    // A domain that a premise restricts does not contain inputs for which the premise is false.
    if matches!(check(property, &inputs), Verdict::Discard(_)) {
        return;
    }
    let choices = invert(property, &inputs).expect("these domains are invertible");
    let mut replay = Source::replay(choices.clone(), Policy::STRICT);
    let again = generate(property, &mut replay).expect("it was generated before");
    assert_eq!(print(property, &again), print(property, &inputs));
    assert_eq!(replay.into_record().values(), choices);
}

#[property(tests = 300)]
fn inverting_and_replaying_gives_the_same_inputs_in_every_form(
    seed: u64,
    #[domain(0..1000)] n: u64,
) {
    let source = campaign(seed).source(n);
    round_trips(&specimen!(), &source);
    round_trips(&Erased::new(specimen!()), &source);
    let dynamic = dynamic::property()
        .forall("xs", forall::any::<Vec<u8>>())
        .implies("xs is not empty", |env| !env.get::<Vec<u8>>("xs").is_empty())
        .forall_given("x", |env| elements(env.get::<Vec<u8>>("xs").clone()))
        .check("x is small", |env| *env.get::<u8>("x") < 10);
    round_trips(&dynamic, &source);
}

#[test]
fn invalid_inputs_and_panicking_filters_are_not_inverted() {
    let careful = (0..9).filtered(|x| {
        assert_ne!(*x, 7, "I hate sevens");
        true
    });
    let property = forall("x", careful).check(|_| true);
    assert_eq!(invert(&property, &(3, ())), Some(vec![ChoiceValue::Integer(3)]));
    assert_eq!(invert(&property, &(7, ())), None);
    assert_eq!(invert(&property, &(9, ())), None);
    let specimen = specimen!();
    assert_eq!(invert(&specimen, &(3, (vec![1, 2], ()))), None, "3 is not in the list");
}

/// A value whose `Debug` text is as long as the limit.
#[derive(Clone)]
struct Loud;

static PRINTED: AtomicUsize = AtomicUsize::new(0);

impl Debug for Loud {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        PRINTED.fetch_add(1, Ordering::Relaxed);
        f.write_str(&"x".repeat(1 << 20))
    }
}

/// The limit is for a whole input, and not for each of its parts.
#[test]
fn large_inputs_and_errors_are_cut_off() {
    const MAX_LENGTH: usize = (1 << 20) + 100;
    let printed = |text: String| {
        assert!(text.len() < MAX_LENGTH && text.ends_with("x … (cut off)"), "{}", text.len());
        PRINTED.swap(0, Ordering::Relaxed)
    };
    let list = forall("xs", vec(just(Loud), 256)).check(|_| true);
    let print_list = print(&list, &(vec![Loud; 256], ()))[0].value.clone();
    assert_eq!(printed(print_list), 1);
    let map = btree_map(0..256, just(Loud), 256);
    let map = forall("xs", map).check(|_| true);
    let entries = (0..256).map(|key| (key, Loud)).collect();
    assert_eq!(printed(print(&map, &(entries, ()))[0].value.clone()), 1);
    let custom = just(0).print_with(|_| "x".repeat(1 << 24));
    let custom = forall("x", custom).check(|_| true);
    assert_eq!(printed(print(&custom, &(0, ()))[0].value.clone()), 0);
    assert_eq!(printed(Failure::error(&[Loud, Loud]).message), 1);
    assert_eq!(printed(Failure::contract("x", "true", &[Loud, Loud]).message), 1);
}
