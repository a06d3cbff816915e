//! Explanations of counterexamples: `_` marks parts that do not matter, and no others.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use forall::block::Property;
use forall::domain::{Domain, any, vec};
use forall::property::property;
use forall::report::Failure;
use forall::report::text::{ReportContext, Style, render};
use forall::runner::{Options, quick_check};
use forall::shrink::{FailedTest, shrink_failure};
use forall::source::Random;

/// Returns the shrunk inputs and their explanation, which must be the same for all seeds.
fn explanation<P: Property>(property: &P) -> (Vec<String>, Vec<String>) {
    let mut all: Vec<_> = (0..6).map(|seed| explained(property, seed)).collect();
    all.dedup();
    assert_eq!(all.len(), 1, "{all:?}");
    all.remove(0)
}

fn explained<P: Property>(property: &P, seed: u64) -> (Vec<String>, Vec<String>) {
    let report = quick_check(property, &Options { seed, tests: 20_000, ..Options::default() });
    let found = report.counterexample().expect("the property fails");
    let texts = |bindings: &[forall::report::Binding]| {
        bindings.iter().map(|binding| binding.value.clone()).collect()
    };
    (texts(&found.shrunk), texts(&found.explained))
}

/// Checks the shrunk inputs and their explanation.
#[track_caller]
fn is_explained_as<P: Property>(property: &P, shrunk_inputs: &[&str], marked: &[&str]) {
    let (shrunk, explained) = explanation(property);
    assert_eq!((shrunk, explained), (owned(shrunk_inputs), owned(marked)));
}

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

#[test]
fn unused_parts_are_marked() {
    let property = property! { forall xs: Vec<u8>; forall y: u8; check xs.len() < 2 || xs[1] < 9 };
    is_explained_as(&property, &["[0, 9]", "0"], &["[_, 9]", "_"]);
    let property = property! { forall name: String; forall x: u32; check *x < 100 };
    is_explained_as(&property, &["\"\"", "100"], &["_", "100"]);
    let property =
        property! { forall flag: bool; forall xs: Vec<i16>; forall x: i64; check *x < 100 };
    is_explained_as(&property, &["false", "[]", "100"], &["_", "_", "100"]);
}

#[test]
fn an_input_without_irrelevant_parts_is_not_explained() {
    let property = property! { forall x: u32; check *x < 100 };
    is_explained_as(&property, &["100"], &[]);
    let property = property! { forall x: u8; forall y: u8; check *x != *y };
    is_explained_as(&property, &["0", "0"], &[]);
}

#[derive(Clone, Debug, forall::Arbitrary)]
struct Acc {
    id: u8,
    tags: Vec<u8>,
    on: bool,
}

#[test]
fn irrelevant_fields_are_marked() {
    let property = property! { forall acc: Acc; check acc.id < 3 || acc.tags.is_empty() };
    let shrunk = "Acc { id: 3, tags: [0], on: false }";
    is_explained_as(&property, &[shrunk], &["Acc { id: 3, tags: [_], on: _ }"]);
}

#[test]
fn map_keys_are_relevant_and_values_are_not() {
    let property = property! {
        forall m: BTreeMap<u8, u8>;
        check m.len() < 3 || !m.contains_key(&7)
    };
    is_explained_as(&property, &["{0: 0, 1: 0, 7: 0}"], &["{0: _, 1: _, 7: _}"]);
}

/// An amount that prints two numbers as one word.
#[derive(Clone, Copy, PartialEq)]
struct Money {
    euros: u8,
    cents: u8,
}

impl fmt::Debug for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:02}", self.euros, self.cents)
    }
}

fn money() -> impl Domain<Value = Money> + Clone {
    (any::<u8>(), 0..100_u8).mapped(|(euros, cents)| Money { euros, cents })
}

#[test]
fn a_word_is_not_marked_if_half_of_it_matters() {
    let property = property! { forall m in money(); check m.euros < 3 };
    is_explained_as(&property, &["3.00"], &[]);
    let property = property! { forall ms in vec(money(), 2..=2); check ms[1].euros < 3 };
    is_explained_as(&property, &["[0.00, 3.00]"], &["[_, 3.00]"]);
}

#[test]
fn words_that_do_not_always_appear_are_not_marked() {
    /// A text that prints without quotes.
    #[derive(Clone)]
    struct Plain(String, u8);
    impl fmt::Debug for Plain {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "<{}> {}", self.0, self.1)
        }
    }
    let plain = (any::<String>(), any::<u8>()).mapped(|(text, number)| Plain(text, number));
    let property = property! { forall plain in plain; check plain.1 < 9 };
    is_explained_as(&property, &["<> 9"], &[]);
}

#[test]
fn a_part_with_passing_replacements_is_not_marked() {
    let property = property! { forall x: u8; forall y: u8; check *y < 5 || *x % 8 == 7 };
    is_explained_as(&property, &["0", "5"], &[]);
    let property = property! { forall x: u32; forall y: u8; check *y < 5 || *x % 16 == 15 };
    is_explained_as(&property, &["0", "5"], &[]);
    let property = property! { forall x: i64; forall y: u8; check *y < 5 || *x == 1 || *x == 2 };
    is_explained_as(&property, &["0", "5"], &[]);
    let property = property! { forall x: u64; forall y: u8; check *y < 5 || *x == u64::MAX };
    is_explained_as(&property, &["0", "5"], &[]);
    let property =
        property! { forall x: u32; forall y: u16; check *y < 500 || *x == u32::from(*y) + 1 };
    is_explained_as(&property, &["0", "500"], &[]);
    let property = property! { forall s: String; forall y: u8; check *y < 5 || s.len() > 40 };
    is_explained_as(&property, &["\"\"", "5"], &[]);
}

#[test]
fn no_passing_replacement_in_a_small_range_is_missed() {
    for seed in 0..60 {
        let mut random = Random::from_seed(seed);
        let exceptions: Vec<u8> = (0..seed % 3).map(|_| random.below(60) as u8).collect();
        let property = property! {
            forall x in 0..60_u8;
            forall y: u8;
            check *y < 5 || exceptions.contains(x)
        };
        let (_, marked) = explained(&property, seed);
        let free = marked.first().is_some_and(|x| x == "_");
        assert_eq!(free, exceptions.is_empty(), "{marked:?} with exceptions {exceptions:?}");
    }
}

#[test]
fn a_dependent_variable_is_replaced_together_with_its_dependency() {
    let property = property! {
        forall x: u8;
        forall y: u8 in *x..=255;
        check *y < 9
    };
    is_explained_as(&property, &["0", "9"], &[]);
}

#[test]
fn parts_are_marked_only_if_they_can_all_change_at_once() {
    // Replacing one of the zeros never makes all elements equal, but replacing both may.
    let property = property! {
        forall xs in vec(any::<u8>(), 3..=3);
        check xs[2] == 0 || xs.iter().all(|x| *x == xs[2])
    };
    is_explained_as(&property, &["[0, 0, 1]"], &["[_, 0, 1]"]);
}

#[test]
fn explaining_respects_the_limit_of_runs() {
    let calls = Cell::new(0_u64);
    let property = property! {
        forall xs in vec(any::<u32>(), 40..=40);
        check { calls.set(calls.get() + 1); xs[39] < 9 }
    };
    // How often the property runs, with an explanation of the counterexample or without one.
    let run = |options: &Options| {
        calls.set(0);
        let report = quick_check(&property, options);
        (report.counterexample().expect("the property fails").clone(), calls.get())
    };
    let explanation = |shrinks| {
        let options = Options { max_shrinks: shrinks, ..Options::default() };
        let (found, explained) = run(&options);
        let (without, calls) = run(&Options { explain: false, ..options });
        assert_eq!((&found.shrunk, &found.shrinking), (&without.shrunk, &without.shrinking));
        assert!(without.explained.is_empty());
        (found.explained, explained - calls)
    };
    let (explained, calls) = explanation(10_000);
    assert!((40..=600).contains(&calls), "{calls}");
    let text = &explained[0].value;
    assert!(text.starts_with("[_, _, ") && text.ends_with(", 0, 9]"), "{text}");
    assert_eq!(explanation(39), (Vec::new(), 39));
    assert_eq!(explanation(0), (Vec::new(), 0));
}

#[test]
fn a_stopped_run_is_not_explained() {
    let property = property! { forall x: u32; forall y: u8; check *x < 100 };
    let source = Options::default().campaign().source(2);
    let failure = Failure::predicate_false();
    let test = || FailedTest { number: 2, source: source.clone(), failure: failure.clone() };
    let explained =
        |options: Options| shrink_failure(&property, test(), options.shrink_config()).explained;
    assert!(!explained(Options::default()).is_empty());
    let stop = Some(Arc::new(AtomicBool::new(true)));
    assert!(explained(Options { stop, ..Options::default() }).is_empty());
    assert!(explained(Options { shrink_time: Duration::ZERO, ..Options::default() }).is_empty());
    assert!(explained(Options { max_time: Some(Duration::ZERO), ..Options::default() }).is_empty());
}

#[test]
fn flaky_failures_are_not_explained() {
    let runs = Cell::new(0_u64);
    let property = property! {
        forall x: u32;
        check { runs.set(runs.get() + 1); !runs.get().is_multiple_of(3) }
    };
    let report = quick_check(&property, &Options::default());
    let found = report.counterexample().expect("the property fails");
    assert!(found.shrinking.repeats.flaky() && found.explained.is_empty());
}

#[test]
fn the_report_prints_the_explanation() {
    let property = property! { forall x: u32; forall y: u8; check *x < 100 };
    let report = quick_check(&property, &Options::default());
    let text =
        render(&report, &ReportContext { verbose: true, ..ReportContext::default() }, Style::Plain);
    let marked = "`_` marks parts that do not matter: every replacement tried also failed\n  x = 100\n  y = _\n";
    assert!(text.contains(marked), "{text}");
}
