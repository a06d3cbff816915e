//! Properties as targets of byte-based fuzzers.

use forall::__private::{Target, exported};
use forall::byte_target::{ByteTarget, record_with_text};
use forall::property::{Erased, property};
use forall::report::Verdict;
use forall::source::Source;

/// Each number opens a door, if the doors before are open.
const DOORS: [u8; 4] = [141, 33, 250, 7];

fn open_doors(keys: &[u8]) -> usize {
    keys.iter().zip(DOORS).take_while(|(key, door)| *key == door).count()
}

/// A property that no test runs, because it is ignored.
#[forall::property]
#[ignore = "it is false"]
fn some_door_stays_shut(keys: &[u8]) -> bool {
    open_doors(keys) < 4
}

#[test]
fn the_property_of_a_test_is_captured() {
    let property = exported(some_door_stays_shut);
    assert_eq!(property.to_string(), "∀ keys: Vec<u8>. open_doors(keys) < 4");
    let target = ByteTarget::new(property);
    assert_eq!(target.run(b""), Verdict::Pass);
}

#[test]
fn a_target_of_libfuzzer_reports_its_inputs() {
    let target =
        Target::new(Erased::new(property! { forall x: u8; implies *x % 2 == 1; check *x < 9 }));
    assert_eq!((target.run(&[2]), target.run(&[3])), (Ok(false), Ok(true)));
    assert_eq!(target.run(&[9]), Err("the property is false\n  x = 9".to_owned()));
}

/// A mutant is a function of the seed, is no longer than permitted, and encodes the choices that it was made of.
#[forall::property(tests = 200)]
fn mutants_are_canonical_and_short(bytes: &[u8], seed: u32, #[domain(0..200)] max_size: usize) {
    let new = || {
        Target::new(Erased::new(
            property! { forall xs: Vec<String>; forall y: i64; check xs.len() as i64 != *y },
        ))
    };
    let mutant = || {
        let mut data = vec![0; max_size.max(bytes.len())];
        data[..bytes.len()].copy_from_slice(bytes);
        let size = new().mutate(&mut data, bytes.len(), max_size, seed, |_, size, _| size);
        data.truncate(size);
        data
    };
    assert_eq!(mutant(), mutant());
    assert!(mutant().len() <= max_size.max(bytes.len()));
    let mut out = vec![0; max_size];
    let size = new().crossover(bytes, &mutant(), &mut out, seed);
    assert!(size <= max_size);
}

/// Keeps the mutants that open another door, as a fuzzer with coverage does, and counts mutations.
#[test]
fn typed_mutations_open_the_doors_one_after_another() {
    let target = ByteTarget::new(exported(some_door_stays_shut));
    let keys = |bytes: &[u8]| -> usize {
        let keys = forall::domain::Domain::generate(
            &forall::any::<Vec<u8>>(),
            &mut Source::from_bytes(bytes),
        );
        open_doors(&keys.expect("lists are never rejected"))
    };
    let mut best = Vec::new();
    for seed in 0..100_000 {
        let mutant = target.mutate(&best, 4096, seed);
        if keys(&mutant) > keys(&best) {
            best = mutant;
        }
        if let Verdict::Fail(_) = target.run(&best) {
            assert_eq!(keys(&best), 4);
            return;
        }
    }
    panic!("{} doors are open", keys(&best));
}

#[test]
fn texts_become_the_first_text_of_an_input() {
    let choices =
        |record: Option<forall::source::Record>| record.map(|record| record.values().len());
    let at_least_two = property! { forall flag: bool; forall xs in forall::domain::vec(forall::any::<u8>(), 2..=4); check *flag || xs.len() > 9 };
    let with_text = |text: &[u8]| choices(record_with_text(&at_least_two, text));
    assert_eq!(
        [b"a", &b"ab"[..], b"abc", b"abcd", b"abcde"].map(with_text),
        [None, Some(4), Some(6), Some(7), None]
    );
    let no_text = property! { forall x: u64; check *x < 9 };
    assert_eq!(choices(record_with_text(&no_text, b"a")), None);
}
