//! Verdicts of properties, and how reports print them.

use forall::block::Property;
use forall::domain::{Domain, any, elements, from_fn};
use forall::property::dynamic::{self, Env};
use forall::property::{Erased, property};
use forall::report::text::{ReportContext, Style, render};
use forall::report::{Outcome, Report};
use forall::runner::{self, Options};
use forall::source::Provenance;

/// Checks that the typed and the erased form have the same report, and that it prints as `expected`.
#[track_caller]
fn check<P: Property + Send + Sync + 'static>(property: P, expected: &str) -> Report {
    let typed = runner::quick_check(&property, &options());
    let erased = runner::quick_check(&Erased::new(property), &options());
    assert_eq!(typed, erased);
    assert_eq!(typed.to_string(), expected, "{typed}");
    typed
}

fn options() -> Options {
    Options { seed: 7, ..Options::default() }
}

#[test]
fn a_true_property_passes() {
    check(property! { forall x: i64; check x == x }, "passed: 1,000 tests\n");
}

#[test]
fn a_property_with_two_variables_and_a_premise_shrinks() {
    let property = property! {
        forall xs: Vec<i64>;
        forall x: i64;
        implies !xs.is_empty(), restrict = false;
        check xs.len() < 3 || *x < 5
    };
    let report = check(
        property,
        "falsified\n\n  xs = [0, 0, 0]\n  x  = 5\n\nfalse: xs.len() < 3 || *x < 5\n\n  \
         found by test 8, shrunk in 7 steps (40 tests); \
         discarded 4 of 8 tests because `!xs.is_empty()` did not hold\n",
    );
    let context = ReportContext { verbose: true, tests: Some(1_000), ..ReportContext::default() };
    let text = render(&report, &context, Style::Plain);
    let details = "found by test 8 of 1,000, shrunk in 7 steps (40 tests); \
         discarded 4 of 8 tests because `!xs.is_empty()` did not hold\n\n\
         inputs before shrinking\n  \
         xs = [\n         9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807,\n         \
         9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807,\n         \
         9223372036854775807,\n       ]\n  x  = 9223372036854775807\n\n\
         `_` marks parts that do not matter: every replacement tried also failed\n  xs = [_, _, _]\n  x  = 5\n\n\
         shrink passes: lower equal numbers 4 of 8, delete elements 2 of 4, shift together 1 of 1, \
         others 0 of 27\n";
    assert!(text.ends_with(details), "{text}");
    assert_eq!(report.tally.by_node, [0, 0, 4]);
}

#[test]
fn a_dependent_variable_is_regenerated_when_its_dependency_shrinks() {
    let property = property! {
        forall xs: Vec<u8>;
        forall x in elements(xs.clone());
        check xs.contains(x) && xs.len() < 4
    };
    let report = runner::quick_check(&property, &options());
    let shrunk = &report.counterexample().unwrap().shrunk;
    assert_eq!((&*shrunk[0].value, &*shrunk[1].value), ("[0, 0, 0, 0]", "0"));
    assert!(report.tally.rejected > 0, "an empty list has no elements");
}

#[test]
fn a_rejected_value_is_not_a_discard() {
    let property = property! {
        forall x in any::<u32>().filtered(|x| *x == 123_456_789);
        check *x > 0
    };
    let report = check(
        property,
        "vacuous\n  nothing was tested: 10,001 tests ran, and none reached the check\n\
         \x20 discarded 10,001 of 10,001 tests because no value of `x` could be generated: \
         a filter rejected 100 values in a row\n",
    );
    assert_eq!((report.tally.rejected, report.tally.discarded), (10_001, 0));
}

#[test]
fn a_run_with_too_many_discards_gives_up() {
    let property =
        property! { forall x in 0..1000_u32; implies *x < 10, restrict = false; check *x < 10 };
    let report = runner::quick_check(&property, &options());
    assert_eq!(report.outcome, Outcome::GaveUp);
    let text = report.to_string();
    assert!(text.starts_with("gave up\n  only "), "{text}");
    assert!(
        text.contains(
            "tests because `*x < 10` did not hold\nhint: use a domain whose values satisfy"
        ),
        "{text}"
    );
}

#[test]
fn a_panic_is_reported_with_its_message_and_location() {
    let property = property! { forall x in 0..100_u32; check assert_ne!(*x, 42, "the answer") };
    let text = runner::quick_check(&property, &options()).to_string();
    assert!(text.starts_with(
        "falsified\n\n  x = 42\n\npanicked at crates/forall/tests/it/runners/verdicts.rs:"
    ));
    assert!(
        text.contains("assertion `left != right` failed: the answer\n   left: 42\n  right: 42\n\n"),
        "{text}"
    );
}

#[test]
fn an_error_is_a_failure() {
    let property = property! { forall n in 0..300_u32; check u8::try_from(*n).map(|_| ()) };
    let text = runner::quick_check(&property, &options()).to_string();
    assert!(text.starts_with("falsified\n\n  n = 256\n\nerror: TryFromIntError(()"), "{text}");
}

#[test]
fn a_counterexample_shrinks_only_to_the_same_failure() {
    let property = property! {
        forall n in 0..10_000_u32;
        check {
            assert!(*n < 5_000, "large");
            assert!(*n != 10, "ten");
        }
    };
    let text = runner::quick_check(&property, &options()).to_string();
    assert!(text.contains("n = 5000\n") || text.contains("n = 10\n"), "{text}");
    assert_eq!(text.contains("large"), text.contains("n = 5000\n"), "{text}");
}

#[test]
fn a_flaky_failure_is_not_shrunk() {
    let mut calls = std::sync::atomic::AtomicU32::new(0);
    let seen = &calls;
    let flaky = property! {
        forall x in 0..100_u32;
        check seen.fetch_add(x / 200 + 1, std::sync::atomic::Ordering::Relaxed) != 20
    };
    let report = runner::quick_check(&flaky, &options());
    assert!(report.counterexample().unwrap().shrinking.repeats.flaky());
    assert!(report.to_string().contains(", but flaky: 0 of 20 reruns failed\n"), "{report}");
    assert!(*calls.get_mut() > 20);
}

#[test]
fn assume_discards_a_test() {
    let property = property! {
        forall x in 0..10_u32;
        check {
            forall::assume!(*x > 5);
            x + 1
        } > 5
    };
    let report = runner::quick_check(&property, &options());
    assert!(report.passed());
    assert!(report.to_string().contains(" tests because an `assume!` did not hold\n"), "{report}");
}

#[test]
fn a_panicking_domain_is_reported() {
    let property = property! {
        forall x in from_fn(|source| -> Result<u32, _> {
            assert!(source.size() < 3, "out of values");
            Ok(1)
        });
        check *x == 1
    };
    let text = runner::quick_check(&property, &options()).to_string();
    assert!(
        text.starts_with("falsified\n\npanicked at crates/forall/tests/it/runners/verdicts.rs:"),
        "{text}"
    );
    assert!(
        text.ends_with("out of values\n\n  found by test 8 before its inputs were complete\n"),
        "{text}"
    );
}

/// Shrinking must check the premise before it uses the domain.
#[test]
fn a_domain_can_rely_on_the_premise_before_it() {
    let property = property! {
        forall xs: Vec<u8>;
        implies !xs.is_empty();
        forall i in 0..=xs.len() - 1;
        check xs[*i] < 50
    };
    let report = runner::quick_check(&property, &options());
    let shrunk = &report.counterexample().unwrap().shrunk;
    assert_eq!((&*shrunk[0].value, &*shrunk[1].value), ("[50]", "0"));
}

#[test]
fn a_panicking_debug_implementation_does_not_hide_other_values() {
    #[derive(Clone)]
    struct Shy;
    impl std::fmt::Debug for Shy {
        fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            panic!("do not look")
        }
    }
    let property = property! { forall x in forall::domain::just(Shy); forall y: u8; check { let _ = x; *y < 9 } };
    let text = runner::quick_check(&property, &options()).to_string();
    assert!(
        text.starts_with("falsified\n\n  x = (its Debug implementation panicked)\n  y = 9\n"),
        "{text}"
    );
}

#[test]
fn a_run_without_tests_is_vacuous() {
    let options = Options { tests: 0, ..options() };
    let report = runner::quick_check(&property! { forall x: u8; check *x == 9 }, &options);
    assert_eq!(report.outcome, Outcome::Vacuous);
}

#[test]
fn the_discard_limit_applies_to_timed_runs() {
    let max_time = Some(std::time::Duration::from_millis(20));
    let options = Options { tests: u64::MAX, max_time, ..options() };
    let some = property! { forall x: u8; implies *x > 5; check *x > 5 };
    assert!(runner::quick_check(&some, &options).passed());
    let few = property! { forall x: u32; implies *x % 1000 == 77; check *x > 5 };
    assert_eq!(runner::quick_check(&few, &options).outcome, Outcome::GaveUp);
}

#[test]
fn a_replay_finds_the_same_failure() {
    let property = property! { forall xs: Vec<u8>; check xs.iter().all(|x| *x < 200) };
    let first = runner::quick_check(&property, &options());
    let found = first.counterexample().unwrap();
    assert_eq!(found.provenance, Provenance::Fresh);
    let number = found.number;
    let again = runner::replay(&property, &options(), number);
    assert_eq!(again.counterexample().unwrap(), found);
    let again = runner::replay_choices(&property, &options(), found.choices.as_ref().unwrap());
    let again = again.counterexample().unwrap();
    assert_eq!((again.provenance, &again.original), (Provenance::Regression, &found.shrunk));
    assert!(runner::replay(&property, &options(), 0).passed());
}

#[test]
fn a_run_ends_in_time() {
    let max_time = Some(std::time::Duration::from_millis(20));
    let options = Options { tests: u64::MAX, max_time, ..options() };
    let began = std::time::Instant::now();
    let report = runner::quick_check(&property! { forall x: u8; check x == x }, &options);
    assert!(report.passed() && report.tally.passed > 0);
    // The bound is generous because the machine may be busy. Without a time limit the run would never end.
    assert!(began.elapsed().as_secs() < 60);
}

#[test]
fn a_dynamic_property_has_the_same_report_as_a_typed_one() {
    let typed = property! {
        forall xs: Vec<i64>;
        forall x: i64;
        implies !xs.is_empty(), restrict = false;
        check xs.len() < 3 || *x < 5
    };
    let dynamic = dynamic::property()
        .forall("xs", any::<Vec<i64>>())
        .forall("x", any::<i64>())
        .implies("!xs.is_empty()", |env| !env.get::<Vec<i64>>("xs").is_empty())
        .check("xs.len() < 3 || *x < 5", |env| {
            env.get::<Vec<i64>>("xs").len() < 3 || *env.get::<i64>("x") < 5
        });
    let reports =
        [runner::quick_check(&typed, &options()), runner::quick_check(&dynamic, &options())];
    assert_eq!(reports[0].to_string(), reports[1].to_string());
}

#[test]
fn a_dynamic_domain_can_depend_on_variables() {
    let keys = |env: &Env| elements(env.get::<Vec<u8>>("xs").clone());
    let dynamic = dynamic::property()
        .forall("xs", any::<Vec<u8>>())
        .forall_given("x", keys)
        .check("short", |env| env.get::<Vec<u8>>("xs").len() < 4);
    let report = runner::quick_check(&dynamic, &options());
    assert_eq!(report.counterexample().unwrap().shrunk[0].value, "[0, 0, 0, 0]");
}

#[test]
fn a_dynamic_property_names_missing_variables_and_wrong_types() {
    let message = |asked: fn(&Env) -> bool| {
        let dynamic = dynamic::property().forall("x", 0..10_u8).check("asks", asked);
        let report = runner::quick_check(&dynamic, &options());
        report.counterexample().unwrap().shrinking.failure.message.clone()
    };
    let name = message(|env| *env.get::<u8>("y") > 0);
    assert_eq!(name, "no variable `y` is bound here, only `x`");
    let ty = message(|env| *env.get::<u16>("x") > 0);
    assert_eq!(ty, "the variable `x` is of type `u8`, not `u16`");
}

#[test]
fn a_payload_whose_destructor_panics_is_reported() {
    struct Bomb;
    impl Drop for Bomb {
        fn drop(&mut self) {
            panic!("in a destructor");
        }
    }
    let property = property! {
        forall x: u8;
        check if *x > 9 { std::panic::panic_any(Bomb) }
    };
    let text = runner::quick_check(&property, &options()).to_string();
    assert!(text.starts_with("falsified\n\n  x = 10\n\npanicked"), "{text}");
}

#[test]
fn a_long_panic_message_is_cut() {
    let property = property! { forall x: u8; check assert!(*x < 9, "{}", "x".repeat(1 << 20)) };
    let report = runner::quick_check(&property, &options());
    let failure = &report.counterexample().unwrap().shrinking.failure;
    assert!(failure.message.ends_with("x … (1048576 bytes)"), "{}", failure.message.len());
    assert!(report.to_string().len() < 2_000);
}
