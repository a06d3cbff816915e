//! Lists of steps in regression files: do they replay after the machine was changed?

use forall::block::regenerate;
use forall::domain::Domain;
use forall::machine::{Machine, StepsDomain, steps};
use forall::property::forall;
use forall::source::{Campaign, ChoiceSequence, Policy, Source};
use forall_format::regressions::{RegressionEntry, RegressionFile, RegressionState};

use crate::options::Options;
use crate::row::{Bar, Row};

/// Writes a store with these operations. At most five keys are in use.
macro_rules! store {
    ($module:ident: $insert:literal, $update:literal, $remove:literal $(, $added:ident)?) => {
        mod $module {
            #[forall::machine(model = Keys)]
            pub(super) trait Store {
                type Key;
                #[when(model.0 < 5)]
                #[weight($insert)]
                fn insert(&mut self, x: u8) -> Self::Key;
                #[weight($update)]
                fn update(&mut self, key: &Self::Key, x: u8);
                #[weight(if model.0 > 3 { $remove } else { 1 })]
                fn remove(&mut self, key: Self::Key) -> bool;
                $(fn $added(&mut self, key: &Self::Key);)?
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
                    self.0 -= 1;
                    true
                }

                $(fn $added(&mut self, _: &u32) {})?
            }
        }
    };
}

store!(before: 1, 2, 1);
store!(added: 1, 2, 1, clear);
store!(reweighted: 5, 1, 7);

/// The number of saved lists.
const SAVED: u64 = 1_000;

/// A change of the machine.
struct Change {
    name: &'static str,
    /// Whether the lists were saved without swarm.
    without_swarm: bool,
    /// Returns whether a list replays exactly after it.
    replays: fn(&Saved) -> bool,
}

const CHANGES: [Change; 5] = [
    Change {
        name: "replays: an operation is added",
        without_swarm: false,
        replays: |saved| saved.replays_in(&steps::<added::Keys>()),
    },
    Change {
        name: "replays: other weights",
        without_swarm: false,
        replays: |saved| saved.replays_in(&steps::<reweighted::Keys>()),
    },
    Change {
        name: "replays: without swarm",
        without_swarm: false,
        replays: |saved| saved.replays_in(&steps::<before::Keys>().without_swarm()),
    },
    Change {
        name: "replays: with swarm",
        without_swarm: true,
        replays: |saved| saved.replays_in(&steps::<before::Keys>()),
    },
    Change {
        name: "replays: shorter lists",
        without_swarm: false,
        replays: |saved| saved.replays_in(&steps::<before::Keys>().up_to(3)),
    },
];

/// Counts the lists that replay exactly.
pub(super) fn rows(options: &Options) -> Vec<Row> {
    let wanted = CHANGES.iter().filter(|change| options.wants(change.name));
    let rows = wanted.map(|change| {
        let lists = if change.without_swarm { steps().without_swarm() } else { steps() };
        Row {
            name: change.name.to_owned(),
            ours: saved(lists).filter(change.replays).count() as f64,
            theirs: SAVED as f64,
            bar: Some(Bar::FirmAtLeast(1.0)),
            unit: "lists",
            note: "through regression files".to_owned(),
        }
    });
    rows.collect()
}

/// A list of steps, as it is printed, and a regression file with its choices.
struct Saved {
    file: String,
    printed: String,
}

fn saved(lists: StepsDomain<before::Keys>) -> impl Iterator<Item = Saved> {
    let all = forall("steps", lists).check(|_| true);
    let campaign = Campaign::from_seed(1);
    (0..SAVED).map(move |n| {
        let case = regenerate(&all, campaign.source(n)).expect("every list can be generated");
        let printed = format!("{:?}", case.inputs.0);
        let choices = ChoiceSequence(case.record.values());
        let values = [("steps", &*printed)];
        let mut file = RegressionFile::new("store::keys_are_kept");
        file.put(None, RegressionEntry::new(RegressionState::Fails, choices, values));
        Saved { file: file.to_string(), printed }
    })
}

impl Saved {
    /// Returns whether the choices in the file generate the same list in this domain, with none left.
    fn replays_in<M: Machine>(&self, domain: &StepsDomain<M>) -> bool {
        let file = RegressionFile::parse(self.file.as_bytes()).expect("it was rendered");
        let choices = &file.entries().next().expect("it has an entry").choices.0;
        let mut source = Source::replay(choices.clone(), Policy::STRICT);
        let replayed = domain.generate(&mut source);
        let is_equal = replayed.is_ok_and(|steps| format!("{steps:?}") == self.printed);
        is_equal && source.into_record().is_replay_of(choices.len())
    }
}
