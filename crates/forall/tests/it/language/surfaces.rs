//! The three ways to write a property: `property!`, the builder and `#[property]`. They build the same nodes.

use forall::domain::{Domain, any, vec};
use forall::property::{FreeVariables, NodeInfo, NodeKind, With, forall, nodes, property};
use forall::runner::{Options, quick_check};
use forall::source::{Reject, Source};

#[test]
fn a_property_prints_its_formula() {
    let property = property! {
        forall xs: Vec<i64>;
        forall k: usize in 0..xs.len().max(1);
        implies !xs.is_empty();
        classify "long": xs.len() > 3;
        check xs.get(*k).is_some()
    };
    let formula = "∀ xs: Vec<i64>. ∀ k: usize in 0..xs.len().max(1). !xs.is_empty() ⇒ \
                   [long: xs.len() > 3] xs.get(*k).is_some()";
    assert_eq!(property.to_string(), formula);
    assert_eq!(format!("{property:?}"), formula);
}

#[test]
fn every_node_knows_its_location_and_free_variables() {
    let line = line!();
    let property = property! {
        forall x: u8;
        forall y: u8;
        implies x < y;
        check format!("{y}").len() < 4
    };
    let nodes = nodes(&property);
    let lines: Vec<u32> = nodes.iter().map(|info| info.location.line - line).collect();
    assert_eq!(lines[2..], [4, 5]);
    assert!(nodes.iter().all(|info| info.location.file.ends_with("surfaces.rs")));
    let free_variables = |info: &NodeInfo| info.mentions.clone();
    assert_eq!(free_variables(nodes[2]), FreeVariables::Only(vec!["x", "y"].into()));
    assert_eq!(free_variables(nodes[3]), FreeVariables::Only(vec!["y"].into()));
}

#[test]
fn the_builder_builds_the_same_nodes_as_the_macro() {
    let built = forall("x", any::<u8>())
        .forall("y", any::<u8>())
        .implies("x < y", |(y, (x, ()))| x < y)
        .classify("large", |(y, _)| *y > 200)
        .check(|(y, (x, ()))| x <= y);
    let written = property! {
        forall x: u8;
        forall y: u8;
        implies x < y, restrict = false;
        classify "large": *y > 200;
        check x <= y
    };
    let kinds = |nodes: Vec<&NodeInfo>| nodes.iter().map(|n| (n.kind, n.at)).collect::<Vec<_>>();
    assert_eq!(kinds(nodes(&built)), kinds(nodes(&written)));
    assert_eq!(kinds(nodes(&built))[2], (NodeKind::Implies, 2));
    let tally = |report: forall::report::Report| report.tally;
    let options = Options::default();
    assert_eq!(tally(quick_check(&built, &options)), tally(quick_check(&written, &options)));
}

#[test]
fn the_domain_of_a_variable_can_be_replaced() {
    let property = || property! { forall xs: Vec<u8>; forall k: u8; check xs.len() < 3 || *k < 2 };
    let options = Options::default();
    assert!(!quick_check(&property(), &options).passed());
    assert!(quick_check(&property().with("xs", vec(any::<u8>(), 0..=2)), &options).passed());
    let both = property().with("xs", vec(any::<u8>(), 3)).with("k", 0..2_u8);
    assert!(quick_check(&both, &options).passed());
}

#[test]
#[should_panic(expected = "the property has no variable `y`; it has `x`")]
fn replacing_the_domain_of_an_unknown_variable_panics() {
    let _ = property! { forall x: u8; check *x < 9 }.with("y", 0..5_u8);
}

#[test]
#[should_panic(
    expected = "the variable is of type `u8`, and this is an ability of a variable of type `u16`"
)]
fn a_replacement_domain_must_have_the_same_value_type() {
    let _ = property! { forall x: u8; check *x < 9 }.with("x", 0..5_u16);
}

#[test]
fn shrinking_and_printing_of_a_variable_can_be_replaced() {
    let property = property! {
        forall x: u32 in 0..1000, shrink = |x| vec![x / 2], print = |x| format!("#{x}");
        check *x < 100
    };
    let report = quick_check(&property, &Options::default());
    let shrunk: u32 = report.counterexample().unwrap().shrunk[0].value[1..].parse().unwrap();
    assert!((100..200).contains(&shrunk), "{shrunk} is not the last half that fails");
}

mod attribute {
    use super::*;
    use forall::property;
    use forall::report::{Report, Verdict};

    #[property]
    fn parameters_can_be_references_or_values(xs: &Vec<i32>, mut ys: Vec<i32>) -> bool {
        ys.extend(xs);
        ys.len() >= xs.len()
    }

    #[property]
    fn slice_parameters_are_generated_as_lists(xs: &[u8]) -> bool {
        xs.iter().rev().rev().eq(xs)
    }

    #[property]
    fn parameters_can_be_patterns((low, high): (u8, u8)) {
        assert!(low.min(high) <= low.max(high));
    }

    #[property(implies(!xs.is_empty(), k < xs.len()))]
    fn premises_are_checked_as_early_as_possible(xs: &[u8], #[domain(0..10)] k: usize) -> bool {
        xs.get(k).is_some()
    }

    #[property]
    fn domains_can_depend_on_earlier_variables(
        #[domain(1..50)] n: u32,
        #[domain(0..n)] k: u32,
    ) -> bool {
        k < n
    }

    /// Parameters with the names of the function, of a field and of a closure parameter.
    #[property]
    fn list(
        list: &[u8],
        #[domain((0..9_u8).mapped(|x| x + 1))] x: u8,
        #[domain(0..x)] y: u8,
    ) -> bool {
        list.len() < 10_000 && y < x
    }

    #[property(implies(format!("{:>width$}", 1).len() < 9))]
    fn format_widths_count_as_free_variables(#[domain(0..20)] width: usize) -> bool {
        width < 9
    }

    macro_rules! over {
        ($name:ident, $ty:ty) => {
            #[property]
            fn $name(x: $ty) -> bool {
                x == x
            }
        };
    }
    over!(a_parameter_type_can_come_from_a_macro, &str);

    #[property]
    fn a_property_can_return_a_result(x: u8) -> Result<(), std::num::ParseIntError> {
        if x > 100 {
            return Ok(());
        }
        let back: u8 = x.to_string().parse()?;
        assert_eq!(back, x);
        Ok(())
    }

    #[property]
    fn a_property_can_return_a_verdict(x: u8) -> Verdict {
        if x > 200 { Verdict::Discard(1) } else { Verdict::Pass }
    }

    /// Doc comments and attributes are preserved.
    #[property(
        tests = 10,
        seed = 0x2a,
        max_time = "10s",
        max_discard_ratio = 2,
        max_shrinks = 5,
        size = 3,
        regressions = "off"
    )]
    #[should_panic(expected = "falsified: a_report_names_the_failing_property")]
    fn a_report_names_the_failing_property(#[domain(0..10)] x: u8) -> bool {
        x > 100
    }

    #[property(tests = 50)]
    #[should_panic(expected = "vacuous: a_run_that_tests_nothing_fails")]
    fn a_run_that_tests_nothing_fails(#[domain(5..5)] x: u8) -> bool {
        x > 100
    }

    #[property(regressions = "off", replay = "7.ab7473")]
    #[should_panic(expected = "  x  = 7\n  _y = ()\n\nfalse: x != 7\n\n  replayed once")]
    fn a_replay_runs_one_test(x: u8, _y: ()) -> bool {
        x != 7
    }

    #[property(replay = "yesterday")]
    #[should_panic(expected = "`replay`: `yesterday` is not a replay token, such as")]
    fn an_invalid_replay_token_is_rejected(x: u8) -> bool {
        x != 7
    }

    #[property(example("ab", 7, &[1, 2, 3]), example("", 1, vec![]), tests = 1, size = 0)]
    fn examples_are_run(text: &str, n: u32, list: &[u8]) {
        static RUN: std::sync::Mutex<Vec<String>> = std::sync::Mutex::new(Vec::new());
        let mut run = RUN.lock().unwrap();
        run.push(format!("{text} {n} {list:?}"));
        assert!(
            run.starts_with(&["ab 7 [1, 2, 3]".to_owned()]) && (run.len() < 2 || run[1] == " 1 []")
        );
    }

    #[property(implies(x < 5), example(3), example(7))]
    #[should_panic(expected = "example 2 does not satisfy the preconditions, so it tests nothing")]
    fn an_example_must_not_be_discarded(x: u8) -> bool {
        x < 9
    }

    #[property(implies(x > 10), example(3), example(11), regressions = "off")]
    #[should_panic(expected = "x = 11\n\nfalse: x > 11\n\n  found by example 2")]
    fn a_failing_example_is_reported_before_a_discarded_one(x: u8) -> bool {
        x > 11
    }

    #[property(example(250), regressions = "off")]
    #[should_panic(expected = "x = 250\n\nfalse: x < 100\n\n  found by example 1, not shrunk")]
    fn an_example_outside_of_the_domain_is_not_shrunk(#[domain(0..10_u8)] x: u8) -> bool {
        x < 100
    }

    #[property(regressions = "off", example(vec![50, 3, 99]))]
    #[should_panic(expected = "list = [99]")]
    fn failing_examples_are_shrunk(list: &[u8]) -> bool {
        !list.contains(&99)
    }

    #[property(types(u8), types(Vec<i32>))]
    fn a_property_can_be_generic_over_types<T>(x: T) -> bool
    where
        T: Clone + PartialEq + std::fmt::Debug,
    {
        x.clone() == x
    }

    #[property(types(3), types(4))]
    fn a_property_can_be_generic_over_constants<const N: usize>(x: u8) -> bool {
        usize::from(x) + N >= N
    }

    fn twice(property: &forall::property::Erased, options: &Options) -> Report {
        assert!(quick_check(property, options).passed());
        quick_check(property, options)
    }

    #[property(runner = twice, tests = 5)]
    fn a_runner_can_be_a_function(x: u8) -> bool {
        u32::from(x) < 256
    }

    #[property(runner = |property, options| forall::runner::replay(property, options, 3))]
    fn a_runner_can_be_a_closure(x: u8) -> bool {
        u32::from(x) < 256
    }

    #[property(runner = "parallel:threads=2", tests = 5)]
    fn a_runner_can_be_named(x: u8) -> bool {
        u32::from(x) < 256
    }

    #[property(runner = "paralel")]
    #[should_panic(expected = "forall: there is no runner `paralel`; the runners are auto, ")]
    fn an_unknown_runner_name_is_rejected(x: u8) -> bool {
        u32::from(x) < 256
    }

    #[property(runner = "enumerate:depth=2")]
    #[should_panic(
        expected = "forall: the runner `enumerate` has no argument `depth`; it takes no arguments"
    )]
    fn an_unknown_runner_option_is_rejected(x: u8) -> bool {
        u32::from(x) < 256
    }

    #[property]
    fn attributes_replace_shrinking_mutation_and_printing(
        #[domain(0..10)]
        #[shrink(|x| vec![x / 2])]
        #[mutate(|x, _: &mut Source| -> Result<u32, Reject> { Ok(*x) })]
        #[print(|x| format!("#{x}"))]
        x: u32,
    ) -> bool {
        x < 10
    }

    #[property]
    #[cfg(any())]
    fn a_property_that_is_configured_out_is_not_compiled(x: NoSuchType) -> bool {
        x
    }
}

#[test]
fn a_later_variable_shadows_an_earlier_one() {
    let property = property! { forall x in 5..9_u8; forall x in 0..*x; check *x < 8 };
    assert!(quick_check(&property, &Options::default()).passed());
}

#[test]
fn a_replaced_domain_is_not_printed_in_the_formula() {
    let property = property! { forall n in 1..9_u8; forall x in 0..*n; check x < n };
    let text = property.with("x", 0..1_u8).to_string();
    assert_eq!(text, "∀ n: u8 in 1..9_u8. ∀ x: u8. x < n");
}

#[test]
fn ensure_prints_both_sides() {
    let message = |property| {
        let report = quick_check(&property, &Options::default());
        report.counterexample().unwrap().shrinking.failure.message.clone()
    };
    let two_sides = property! { forall x in 5..9_u8; check forall::ensure!(x + 1 < 5, "at {x}") };
    let expected = "`x + 1 < 5` does not hold: at 5\n   left: 6\n  right: 5";
    assert_eq!(message(forall::property::Erased::new(two_sides)), expected);
    let flag = property! { forall x in 5..9_u8; check forall::ensure!(x.is_power_of_two()) };
    assert_eq!(message(forall::property::Erased::new(flag)), "`x.is_power_of_two()` does not hold");
}

#[test]
fn a_user_defined_domain_can_be_boxed_and_shared() {
    let domain = std::sync::Arc::new((0..10_u8).boxed());
    let property = property! { forall x in domain.clone(); forall y in domain; check x + y < 19 };
    assert!(quick_check(&property, &Options::default()).passed());
}

mod connectives {
    use super::*;
    use forall::property::{all_of, any_of};
    use forall::report::{Origin, Report};

    fn origin(report: &Report) -> (Origin, String) {
        let found = report.counterexample().expect("the property does not hold");
        let failure = &found.shrinking.failure;
        (failure.origin.clone(), failure.message.clone())
    }

    #[test]
    fn a_conjunction_shrinks_to_a_failure_of_the_same_part_first() {
        let property = property! {
            forall x: u32;
            check all_of().part("below 900", || *x < 900).part("below 800", || *x < 800)
        };
        let report = quick_check(&property, &Options::default());
        assert_eq!(origin(&report), (Origin::Named("below 800"), "false".to_owned()));
        let found = report.counterexample().unwrap();
        assert_eq!(found.shrunk[0].value, "800");
        let first = found.crossed_from.as_ref().expect("another part failed first");
        assert_eq!(first.failure.origin, Origin::Named("below 900"));
        assert_eq!(first.shrunk[0].value, "900");
    }

    #[test]
    fn later_parts_of_a_conjunction_are_not_evaluated() {
        let property = property! {
            forall xs: Vec<u8>;
            check all_of().part("not empty", || !xs.is_empty()).part("first", || xs[0] < 255)
        };
        let report = quick_check(&property, &Options::default());
        assert_eq!(origin(&report).0, Origin::Named("not empty"));
    }

    #[test]
    fn connectives_nest() {
        let property = property! {
            forall x: u32;
            check all_of().part("small or even", || {
                any_of().part("small", || *x < 10).part("even", || if x % 2 == 0 { Ok(()) } else { Err("odd") })
            })
        };
        let report = quick_check(&property, &Options::default());
        let message = "no part holds: small: false; even: \"odd\"".to_owned();
        assert_eq!(origin(&report), (Origin::Named("small or even"), message));
        assert_eq!(report.counterexample().unwrap().shrunk[0].value, "11");
    }

    #[test]
    fn a_part_of_a_conjunction_that_panics_is_named() {
        let property = property! {
            forall xs: Vec<u8>;
            check all_of().part("short", || xs.len() < 99).part("first", || xs[0] < 255)
        };
        let report = quick_check(&property, &Options::default());
        let (origin, message) = origin(&report);
        assert!(matches!(origin, Origin::Panic(_)), "{origin:?}");
        assert_eq!(message, "first: index out of bounds: the len is 0 but the index is 0");
    }

    #[test]
    fn a_part_of_a_disjunction_that_panics_does_not_hold() {
        let holds = property! {
            forall xs: Vec<u8>;
            check any_of().part("first", || xs[0] < 255).part("empty or long", || xs.is_empty() || xs[0] == 255)
        };
        assert!(quick_check(&holds, &Options::default()).passed());
        let fails = property! {
            forall xs: Vec<u8>;
            check any_of().part("first", || xs[0] < 255).part("long", || xs.len() > 99)
        };
        let message = origin(&quick_check(&fails, &Options::default())).1;
        assert!(message.starts_with("first: panicked at "), "{message}");
        assert!(message.ends_with("but the index is 0; long: false"), "{message}");
    }

    /// A part that holds is stronger than one that discards the test, and that is stronger than one that fails.
    #[test]
    fn a_part_of_a_disjunction_that_discards_does_not_end_it() {
        let check = |second: fn() -> bool| {
            let discards = || -> bool { forall::panics::discard() };
            let property = property! { forall _x: u8; check any_of().part("first", discards).part("second", second) };
            forall::block::check(&property, &(1, ()))
        };
        assert_eq!(check(|| true), forall::report::Verdict::Pass);
        assert_eq!(check(|| false), forall::report::Verdict::Discard(1));
        assert_eq!(check(|| panic!("late")), forall::report::Verdict::Discard(1));
    }

    #[test]
    fn a_disjunction_needs_one_part() {
        let property = property! {
            forall x: u32;
            check any_of().part("below 10", || *x < 10).part("above 9", || *x > 9).part("never", || -> bool { panic!("evaluated") })
        };
        assert!(quick_check(&property, &Options::default()).passed());
    }
}
