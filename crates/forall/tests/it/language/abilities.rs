//! Annotations, and the replacement of abilities by name, in all forms.

use forall::block::{
    Annotate, Property, annotation, check, generate, mutate, print, regenerate, shrink,
    try_generate,
};
use forall::domain::{Domain, any, vec};
use forall::mutation::Mutator;
use forall::property::dynamic::{self, Env, Node, Value};
use forall::property::{
    Ability, Annotation, Erased, ErasedInputs, Layer, With, forall, nodes, property,
};
use forall::report::{Failure, Origin, Verdict};
use forall::runner::{Options, examples, quick_check};
use forall::source::{Random, Source};

#[derive(Clone, Debug, PartialEq)]
struct Cost(u32);

#[derive(Clone, Debug, PartialEq)]
struct Unit(&'static str);

type Inputs = (u32, (u32, ()));

/// Annotations of an independent, a dependent and a restricted variable.
macro_rules! annotated {
    ($($property:ident)::+) => {
        $($property)::+! {
            forall low: u32 in 0..50, annotate = Unit("metres"), annotate = Cost(1), annotate = Cost(2);
            forall high: u32 in *low..99, annotate = Cost(low * 2), annotate = Unit("feet");
            implies high > low;
            check high > low
        }
    };
}

#[track_caller]
fn has_annotations<P: Annotate>(property: &P, inputs: &P::Inputs) {
    assert_eq!(annotation(property, "low", inputs), Some(Unit("metres")));
    assert_eq!(annotation(property, "low", inputs), Some(Cost(2)), "the last one of this type");
    assert_eq!(annotation(property, "high", inputs), Some(Unit("feet")));
    assert_eq!(annotation(property, "high", inputs), Some(Cost(14)), "twice as much as `low`");
    assert_eq!(annotation::<u8, _>(property, "high", inputs), None);
    assert_eq!(annotation::<Cost, _>(property, "middle", inputs), None);
}

struct Nothing;

impl Layer for Nothing {
    type Memo = ();
}

fn dictionary(low: u32, high: u32) -> Env {
    let mut env = Env::default();
    env.bind("low", Value::new(low));
    env.bind("high", Value::new(high));
    env
}

#[test]
fn annotations_are_found_by_type_in_all_forms() {
    const INPUTS: Inputs = (9, (7, ()));
    has_annotations(&annotated!(property), &INPUTS);
    has_annotations(&annotated!(property).overridable(), &INPUTS);
    let erased = Erased::new(annotated!(property));
    has_annotations(&erased, &ErasedInputs::new(INPUTS));
    has_annotations(&erased.layered(Nothing), &ErasedInputs::new(INPUTS));
    has_annotations(&annotated!(dynamic::property), &dictionary(7, 9));
    let erased = Erased::new(annotated!(dynamic::property));
    has_annotations(&erased, &ErasedInputs::new(dictionary(7, 9)));
    let built = forall("low", 0..50_u32)
        .annotate(|_| Unit("metres"))
        .annotate(|_| Cost(2))
        .forall_given("high", |(low, ())| *low..99_u32)
        .annotate(|(low, ())| Cost(low * 2))
        .annotate(|_| Unit("feet"))
        .check(|_| true);
    has_annotations(&built, &INPUTS);
}

#[test]
fn the_last_of_several_variables_with_one_name_counts() {
    let property = property! {
        forall x: u8, annotate = Cost(1);
        forall x: u8, annotate = Cost(2);
        check *x < 9
    };
    assert_eq!(annotation(&property, "x", &(3, (2, ()))), Some(Cost(2)));
}

#[test]
fn annotations_change_no_values() {
    let plain = property! { forall low: u32 in 0..50; forall high: u32 in *low..99; implies high > low; check high > low };
    for seed in 0..50 {
        let source = || Source::from_seed(seed, 5);
        let annotated = annotated!(property);
        assert_eq!(generate(&plain, &mut source()), generate(&annotated, &mut source()));
    }
}

fn x_of_pair((x, ()): &(u32, ())) -> u32 {
    *x
}

fn x_of_dictionary(env: &Env) -> u32 {
    *env.get("x")
}

/// Returns the values of `x` and `y` as text and as numbers.
fn numbers<P: Property>(property: &P, inputs: &P::Inputs) -> (u32, u32) {
    let bindings = print(property, inputs);
    let number = |at: usize| bindings[at].value.parse().expect("numbers are printed as such");
    (number(0), number(1))
}

/// Returns the values of `x` and `y` in 50 tests.
fn values<P: Property>(property: &P) -> Vec<(u32, u32)> {
    let inputs = (0..50).map(|seed| {
        generate(property, &mut Source::from_seed(seed, 5)).expect("the domains reject nothing")
    });
    inputs.map(|inputs| numbers(property, &inputs)).collect()
}

/// Checks that each ability of `y` can be replaced by one that depends on `x`. `$passing` and `$failing` are properties
/// over `x` and `y`, and `$x` returns the value of `x` in an environment of type `$E`.
macro_rules! check_every_ability {
    ($passing:expr, $failing:expr, $E:ty, $x:path) => {{
        // The whole domain, and the generator alone.
        let next = $passing.with("y", Ability::domain_given(|env: &$E| $x(env)..$x(env) + 1));
        assert!(values(&next).iter().all(|(x, y)| x == y));
        let next = $passing.with("y", Ability::generator_given(|env: &$E| $x(env)..$x(env) + 1));
        assert!(values(&next).iter().all(|(x, y)| x == y));
        let constant = $passing.with("y", vec(7..8_u32, 1).mapped(|ys| ys[0]));
        assert!(values(&constant).iter().all(|(_, y)| *y == 7));

        // The mutator.
        let mutator = |env: &$E, y: &u32, _: &mut Source| Ok($x(env) + y + 100);
        let mutated = $passing.with("y", Ability::mutator_given(mutator));
        let old = try_generate(&mutated, Source::from_seed(3, 5), &mut || ());
        let (_, before) = numbers(&mutated, old.inputs.as_ref().unwrap());
        let source = Mutator::new(Random::from_seed(1)).source(&old.record, &[], 5);
        let new = mutate(&mutated, &old, source, &mut || ()).inputs.unwrap();
        let (x, after) = numbers(&mutated, &new);
        assert_eq!(after, x + before + 100);

        // The shrinker.
        let shrinker = |env: &$E, y: &u32| if *y > $x(env) / 2 { vec![y - 1] } else { Vec::new() };
        let shrunk = $failing
            .with("y", Ability::shrinker_given(shrinker))
            .with("x", Ability::shrinker(|_: &u32| Vec::new()));
        let cases = (0..).map(|seed| regenerate(&shrunk, Source::from_seed(seed, 9)).unwrap());
        let is_far = |(x, y): (u32, u32)| y > x / 2 + 3;
        let case = { cases }.find(|case| is_far(numbers(&shrunk, &case.inputs))).unwrap();
        let smallest = shrink(&shrunk, case, Failure::predicate_false(), 1_000).inputs;
        let (x, y) = numbers(&shrunk, &smallest);
        assert_eq!(y, x / 2, "the shrinker of the domain would have reached 0");

        // The printer.
        let printer = |env: &$E, y: &u32| format!("{y} of {}", $x(env));
        let printed = $passing.with("y", Ability::printer_given(printer));
        let inputs = generate(&printed, &mut Source::from_seed(1, 5)).unwrap();
        let bindings = print(&printed, &inputs);
        assert!(bindings[1].value.ends_with(&format!(" of {}", bindings[0].value)));

        // The contract.
        let holds = |env: &$E, y: &u32| $x(env) != y * 2;
        let promised = $passing.with("y", Ability::contract_given("y is not half of x", holds));
        let report = quick_check(&promised, &Options::default());
        let failure = &report.counterexample().expect("it does not hold").shrinking.failure;
        assert_eq!(failure.origin, Origin::Contract("y is not half of x".into()));

        // An annotation, twice.
        let annotated = $passing
            .with("y", Annotation::given(|env: &$E| Cost($x(env))))
            .with("y", Annotation::given(|env: &$E| Cost($x(env) + 1)))
            .with("y", Annotation::new(Unit("feet")));
        let inputs = generate(&annotated, &mut Source::from_seed(1, 5)).unwrap();
        let (x, _) = numbers(&annotated, &inputs);
        assert_eq!(annotation(&annotated, "y", &inputs), Some(Cost(x + 1)));
        assert_eq!(annotation(&annotated, "y", &inputs), Some(Unit("feet")));
    }};
}

macro_rules! passing {
    ($($property:ident)::+) => {
        $($property)::+! { forall x: u32 in 5..50; forall y: u32 in 0..*x; check y < x || true }
    };
}

macro_rules! failing {
    ($($property:ident)::+) => {
        $($property)::+! { forall x: u32 in 5..50; forall y: u32 in 0..*x; check y > x }
    };
}

#[test]
fn every_ability_of_a_typed_property_can_be_replaced() {
    check_every_ability!(passing!(property), failing!(property), (u32, ()), x_of_pair);
}

#[test]
fn every_ability_of_an_erased_property_can_be_replaced() {
    check_every_ability!(
        Erased::new(passing!(property).overridable()),
        Erased::new(failing!(property).overridable()),
        (u32, ()),
        x_of_pair
    );
}

#[test]
fn every_ability_of_a_dynamic_property_can_be_replaced() {
    check_every_ability!(
        passing!(dynamic::property),
        failing!(dynamic::property),
        Env,
        x_of_dictionary
    );
    check_every_ability!(
        Erased::new(passing!(dynamic::property)),
        Erased::new(failing!(dynamic::property)),
        Env,
        x_of_dictionary
    );
}

#[test]
fn a_replaced_generator_keeps_the_shrinker_and_the_printer() {
    let property = property! {
        forall x: u32, shrink = |x| vec![x - 1], print = |x| format!("#{x}");
        check *x < 10
    };
    let property = property.with("x", Ability::generator(20..30_u32));
    let report = quick_check(&property, &Options::default());
    assert_eq!(report.counterexample().unwrap().shrunk[0].value, "#10");
    assert_eq!(property.to_string(), "∀ x: u32. *x < 10");
}

#[test]
fn a_replaced_domain_comes_with_all_of_its_abilities() {
    let property = property! { forall x: u32, print = |x| format!("#{x}"); check *x < 10 };
    let property = property.with("x", Ability::shrinker(|_: &u32| vec![9])).with("x", 20..30_u32);
    let report = quick_check(&property, &Options::default());
    assert_eq!(report.counterexample().unwrap().shrunk[0].value, "20");
}

#[test]
fn a_restricted_domain_can_be_replaced() {
    let property = property! { forall a: u8; forall b: u8; implies a < b; check a < b };
    let property = property.with("b", Ability::generator_given(|(a, ()): &(u8, ())| *a..=*a));
    assert_eq!(check(&property, &(3, (3, ()))), Verdict::Discard(2));
    assert!(!quick_check(&property, &Options::default()).passed());
}

#[test]
fn dependents_of_a_replaced_domain_are_repaired() {
    let property = property! { forall n: usize in 1..9; forall xs in vec(any::<u8>(), 1..=9); check xs.len() != *n };
    let fitting = |(n, ()): &(usize, ())| vec(any::<u8>(), *n);
    let property = property.with("xs", Ability::domain_given(fitting));
    assert!(nodes(&property)[1].mentions("n"));
    let report = quick_check(&property, &Options::default());
    let shrunk = &report.counterexample().unwrap().shrunk;
    assert_eq!((&*shrunk[0].value, &*shrunk[1].value), ("1", "[0]"));
}

#[test]
#[should_panic(
    expected = "the variable is of type `u32` in the environment `(u32, ())`, and this is an ability of a \
                           variable of type `u32` in the environment `(u8, ())`"
)]
fn an_ability_for_another_environment_is_rejected() {
    let _ =
        passing!(property).with("y", Ability::printer_given(|_: &(u8, ()), y: &u32| y.to_string()));
}

#[test]
#[should_panic(expected = "and this is an annotation in the environment `(u8, ())`")]
fn an_annotation_for_another_environment_is_rejected() {
    let _ = passing!(property).with("y", Annotation::given(|_: &(u8, ())| Cost(1)));
}

#[test]
#[should_panic(
    expected = "the abilities of `y` are fixed: call `overridable()` on the property before it is erased"
)]
fn the_abilities_of_an_erased_property_are_fixed() {
    let _ = Erased::new(passing!(property)).with("y", 0..9_u32);
}

#[test]
#[should_panic(expected = "the property has no variable `z`; it has `x`, `y`")]
fn an_ability_of_an_unknown_variable_is_rejected() {
    let _ = Erased::new(passing!(property).overridable()).with("z", 0..9_u32);
}

#[test]
#[should_panic(expected = "abilities of an erased property are replaced before it is cloned")]
fn the_abilities_of_a_shared_property_are_fixed() {
    let property = Erased::new(passing!(property).overridable());
    let _shared = property.clone();
    let _ = property.with("y", 0..9_u32);
}

/// The last variable of a name hides the others, in every form.
mod variables_of_one_name {
    use super::*;
    use forall::block::annotation;

    #[test]
    fn replacements_and_annotations_are_those_of_the_last() {
        let typed =
            || property! { forall x in 0..9_u8, annotate = 'a'; forall x in 0..9_u8; check *x < 9 };
        let changed = typed().with("x", Ability::printer(|x: &u8| format!("#{x}")));
        let printed = forall::block::print(&changed, &(2, (1, ())));
        assert_eq!([&*printed[0].value, &*printed[1].value], ["1", "#2"]);
        assert_eq!(annotation::<char, _>(&typed(), "x", &(2, (1, ()))), None);
        let annotated = typed().with("x", Annotation::new('b'));
        assert_eq!(annotation(&annotated, "x", &(2, (1, ()))), Some('b'));
    }

    #[test]
    fn augments_of_dynamic_properties_are_those_of_the_last() {
        let property = dynamic::property().forall("x", 0..9_u8).forall("x", 0..9_u8);
        let property = property.check("small", |env| *env.get::<u8>("x") < 9);
        let property = property.augment("x", "unit", |_| "metres").with("x", Annotation::new('b'));
        let mut env = Env::default();
        env.bind("x", Value::new(1_u8));
        env.bind("x", Value::new(2_u8));
        assert_eq!(annotation(&property, "x", &env), Some("metres"));
        assert_eq!(annotation(&property, "x", &env), Some('b'));
        let Node::Forall { augments, .. } = &property.as_nodes()[0] else { unreachable!() };
        assert!(!augments.contains("unit"));
    }
}

mod contracts {
    use super::*;
    use forall::block::run;

    fn halves() -> impl Property<Inputs = (u32, ())> + Send + Sync + 'static {
        property! { forall x: u32 in 0..100, contract = |x| x % 2 == 0; implies *x > 50; check *x < 60 }
    }

    /// A generate-and-run of a user over dynamic nodes.
    #[test]
    fn a_user_sees_the_replaced_contracts_and_annotations_of_dynamic_nodes() {
        let small =
            dynamic::property().forall("x", 0..9_u8).check("small", |env| *env.get::<u8>("x") < 9);
        let small = small
            .with("x", Ability::contract("x is even", |x: &u8| x.is_multiple_of(2)))
            .with("x", Annotation::new("metres"));
        let broken = |seed| {
            let env = Env::default();
            let [Node::Forall { domain, .. }, Node::Check { .. }] = small.as_nodes() else {
                unreachable!()
            };
            let mut units = Vec::new();
            domain
                .annotations(&env, &mut |unit| units.extend(unit.downcast_ref::<&str>().copied()));
            assert_eq!(units, ["metres"]);
            let value = domain.generate(&env, &mut Source::from_seed(seed, 5)).unwrap();
            let is_odd = value.get::<u8>().unwrap() % 2 == 1;
            assert_eq!(domain.broken_contract(&env, &value).is_some(), is_odd);
            is_odd
        };
        assert!((0..20).any(broken) && !(0..20).all(broken));
    }

    #[test]
    fn an_example_that_breaks_a_contract_is_invalid() {
        let inputs = vec![(52, ()), (61, ())];
        let expected = "invalid example\n\n  x = 61\n\nbroken contract: the value of `x` breaks its contract \
                        `|x| x % 2 == 0`: 61\n";
        let text = examples(&halves(), &Options::default(), inputs).to_string();
        assert!(text.starts_with(expected), "{text}");
    }

    #[test]
    fn a_broken_contract_of_a_typed_property_is_a_generator_error() {
        let expected = "generator error\n\n  x = 51\n\nbroken contract: the value of `x` \
                        breaks its contract `|x| x % 2 == 0`: 51\n";
        let text = quick_check(&halves(), &Options::default()).to_string();
        assert!(text.starts_with(expected), "{text}");
        let text = quick_check(&Erased::new(halves()), &Options::default()).to_string();
        assert!(text.starts_with(expected), "{text}");
    }

    #[test]
    fn contracts_are_checked_before_premises() {
        let broken = |verdict| match verdict {
            Verdict::Fail(failure) => matches!(failure.origin, Origin::Contract(_)),
            _ => false,
        };
        assert!(broken(check(&halves(), &(1, ()))));
        assert!(!broken(check(&halves(), &(2, ()))));
        assert!((0..99).any(|seed| broken(run(&halves(), &mut Source::from_seed(seed, 5)))));
    }

    #[test]
    fn a_contract_that_holds_changes_nothing() {
        let plain = property! { forall x: u32 in 0..100; check *x < 60 };
        let promised =
            property! { forall x: u32 in 0..100, contract = |x| *x < 100; check *x < 60 };
        let left = quick_check(&plain, &Options::default()).to_string();
        assert_eq!(left, quick_check(&promised, &Options::default()).to_string());
    }
}

mod attribute {
    use super::*;
    use forall::property;
    use forall::report::Report;

    fn with_cost(property: &Erased, options: &Options) -> Report {
        let inputs =
            generate(property, &mut Source::from_seed(1, 5)).expect("the domains reject nothing");
        let (x, _) = numbers(property, &inputs);
        assert_eq!(annotation(property, "y", &inputs), Some(Cost(x)));
        assert_eq!(annotation(property, "x", &inputs), Some(Unit("metres")));
        quick_check(property, options)
    }

    #[property(runner = with_cost)]
    fn parameters_can_have_annotations(
        #[domain(5..50)]
        #[annotate(Unit("metres"))]
        x: u32,
        #[domain(0..x)]
        #[annotate(Unit("feet"))]
        #[annotate(Cost(x))]
        y: u32,
    ) -> bool {
        y < x
    }

    #[property(regressions = "off")]
    #[should_panic(expected = "generator error: parameters_can_have_contracts")]
    fn parameters_can_have_contracts(
        limit: u8,
        #[contract(|x| *x < limit || limit < 200)] x: u8,
    ) -> bool {
        u16::from(x) <= 255 || limit > 0
    }
}
