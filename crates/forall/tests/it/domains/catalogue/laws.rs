//! The laws of domains.

use std::collections::HashSet;

use forall::domain::Domain;
use forall::mutation::mutate_choices;
use forall::source::{Policy, Random, Record, Reject, Source};

use super::bytes;
use super::invert::print_replayed;

/// The maximum number of shrink steps if the first candidate always fails.
const MAX_STEPS: usize = 500;

/// The number of shrink candidates to check, because there may be 2⁶⁴ of them.
const CHECKED_CANDIDATES: usize = 60;

/// The number of shrink steps to check if the last candidate always fails.
const CHECKED_STEPS: usize = 20;

/// Checks all laws with values of several sizes. Two values are equal if they print the same text.
#[track_caller]
pub(crate) fn hold<D: Domain>(domain: D) {
    let text = |value: &D::Value| domain.print(value);
    Laws { domain: &domain, text: &text }.hold();
}

/// Checks all laws. Two values are equal if `text` returns the same for both.
#[track_caller]
pub(crate) fn hold_by<D: Domain>(domain: D, text: impl Fn(&D::Value) -> String) {
    Laws { domain: &domain, text: &text }.hold();
}

struct Laws<'d, D: Domain> {
    domain: &'d D,
    text: &'d dyn Fn(&D::Value) -> String,
}

impl<D: Domain> Laws<'_, D> {
    #[track_caller]
    fn hold(&self) {
        for (size, seed) in [0, 3, 9].into_iter().flat_map(|size| (0..8).map(move |n| (size, n))) {
            let fresh = Source::for_test(5, seed, size);
            let value = self.domain.generate(&mut fresh.clone());
            self.a_seed_always_gives_the_same_value(&fresh, &value);
            let record = self.recording_does_not_change_the_value(&fresh, &value);
            self.constraints_permit_the_drawn_choices(&record);
            self.a_replay_gives_the_same_value(&record, &value);
            self.mutated_choices_do_not_panic(&record);
            if let Ok(value) = value {
                self.inverting_gives_choices_of_the_value(&value);
                self.shrinking_ends(value);
            }
        }
        self.shrinking_ends_for_the_simplest_value();
        bytes::decoding_inverts_encoding(self.domain);
        bytes::random_bytes_are_decoded(self.domain);
    }

    #[track_caller]
    fn same(&self, one: &Result<D::Value, Reject>, other: &Result<D::Value, Reject>, law: &str) {
        let text = |value: &Result<D::Value, Reject>| value.as_ref().map(self.text).ok();
        assert_eq!(text(one), text(other), "{law}");
    }

    #[track_caller]
    fn a_seed_always_gives_the_same_value(&self, fresh: &Source, value: &Result<D::Value, Reject>) {
        let second = self.domain.generate(&mut fresh.clone());
        self.same(&second, value, "a seed gives the same value twice");
    }

    #[track_caller]
    fn recording_does_not_change_the_value(
        &self,
        fresh: &Source,
        value: &Result<D::Value, Reject>,
    ) -> Record {
        let mut recording = fresh.clone().recording();
        let recorded = self.domain.generate(&mut recording);
        self.same(&recorded, value, "recording does not change the value");
        recording.into_record()
    }

    #[track_caller]
    fn constraints_permit_the_drawn_choices(&self, record: &Record) {
        for (i, choice) in record.choices.iter().enumerate() {
            let constraint = record.constraint(i);
            assert!(constraint.permits(&choice.value), "{constraint:?} permits {choice:?}");
            let mut random = Random::from_seed(i as u64);
            let near = constraint.near(&choice.value, &mut random);
            for other in [constraint.simplest(), constraint.sample(&mut random), near] {
                assert!(constraint.permits(&other), "{constraint:?} permits {other:?}");
            }
        }
    }

    /// Replays at other sizes than that of the record, because constraints do not depend on the size.
    #[track_caller]
    fn a_replay_gives_the_same_value(&self, record: &Record, value: &Result<D::Value, Reject>) {
        for size in [0, 20] {
            let source = Source::from_seed(1, size);
            let mut replay = source.replaying(record.values(), Policy::STRICT);
            let replayed = self.domain.generate(&mut replay);
            self.same(&replayed, value, "a replay gives the same value");
            let second = replay.into_record();
            assert_eq!((second.misaligned, second.overrun), (None, false), "of {record:?}");
            assert_eq!(second.choices, record.choices, "a replay draws the same choices");
        }
    }

    /// Mutated choices generate a value or are rejected. The value must obey the laws of shrinking too.
    #[track_caller]
    fn mutated_choices_do_not_panic(&self, record: &Record) {
        for policy in [Policy::SIMPLEST, Policy::NEAREST] {
            let values =
                mutate_choices(record, &mut Random::from_seed(record.choices.len() as u64));
            let mut source = Source::from_seed(3, 3).replaying(values, policy);
            if let Ok(value) = self.domain.generate(&mut source) {
                self.no_value_shrinks_to_itself(&value);
            }
        }
    }

    /// Follows the first candidate until no candidate is left. Following the last candidate may take 2⁶⁴ steps, so
    /// this checks only that the first steps do not lead back.
    #[track_caller]
    fn shrinking_ends(&self, value: D::Value) {
        self.no_value_shrinks_to_itself(&value);
        let mut at = self.domain.shrink(&value).next();
        let mut steps = 0;
        while let Some(value) = at {
            at = self.domain.shrink(&value).next();
            steps += 1;
            assert!(
                steps < MAX_STEPS,
                "shrinking by first candidates is still at {}",
                (self.text)(&value)
            );
        }
        let mut at = Some(value);
        let mut seen = HashSet::new();
        while let Some(value) = at.take_if(|_| seen.len() < CHECKED_STEPS) {
            let text = (self.text)(&value);
            at = self.domain.shrink(&value).take(CHECKED_CANDIDATES).last();
            assert!(seen.insert(text), "{} shrinks back to itself", (self.text)(&value));
        }
    }

    #[track_caller]
    fn no_value_shrinks_to_itself(&self, value: &D::Value) {
        let old = (self.text)(value);
        for simpler in self.domain.shrink(value).take(CHECKED_CANDIDATES) {
            assert_ne!((self.text)(&simpler), old, "a candidate is not the value itself");
            self.inverting_gives_choices_of_the_value(&simpler);
        }
    }

    #[track_caller]
    fn inverting_gives_choices_of_the_value(&self, value: &D::Value) {
        if let Some(made) = print_replayed(self.domain, value) {
            assert_eq!(
                made,
                self.domain.print(value),
                "inverting gives choices that generate the value"
            );
        }
    }

    #[track_caller]
    fn shrinking_ends_for_the_simplest_value(&self) {
        let mut source = Source::replay(Vec::new(), Policy::SIMPLEST);
        if let Ok(simplest) = self.domain.generate(&mut source) {
            self.shrinking_ends(simplest);
        }
    }
}
