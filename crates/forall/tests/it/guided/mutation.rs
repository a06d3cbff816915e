//! Mutators of choice sequences.

use forall::block::{mutate, try_generate};
use forall::domain::{Domain, any, vec};
use forall::mutation::{ComparedValues, Mutator};
use forall::part::Guidance;
use forall::property;
use forall::property::forall;
use forall::runner::{Options, fuzz, fuzz_with};
use forall::source::{ChoiceValue, Policy, Random, Source};

/// Dictionary entries replace choices that they fit.
#[test]
fn a_dictionary_leads_to_magic_values() {
    let property =
        forall("x", any::<u64>()).forall("word", any::<String>()).check(|(word, (x, ()))| {
            forall::feedback::probe(if *x == 0xDEAD_BEEF { "number" } else { "none" });
            *x != 0xDEAD_BEEF || word != "sesame"
        });
    let mut guidance = Guidance::default();
    guidance.mutator.dictionary =
        vec![ChoiceValue::Integer(0xDEAD_BEEF), ChoiceValue::String("sesame".into())];
    let options = Options { tests: 10_000, ..Options::default() };
    assert!(fuzz_with(&property, &mut guidance, &options).counterexample().is_some());
    let report = fuzz(&property, &options);
    assert!(report.passed(), "the bug is not found without the dictionary");
}

/// Checks that the comparison leads from the generated value to the wanted one in at most 100 mutations.
#[track_caller]
fn comparison_leads_to<A: Clone + std::fmt::Debug + PartialEq + 'static>(
    domain: impl Domain<Value = A> + 'static,
    made: &[ChoiceValue],
    compared: ComparedValues,
    wanted: &A,
) {
    let property = forall("x", domain).check(|_| true);
    let source = Source::replay(made.to_vec(), Policy::STRICT);
    let made = try_generate(&property, source, &mut || ());
    let mut mutator = Mutator::new(Random::from_seed(1));
    let compared = [compared];
    let found = (0..100).any(|_| {
        let source = mutator.source(&made.record, &compared, 6);
        let changed = mutate(&property, &made, source, &mut || ());
        changed.inputs.is_ok_and(|(x, ())| x == *wanted)
    });
    assert!(found, "{:?} never became {wanted:?}", made.inputs);
}

/// The mutator does not know which occurrence was compared, so it tries each.
#[test]
fn any_occurrence_of_a_compared_value_is_replaced() {
    let text = |text: &str| ChoiceValue::String(text.to_owned());
    for wanted in ["UbFbF", "FbUbF", "FbFbU"] {
        let made = [text("FbFbF")];
        let compared = ComparedValues { left: text("U"), right: text("F") };
        comparison_leads_to(any::<String>(), &made, compared, &wanted.to_owned());
    }
}

/// Code that reads a string byte by byte compares the first byte of such a character.
#[test]
fn a_multibyte_character_is_replaced_as_a_whole() {
    let made = [ChoiceValue::String("aéb".to_owned())];
    let compared =
        ComparedValues { left: ChoiceValue::Integer(0x46), right: ChoiceValue::Integer(0xC3) };
    comparison_leads_to(any::<String>(), &made, compared, &"aFb".to_owned());
}

/// Programs compare lengths, although a length is not a choice.
#[test]
fn a_compared_length_is_applied_to_strings_and_lists() {
    let lengths = |left, right| ComparedValues {
        left: ChoiceValue::Integer(left),
        right: ChoiceValue::Integer(right),
    };
    let text = [ChoiceValue::String("abc".to_owned())];
    comparison_leads_to(any::<String>(), &text, lengths(11, 3), &"abccccccccc".to_owned());
    comparison_leads_to(any::<String>(), &text, lengths(1, 3), &"a".to_owned());
    let more = ChoiceValue::Bool(true);
    let end = ChoiceValue::Bool(false);
    let list = [more.clone(), ChoiceValue::Integer(7), more, ChoiceValue::Integer(8), end];
    comparison_leads_to(vec(0..9_u8, 0..=20), &list, lengths(6, 2), &vec![7, 8, 8, 8, 8, 8]);
    comparison_leads_to(vec(0..9_u8, 0..=20), &list, lengths(1, 2), &vec![7]);
}

/// Mutated choices are permitted, or repaired by the replay. Mutators with donors, comparisons and a
/// dictionary do not panic.
#[property(tests = 300)]
fn mutated_choices_generate_valid_inputs(seed: u64, words: Vec<String>, numbers: Vec<i32>) {
    let property = forall::property::property! {
        forall words: Vec<(String, Option<u16>)>;
        implies words.len() < 40;
        forall pick in 0..=words.len();
        check *pick <= words.len()
    };
    let mut mutator = Mutator::new(Random::from_seed(seed));
    mutator.dictionary = numbers.iter().map(|n| ChoiceValue::Integer((*n).into())).collect();
    let compared: Vec<ComparedValues> = words
        .windows(2)
        .map(|two| ComparedValues {
            left: ChoiceValue::String(two[0].clone()),
            right: ChoiceValue::Bytes(two[1].as_bytes().to_vec()),
        })
        .collect();
    let source = Source::from_seed(seed, 6);
    let mut made = try_generate(&property, source, &mut || ());
    for _ in 0..50 {
        let source = mutator.source(&made.record, &compared, 6);
        made = mutate(&property, &made, source, &mut || ());
        mutator.add_donor(&made.record);
        if let Ok((pick, (words, ()))) = &made.inputs {
            assert!(pick <= &words.len());
        }
    }
}

/// A premise may require two variables to be equal. Mutating one variable at a time rarely keeps them equal.
#[test]
fn equal_variables_are_mutated_together() {
    let grows = forall::property::property! {
        forall left: Vec<u16>;
        forall right: Vec<u16>;
        implies left == right;
        check left.len() < 6
    };
    for seed in 0..10 {
        let options = Options { seed, tests: 1_000, max_time: None, ..Options::default() };
        let report = fuzz(&grows, &options);
        assert!(report.counterexample().is_some(), "seed {seed}: {:?}", report.tally);
    }
}

/// Choices of variables with different domains have different meanings, so these stay unchanged.
#[property(tests = 100)]
fn only_variables_with_the_same_prefix_are_mutated_together(seed: u64) {
    let property =
        forall("list", any::<Vec<u8>>()).forall("x", 0..9).forall("y", 0..9).check(|_| true);
    let old = try_generate(&property, Source::from_seed(seed, 6), &mut || ());
    let mut mutator = Mutator::new(Random::from_seed(seed));
    for _ in 0..20 {
        let spans = mutator.mutate_spans(&old.record, &[]).spans;
        let is_old = |(at, (_, values)): (usize, &(_, Vec<ChoiceValue>))| {
            *values == old.record.values()[old.record.variable(at).unwrap_or_default()]
        };
        let same: Vec<bool> = spans.iter().enumerate().map(is_old).collect();
        assert!(same[0] || same[1] && same[2], "{same:?}");
    }
}
