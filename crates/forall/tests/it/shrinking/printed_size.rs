//! What a person sees of a counterexample never grows.

use forall::block::{print, regenerate};
use forall::domain::from_fn;
use forall::property::forall;
use forall::report::Failure;
use forall::shrink::{Alternating, Integrated, Shrinker, minimize};
use forall::source::{ChoiceValue, Policy, Source};

/// Branch 0 is simpler, but longer in print.
#[test]
fn a_smaller_print_is_kept_if_its_choices_are_less_simple() {
    let texts = from_fn(|source| {
        Ok(match source.branch(2) {
            0 => "all of these words",
            _ => "one",
        })
    });
    let property = forall("text", texts).check(|_| false);
    let shrinkers: [&dyn Shrinker; 2] = [&Integrated, &Alternating];
    for shrinker in shrinkers {
        let source = Source::replay(vec![ChoiceValue::Integer(1)], Policy::STRICT);
        let case = regenerate(&property, source).expect("a case");
        let shrunk = minimize(&property, case, Failure::predicate_false(), shrinker, 1_000);
        assert_eq!(print(&property, &shrunk.inputs)[0].value, "\"one\"");
        assert!(shrunk.passes.iter().any(|stats| stats.pass == "smaller print"));
    }
}
