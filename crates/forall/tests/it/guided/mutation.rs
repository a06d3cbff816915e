//! What a mutator makes of choices.

use forall::block::{mutate, try_generate};
use forall::domain::{Domain, any, vec};
use forall::mutation::{ComparedValues, Mutator};
use forall::part::Guidance;
use forall::property;
use forall::property::forall;
use forall::runner::{Options, fuzz, fuzz_with};
use forall::source::{ChoiceValue, Policy, Random, Source};

/// Constants that are given are used where they fit.
#[test]
fn a_dictionary_is_used() {
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
    assert!(report.passed(), "it is not found without");
}

/// The first of this many changes of a value, led by this comparison, that is the wanted one.
#[track_caller]
fn leads<A: Clone + std::fmt::Debug + PartialEq + 'static>(
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

/// Which occurrence of a piece was compared is not known, so each is tried.
#[test]
fn any_occurrence_of_what_was_compared_is_replaced() {
    let text = |text: &str| ChoiceValue::String(text.to_owned());
    for wanted in ["UbFbF", "FbUbF", "FbFbU"] {
        let made = [text("FbFbF")];
        let compared = ComparedValues { left: text("U"), right: text("F") };
        leads(any::<String>(), &made, compared, &wanted.to_owned());
    }
}

/// Code that looks at the bytes of a text compares the first byte of such a character.
#[test]
fn a_character_of_many_bytes_is_replaced_whole() {
    let made = [ChoiceValue::String("aéb".to_owned())];
    let compared =
        ComparedValues { left: ChoiceValue::Integer(0x46), right: ChoiceValue::Integer(0xC3) };
    leads(any::<String>(), &made, compared, &"aFb".to_owned());
}

/// A length is no choice, but it is compared.
#[test]
fn what_has_another_length_than_was_asked_for_gets_it() {
    let lengths = |left, right| ComparedValues {
        left: ChoiceValue::Integer(left),
        right: ChoiceValue::Integer(right),
    };
    let text = [ChoiceValue::String("abc".to_owned())];
    leads(any::<String>(), &text, lengths(11, 3), &"abccccccccc".to_owned());
    leads(any::<String>(), &text, lengths(1, 3), &"a".to_owned());
    let (more, end) = (ChoiceValue::Bool(true), ChoiceValue::Bool(false));
    let list = [more.clone(), ChoiceValue::Integer(7), more, ChoiceValue::Integer(8), end];
    leads(vec(0..9_u8, 0..=20), &list, lengths(6, 2), &vec![7, 8, 8, 8, 8, 8]);
    leads(vec(0..9_u8, 0..=20), &list, lengths(1, 2), &vec![7]);
}

/// All that a mutator makes of a record is permitted, or mended when it is replayed; and with donors,
/// comparisons and a dictionary it never panics.
#[property(tests = 300)]
fn mutators_are_robust(seed: u64, words: Vec<String>, numbers: Vec<i32>) {
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

/// A premise may ask that one variable is like another, which two changes one after the other
/// seldom make them.
#[test]
fn what_two_variables_have_in_common_is_changed_in_both() {
    let grows = forall::property::property! {
        forall left: Vec<u16>;
        forall right: Vec<u16>;
        implies left == right;
        check left.len() < 6
    };
    for seed in 0..10 {
        let options = Options { seed, tests: 1_000, time: None, ..Options::default() };
        let report = fuzz(&grows, &options);
        assert!(report.counterexample().is_some(), "seed {seed}: {:?}", report.tally);
    }
}

/// Variables of other kinds are left alone: what they draw means something else.
#[property(tests = 100)]
fn only_variables_that_begin_alike_are_changed_together(seed: u64) {
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
