//! The promises of shrinkers, and a user-defined shrinker.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use forall::block::{Property, TestCase, check, generate, print, regenerate, run};
use forall::domain::{Domain, any, from_fn, vec};
use forall::property::{Erased, all_of, property};
use forall::report::{Failure, PassStats, Report, Shrinking, Verdict};
use forall::runner::{self, Options};
use forall::shrink::{
    Alternating, External, Integrated, Minimized, ShrinkLimits, ShrinkTarget, Shrinker, minimize,
};
use forall::source::{Campaign, Policy, Reject, Role, Sizes, Source, SpanLabel};

/// Returns the first failure of a campaign.
fn found<P: Property>(property: &P) -> (TestCase<P::Inputs>, Failure) {
    let campaign = Campaign::from_seed(7);
    for n in 0..10_000 {
        if let Verdict::Fail(failure) = run(property, &mut campaign.source(n)) {
            let found = regenerate(property, campaign.source(n)).expect("it was generated before");
            return (found, *failure);
        }
    }
    panic!("no failure was found");
}

fn shrink<P: Property>(
    property: &P,
    shrinker: impl Shrinker,
    limits: impl Into<ShrinkLimits>,
) -> Minimized<P::Inputs> {
    let (case, failure) = found(property);
    minimize(property, case, failure, &shrinker, limits)
}

fn tried(passes: &[PassStats]) -> u64 {
    passes.iter().map(|stats| stats.tried).sum()
}

fn shown<P: Property>(property: &P, shrinker: impl Shrinker) -> String {
    let shrunk = shrink(property, shrinker, 10_000);
    print(property, &shrunk.inputs).into_iter().map(|binding| binding.value).collect()
}

#[test]
fn only_shrinking_by_choices_minimizes_mapped_values() {
    let even = || any::<i32>().mapped(|x| i64::from(x) * 2);
    let property = property! { forall xs in vec(even(), ..); check xs.iter().all(|x| *x < 99) };
    // A mapped domain has no simpler values to list, but its choices are ordinary numbers.
    assert_ne!(shown(&property, External), "[100]");
    assert_eq!(shown(&property, Integrated), "[100]");
    assert_eq!(shown(&property, Alternating), "[100]");
}

#[test]
fn the_shrinker_of_the_domain_takes_precedence() {
    // By choices, 10 is simpler than -3, but the domain prefers -3.
    let domain = (-50..=50).shrink_with(|x| if *x == 10 { vec![-3] } else { Vec::new() });
    let property = property! { forall x in domain; check *x > -3 && *x < 10 };
    assert_eq!(shown(&property, Alternating), "-3");
    let values = shrink(&property, Alternating, 10_000).record.unwrap().values();
    assert_eq!(generate(&property, &mut Source::replay(values, Policy::STRICT)), Ok((-3, ())));

    let domain = any::<i8>().mapped(i32::from).shrink_with(|x| vec![x - x.signum()]);
    let property = property! { forall x in domain; check x.abs() < 50 };
    assert!(shrink(&property, External, 10_000).record.is_none(), "a mapped value has no choices");
    let report = runner::quick_check(&property, &Options::default());
    assert!(
        report.counterexample().unwrap().choices.is_some(),
        "the choices of the value before shrinking"
    );
}

#[test]
fn shrinkers_that_disagree_terminate() {
    // By choices, 0 is the simplest value, but the domain prefers 7.
    let domain = (0..=7).shrink_with(|x| if *x < 7 { vec![7] } else { Vec::new() });
    let property = property! { forall x in domain; check *x != 0 && *x != 7 };
    assert_eq!(shown(&property, Alternating), "7");
    assert!(tried(&shrink(&property, Alternating, 10_000).passes) < 20);
}

#[test]
fn shrinking_alternates_between_values_and_choices() {
    // The shrinker of the domain halves lists. Only shrinking by choices makes the numbers smaller too.
    let halves = |xs: &Vec<u32>| vec![xs[..xs.len() / 2].to_vec(), xs[xs.len() / 2..].to_vec()];
    let domain = vec(0..1_000_u32, 0..40).shrink_with(halves);
    let property = property! { forall xs in domain; check xs.iter().all(|x| *x < 700) };
    assert_eq!(shown(&property, Alternating), "[700]");
}

#[test]
fn a_dependent_value_stays_if_it_is_still_valid() {
    let property = property! {
        forall n in 0..1_000_u32;
        forall m in *n..2_000;
        check *m != 1_500
    };
    let case = forall::block::TestCase {
        inputs: (1_500, (400, ())),
        record: forall::source::Record::default(),
    };
    let shrunk = forall::block::shrink(&property, case, Failure::predicate_false(), 1_000);
    assert_eq!(shrunk.inputs, (1_500, (0, ())));
}

/// A list of length 0 draws no choices.
#[test]
fn a_list_without_choices_shrinks() {
    let property = property! {
        forall n in 0..10_usize;
        forall xs in vec(any::<u8>(), *n);
        check xs.len() == 7
    };
    for shrinker in [&Integrated as &dyn Shrinker, &External, &Alternating] {
        let (case, failure) = found(&property);
        let shrunk = minimize(&property, case, failure, shrinker, 10_000);
        assert_eq!(shrunk.inputs, (vec![], (0, ())));
    }
}

#[test]
fn shrunk_choices_generate_the_shrunk_inputs() {
    let property = property! { forall xs: Vec<i64>; forall i: u8; check xs.len() < 3 || *i < 9 };
    let shrunk = shrink(&property, Integrated, 10_000);
    let mut source = Source::replay(shrunk.record.unwrap().values(), Policy::STRICT);
    assert_eq!(generate(&property, &mut source), Ok(shrunk.inputs.clone()));
    assert_eq!(source.into_record().misaligned, None);
    assert!(matches!(check(&property, &shrunk.inputs), Verdict::Fail(_)));
}

#[test]
fn shrinkers_respect_limits_and_return_the_best_failure() {
    let property = property! { forall xs: Vec<i64>; check xs.iter().all(|x| *x < 123_457) };
    for tries in 0..30 {
        for shrunk in [
            shrink(&property, Integrated, tries),
            shrink(&property, External, tries),
            shrink(&property, Alternating, tries),
        ] {
            assert!(tried(&shrunk.passes) <= tries);
            assert!(matches!(check(&property, &shrunk.inputs), Verdict::Fail(_)));
        }
    }
    let late = ShrinkLimits { deadline: Some(Instant::now()), ..ShrinkLimits::from(10_000) };
    let stopped =
        ShrinkLimits { stop: Some(Arc::new(AtomicBool::new(true))), ..ShrinkLimits::from(10_000) };
    let guarded = property! { forall xs: Vec<i64>; implies xs.len() != 7_777; check xs.is_empty() };
    for limits in [late, stopped] {
        assert_eq!(tried(&shrink(&guarded, External, limits.clone()).passes), 0);
        assert_eq!(tried(&shrink(&property, Integrated, limits.clone()).passes), 0);
        assert_eq!(tried(&shrink(&property, External, limits).passes), 0);
    }
}

#[test]
fn statistics_of_passes_add_up() {
    let property = property! { forall xs: Vec<i64>; check xs.is_sorted() };
    let report = runner::quick_check(&property, &Options::default());
    let Shrinking { tried, accepted, passes, .. } = &report.counterexample().unwrap().shrinking;
    assert_eq!(passes.iter().map(|stats| stats.accepted).sum::<u64>(), *accepted);
    assert_eq!(passes.iter().map(|stats| stats.tried).sum::<u64>(), *tried);
    let names: HashSet<&str> = passes.iter().map(|stats| stats.pass).collect();
    assert!(
        names.len() == passes.len() && names.contains("shrink values"),
        "each pass is listed once"
    );
}

#[test]
fn shrinking_preserves_the_failure() {
    let property = property! {
        forall n in 0..10_000_u32;
        check {
            assert!(*n < 5_000, "large");
            assert!(*n != 10, "ten");
        }
    };
    let shrunk = shrink(&property, Integrated, 10_000);
    let ten = shrunk.inputs.0 == 10;
    assert!(ten || shrunk.inputs.0 == 5_000);
    assert_eq!(shrunk.failure.message, if ten { "ten" } else { "large" });
}

#[test]
fn shrinking_skips_choices_for_which_the_domain_panics() {
    let picky = any::<Vec<u8>>().mapped(|xs| {
        assert!(!xs.is_empty(), "never empty");
        xs
    });
    let domain = picky.filtered(|_| true);
    let property = property! { forall xs in domain; check xs.iter().all(|x| *x < 100) };
    let campaign = Campaign { sizes: Sizes::Fixed(4), ..Campaign::from_seed(7) };
    let n = (0..1_000).find(|n| {
        forall::panics::catch(|| run(&property, &mut campaign.source(*n)))
            .is_ok_and(|verdict| matches!(&verdict, Verdict::Fail(f) if f.message.is_empty()))
    });
    let case = regenerate(&property, campaign.source(n.unwrap())).expect("it was generated before");
    let shrunk = minimize(&property, case, Failure::predicate_false(), &Integrated, 10_000);
    assert_eq!(shrunk.inputs.0, [100]);
}

/// Tries only the simplest choices.
#[derive(Debug)]
struct Simplest;

impl Shrinker for Simplest {
    fn shrink(&self, target: &mut dyn ShrinkTarget, _: &ShrinkLimits) -> Vec<PassStats> {
        let record = target.generate(Source::replay(Vec::new(), Policy::SIMPLEST)).accepted();
        let fails = target.fails();
        if let (Some(record), true) = (record, fails) {
            target.accept(record, "simplest");
        }
        vec![PassStats { pass: "simplest", tried: 1, accepted: u64::from(fails) }]
    }
}

#[test]
fn a_user_defined_shrinker_can_be_used() {
    let property = property! { forall xs: Vec<i64>; check xs.len() > 100 };
    assert!(shrink(&property, Simplest, 1).inputs.0.is_empty());
    let property = property! { forall xs: Vec<i64>; check xs.len() < 2 };
    let options = Options { shrinker: Arc::new(Simplest), ..Options::default() };
    let report = runner::quick_check(&property, &options);
    let found = report.counterexample().unwrap();
    assert_eq!((found.shrinking.tried, &found.shrunk), (1, &found.original));
}

#[test]
fn the_integrated_runner_shrinks_typed_and_erased_properties() {
    let options = Options::default();
    let property = || {
        property! {
            forall xs in vec(any::<u8>().mapped(u64::from), ..);
            forall i in 0..=xs.len();
            implies *i < xs.len();
            check xs[*i] < 7
        }
    };
    let typed = runner::integrated(&property(), &options);
    let erased = runner::integrated(&Erased::new(property()), &options);
    assert_eq!(typed, erased);
    let values = |report: &Report| {
        let shrunk = &report.counterexample().unwrap().shrunk;
        shrunk.iter().map(|binding| binding.value.clone()).collect::<Vec<_>>()
    };
    assert_eq!(values(&typed), ["[7]", "0"]);
}

/// Constraints should not depend on the size, but a domain that breaks this rule must still shrink.
#[test]
fn a_domain_that_depends_on_the_size_shrinks() {
    fn tree(source: &mut Source) -> Result<Vec<u32>, Reject> {
        if source.size() == 0 {
            return Ok(vec![source.integer(0..=9_u32, 0, Role::Value, |r| r.below(10) as u32)]);
        }
        let size = source.size() - 1;
        let mut all = Vec::new();
        for _ in 0..source.branch(5) {
            let part = source.span(SpanLabel::BRANCH, |source| source.at_size(size, tree));
            all.extend(part?);
        }
        Ok(all)
    }
    let property = property! { forall xs in from_fn(tree); check xs.iter().sum::<u32>() < 12 };
    for seed in 0..50 {
        let options = Options { seed, sizes: Sizes::Fixed(4), ..Options::default() };
        let report = runner::quick_check(&property, &options);
        assert!(report.counterexample().is_some_and(|found| !found.shrunk.is_empty()));
    }
}

/// A queue that loses an element if it is popped with more than three: two assertions of the test notice it.
fn pops_one(sizes: &[u8], values: &[u8]) {
    let mut queue: Vec<u8> = values.to_vec();
    for size in sizes {
        let before = queue.len();
        let lost = usize::from(before > 3);
        queue.truncate(before.saturating_sub(1 + lost));
        assert!(lost == 0 || *size < 100 || queue.len() + 1 == before, "order");
        assert!(before == 0 || queue.len() + 1 == before, "length");
    }
}

#[test]
fn shrinking_crosses_to_another_assertion_for_simpler_inputs() {
    let property = property! {
        forall sizes: Vec<u8>;
        forall values: Vec<u8>;
        check pops_one(sizes, values)
    };
    let mut crossings = 0;
    for seed in 0..30 {
        let report = runner::quick_check(&property, &Options { seed, ..Options::default() });
        let found = report.counterexample().expect("long lists lose an element");
        let shrunk: Vec<&str> = found.shrunk.iter().map(|binding| &*binding.value).collect();
        assert_eq!(shrunk, ["[0]", "[0, 0, 0, 0]"], "{seed}");
        assert_eq!(found.shrinking.failure.message, "length");
        let text = report.to_string();
        match &found.crossed_from {
            Some(first) => {
                crossings += 1;
                assert_eq!((&*first.failure.message, &*first.shrunk[0].value), ("order", "[100]"));
                assert!(text.contains("\n  the first failure was at crates/forall/tests/it/shrinking/shrinkers.rs:283:9: order\n"), "{text}");
            }
            None => assert!(!text.contains("the first failure"), "{text}"),
        }
    }
    assert!(crossings > 2, "{crossings}");
}

#[test]
fn shrinking_crosses_to_another_named_check_for_simpler_inputs() {
    let property = property! {
        forall size: u8;
        forall values: Vec<u8>;
        check all_of()
            .part("order", || values.len() < 4 || *size < 100)
            .part("length", || values.len() < 4)
    };
    let mut crossings = 0;
    for seed in 0..30 {
        let report = runner::quick_check(&property, &Options { seed, ..Options::default() });
        let found = report.counterexample().expect("long lists are generated");
        let shrunk: Vec<&str> = found.shrunk.iter().map(|binding| &*binding.value).collect();
        assert_eq!(shrunk, ["0", "[0, 0, 0, 0]"], "{seed}");
        if found.crossed_from.is_some() {
            crossings += 1;
            let text = report.to_string();
            assert!(text.contains("\n  the first failure was order: false\n"), "{text}");
        }
    }
    assert!(crossings > 2, "{crossings}");
}
