//! Dynamic properties: nodes that anyone can match on, augments, contracts and mutation.

use forall::block::{
    Attempt, Property, generate, mutate, print, regenerate, run, shrink, try_generate,
};
use forall::domain::{Domain, any, vec};
use forall::mutation::Mutator;
use forall::property::dynamic::{self, Augments, Contract, Dynamic, Env, Node, Value};
use forall::property::{Erased, Location, NodeInfo, nodes, property};
use forall::report::{Failure, Origin, Report, Verdict};
use forall::runner::{self, Options};
use forall::source::{Random, Source};

/// A search tree, as in the paper: every node knows the bounds of its keys.
fn bounded() -> Dynamic {
    dynamic::property! {
        forall low: u32 in 0..50, unit = "metres";
        forall high: u32 in *low..60, contract = |high| high >= low, unit = format!("more than {low}");
        implies high > low;
        classify "far": high - low > 20;
        forall x: u32 in *low..*high;
        check x + 40 > *high
    }
}

/// How a test ended.
#[derive(Debug, PartialEq)]
enum Ended {
    Passed,
    Failed,
    Discarded,
    Broken(String),
}

/// The `gen-and-run` of the paper (its §5): `sample` turns a domain into a value.
fn generate_and_run(
    property: &[Node],
    mut env: Env,
    sample: &mut dyn FnMut(&dynamic::AnyDomain, &Env) -> Value,
) -> (Ended, Env) {
    match property {
        [Node::Forall { info, domain, augments }, body @ ..] => {
            let value = sample(domain, &env);
            let contract = augments.get::<Contract>(Augments::CONTRACT, &env);
            if contract.is_some_and(|contract| !contract.holds(&value)) {
                return (Ended::Broken(info.name.to_string()), env);
            }
            env.bind(info.name.clone(), value);
            generate_and_run(body, env, sample)
        }
        [Node::Implies { premise, .. }, body @ ..] => {
            if premise(&env) {
                generate_and_run(body, env, sample)
            } else {
                (Ended::Discarded, env)
            }
        }
        [Node::Observe { .. }, body @ ..] => generate_and_run(body, env, sample),
        [Node::Check { predicate, .. }] => match predicate(&env) {
            Verdict::Pass => (Ended::Passed, env),
            _ => (Ended::Failed, env),
        },
        _ => unreachable!("a property ends with its only check"),
    }
}

#[test]
fn a_user_can_write_generate_and_run_over_dynamic_nodes() {
    let property = bounded();
    let mut seen = Vec::new();
    for seed in 0..200 {
        let mut source = Source::from_seed(seed, 5);
        let (ended, env) =
            generate_and_run(property.as_nodes(), Env::default(), &mut |domain, env| {
                source.open(forall::source::SpanLabel::variable(0));
                let value = domain.generate(env, &mut source).unwrap();
                source.close();
                value
            });
        let expected = match run(&property, &mut Source::from_seed(seed, 5)) {
            Verdict::Pass => Ended::Passed,
            Verdict::Fail(_) => Ended::Failed,
            Verdict::Discard(2) => Ended::Discarded,
            other => panic!("unexpected {other:?}"),
        };
        assert_eq!(ended, expected, "seed {seed}");
        if ended != Ended::Discarded {
            let inputs = generate(&property, &mut Source::from_seed(seed, 5)).unwrap();
            assert_eq!(format!("{env:?}"), format!("{inputs:?}"));
        }
        if !seen.contains(&ended) {
            seen.push(ended);
        }
    }
    assert_eq!(seen.len(), 3, "passed, failed and discarded, not only {seen:?}");
}

#[test]
fn a_user_can_write_a_sampler_that_ignores_the_domain() {
    let property = bounded();
    let mut values = [7_u32, 3].into_iter();
    let mut sample = |_: &dynamic::AnyDomain, _: &Env| Value::new(values.next().unwrap());
    let (ended, env) = generate_and_run(property.as_nodes(), Env::default(), &mut sample);
    assert_eq!(ended, Ended::Broken("high".to_owned()));
    assert!(env.names().eq(["low"]));
}

#[test]
fn augments_are_functions_of_the_environment() {
    let property =
        bounded().augment("x", "cost", |env| env.get::<u32>("high") - env.get::<u32>("low"));
    let mut env = Env::default();
    env.bind("low", Value::new(3_u32));
    let augments = |at: usize| match &property.as_nodes()[at] {
        Node::Forall { augments, .. } => augments,
        other => panic!("{other:?} is not a quantifier"),
    };
    assert_eq!(augments(0).get("unit", &Env::default()), Some("metres"));
    assert_eq!(augments(1).get("unit", &env), Some("more than 3".to_owned()));
    env.bind("high", Value::new(9_u32));
    assert_eq!(augments(4).get("cost", &env), Some(6_u32));
    assert!(augments(1).keys().eq(["contract", "unit"]));
}

#[test]
#[should_panic(expected = "the augment `unit` is of type `&str`, not `u8`")]
fn an_augment_of_another_type_is_an_error() {
    let Node::Forall { augments, .. } = &bounded().into_nodes()[0] else { unreachable!() };
    augments.get::<u8>("unit", &Env::default());
}

#[test]
#[should_panic(expected = "the property has no variable `y`; it is ∀ low: u32 in 0..50. ")]
fn an_augment_of_an_unknown_variable_is_an_error() {
    let _ = bounded().augment("y", "unit", |_| "metres");
}

#[test]
#[should_panic(expected = "an augment belongs to a quantifier: move it directly after `forall`")]
fn an_augment_of_a_premise_is_an_error() {
    let _ = dynamic::property().implies("true", |_| true).augment("unit", |_| "metres");
}

#[test]
#[should_panic(expected = "a list of nodes with one `Node::Check`, which comes last")]
fn a_property_without_a_check_is_an_error() {
    let mut nodes = bounded().into_nodes();
    nodes.pop();
    let _ = Dynamic::from_nodes(nodes);
}

#[test]
fn nodes_can_be_moved_to_another_property() {
    let mut nodes = bounded().into_nodes();
    nodes.remove(2);
    let property = Dynamic::from_nodes(nodes);
    assert!(property.as_nodes().iter().enumerate().all(|(at, node)| node.info().at == at));
    assert!(!property.to_string().contains("⇒"));
}

#[test]
fn the_macro_builds_the_same_nodes_as_the_typed_one() {
    let typed = property! {
        forall low: u32 in 0..50;
        forall high: u32 in *low..60;
        implies high > low, restrict = false;
        classify "far": high - low > 20;
        forall x: u32 in *low..*high;
        check x + 40 > *high
    };
    let without_location =
        |info: &NodeInfo| NodeInfo { location: Location::here(), ..info.clone() };
    let all = |property: &dyn forall::property::Nodes| {
        nodes(property).into_iter().map(without_location).collect::<Vec<NodeInfo>>()
    };
    let dynamic = bounded();
    assert_eq!(all(&dynamic), all(&typed));
    assert!(nodes(&dynamic).iter().all(|info| info.location.file.ends_with("dynamic.rs")));
}

#[test]
fn a_later_variable_hides_an_earlier_one_of_another_type() {
    let property =
        dynamic::property! { forall x: u8 in 5..9; forall x: String; check x.len() < 100_000 };
    assert!(runner::quick_check(&property, &Options::default()).passed());
}

/// A domain that promises even numbers, and breaks the promise above 50.
fn nearly_even() -> impl Domain<Value = u32> + Send + Sync {
    (0..100_u32).mapped(|x| if x > 50 { x } else { x & !1 })
}

const BROKEN: &str = "\
generator error

  x = 51

broken contract: the value of `x` breaks its contract `|x| x % 2 == 0`: 51
";

#[track_caller]
fn is_generator_error<P: Property>(property: &P, run: fn(&P, &Options) -> Report) {
    let report = run(property, &Options::default());
    let found = report.counterexample().expect("the contract does not hold");
    assert_eq!(found.shrinking.failure.origin, Origin::Contract("|x| x % 2 == 0".into()));
    assert!(report.to_string().starts_with(BROKEN), "{report}");
}

#[test]
fn a_broken_contract_is_an_error_of_the_generator() {
    let property = dynamic::property! {
        forall x: u32 in nearly_even(), contract = |x| x % 2 == 0;
        check *x < 1_000
    };
    is_generator_error(&property, runner::quick_check);
    is_generator_error(&property, runner::fuzz);
    is_generator_error(&property, runner::integrated);
    is_generator_error(&property, runner::enumerate);
    is_generator_error(&property, runner::backjump);
    is_generator_error(&Erased::new(property), runner::quick_check);
}

#[test]
fn values_that_break_a_contract_are_not_tried_while_shrinking() {
    let property = dynamic::property! {
        forall x: u32 in 0..1_000, shrink = |x| vec![x / 2, x - 1], contract = |x| *x != 100;
        check { assert_ne!(*x, 100, "the contract was ignored"); *x < 90 }
    };
    let case = |n| regenerate(&property, Source::from_seed(n, 8)).unwrap();
    let case = (0..).map(case).find(|case| *case.inputs.get::<u32>("x") > 100).unwrap();
    let shrunk = shrink(&property, case, Failure::predicate_false(), 1_000);
    assert!((90..=101).contains(shrunk.inputs.get::<u32>("x")), "{:?}", shrunk.inputs);
}

fn mutant<P: Property>(property: &P, old: &Attempt<P::Inputs>, seed: u64) -> Attempt<P::Inputs> {
    let source = Mutator::new(Random::from_seed(seed)).source(&old.record, &[], 5);
    mutate(property, old, source, &mut || ())
}

#[test]
fn mutants_of_dynamic_inputs_are_close_and_valid() {
    let property = dynamic::property! {
        forall limit: u32 in 1..1_000_000;
        forall xs: Vec<u32> in vec(0..*limit, 1..=4);
        check xs.len() < 9
    };
    let old = try_generate(&property, Source::from_seed(3, 9), &mut || ());
    let before = old.inputs.as_ref().unwrap();
    let mut changed = 0;
    let mut kept = 0;
    for seed in 0..100 {
        let new = mutant(&property, &old, seed).inputs.unwrap();
        let limit = new.get::<u32>("limit");
        assert!(new.get::<Vec<u32>>("xs").iter().all(|x| x < limit), "{new:?}");
        changed += u32::from(format!("{new:?}") != format!("{before:?}"));
        kept += u32::from(limit == before.get::<u32>("limit"));
    }
    assert!(changed > 80 && kept > 20, "{changed} mutants differ, {kept} have the same limit");
}

#[test]
fn mutants_are_those_of_the_typed_form() {
    let typed = property! { forall x: u64; forall xs: Vec<u8>; check xs.len() as u64 != *x };
    let dynamic =
        dynamic::property! { forall x: u64; forall xs: Vec<u8>; check xs.len() as u64 != *x };
    let left = try_generate(&typed, Source::from_seed(3, 9), &mut || ());
    let right = try_generate(&dynamic, Source::from_seed(3, 9), &mut || ());
    for seed in 0..100 {
        let left = mutant(&typed, &left, seed).inputs.unwrap();
        let right = mutant(&dynamic, &right, seed).inputs.unwrap();
        assert_eq!(print(&typed, &left), print(&dynamic, &right), "seed {seed}");
    }
}

#[test]
fn a_mutator_of_the_user_replaces_the_one_of_the_domain() {
    let property = dynamic::property! {
        forall step: u32 in 1..5;
        forall x: u32, mutate = {
            let step = *step;
            move |x, _: &mut Source| Ok(x.wrapping_add(step))
        };
        check *x != 1
    };
    let old = try_generate(&property, Source::from_seed(3, 9), &mut || ());
    let before = old.inputs.as_ref().unwrap();
    for seed in 0..20 {
        let new = mutant(&property, &old, seed).inputs.unwrap();
        let step = new.get::<u32>("step");
        assert_eq!(*new.get::<u32>("x"), before.get::<u32>("x").wrapping_add(*step));
    }
}

#[test]
fn domains_without_a_macro_mutate_too() {
    let property = dynamic::property()
        .forall("x", any::<u64>())
        .contract("x < u64::MAX", |_, x: &u64| *x < u64::MAX)
        .check("x", |env| *env.get::<u64>("x") > 0);
    let old = try_generate(&property, Source::from_seed(3, 9), &mut || ());
    let new = (0..50).map(|seed| format!("{:?}", mutant(&property, &old, seed).inputs));
    assert!(new.collect::<std::collections::BTreeSet<String>>().len() > 10);
}
