//! The three surfaces: the same nodes, the same words.

use forall::domain::{Domain, any, vec};
use forall::property::{FreeVariables, NodeKind, Note, With, forall, nodes, property};
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
fn every_node_knows_its_place_and_what_it_mentions() {
    let line = line!();
    let property = property! {
        forall x: u8;
        forall y: u8;
        implies x < y;
        check format!("{y}").len() < 4
    };
    let notes = nodes(&property);
    let lines: Vec<u32> = notes.iter().map(|note| note.place.line - line).collect();
    assert_eq!(lines[2..], [4, 5]);
    assert!(notes.iter().all(|note| note.place.file.ends_with("surfaces.rs")));
    let mentions = |note: &Note| note.mentions.clone();
    assert_eq!(mentions(notes[2]), FreeVariables::Only(vec!["x", "y"].into()));
    assert_eq!(mentions(notes[3]), FreeVariables::Only(vec!["y"].into()));
}

#[test]
fn the_builder_makes_the_same_nodes() {
    let built = forall("x", any::<u8>())
        .forall("y", any::<u8>())
        .implies("x < y", |(y, (x, ()))| x < y)
        .classify("large", |(y, _)| *y > 200)
        .check(|(y, (x, ()))| x <= y);
    let written = property! {
        forall x: u8;
        forall y: u8;
        implies x < y;
        classify "large": *y > 200;
        check x <= y
    };
    let kinds = |notes: Vec<&Note>| notes.iter().map(|n| (n.kind, n.at)).collect::<Vec<_>>();
    assert_eq!(kinds(nodes(&built)), kinds(nodes(&written)));
    assert_eq!(kinds(nodes(&built))[2], (NodeKind::Implies, 2));
    let tally = |report: forall::report::Report| report.tally;
    let options = Options::default();
    assert_eq!(tally(quick_check(&built, &options)), tally(quick_check(&written, &options)));
}

#[test]
fn a_variable_can_be_given_another_domain_later() {
    let property = || property! { forall xs: Vec<u8>; forall k: u8; check xs.len() < 3 || *k < 2 };
    let options = Options::default();
    assert!(!quick_check(&property(), &options).passed());
    assert!(quick_check(&property().with("xs", vec(any::<u8>(), 0..=2)), &options).passed());
    let both = property().with("xs", vec(any::<u8>(), 3)).with("k", 0..2_u8);
    assert!(quick_check(&both, &options).passed());
}

#[test]
#[should_panic(expected = "the property has no variable `y`; it has `x`")]
fn another_domain_needs_a_variable() {
    let _ = property! { forall x: u8; check *x < 9 }.with("y", 0..5_u8);
}

#[test]
#[should_panic(expected = "`x` is a `u8`, and this is a domain of other values")]
fn another_domain_needs_values_of_the_same_type() {
    let _ = property! { forall x: u8; check *x < 9 }.with("x", 0..5_u16);
}

#[test]
fn abilities_of_a_domain_are_replaced_one_by_one() {
    let property = property! {
        forall x: u32 in 0..1000, shrink = |x| vec![x / 2], print = |x| format!("#{x}");
        check *x < 100
    };
    let report = quick_check(&property, &Options::default());
    let shrunk: u32 = report.counterexample().unwrap().shrunk[0].value[1..].parse().unwrap();
    assert!((100..200).contains(&shrunk), "halved as long as it fails: {shrunk}");
}

mod attribute {
    use super::*;
    use forall::property;
    use forall::report::{Report, Verdict};

    #[property]
    fn by_reference_and_by_value(xs: &Vec<i32>, mut ys: Vec<i32>) -> bool {
        ys.extend(xs);
        ys.len() >= xs.len()
    }

    #[property]
    fn slices_are_taken_from_lists(xs: &[u8]) -> bool {
        xs.iter().rev().rev().eq(xs)
    }

    #[property]
    fn patterns_are_taken_apart((low, high): (u8, u8)) {
        assert!(low.min(high) <= low.max(high));
    }

    #[property(implies(!xs.is_empty(), k < xs.len()))]
    fn premises_come_as_early_as_they_can(xs: &[u8], #[domain(0..10)] k: usize) -> bool {
        xs.get(k).is_some()
    }

    #[property]
    fn domains_may_depend(#[domain(1..50)] n: u32, #[domain(0..n)] k: u32) -> bool {
        k < n
    }

    /// Names that would be in the way: of the function, of a field, of a closure's own.
    #[property]
    fn list(
        list: &[u8],
        #[domain((0..9_u8).mapped(|x| x + 1))] x: u8,
        #[domain(0..x)] y: u8,
    ) -> bool {
        list.len() < 10_000 && y < x
    }

    #[property(implies(format!("{:>width$}", 1).len() < 9))]
    fn widths_are_mentioned(#[domain(0..20)] width: usize) -> bool {
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
    over!(types_from_macros, &str);

    #[property]
    fn errors_are_returned(x: u8) -> Result<(), std::num::ParseIntError> {
        if x > 100 {
            return Ok(());
        }
        let back: u8 = x.to_string().parse()?;
        assert_eq!(back, x);
        Ok(())
    }

    #[property]
    fn verdicts_are_returned(x: u8) -> Verdict {
        if x > 200 { Verdict::Discard(1) } else { Verdict::Pass }
    }

    /// Docs and attributes stay.
    #[property(
        tests = 10,
        seed = 0x2a,
        max_time = "10s",
        max_discard_ratio = 2,
        max_shrinks = 5,
        size = 3,
        regressions = "off"
    )]
    #[should_panic(expected = "falsified: failures_have_names")]
    fn failures_have_names(#[domain(0..10)] x: u8) -> bool {
        x > 100
    }

    #[property(tests = 50)]
    #[should_panic(expected = "vacuous: a_run_that_tests_nothing_fails")]
    fn a_run_that_tests_nothing_fails(#[domain(5..5)] x: u8) -> bool {
        x > 100
    }

    #[property(regressions = "off", replay = "7.ab7473")]
    #[should_panic(expected = "  x = 7\n  _y = ()\nfalse: x != 7\nfound by an earlier run")]
    fn a_replay_is_one_test(x: u8, _y: ()) -> bool {
        x != 7
    }

    #[property(replay = "yesterday")]
    #[should_panic(expected = "`replay`: `yesterday` is not a test that a report printed, such as")]
    fn a_replay_must_be_one(x: u8) -> bool {
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
    fn an_example_must_test(x: u8) -> bool {
        x < 9
    }

    #[property(implies(x > 10), example(3), example(11), regressions = "off")]
    #[should_panic(expected = "x = 11\nfalse: x > 11\nfound by example 2")]
    fn an_example_that_fails_comes_before_one_that_is_idle(x: u8) -> bool {
        x > 11
    }

    #[property(example(250), regressions = "off")]
    #[should_panic(expected = "x = 250\nfalse: x < 100\nfound by example 1, and not shrunk")]
    fn an_example_of_no_domain_is_left_as_it_is(#[domain(0..10_u8)] x: u8) -> bool {
        x < 100
    }

    #[property(regressions = "off", example(vec![50, 3, 99]))]
    #[should_panic(expected = "list = [99]")]
    fn examples_shrink(list: &[u8]) -> bool {
        !list.contains(&99)
    }

    #[property(types(u8), types(Vec<i32>))]
    fn generic<T>(x: T) -> bool
    where
        T: Clone + PartialEq + std::fmt::Debug,
    {
        x.clone() == x
    }

    #[property(types(3), types(4))]
    fn over_constants<const N: usize>(x: u8) -> bool {
        usize::from(x) + N >= N
    }

    fn twice(property: &forall::property::Erased, options: &Options) -> Report {
        assert!(quick_check(property, options).passed());
        quick_check(property, options)
    }

    #[property(runner = twice, tests = 5)]
    fn runners_are_functions(x: u8) -> bool {
        u32::from(x) < 256
    }

    #[property(runner = |property, options| forall::runner::replay(property, options, 3))]
    fn runners_are_closures(x: u8) -> bool {
        u32::from(x) < 256
    }

    #[property(runner = "parallel:threads=2", tests = 5)]
    fn runners_are_named(x: u8) -> bool {
        u32::from(x) < 256
    }

    #[property(runner = "paralel")]
    #[should_panic(expected = "forall: there is no runner `paralel`; the runners are auto, ")]
    fn runners_that_are_named_exist(x: u8) -> bool {
        u32::from(x) < 256
    }

    #[property(runner = "enumerate:depth=2")]
    #[should_panic(
        expected = "forall: the runner `enumerate` has no argument `depth`; it takes no arguments"
    )]
    fn runners_that_are_named_take_what_they_take(x: u8) -> bool {
        u32::from(x) < 256
    }

    #[property]
    fn abilities_are_replaced(
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
    fn what_is_configured_out_is_not_compiled(x: NoSuchType) -> bool {
        x
    }
}

#[test]
fn a_later_variable_hides_an_earlier_one_of_its_name() {
    let property = property! { forall x in 5..9_u8; forall x in 0..*x; check *x < 8 };
    assert!(quick_check(&property, &Options::default()).passed());
}

#[test]
fn another_domain_is_not_shown_as_the_first() {
    let property = property! { forall n in 1..9_u8; forall x in 0..*n; check x < n };
    let text = property.with("x", 0..1_u8).to_string();
    assert_eq!(text, "∀ n: u8 in 1..9_u8. ∀ x: u8. x < n");
}

#[test]
fn ensure_shows_both_sides() {
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
