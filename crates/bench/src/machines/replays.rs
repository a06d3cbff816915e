//! Saved lists of steps: do they replay after the machine was changed?

use forall::block::regenerate;
use forall::domain::Domain;
use forall::machine::{Machine, StepsDomain, steps};
use forall::property::forall;
use forall::source::{Campaign, ChoiceValue, Policy, Source};

use crate::options::Options;
use crate::row::{Bar, Row};

mod before {
    #[forall::machine(model = Keys)]
    pub(super) trait Store {
        type Key;
        fn insert(&mut self, x: u8) -> Self::Key;
        #[weight(2)]
        fn update(&mut self, key: &Self::Key, x: u8);
        fn remove(&mut self, key: Self::Key) -> bool;
    }

    #[derive(Default, Hash)]
    pub(super) struct Keys(u32);

    impl Store for Keys {
        type Key = u32;

        fn insert(&mut self, _: u8) -> u32 {
            self.0 += 1;
            self.0
        }

        fn update(&mut self, _: &u32, _: u8) {}

        fn remove(&mut self, _: u32) -> bool {
            true
        }
    }
}

/// The same machine with another operation at the end, and other weights.
mod after {
    #[forall::machine(model = Keys)]
    pub(super) trait Store {
        type Key;
        #[weight(5)]
        fn insert(&mut self, x: u8) -> Self::Key;
        fn update(&mut self, key: &Self::Key, x: u8);
        #[weight(if model.0 > 3 { 7 } else { 0 })]
        fn remove(&mut self, key: Self::Key) -> bool;
        fn clear(&mut self, key: &Self::Key);
    }

    #[derive(Default, Hash)]
    pub(super) struct Keys(u32);

    impl Store for Keys {
        type Key = u32;

        fn insert(&mut self, _: u8) -> u32 {
            self.0 += 1;
            self.0
        }

        fn update(&mut self, _: &u32, _: u8) {}

        fn remove(&mut self, _: u32) -> bool {
            true
        }

        fn clear(&mut self, _: &u32) {}
    }
}

/// The number of saved lists.
const SAVED: u64 = 1_000;

/// A change of the machine.
struct Change {
    name: &'static str,
    /// Returns whether a list replays exactly after it.
    replays: fn(&Saved) -> bool,
}

const CHANGES: [Change; 3] = [
    Change {
        name: "replays: an operation is added",
        replays: |saved| saved.replays_in(&steps::<after::Keys>()),
    },
    Change {
        name: "replays: without swarm",
        replays: |saved| saved.replays_in(&steps::<before::Keys>().without_swarm()),
    },
    Change {
        name: "replays: shorter lists",
        replays: |saved| saved.replays_in(&steps::<before::Keys>().up_to(3)),
    },
];

/// Counts the lists that replay exactly.
pub(super) fn rows(options: &Options) -> Vec<Row> {
    let wanted = CHANGES.iter().filter(|change| options.wants(change.name));
    let rows = wanted.map(|change| Row {
        name: change.name.to_owned(),
        ours: saved().filter(change.replays).count() as f64,
        theirs: SAVED as f64,
        bar: Some(Bar::FirmAtLeast(1.0)),
        unit: "lists",
        note: String::new(),
    });
    rows.collect()
}

/// A list of steps, as it is saved and as it is printed.
struct Saved {
    choices: Vec<ChoiceValue>,
    printed: String,
}

fn saved() -> impl Iterator<Item = Saved> {
    let all = forall("steps", steps::<before::Keys>()).check(|_| true);
    let campaign = Campaign::from_seed(1);
    (0..SAVED).map(move |n| {
        let case = regenerate(&all, campaign.source(n)).expect("every list can be generated");
        Saved { choices: case.record.values(), printed: format!("{:?}", case.inputs.0) }
    })
}

impl Saved {
    fn replays_in<M: Machine>(&self, domain: &StepsDomain<M>) -> bool {
        let mut source = Source::replay(self.choices.clone(), Policy::STRICT);
        let replayed = domain.generate(&mut source);
        let is_equal = replayed.is_ok_and(|steps| format!("{steps:?}") == self.printed);
        is_equal && source.into_record().is_replay_of(self.choices.len())
    }
}
