//! The value of a property that is written with `#[property]`, and its scores.

use std::env;
use std::process::Command;

use forall::block::{check, generate, print};
use forall::domain::{any, vec};
use forall::property::{Check, Erased, Forall, Implies, Observe, With, forall, nodes};
use forall::report::Verdict;
use forall::runner::{self, Options, quick_check, target};
use forall::source::Source;

/// A block of a user: counts quantifiers.
trait Quantifiers {
    fn quantifiers(&self) -> usize;
}

impl<A, D, P: Quantifiers> Quantifiers for Forall<A, D, P> {
    fn quantifiers(&self) -> usize {
        1 + self.body.quantifiers()
    }
}

impl<F, P: Quantifiers> Quantifiers for Implies<F, P> {
    fn quantifiers(&self) -> usize {
        self.body.quantifiers()
    }
}

impl<F, P: Quantifiers> Quantifiers for Observe<F, P> {
    fn quantifiers(&self) -> usize {
        self.body.quantifiers()
    }
}

impl<F> Quantifiers for Check<F> {
    fn quantifiers(&self) -> usize {
        0
    }
}

#[forall::property(value = elements: Quantifiers, implies(!list.is_empty()), example(vec![7], 0), maximize(list.len()), minimize(i))]
fn an_index_below_the_length_is_valid(list: &[u8], #[domain(0..list.len())] i: usize) -> bool {
    list.get(i).is_some()
}

#[forall::property(value = plain_sum, tests = 20)]
fn a_plain_property_has_a_value(x: u8, y: u8) -> bool {
    u16::from(x) + u16::from(y) < 511
}

#[test]
fn the_value_has_all_nodes() {
    let property = elements();
    let formula: String = nodes(&property).iter().map(ToString::to_string).collect();
    let expected = "∀ list: Vec<u8>. !list.is_empty() ⇒ ∀ i: usize in 0..list.len(). [maximize: list.len()] \
                    [minimize: i] list.get(i).is_some()";
    assert_eq!(formula, expected);
}

#[test]
fn the_value_can_be_passed_to_blocks() {
    let property = elements();
    assert_eq!(property.quantifiers(), 2, "by a block of a user");
    assert_eq!(check(&property, &(1, (vec![1, 2], ()))), Verdict::Pass);
    assert!(matches!(check(&property, &(2, (vec![1, 2], ()))), Verdict::Fail(_)));
    let (i, (list, ())) = generate(&property, &mut Source::from_seed(1, 9)).unwrap();
    assert!(i < list.len());
    assert_eq!(print(&plain_sum(), &(1, (2, ())))[0].value, "2");
}

#[test]
fn the_value_can_be_passed_to_runners() {
    let options = Options::default();
    assert!(quick_check(&elements(), &options).passed());
    assert!(runner::integrated(&Erased::new(plain_sum()), &options).passed());
    let small = elements().with("list", vec(any::<u8>(), 1..=3));
    assert!(quick_check(&small, &options).passed());
    let small = Erased::new(plain_sum().overridable()).with("x", 0..3_u8).with("y", 3..4_u8);
    let (y, x) =
        *generate(&small, &mut Source::from_seed(1, 9)).unwrap().get::<(u8, (u8, ()))>().unwrap();
    assert!(y == 3 && x.0 < 3);
}

mod scores {
    use super::*;
    use forall::property;

    #[property(maximize(xs.iter().map(|x| u32::from(*x)).sum::<u32>()), runner = "target", tests = 20_000, regressions = "off")]
    #[should_panic(expected = "falsified: target_follows_the_score_of_an_attribute")]
    fn target_follows_the_score_of_an_attribute(xs: &[u8]) -> bool {
        xs.iter().map(|x| u32::from(*x)).sum::<u32>() < 30_000
    }

    #[property(runner = "target")]
    #[should_panic(
        expected = "the runner `target` follows scores, and this property has none: add `maximize` or \
                               `minimize` to it, or choose a runner that needs no score, such as `fuzz`"
    )]
    fn target_needs_a_score(x: u8) -> bool {
        u16::from(x) < 256
    }

    #[test]
    #[should_panic(expected = "the runner `target` follows scores, and this property has none")]
    fn a_statistic_is_no_score() {
        let property = forall("x", any::<u8>()).classify("small", |(x, ())| *x < 9).check(|_| true);
        target(&property, &Options::default());
    }

    #[test]
    fn a_score_behind_a_premise_is_a_score() {
        let property = forall("xs", any::<Vec<u8>>())
            .implies("not empty", |(xs, ())| !xs.is_empty())
            .maximize("first", |(xs, ())| f64::from(xs[0]))
            .check(|_| true);
        assert!(target(&property, &Options::default()).passed());
    }

    /// The first inputs are too short to be observed.
    #[test]
    #[should_panic(expected = "the runner `target` follows scores, and this property has none")]
    fn a_statistic_behind_a_rare_premise_is_no_score() {
        let property = forall("xs", any::<Vec<u8>>())
            .implies("long", |(xs, ())| xs.len() > 100)
            .classify("small", |(xs, ())| xs[100] < 9)
            .check(|_| true);
        let options = Options { tests: 10, max_discard_ratio: 1_000, ..Options::default() };
        target(&property, &options);
    }

    #[test]
    fn a_score_that_the_code_under_test_records_is_a_score() {
        fn opens(code: u32) -> bool {
            if code > 10 {
                forall::feedback::minimize(
                    "distance to the code",
                    f64::from(code.abs_diff(654_321)),
                );
            }
            code == 654_321
        }
        let shut = forall("code", 0..100_000_000_u32).check(|(code, ())| !opens(*code));
        let options = Options { tests: 3_000, ..Options::default() };
        assert!(target(&shut, &options).counterexample().is_some());
        assert!(quick_check(&shut, &options).passed());
    }

    /// Random inputs pass. The test below runs this one with `target` too, which fails.
    #[property(minimize(code.abs_diff(654_321)), tests = 3_000, regressions = "off")]
    fn no_code_opens_the_door(#[domain(0..100_000_000_u32)] code: u32) -> bool {
        code != 654_321
    }

    #[test]
    fn the_environment_can_choose_target() {
        let run = |runner| {
            let mut command = Command::new(env::current_exe().unwrap());
            command.args(["--exact", "language::values::scores::no_code_opens_the_door"]);
            let output = command.env("FORALL_RUNNER", runner).output().unwrap();
            String::from_utf8_lossy(&output.stdout).into_owned()
        };
        let targeted = run("target");
        assert!(targeted.contains("falsified: no_code_opens_the_door"), "{targeted}");
        assert!(targeted.contains("(by mutation)"), "{targeted}");
        assert!(run("quick_check").contains("1 passed"));
    }
}
