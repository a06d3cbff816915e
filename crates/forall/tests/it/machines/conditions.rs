//! Conditions on arguments that few of them meet.

use forall::domain::{Domain, sample};
use forall::machine::{Machine, Steps, StepsDomain, steps};
use forall::source::Source;

/// Returns the number of steps in each of 200 lists, and how many of them have this operation.
fn counts<M: Machine>(domain: &StepsDomain<M>, operation: &str) -> Vec<[usize; 2]> {
    let call = format!("{operation}(");
    let lists: Vec<Steps<M>> = sample(domain, 200);
    let count = |list: &Steps<M>| {
        let text = format!("{list:?}");
        [list.steps.len(), text.lines().filter(|line| line.contains(&call)).count()]
    };
    lists.iter().map(count).collect()
}

#[forall::machine(model = Numbers)]
trait Registry {
    type Key;
    #[when(model.made < 50)]
    fn insert(&mut self) -> Self::Key;
    #[when(*key == 7)]
    fn mark(&mut self, key: &Self::Key);
    #[when(*later > *earlier)]
    fn link(&mut self, earlier: &Self::Key, later: &Self::Key);
    #[when(*gone == 3 && *gone < model.made)]
    fn swap(&mut self, kept: &Self::Key, gone: Self::Key);
}

#[derive(Default, Hash)]
struct Numbers {
    made: u32,
}

impl Registry for Numbers {
    type Key = u32;

    fn insert(&mut self) -> u32 {
        self.made += 1;
        self.made - 1
    }

    fn mark(&mut self, key: &u32) {
        assert_eq!(*key, 7);
    }

    fn link(&mut self, earlier: &u32, later: &u32) {
        assert!(earlier < later);
    }

    fn swap(&mut self, kept: &u32, gone: u32) {
        assert!(*kept != gone && gone == 3);
    }
}

/// When 50 keys exist, `mark` is possible with one of them, and nothing else is possible.
#[test]
fn one_of_fifty_handles_is_found() {
    let domain = steps::<Numbers>().only(&["insert", "mark"]).up_to(100).without_swarm();
    let counts = counts(&domain, "mark");
    let long: Vec<_> = counts.into_iter().filter(|[steps, _]| *steps > 40).collect();
    assert!(long.len() > 10, "only {} lists are long", long.len());
    for [steps, marks] in long {
        assert!(marks * 8 > steps, "{marks} of {steps}");
    }
}

#[test]
fn conditions_on_two_handles_select_the_second_one() {
    let domain = steps::<Numbers>().without_swarm();
    for (operation, least) in [("link", 100), ("swap", 60)] {
        let with = counts(&domain, operation).into_iter().filter(|[_, count]| *count > 0).count();
        assert!(with > least, "{operation} occurs in {with} of 200 lists");
    }
}

#[forall::machine(model = Dial)]
trait Safe {
    /// One number of eight.
    #[when(number == 3)]
    fn turn(&mut self, #[domain(0..8_u8)] number: u8);
    /// No number of eight.
    #[when(number > 100)]
    fn force(&mut self, #[domain(0..8_u8)] number: u8);
    fn look(&self);
}

#[derive(Default, Hash)]
struct Dial;

impl Safe for Dial {
    fn turn(&mut self, number: u8) {
        assert_eq!(number, 3);
    }

    fn force(&mut self, _: u8) {
        unreachable!("no number is greater than 100");
    }

    fn look(&self) {}
}

fn mean_length(operations: &[&str]) -> f64 {
    let counts = counts(&steps::<Dial>().only(operations), "look");
    counts.iter().map(|[steps, _]| *steps as f64).sum::<f64>() / counts.len() as f64
}

#[test]
fn lists_do_not_end_because_arguments_are_rejected() {
    let all = mean_length(&["look"]);
    let rare = mean_length(&["turn"]);
    assert!(rare > 0.8 * all, "{rare} of {all} steps");
}

/// Lists that leave out all operations but `force` have others.
#[test]
fn an_operation_that_is_never_possible_does_not_end_lists() {
    let all = mean_length(&["look"]);
    let with = mean_length(&["force", "look"]);
    assert!(with > 0.8 * all, "{with} of {all} steps");
}

#[test]
fn arguments_are_drawn_again_without_changing_the_frequency() {
    let domain = steps::<Dial>().only(&["turn", "look"]).without_swarm();
    let mut steps = 0;
    let mut looks = 0;
    for [all, some] in counts(&domain, "look") {
        steps += all;
        looks += some;
    }
    let share = looks as f64 / steps as f64;
    assert!((0.4..0.75).contains(&share), "{share}");
}

#[test]
fn a_recorded_list_is_the_fresh_one_though_arguments_are_rejected() {
    for n in 0..300 {
        let source = || Source::for_test(1, n, 8).themed();
        let plain = steps::<Dial>().generate(&mut source()).unwrap();
        let recorded = steps::<Dial>().generate(&mut source().recording()).unwrap();
        assert_eq!(format!("{plain:?}"), format!("{recorded:?}"));
        let plain = steps::<Numbers>().generate(&mut source()).unwrap();
        let recorded = steps::<Numbers>().generate(&mut source().recording()).unwrap();
        assert_eq!(format!("{plain:?}"), format!("{recorded:?}"));
    }
}
