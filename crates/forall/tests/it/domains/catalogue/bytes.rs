//! Choices as bytes: decoding inverts encoding, and every byte string can be decoded.

use std::env;

use forall::domain::Domain;
use forall::source::{Random, Source};

/// The number of records and of byte strings for each domain. A long check sets the variable `CATALOGUE_INPUTS`:
/// the catalogue has about 160 domains.
fn input_count() -> u64 {
    let setting = env::var("CATALOGUE_INPUTS");
    setting.map_or(40, |count| count.parse().expect("`CATALOGUE_INPUTS` is a number"))
}

/// The maximum length of random byte strings.
const MAX_LENGTH: u64 = 64;

/// Checks that the choices of generated values survive encoding as bytes.
#[track_caller]
pub(super) fn decoding_inverts_encoding<D: Domain>(domain: &D) {
    for n in 0..input_count() {
        let fresh = Source::for_test(7, n, (n % 12) as u32);
        let fresh = if n % 2 == 0 { fresh } else { fresh.themed() };
        let mut source = fresh.recording();
        let generated = domain.generate(&mut source);
        let record = source.into_record();
        let bytes = record.to_bytes();
        let mut source = Source::from_bytes(&bytes);
        let decoded = domain.generate(&mut source);
        assert_eq!(decoded.is_ok(), generated.is_ok(), "decoding {bytes:?}");
        assert_eq!(source.into_record().choices, record.choices, "decoding {bytes:?}");
    }
}

/// Checks that random bytes generate a value or are rejected, and that the record of the choices is encoded as bytes
/// that generate the same choices.
#[track_caller]
pub(super) fn random_bytes_are_decoded<D: Domain>(domain: &D) {
    let mut random = Random::from_seed(11);
    for _ in 0..input_count() {
        let length = random.below(MAX_LENGTH);
        let bytes: Vec<u8> = (0..length).map(|_| random.word() as u8).collect();
        let mut source = Source::from_bytes(&bytes);
        let _ = domain.generate(&mut source);
        let record = source.into_record();
        let mut again = Source::from_bytes(&record.to_bytes());
        let _ = domain.generate(&mut again);
        assert_eq!(again.into_record().choices, record.choices, "decoding {bytes:?}");
    }
}
