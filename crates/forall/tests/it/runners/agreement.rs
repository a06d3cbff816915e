//! All runners agree on the same properties.

use std::time::Duration;

use forall::block::Property;
use forall::domain::{elements, vec};
use forall::feedback::{Feedback, FeedbackMap, FinishedTest, Instrument, Reducer, probe_id, tick};
use forall::machine::Steps;
use forall::part::Guidance;
use forall::pool::{Energy, Fifo, HillClimbing, Maxima, Recycling, Resetting, Static};
use forall::property::{Erased, dynamic, property};
use forall::report::{Origin, Outcome, Report};
use forall::runner::{self, Combinations, Options};
use forall::source::Provenance;

type Runner<P> = fn(&P, &Options) -> Report;

/// Returns all runners with their names.
fn runners<P: Property + Sync>() -> [(&'static str, Runner<P>); 15] {
    [
        ("quick_check", |p, o| runner::quick_check(p, o)),
        ("integrated", |p, o| runner::integrated(p, o)),
        ("parallel on 1", |p, o| runner::parallel(p, o, 1)),
        ("parallel on 3", |p, o| runner::parallel(p, o, 3)),
        ("enumerate", |p, o| runner::enumerate(p, o)),
        ("backjump", |p, o| runner::backjump(p, o)),
        ("skip_premises", |p, o| runner::skip_premises(p, o)),
        ("find_all", |p, o| runner::find_all(p, o)),
        ("combinatorial", |p, o| {
            without_hints(runner::combinatorial(p, o, Combinations::default()))
        }),
        ("covering_array", |p, o| {
            without_hints(runner::covering_array(p, o, Combinations::default()))
        }),
        ("auto", |p, o| runner::auto(p, o)),
        ("portfolio", |p, o| {
            let thin =
                |p: &_, o: &_| without_hints(runner::combinatorial(p, o, Combinations::default()));
            let all: [runner::PortfolioRunner<'_, _>; 4] =
                [&runner::quick_check, &runner::backjump, &runner::enumerate, &thin];
            runner::portfolio(p, o, &all)
        }),
        ("fuzz", |p, o| runner::fuzz(p, o)),
        // Most of these properties have no score.
        ("target_with", |p, o| {
            let mut pool = Resetting::new(Energy::Fixed(100));
            runner::target_with(p, |_| 0.0, &mut HillClimbing, &mut pool, o)
        }),
        // Most of these properties count no steps.
        ("slowest_with", |p, o| {
            let pool = Static::new();
            let mut guidance =
                Guidance::new(pool).utility(Maxima::new()).instrument(ChoicesAsSteps);
            runner::slowest_with(p, &mut guidance, o)
        }),
    ]
}

/// Counts every choice of the inputs as a step, and their end as another one.
struct ChoicesAsSteps;

impl Instrument for ChoicesAsSteps {
    fn names(&self, names: &mut Vec<&'static str>) {
        names.push("choices");
    }

    fn read(&mut self, test: &FinishedTest<'_>, feedback: &mut Feedback) {
        let steps = test.record.choices.len() as u64 + 1;
        feedback.add(FeedbackMap::TICKS, 0, steps, Reducer::Max);
    }
}

/// Removes the hints, which depend on the speed of the machine.
fn without_hints(report: Report) -> Report {
    Report { hints: Vec::new(), ..report }
}

fn options() -> Options {
    Options { seed: 5, tests: 400, ..Options::default() }
}

/// Checks that all runners have this outcome, and that each is deterministic.
#[track_caller]
fn check(property: Erased, expected: &str) {
    for (name, run) in runners() {
        let report = run(&property, &options());
        assert_eq!(outcome(&report), expected, "{name} on {property}: {report}");
        assert_eq!(run(&property, &options()), report, "{name} on {property}: not deterministic");
    }
}

fn outcome(report: &Report) -> String {
    match &report.outcome {
        Outcome::Passed | Outcome::Proved => "passed".to_owned(),
        Outcome::Falsified(found) => {
            let values: Vec<&str> = found.shrunk.iter().map(|input| &*input.value).collect();
            format!("falsified by {}", values.join(", "))
        }
        other => format!("{other:?}"),
    }
}

#[test]
fn all_runners_pass_a_true_property() {
    check(Erased::new(property! { forall x: i64; check x.wrapping_add(1) != *x }), "passed");
    check(
        Erased::new(
            property! { forall a: u8; forall b: bool; check u16::from(*a) + u16::from(*b) < 257 },
        ),
        "passed",
    );
    check(
        Erased::new(property! {
            forall xs: Vec<u16>;
            check { let mut ys = xs.clone(); ys.reverse(); ys.reverse(); ys == *xs }
        }),
        "passed",
    );
}

#[test]
fn all_runners_agree_on_a_false_property() {
    check(Erased::new(property! { forall x: u32; check *x < 77 }), "falsified by 77");
    check(
        Erased::new(
            property! { forall xs: Vec<i32>; forall x: i8; check xs.is_empty() || *x <= 3 },
        ),
        "falsified by [0], 4",
    );
}

#[test]
fn all_runners_agree_on_a_panicking_property() {
    check(Erased::new(property! { forall xs: Vec<u8>; check xs[0] == xs[0] }), "falsified by []");
    check(
        Erased::new(property! { forall x in 0..500_u32; check assert_ne!(x / 10, 7, "lucky") }),
        "falsified by 70",
    );
}

#[test]
fn all_runners_agree_on_dependent_variables() {
    check(
        Erased::new(property! {
            forall xs in vec(0..50_u8, 1..=4);
            forall x in elements(xs.clone());
            check *x < 20
        }),
        "falsified by [20], 20",
    );
    check(
        Erased::new(property! {
            forall n in 0..20_usize;
            forall i in 0..=*n;
            check i <= n
        }),
        "passed",
    );
}

#[test]
fn all_runners_agree_on_discarded_tests() {
    check(Erased::new(property! { forall x: u8; implies x % 3 == 1; check x % 3 == 1 }), "passed");
    check(
        Erased::new(property! {
            forall x in 0..40_u8;
            forall y in 0..40_u8;
            implies x < y;
            check *y < x + 9
        }),
        "falsified by 0, 9",
    );
    // A domain that relies on the premise before it.
    check(
        Erased::new(property! {
            forall xs in vec(0..9_u8, 0..=3);
            implies !xs.is_empty();
            forall i in 0..=xs.len() - 1;
            check xs[*i] < 5
        }),
        "falsified by [5], 0",
    );
}

/// `skip_premises` is the exception, because it does not check premises.
#[test]
fn all_runners_but_one_report_a_vacuous_run() {
    let property = Erased::new(property! { forall x: u8; implies *x != *x; check *x > 0 });
    for (name, run) in runners().into_iter().filter(|(name, _)| *name != "skip_premises") {
        let report = run(&property, &options());
        assert_eq!(report.outcome, Outcome::Vacuous, "{name}: {report}");
        assert_eq!(report.tally.passed, 0);
    }
    check(
        Erased::new(property! { forall x in elements(Vec::<u8>::new()); check *x > 0 }),
        "Vacuous",
    );
}

/// A value that breaks its contract ends the test before a premise can discard it or panic.
#[test]
fn all_runners_agree_on_a_broken_contract_before_a_premise() {
    let after_the_last_variable = || {
        property! {
            forall x in 0..100_u8, contract = |x| x % 2 == 0;
            implies *x > 98 && x % 2 == 0, restrict = false;
            check *x > 98
        }
    };
    let before_a_variable = property! {
        forall x in 0..100_u8, contract = |x| x % 2 == 0;
        implies x % 2 == 0, restrict = false;
        forall y in 0..=*x;
        check y <= x
    };
    let panics = property! {
        forall x in 0..100_u8, contract = |x| x % 2 == 0;
        implies { assert!(x % 2 == 0); *x > 50 }, restrict = false;
        forall y in 0..=*x;
        check y <= x
    };
    let dynamic = dynamic::property! {
        forall x: u8 in 0..100_u8, contract = |x| x % 2 == 0;
        implies { assert!(x.is_multiple_of(2)); *x > 50 };
        forall y: u8 in 0..=*x;
        check y <= x
    };
    contract_of_x_is_broken(&after_the_last_variable(), "1");
    contract_of_x_is_broken(&Erased::new(after_the_last_variable()), "1");
    contract_of_x_is_broken(&before_a_variable, "1, 0");
    contract_of_x_is_broken(&panics, "1, 0");
    contract_of_x_is_broken(&dynamic, "1, 0");
}

#[track_caller]
fn contract_of_x_is_broken<P: Property + Sync>(property: &P, inputs: &str) {
    for (name, run) in runners() {
        let report = run(property, &options());
        assert_eq!(outcome(&report), format!("falsified by {inputs}"), "{name}: {report}");
        let failure = &report.counterexample().expect("it is falsified").shrinking.failure;
        assert!(matches!(failure.origin, Origin::Contract(_)), "{name}: {report}");
    }
}

#[test]
fn all_runners_agree_on_insufficient_coverage() {
    check(
        Erased::new(property! {
            forall x in 0..100_000_u32;
            cover 50.0 "huge": *x > 99_000;
            check *x < 100_000
        }),
        "InsufficientCoverage",
    );
}

/// Runners do not depend on the form of a property.
#[test]
fn typed_erased_and_dynamic_forms_agree_with_every_runner() {
    let typed = || {
        property! {
            forall xs: Vec<i64>;
            forall x: i64;
            implies !xs.is_empty(), restrict = false;
            maximize xs.len() as f64;
            check { tick(); xs.len() < 2 || *x < 2 }
        }
    };
    let dynamic = dynamic::property! {
        forall xs: Vec<i64>;
        forall x: i64;
        implies !xs.is_empty();
        maximize xs.len() as f64;
        check { tick(); xs.len() < 2 || *x < 2 }
    };
    let texts = [
        texts(&typed()),
        texts(&Erased::new(typed())),
        texts(&dynamic),
        texts(&Erased::new(dynamic)),
    ];
    for ((name, text), others) in
        texts[0].iter().zip((0..).map(|i| texts[1..].iter().map(move |t| &t[i])))
    {
        assert!(text.contains("  xs = [0, 0]\n  x  = 2\n"), "{name}: {text}");
        for (form, (_, other)) in ["erased", "dynamic", "erased dynamic"].iter().zip(others) {
            assert_eq!(other, text, "{name}: the {form} form differs from the typed one");
        }
    }
}

/// Returns the text of the report of every runner.
fn texts<P: Property + Sync>(property: &P) -> Vec<(&'static str, String)> {
    let text = |run: Runner<P>| run(property, &options()).to_string();
    let target: (_, Runner<P>) = ("target", |p, o| runner::target(p, o));
    let slowest: (_, Runner<P>) = ("slowest", |p, o| runner::slowest(p, o));
    runners().into_iter().chain([target, slowest]).map(|(name, run)| (name, text(run))).collect()
}

fn opens(code: &[u8]) -> bool {
    let is = |at: usize, byte: u8| {
        probe_id(at as u64);
        code[at] == byte
    };
    code.len() == 3 && is(0, 7) && is(1, 77) && is(2, 177)
}

/// The default pool of `fuzz` begins with more fresh inputs than the runs above have tests, so it mutates nothing there. Here
/// only mutants fail, in all forms.
#[test]
fn typed_erased_and_dynamic_forms_agree_on_what_only_mutants_reach() {
    fn report<P: Property>(property: &P) -> Report {
        let mut guidance = Guidance::new(Recycling::new(Fifo::new(Energy::Fixed(1_000))));
        // On a busy machine, the usual time for shrinking ends in the middle of the search for small inputs.
        let shrink_time = Duration::from_secs(3_600);
        let options = Options { tests: 60_000, shrink_time, ..options() };
        runner::fuzz_with(property, &mut guidance, &options)
    }
    let typed = || property! { forall code: Vec<u8>; check !opens(code) };
    let dynamic = dynamic::property! { forall code: Vec<u8>; check !opens(code) };
    let expected = report(&typed());
    let found = expected.counterexample().expect("a mutant fails");
    assert_eq!((found.provenance, &*found.shrunk[0].value), (Provenance::Mutated, "[7, 77, 177]"));
    let others = [report(&Erased::new(typed())), report(&dynamic), report(&Erased::new(dynamic))];
    for (form, other) in ["erased", "dynamic", "erased dynamic"].iter().zip(others) {
        assert_eq!(other.to_string(), expected.to_string(), "the {form} form differs");
    }
    let many = Options { tests: 60_000, ..options() };
    assert!(runner::quick_check(&typed(), &many).passed(), "fresh inputs do not fail");
}

/// A lift with three floors.
#[forall::machine(model = Lift)]
trait Floors {
    #[when(model.0 < 2)]
    fn up(&mut self);
    #[when(model.0 > 0)]
    fn down(&mut self);
    #[always]
    fn floor(&self) -> u8;
}

#[derive(Default, Hash)]
struct Lift(u8);

impl Floors for Lift {
    fn up(&mut self) {
        self.0 += 1;
    }

    fn down(&mut self) {
        self.0 -= 1;
    }

    fn floor(&self) -> u8 {
        self.0
    }
}

/// A lift that does not leave the second floor when it comes there again.
#[derive(Default)]
struct Stuck {
    floor: u8,
    visits: u8,
}

impl Floors for Stuck {
    fn up(&mut self) {
        self.floor += 1;
        self.visits += u8::from(self.floor == 2);
    }

    fn down(&mut self) {
        if self.floor < 2 || self.visits < 2 {
            self.floor -= 1;
        }
    }

    fn floor(&self) -> u8 {
        self.floor
    }
}

#[test]
fn all_runners_agree_on_a_state_machine() {
    let right = property! { forall steps: Steps<Lift>; check steps.check::<Lift>() };
    check(Erased::new(right), "passed");
    let stuck = property! { forall steps: Steps<Lift>; check steps.check::<Stuck>() };
    let steps = "1  up()\n2  up()\n3  down()\n4  up()\n5  down()";
    check(Erased::new(stuck), &format!("falsified by {steps}"));
}
