//! Fresh inputs in guided runs: those of an unguided run, in the same order, whatever runs in between.

use std::cell::RefCell;

use forall::any;
use forall::feedback::{Feedback, FinishedTest, Instrument};
use forall::part::{DefaultInstruments, Guidance};
use forall::property::forall;
use forall::runner::{Options, fuzz_with, quick_check};
use forall::source::{ChoiceValue, Provenance, Sizes};

type Texts = Vec<String>;

/// Records a comparison in each test, so that useless tests are repaired, and the fresh inputs.
#[derive(Default)]
struct Spy {
    fresh: Vec<Vec<ChoiceValue>>,
}

impl Instrument for Spy {
    fn names(&self, names: &mut Vec<&'static str>) {
        names.push("comparisons");
    }

    fn read(&mut self, test: &FinishedTest<'_>, feedback: &mut Feedback) {
        feedback.record_comparison(ChoiceValue::Integer(5), ChoiceValue::Integer(6));
        if test.record.provenance == Provenance::Fresh {
            self.fresh.push(test.record.values());
        }
    }
}

/// No test is large: how many there are depends on the time that they take.
fn options(tests: u64) -> Options {
    Options { tests, sizes: Sizes::Log2(0), ..Options::default() }
}

/// Returns whether the texts are accepted, with probes that make many large inputs useful.
fn explore(texts: &Texts) -> bool {
    texts.iter().for_each(|text| forall::feedback::probe_id(text.len() as u64));
    true
}

#[test]
fn a_guided_run_begins_with_the_inputs_of_an_unguided_one() {
    let seen = RefCell::new(Vec::new());
    let property = forall("texts", any::<Texts>()).check(|(texts, ())| {
        seen.borrow_mut().push(texts.clone());
        explore(texts)
    });
    assert!(quick_check(&property, &options(1_000)).passed());
    let unguided = seen.take();

    let mut spy = Spy::default();
    let instrument = (DefaultInstruments::default(), &mut spy);
    assert!(
        fuzz_with(&property, &mut Guidance::default().instrument(instrument), &options(1_000))
            .passed()
    );
    let mut guided = seen.take();
    // A useful test runs twice.
    guided.dedup();
    let mut expected = unguided;
    expected.dedup();
    assert!(guided == expected, "{} of {} inputs", guided.len(), expected.len());
}

#[test]
fn no_fresh_input_is_left_out() {
    let property = forall("texts", any::<Texts>()).check(|(texts, ())| explore(texts));
    let mut spy = Spy::default();
    let instrument = (DefaultInstruments::default(), &mut spy);
    let report =
        fuzz_with(&property, &mut Guidance::default().instrument(instrument), &options(5_000));
    assert!(report.passed());
    let Spy { mut fresh } = spy;
    fresh.dedup();
    assert!(fresh.len() > 1_500, "inputs after the first ones are fresh, too: {}", fresh.len());
    let campaign = options(0).campaign();
    let mut numbered = (0..5_000).map(|n| {
        let source = campaign.source(n).recording();
        forall::block::regenerate(&property, source).expect("nothing is rejected").record.values()
    });
    for values in fresh {
        assert!(numbered.any(|expected| expected == values), "it is out of order");
    }
}
