//! What the supervisor makes of them.

use std::path::PathBuf;

use forall_isolate::{Death, End, Journal, Next, probe, supervise};
use tempfile::TempDir;

use crate::faults::{LIMITS, child, choices, fault, kind, tests};

struct Campaign {
    _folder: TempDir,
    path: PathBuf,
    journal: Journal,
}

impl Campaign {
    fn new() -> Campaign {
        let folder = tempfile::tempdir().expect("there is a place for it");
        let path = folder.path().join("journal");
        let journal = Journal::open(&path).expect("it can be mapped");
        Campaign { _folder: folder, path, journal }
    }

    fn supervise(&self, from: u64, bury: impl FnMut(&Death) -> Next) -> End {
        supervise(&mut child(&self.path), &self.journal, &LIMITS, from, bury)
            .expect("children start")
    }

    fn probe(&self, choices: &[u64]) -> Option<Death> {
        let end = probe(&mut child(&self.path), &self.journal, &LIMITS, choices);
        match end.expect("children start") {
            End::Died(death) => Some(death),
            End::Finished(status, said) => {
                assert!(status.success(), "{said}");
                None
            }
        }
    }

    /// Drops choices, and makes them smaller, as long as the child dies alike.
    fn shrink(&self, death: &Death) -> Vec<u64> {
        let mut best = death.entry.choices.clone();
        let dies = |choices: &[u64]| self.probe(choices).is_some_and(|other| other.alike(death));
        for at in (0..best.len()).rev() {
            let mut fewer = best.clone();
            fewer.remove(at);
            if dies(&fewer) {
                best = fewer;
            }
        }
        for at in 0..best.len() {
            let smaller = (0..8).map(|choice| {
                let mut smaller = best.clone();
                smaller[at] = choice;
                smaller
            });
            let smaller = smaller.into_iter().find(|smaller| dies(smaller));
            best = smaller.unwrap_or(best);
        }
        best
    }
}

#[test]
fn every_death_is_told_with_its_kind_and_its_input() {
    let mut deaths = Vec::new();
    let end = Campaign::new().supervise(0, |death| {
        deaths.push(death.clone());
        Next::Restart
    });
    assert!(matches!(end, End::Finished(status, _) if status.success()), "{deaths:?}");
    let planted: Vec<u64> = (0..tests()).filter(|test| fault(*test).is_some()).collect();
    let told: Vec<u64> = deaths.iter().map(|death| death.entry.test).collect();
    assert_eq!(told, planted);
    for death in &deaths {
        let test = death.entry.test;
        assert_eq!(fault(test).map(kind), Some(death.kind), "{death}");
        assert_eq!(death.entry.choices, choices(test), "{death}");
    }
}

#[test]
fn every_kind_shrinks_across_deaths() {
    let campaign = Campaign::new();
    let mut first: Vec<Death> = Vec::new();
    campaign.supervise(0, |death| {
        first.push(death.clone());
        if first.len() == 7 { Next::Stop } else { Next::Restart }
    });
    for death in first {
        let expected = fault(death.entry.test).unwrap();
        assert_eq!(campaign.shrink(&death), [expected], "{death}");
    }
}

#[test]
fn a_panic_is_told_with_its_place() {
    let death = Campaign::new().probe(&[8, 17]).unwrap();
    let (place, message) = death.message.split_once('\n').unwrap();
    assert!(place.starts_with("crates/forall-isolate/tests/it/faults.rs:"), "{death}");
    assert_eq!(message, "choice 17");
    assert!(death.to_string().starts_with("test 0 panicked: crates/"), "{death}");
}

#[test]
fn a_child_that_lives_has_finished() {
    let campaign = Campaign::new();
    assert_eq!(campaign.probe(&[8, 16]), None);
    let end = campaign.supervise(tests() - 5, |death| panic!("{death}"));
    assert!(matches!(end, End::Finished(status, _) if status.success()), "{end:?}");
}
