//! What holds for every derived type.

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
        let made = T::generate(&mut source).expect("a derived type can be made");
        assert_eq!(made, value(n, size), "a seed gives the same value, recorded or not");

        let record = source.into_record();
        let mut again = Source::replay(record.values(), Policy::STRICT);
        assert_eq!(T::generate(&mut again), Ok(made.clone()), "a record gives the same value");
        let replayed = again.into_record();
        assert_eq!(record, replayed, "what may be chosen does not depend on the size");

        let mut told = Vec::new();
        assert_eq!(made.invert(&mut told), Some(()), "{made:?} leads back to its choices");
        assert_eq!(told, record.values());

        if n % 10 < 4 {
            minimal(made, |_| true);
        }
    }
    let simplest = simplest::<T>();
    assert!(simplest.shrink().next().is_none(), "{simplest:?} is called the simplest");
    if let Some(expected) = expected.into() {
        assert_eq!(simplest, expected);
    }
}

#[test]
fn plain_types() {
    check(Nothing);
    check(Point { x: 0, y: 0 });
    check(Pair(0_u8, Point { x: 0, y: 0 }));
    check(Colour::Red);
    check(vec![Colour::Red; 0]);
}

#[test]
fn recursive_types() {
    check(Expr::Lit(0));
    check(List::<u8>::Nil);
    check(List::<Expr>::Nil);
    check(Rose { at: Colour::Red, below: Vec::new() });
    check(Node { left: None, key: 0, right: None });
    check(Json::Null);
}

#[test]
fn mutually_recursive_types() {
    let variable = || Box::new(Term::Variable(0));
    check(Term::Variable(0));
    check(Statement::Give(Term::Variable(0)));
    check(Operation { left: variable(), right: variable(), colour: Colour::Red });
}

/// Labels say which spans make values of the same type, whatever they are inside of.
#[test]
fn every_value_is_a_span() {
    let mut source = Source::for_test(11, 0, 9).recording();
    let made = (0..).map(|_| Expr::generate(&mut source)).find_map(|expr| {
        let expr = expr.expect("a derived type can be made");
        (expr.nodes() > 10).then_some(expr)
    });
    assert!(made.is_some());
    let record = source.into_record();
    let label = forall::source::Label::new("Expr");
    assert!(record.spans.iter().filter(|span| span.label == label).count() > 10);
    assert!(record.spans.iter().all(|span| span.label == label));
}

/// Values that a seed gives may only change where the change log says so.
#[test]
fn values_are_stable() {
    let colours: Vec<Colour> = (0..8).map(|n| value(n, 5)).collect();
    assert_eq!(format!("{colours:?}"), "[Red, Red, Green, Blue, Green, Red, Blue, Green]");
}
