//! Generators of valid inputs never generate invalid ones, at any size.

use forall::domain::{Domain, check_laws_with};
use forall::property::forall;
use forall::runner::{Options, quick_check};
use workloads::strategy::Strategy;
use workloads::{bst, fsub, ifc, rbt, stlc};

use crate::tests;

const ALWAYS_VALID: [Strategy; 2] = [Strategy::Bespoke, Strategy::Specification];

/// Checks that all values and all shrink candidates are valid, and that the domain obeys the laws.
#[track_caller]
fn check<D: Domain>(domain: D, inside: fn(&D::Value) -> bool) {
    check_laws_with(&domain, inside).assert_lawful();
    let property = forall("x", domain).check(move |(x, ())| inside(x));
    let options = Options { tests: tests(2_000, 1_000_000), ..Options::default() };
    let report = quick_check(&property, &options);
    assert!(report.passed(), "{report}");
}

#[test]
fn trees_are_valid() {
    for strategy in ALWAYS_VALID {
        check(bst::Trees(strategy), bst::Tree::is_bst);
        check(rbt::Trees(strategy), rbt::Tree::is_rbt);
    }
}

#[test]
fn simply_typed_terms_have_the_requested_type() {
    for strategy in ALWAYS_VALID {
        let property = forall("ty", stlc::Types(strategy))
            .forall_given("e", move |(ty, ())| stlc::Terms::of(strategy, ty))
            .check(|(e, (ty, ()))| stlc::type_of(e).as_ref() == Some(ty));
        let options = Options { tests: tests(2_000, 1_000_000), ..Options::default() };
        let report = quick_check(&property, &options);
        assert!(report.passed(), "{report}");
    }
    let bool = stlc::Typ::Bool;
    let function = stlc::Typ::fun(bool.clone(), bool);
    check(stlc::Terms::of(Strategy::Bespoke, &function), |e| stlc::type_of(e).is_some());
}

#[test]
fn system_f_terms_have_the_requested_type() {
    let property = forall("ty", fsub::Types(Strategy::Bespoke))
        .forall_given("e", |(ty, ())| fsub::Terms::of(Strategy::Bespoke, ty))
        .check(|(e, (ty, ()))| fsub::Mutant::Base.type_of(e).as_ref() == Some(ty));
    let options = Options { tests: tests(1_000, 1_000_000), ..Options::default() };
    let report = quick_check(&property, &options);
    assert!(report.passed(), "{report}");
}

#[test]
fn varied_states_are_valid_and_indistinguishable() {
    let from = Strategy::Bespoke;
    let property = forall("o", ifc::Observers(from))
        .forall("s1", ifc::States(from))
        .forall_given("s2", move |(s1, (o, ()))| ifc::IndistinguishableStates::of(from, *o, s1))
        .check(|(s2, (s1, (o, ())))| {
            ifc::is_well_formed(s1)
                && ifc::is_well_formed(s2)
                && ifc::indistinguishable(*o, s1, s2)
                && ifc::indistinguishable(*o, s2, s1)
        });
    let options = Options { tests: tests(5_000, 1_000_000), ..Options::default() };
    let report = quick_check(&property, &options);
    assert!(report.passed(), "{report}");
}
