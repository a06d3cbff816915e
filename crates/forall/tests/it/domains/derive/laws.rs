//! Laws that hold for every derived type.

use forall::Arbitrary;
use forall::source::{Policy, Source};

use super::types::{
    Colour, Expr, Json, List, Node, Nothing, Operation, Pair, Point, Rose, Statement, Term,
};
use super::{minimal, simplest, value};

#[track_caller]
fn check<T: Arbitrary + Clone + PartialEq>(expected: impl Into<Option<T>>) {
    for n in 0..300 {
        let size = (n % 10) as u32;
        let mut source = Source::for_test(11, n, size).recording();
        let made = T::generate(&mut source).expect("a derived type rejects nothing");
        assert_eq!(made, value(n, size), "a seed gives the same value, recorded or not");

        let record = source.into_record();
        let mut again = Source::replay(record.values(), Policy::STRICT);
        assert_eq!(T::generate(&mut again), Ok(made.clone()), "a record gives the same value");
        let replayed = again.into_record();
        assert_eq!(record, replayed, "constraints do not depend on the size");

        let mut choices = Vec::new();
        assert_eq!(made.invert(&mut choices), Some(()), "{made:?} is invertible");
        assert_eq!(choices, record.values());

        if n % 10 < 4 {
            minimal(made, |_| true);
        }
    }
    let simplest = simplest::<T>();
    assert!(simplest.shrink().next().is_none(), "{simplest:?} is not the simplest");
    if let Some(expected) = expected.into() {
        assert_eq!(simplest, expected);
    }
}

#[test]
fn plain_types_are_lawful() {
    check(Nothing);
    check(Point { x: 0, y: 0 });
    check(Pair(0_u8, Point { x: 0, y: 0 }));
    check(Colour::Red);
    check(vec![Colour::Red; 0]);
}

#[test]
fn recursive_types_are_lawful() {
    check(Expr::Lit(0));
    check(List::<u8>::Nil);
    check(List::<Expr>::Nil);
    check(Rose { at: Colour::Red, below: Vec::new() });
    check(Node { left: None, key: 0, right: None });
    check(Json::Null);
}

#[test]
fn mutually_recursive_types_are_lawful() {
    let variable = || Box::new(Term::Variable(0));
    check(Term::Variable(0));
    check(Statement::Give(Term::Variable(0)));
    check(Operation { left: variable(), right: variable(), colour: Colour::Red });
}

/// Span labels identify the type of a value, wherever it occurs.
#[test]
fn every_value_has_a_span() {
    let mut source = Source::for_test(11, 0, 9).recording();
    let made = (0..).map(|_| Expr::generate(&mut source)).find_map(|expr| {
        let expr = expr.expect("a derived type rejects nothing");
        (expr.nodes() > 10).then_some(expr)
    });
    assert!(made.is_some());
    let record = source.into_record();
    let label = forall::source::SpanLabel::new("Expr");
    assert!(record.spans.iter().filter(|span| span.label == label).count() > 10);
    assert!(record.spans.iter().all(|span| span.label == label));
}

/// The values of a seed may only change with an entry in the change log.
#[test]
fn values_of_a_seed_are_stable() {
    let colours: Vec<Colour> = (0..8).map(|n| value(n, 5)).collect();
    assert_eq!(format!("{colours:?}"), "[Red, Red, Green, Blue, Green, Red, Blue, Green]");
}
