//! What every domain promises.

use std::collections::HashSet;

use forall::domain::Domain;
use forall::mutation::mutate_choices;
use forall::source::{Policy, Random, Record, Reject, Source};

use super::invert::again;

/// How many steps the way down may take when the simplest candidate always fails.
const STEPS: usize = 500;

/// How many candidates, and how many steps by the last of them, are looked at where there may be more
/// than anybody could.
const LOOK: (usize, usize) = (60, 20);

/// All laws, on values of several sizes. Two values are taken to be the same if they print alike.
#[track_caller]
pub(crate) fn hold<D: Domain>(domain: D) {
    let text = |value: &D::Value| domain.print(value);
    Laws { domain: &domain, text: &text }.hold();
}

/// All laws, where two values are the same if `text` says the same of them.
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
            self.a_seed_names_a_value(&fresh, &value);
            let record = self.recording_changes_nothing(&fresh, &value);
            self.constraints_permit_what_was_drawn(&record);
            self.replay_gives_the_same(&record, &value);
            self.a_changed_record_makes_something(&record);
            if let Ok(value) = value {
                self.what_is_told_makes_the_value(&value);
                self.shrinking_ends(value);
            }
        }
        self.the_simplest_can_be_asked_for();
    }

    #[track_caller]
    fn same(&self, one: &Result<D::Value, Reject>, other: &Result<D::Value, Reject>, law: &str) {
        let text = |value: &Result<D::Value, Reject>| value.as_ref().map(self.text).ok();
        assert_eq!(text(one), text(other), "{law}");
    }

    #[track_caller]
    fn a_seed_names_a_value(&self, fresh: &Source, value: &Result<D::Value, Reject>) {
        let again = self.domain.generate(&mut fresh.clone());
        self.same(&again, value, "a seed gives the same value twice");
    }

    #[track_caller]
    fn recording_changes_nothing(
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
    fn constraints_permit_what_was_drawn(&self, record: &Record) {
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

    /// At another size than that of the record, since constraints do not depend on it.
    #[track_caller]
    fn replay_gives_the_same(&self, record: &Record, value: &Result<D::Value, Reject>) {
        for size in [0, 20] {
            let source = Source::from_seed(1, size);
            let mut replay = source.replaying(record.values(), Policy::STRICT);
            let replayed = self.domain.generate(&mut replay);
            self.same(&replayed, value, "a replay gives the same value");
            let again = replay.into_record();
            assert_eq!((again.misaligned, again.overrun), (None, false), "of {record:?}");
            assert_eq!(again.choices, record.choices, "a replay draws the same choices");
        }
    }

    /// Or rejects it, but does not panic. What it makes is as good a start for shrinking as any.
    #[track_caller]
    fn a_changed_record_makes_something(&self, record: &Record) {
        for policy in [Policy::SIMPLEST, Policy::NEAREST] {
            let values =
                mutate_choices(record, &mut Random::from_seed(record.choices.len() as u64));
            let mut source = Source::from_seed(3, 3).replaying(values, policy);
            if let Ok(value) = self.domain.generate(&mut source) {
                self.no_value_shrinks_to_itself(&value);
            }
        }
    }

    /// Goes down by the first candidate until there is none. By the last, there may be 2⁶⁴ steps: it
    /// is enough that none leads back.
    #[track_caller]
    fn shrinking_ends(&self, value: D::Value) {
        self.no_value_shrinks_to_itself(&value);
        let (mut at, mut steps) = (self.domain.shrink(&value).next(), 0);
        while let Some(value) = at {
            at = self.domain.shrink(&value).next();
            steps += 1;
            assert!(steps < STEPS, "{} is reached by the first candidates", (self.text)(&value));
        }
        let (mut at, mut seen) = (Some(value), HashSet::new());
        while let Some(value) = at.take_if(|_| seen.len() < LOOK.1) {
            let text = (self.text)(&value);
            at = self.domain.shrink(&value).take(LOOK.0).last();
            assert!(seen.insert(text), "{} shrinks to itself in the end", (self.text)(&value));
        }
    }

    #[track_caller]
    fn no_value_shrinks_to_itself(&self, value: &D::Value) {
        let old = (self.text)(value);
        for simpler in self.domain.shrink(value).take(LOOK.0) {
            assert_ne!((self.text)(&simpler), old, "a candidate is not the value itself");
            self.what_is_told_makes_the_value(&simpler);
        }
    }

    #[track_caller]
    fn what_is_told_makes_the_value(&self, value: &D::Value) {
        if let Some(made) = again(self.domain, value) {
            assert_eq!(made, self.domain.print(value), "told choices make the value");
        }
    }

    #[track_caller]
    fn the_simplest_can_be_asked_for(&self) {
        let mut source = Source::replay(Vec::new(), Policy::SIMPLEST);
        if let Ok(simplest) = self.domain.generate(&mut source) {
            self.shrinking_ends(simplest);
        }
    }
}
