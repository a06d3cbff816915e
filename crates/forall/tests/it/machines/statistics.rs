//! Statistics of steps, of pairs of steps and of states; requirements on them.

use forall::machine::{Steps, steps};
use forall::observe::{capture, cover};
use forall::property::{ObservationValue, forall};
use forall::report::Outcome;
use forall::runner::{Options, quick_check};

#[forall::machine(model = Count)]
trait Counter {
    fn add(&mut self);
    fn reset(&mut self);
    #[always]
    fn is_zero(&self) -> bool;
    #[always]
    fn text(&self) -> String;
}

#[derive(Default)]
struct Count(usize);

impl Counter for Count {
    fn add(&mut self) {
        self.0 += 1;
    }

    fn reset(&mut self) {
        self.0 = 0;
    }

    fn is_zero(&self) -> bool {
        self.0 == 0
    }

    fn text(&self) -> String {
        "x".repeat(30 * self.0)
    }
}

fn list(calls: &[&str]) -> Steps<Count> {
    let printed = (1..).zip(calls).map(|(number, call): (usize, _)| format!("{number}  {call}()"));
    let printed = printed.collect::<Vec<String>>().join("\n");
    let lists = forall::domain::sample(&steps(), 10_000);
    lists.into_iter().find(|list| format!("{list:?}") == printed).expect("short lists are frequent")
}

#[test]
fn steps_pairs_and_states_are_counted() {
    let list = list(&["add", "reset", "add"]);
    let ((), observed) = capture(|| list.check::<Count>());
    let texts = |name: &str| {
        let one = observed.iter().find(|one| one.name == name).expect("it is observed");
        let ObservationValue::Texts(texts) = &one.value else { panic!("{one:?}") };
        texts.join("; ")
    };
    assert_eq!(texts("steps"), "add; reset; add");
    assert_eq!(texts("pairs of steps"), "add, reset; reset, add");
    let zero = "is_zero: true, text: \"\"";
    let long = "is_zero: false, text: …";
    assert_eq!(texts("states"), [zero, long, zero, long].join("; "));
    let add = format!("{zero} → add → {long}");
    assert_eq!(
        texts("transitions"),
        [&add, &format!("{long} → reset → {zero}"), &add].map(String::as_str).join("; ")
    );
}

#[test]
fn a_list_knows_its_operations_transitions_and_states() {
    let list = list(&["add", "add", "reset"]);
    assert!(list.has("add") && list.has_in_row(&["add", "add", "reset"]) && list.has_in_row(&[]));
    assert!(!list.has_in_row(&["reset", "add"]) && !list.has_in_row(&["reset", "reset"]));
    assert!(list.reaches(|model| model.0 == 0) && list.reaches(|model| model.0 == 2));
    assert!(!list.reaches(|model| model.0 == 3));
    assert!(list.passes(|before| before.0 == 2, "reset", |after| after.0 == 0));
    assert!(!list.passes(|before| before.0 == 1, "reset", |_| true));
    assert!(!list.passes(|_| true, "add", |after| after.0 == 3));
}

#[test]
#[should_panic(expected = "`toggle` is not an operation: use one of [\"add\", \"reset\"]")]
fn an_unknown_operation() {
    list(&["add"]).has("toggle");
}

#[test]
fn states_that_are_too_rare_are_reported() {
    let outcome = |least: usize| {
        let counts = forall("steps", steps::<Count>()).check(|(steps, ())| {
            cover(5.0, "counts", steps.reaches(|model| model.0 >= least));
            steps.check::<Count>();
        });
        quick_check(&counts, &Options::default()).outcome
    };
    assert_eq!(outcome(3), Outcome::Passed);
    assert_eq!(outcome(1_000), Outcome::InsufficientCoverage);
}
