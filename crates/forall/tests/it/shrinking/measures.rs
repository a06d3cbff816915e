//! Counterexamples whose size a property measures.

use forall::Arbitrary;
use forall::block::{observe, print, regenerate, run};
use forall::domain::{Domain, any, elements, vec};
use forall::property::{Erased, forall, property};
use forall::report::{Failure, Verdict};
use forall::runner::{Options, quick_check};
use forall::shrink::{Alternating, External, Integrated, Shrinker, Speculative, minimize};
use forall::source::Campaign;

#[derive(Arbitrary, Clone, Debug)]
enum Tree {
    Leaf(u8),
    Pair(Box<Tree>, Box<Tree>),
    Many(Vec<Tree>),
}

impl Tree {
    fn depth(&self) -> u32 {
        match self {
            Tree::Leaf(_) => 1,
            Tree::Pair(left, right) => 1 + left.depth().max(right.depth()),
            Tree::Many(trees) => 1 + trees.iter().map(Tree::depth).max().unwrap_or(0),
        }
    }

    fn leaves(&self) -> u32 {
        match self {
            Tree::Leaf(_) => 1,
            Tree::Pair(left, right) => left.leaves() + right.leaves(),
            Tree::Many(trees) => trees.iter().map(Tree::leaves).sum(),
        }
    }
}

/// Fails for any hour, and prefers the earliest one, which is not the one with the simplest choice.
#[forall::property(measure(*hour), value = earliest_hour, regressions = "off")]
#[ignore = "always fails: another test shrinks its value"]
fn hours_end_at_the_least_measure(#[domain(elements([12_u32, 9, 15]))] hour: &u32) -> bool {
    *hour == 0
}

#[test]
fn a_measure_decides_in_all_forms() {
    let hours = || elements([12_u32, 9, 15]);
    let typed = forall("hour", hours()).measure(|(hour, ())| f64::from(*hour)).check(|_| false);
    let written = property! { forall hour in hours(); measure *hour; check *hour == 0 };
    let plain = Erased::new(property! { forall hour in hours(); check *hour == 0 });
    let two = property! { forall hour in hours(); measure *hour; measure -2 * i64::from(*hour); check *hour == 0 };
    let two = Erased::new(two);
    let end = |property: &Erased, seed| {
        let report = quick_check(property, &Options { seed, ..Options::default() });
        report.counterexample().expect("it fails").shrunk[0].value.clone()
    };
    let forms = [Erased::new(typed), Erased::new(written), Erased::new(earliest_hour())];
    for seed in 0..5 {
        for form in &forms {
            assert_eq!(end(form, seed), "9");
        }
        assert_eq!(end(&plain, seed), "12");
        assert_eq!(end(&two, seed), "15", "the sum of the measures counts");
    }
}

/// Checks that no shrinker ends with a greater measure than that of the case found.
#[test]
fn no_counterexample_ends_with_a_greater_measure() {
    let deeper = |tree: &Tree| vec![Tree::Many(vec![tree.clone()]), Tree::Leaf(0)];
    let properties = [
        Erased::new(property! {
            forall tree: Tree;
            measure tree.depth();
            check tree.leaves() < 4
        }),
        Erased::new(property! {
            forall tree in any::<Tree>().shrink_with(deeper);
            measure tree.depth();
            check tree.leaves() < 3
        }),
        Erased::new(property! {
            forall xs in vec(any::<u8>(), ..);
            implies !xs.is_empty();
            measure *xs.iter().max().expect("the premise holds");
            check xs.iter().map(|x| u32::from(*x)).sum::<u32>() < 200
        }),
    ];
    let measured = |property: &Erased, inputs: &_| match &observe(property, inputs)[0].value {
        forall::property::ObservationValue::Score(measure) => *measure,
        other => panic!("{other:?} is no measure"),
    };
    let mut shrunk = 0;
    for property in &properties {
        let shrinkers: [&dyn Shrinker; 4] = [
            &Integrated,
            &External,
            &Alternating,
            &Speculative { shrinker: Alternating, threads: 2, property: property.clone() },
        ];
        for seed in 0..8 {
            let campaign = Campaign::from_seed(seed);
            let found = (0..200).find_map(|n| match run(property, &mut campaign.source(n)) {
                Verdict::Fail(failure) => Some((n, *failure)),
                _ => None,
            });
            let Some((n, failure)) = found else { continue };
            for shrinker in shrinkers {
                for tries in [1, 10, 600] {
                    let case = regenerate(property, campaign.source(n)).expect("a case");
                    let began = measured(property, &case.inputs);
                    let end = minimize(property, case, failure.clone(), shrinker, tries);
                    let ended = measured(property, &end.inputs);
                    assert!(ended <= began, "{:?}", print(property, &end.inputs));
                    shrunk += u32::from(ended < began);
                }
            }
        }
    }
    assert!(shrunk > 50, "{shrunk} of the measures shrank");
}

/// A shallow tree is preferred, although a deep one has simpler choices.
#[test]
fn the_least_depth_is_found() {
    let plain = property! { forall tree: Tree; check tree.leaves() < 3 };
    let property = property! { forall tree: Tree; measure tree.depth(); check tree.leaves() < 3 };
    let depth = |tree: &Tree| tree.depth();
    let campaign = Campaign::from_seed(3);
    let mut depths = [0, 0];
    for n in 0..40 {
        let case = || regenerate(&property, campaign.source(n)).expect("a case");
        if case().inputs.0.leaves() < 3 {
            continue;
        }
        let fail = Failure::predicate_false;
        let measured = depth(&minimize(&property, case(), fail(), &Alternating, 2_000).inputs.0);
        let other = depth(&minimize(&plain, case(), fail(), &Alternating, 2_000).inputs.0);
        assert!(measured <= other, "{measured} and {other}");
        depths = [depths[0] + measured, depths[1] + other];
    }
    assert!(depths[0] > 0, "trees with three leaves are generated");
}
