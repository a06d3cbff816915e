//! A saved list of steps fails again after the machine was changed.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use forall::harness::{Settings, Test};
use forall::machine::{Lockstep, Machine, StepsDomain, steps};
use forall::property::{Erased, forall};
use forall::runner::quick_check;

/// Writes a store of at most three keys, with these weights, and the system, which forgets an update after a removal.
macro_rules! store {
    ($module:ident: $insert:literal, $update:literal $(, $added:ident)?) => {
        mod $module {
            #[forall::machine(model = Keys)]
            pub(super) trait Store {
                type Key;
                #[when(model.used < 3)]
                #[weight($insert)]
                fn insert(&mut self) -> Self::Key;
                #[weight($update)]
                fn update(&mut self, key: &Self::Key, x: u8) -> bool;
                fn remove(&mut self, key: Self::Key);
                $(fn $added(&mut self, key: &Self::Key);)?
            }

            #[derive(Default, Hash)]
            pub(super) struct Keys {
                pub(super) used: u32,
            }

            impl Store for Keys {
                type Key = ();

                fn insert(&mut self) {
                    self.used += 1;
                }

                fn update(&mut self, _: &(), _: u8) -> bool {
                    true
                }

                fn remove(&mut self, (): ()) {
                    self.used -= 1;
                }

                $(fn $added(&mut self, _: &()) {})?
            }

            #[derive(Default)]
            pub(super) struct Forgetful {
                was_removed: bool,
            }

            impl Store for Forgetful {
                type Key = ();

                fn insert(&mut self) {}

                fn update(&mut self, _: &(), x: u8) -> bool {
                    !self.was_removed || x < 7
                }

                fn remove(&mut self, (): ()) {
                    self.was_removed = true;
                }

                $(fn $added(&mut self, _: &()) {})?
            }
        }
    };
}

store!(before: 1, 1);
store!(added: 1, 1, clear);
store!(reweighted: 5, 2);

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("machines").join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

/// Runs a test with saved failures in `folder`, and returns its report.
fn run<M: Machine + Lockstep<S>, S: 'static>(
    folder: &Path,
    domain: StepsDomain<M>,
    tests: u64,
) -> String {
    let agrees = forall("steps", domain).check(|(steps, ())| steps.check::<S>());
    let agrees = Erased::new(agrees);
    let regressions = Some(folder.display().to_string().into());
    let settings = Settings { regressions, seed: Some(1), tests: Some(tests), ..Settings::NONE };
    let test = Test::new("crate_name::tests", "name");
    let run = || test.run(&agrees, &quick_check, &settings);
    let thrown = catch_unwind(AssertUnwindSafe(run)).expect_err("an update is forgotten");
    *thrown.downcast::<String>().expect("a report is a string")
}

#[test]
fn a_saved_list_fails_again_in_a_changed_machine() {
    type Again = fn(&Path) -> String;
    let usual = || steps::<before::Keys>();
    let plain = || steps::<before::Keys>().without_swarm();
    let changes: [(&str, StepsDomain<before::Keys>, Again); 5] = [
        ("added", usual(), |folder| run::<_, added::Forgetful>(folder, steps::<added::Keys>(), 0)),
        ("reweighted", usual(), |folder| {
            run::<_, reweighted::Forgetful>(folder, steps::<reweighted::Keys>(), 0)
        }),
        ("shorter", usual(), |folder| {
            run::<before::Keys, before::Forgetful>(folder, steps().up_to(1), 0)
        }),
        ("without-swarm", usual(), |folder| {
            run::<before::Keys, before::Forgetful>(folder, steps().without_swarm(), 0)
        }),
        ("with-swarm", plain(), |folder| {
            run::<before::Keys, before::Forgetful>(folder, steps(), 0)
        }),
    ];
    for (name, domain, again) in changes {
        let folder = folder(name);
        let first = run::<before::Keys, before::Forgetful>(&folder, domain, 1_000);
        let file = || fs::read_to_string(folder.join("crate_name/tests/name.txt")).unwrap();
        let saved = file();
        let list = "steps = 1  let key1 = insert()";
        assert!(first.contains(list) && saved.contains(list), "{first}\n{saved}");
        let second = again(&folder);
        assert!(second.contains("found by an earlier run"), "{name}: {second}");
        assert_eq!(file(), saved, "{name}");
    }
}
