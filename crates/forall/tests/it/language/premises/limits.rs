//! What restrictions leave as it is: other premises, other types, and tests for which nothing is left.

use std::cell::Cell;
use std::cmp::Ordering;

use forall::domain::{Domain, any, just, vec};
use forall::property::{FreeVariables, With, forall, nodes, property};
use forall::runner::{Options, quick_check};
use forall::{Arbitrary, block::Property};

use super::never_discards;

/// Returns the number of tests that were discarded until 100 tests passed.
fn discarded(property: &impl Property) -> u64 {
    quick_check(property, &Options { tests: 100, ..Options::default() }).tally.discarded
}

#[test]
fn if_nothing_is_left_the_premise_discards() {
    let never = property! { forall a in 5..9; forall b in 0..5; implies a < b; check true };
    let report = quick_check(&never, &Options::default()).to_string();
    assert!(report.contains("because `a < b` did not hold"), "{report}");
    let opposites = property! { forall a: u8; forall b: u8; implies a < b && b < a; check true };
    assert!(!quick_check(&opposites, &Options::default()).passed());
    let huge = property! { forall v: Vec<u8>; implies v.len() > 1 << 40; check true };
    assert!(!quick_check(&huge, &Options::default()).passed());
}

#[test]
fn restrictions_can_be_switched_off() {
    let check =
        property! { forall a: u8; forall b: u8; implies a < b, restrict = false; check a < b };
    assert!(discarded(&check) > 50);
    let restricted =
        property! { forall a: u8; forall b: u8; implies a < b, restrict = true; check a < b };
    never_discards(&restricted);
}

#[test]
fn other_expressions_only_discard() {
    let sums = property! { forall a in 0..9; forall b in 0..9; implies a + 1 < *b; check true };
    assert!(discarded(&sums) > 0);
    let either =
        property! { forall a in 0..9; forall b in 0..9; implies a < b || b < a; check a != b };
    assert!(discarded(&either) > 0);
    let elements = property! {
        forall v in vec(0..9, 0..3);
        forall x in 0..9;
        implies !v.is_empty() && v[0] < *x;
        check v[0] < *x
    };
    assert!(discarded(&elements) > 0, "`v[0]` may panic, so it is only evaluated by the premise");
}

#[test]
fn nothing_is_restricted_by_variables_of_the_same_name() {
    let shadowed = property! { forall a in 0..9; forall a in 0..9; forall b in 0..9; implies a < b; check true };
    assert!(discarded(&shadowed) > 0);
}

/// Ordered by its value, but without a default domain that could be restricted.
#[derive(Clone, Debug, PartialEq, PartialOrd, Arbitrary)]
struct Score(u8);

/// Compared without regard to case.
#[derive(Clone, Debug, Eq, Arbitrary)]
struct Letter(#[forall(domain = forall::domain::elements(['a', 'A', 'b', 'B']))] char);

impl PartialEq for Letter {
    fn eq(&self, other: &Letter) -> bool {
        self.0.eq_ignore_ascii_case(&other.0)
    }
}

/// Neither cloneable nor comparable with itself.
#[derive(Debug)]
struct Opaque(u8);

impl PartialOrd<Opaque> for u8 {
    fn partial_cmp(&self, other: &Opaque) -> Option<Ordering> {
        self.partial_cmp(&other.0)
    }
}

impl PartialEq<Opaque> for u8 {
    fn eq(&self, other: &Opaque) -> bool {
        *self == other.0
    }
}

impl Opaque {
    fn len(&self) -> u32 {
        self.0.into()
    }

    fn is_some(&self) -> bool {
        self.0 > 0
    }

    fn contains(&self, other: &u8) -> bool {
        self.0 > *other
    }
}

#[test]
fn types_that_cannot_be_restricted_work_as_before() {
    let scores = property! { forall a: Score; forall b: Score; implies a < b; check a < b };
    assert!(discarded(&scores) > 0);
    let opaque = || any::<u8>().mapped(Opaque);
    let mixed =
        property! { forall a: u8; forall b in opaque(); implies a < b && a != b; check *a < b.0 };
    assert!(discarded(&mixed) > 0);
    let lengths = property! { forall a in opaque(); implies a.len() > 3_u32; check a.0 > 3 };
    assert!(discarded(&lengths) > 0);
    let methods = property! { forall a: u8; forall b in opaque(); implies b.is_some() && b.contains(a); check b.0 > 0 };
    assert!(discarded(&methods) > 0);
}

#[test]
fn equal_values_are_not_only_copies() {
    let differs = Cell::new(false);
    let letters = property! {
        forall a: Letter;
        forall b: Letter;
        implies a == b;
        check { differs.set(differs.get() || a.0 != b.0); a == b }
    };
    never_discards(&letters);
    assert!(differs.get(), "`a` and `A` are equal");
}

#[test]
fn a_copy_stays_in_the_written_domain() {
    let few = property! { forall a in just(Score(3)); forall b in just(Score(4)); implies a == b; check true };
    let report = quick_check(&few, &Options::default()).to_string();
    assert!(report.contains("because `a == b` did not hold"), "{report}");
    never_discards(&property! {
        forall v in vec(0..100, 1..9);
        forall x in 0..100;
        implies v.contains(x) && *x < 100;
        check *x < 100
    });
    let outside = property! { forall v in vec(any::<u8>(), 9); forall x in 0..40; implies v.contains(x); check *x < 40 };
    assert!(quick_check(&outside, &Options::default()).passed());
}

#[test]
fn a_replaced_domain_is_not_restricted() {
    let ordered = property! { forall a: u8; forall b: u8; implies a < b; check a < b };
    assert!(discarded(&ordered.with("b", any::<u8>())) > 0);
    let built = forall("a", any::<u8>()).forall("b", any::<u8>());
    let built = built.implies("a < b", |(b, (a, ()))| a < b).check(|(b, (a, ()))| a < b);
    assert!(discarded(&built) > 0, "the builder has no expressions to recognise");
}

#[test]
fn a_domain_is_evaluated_once_and_may_be_moved() {
    let evaluated = Cell::new(0);
    let domain = || {
        evaluated.set(evaluated.get() + 1);
        0..20
    };
    never_discards(
        &property! { forall a in 0..10; forall b in domain(); implies a < b; check a < b },
    );
    assert_eq!(evaluated.get(), 1);
    let owned = vec(vec(0..3, 1..3), 1..3).boxed();
    never_discards(&property! { forall v in owned; implies v.len() > 1; check v.len() == 2 });
}

#[test]
fn a_restricted_variable_depends_on_the_others() {
    let ordered =
        property! { forall a: u8; forall b: u8; forall c: u8; implies a < c; check a < c };
    let mentions: Vec<&FreeVariables> = nodes(&ordered).iter().map(|info| &info.mentions).collect();
    assert_eq!(*mentions[1], FreeVariables::Only((&[][..]).into()));
    assert_eq!(*mentions[2], FreeVariables::Only(vec!["a"].into()));
}
