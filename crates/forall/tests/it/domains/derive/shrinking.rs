//! How derived values shrink.

use super::types::{Colour, Expr, Json, List, Node, Pair, Point, Rose, Term};
use super::{minimal, value};

fn lit(n: i64) -> Expr {
    Expr::Lit(n)
}

fn add(l: Expr, r: Expr) -> Expr {
    Expr::Add(Box::new(l), Box::new(r))
}

#[test]
fn a_struct_shrinks_one_field_at_a_time() {
    let simpler: Vec<Point> = forall::Arbitrary::shrink(&Point { x: 1, y: -1 }).collect();
    assert_eq!(simpler, [Point { x: 0, y: -1 }, Point { x: 1, y: 0 }, Point { x: 1, y: 1 }]);
}

#[test]
fn an_enum_shrinks_to_children_then_simplest_then_fields() {
    let simpler: Vec<Expr> = forall::Arbitrary::shrink(&add(lit(1), lit(2))).take(4).collect();
    assert_eq!(simpler, [lit(1), lit(2), lit(0), add(lit(0), lit(2))]);
}

#[test]
fn a_unit_variant_shrinks_to_earlier_variants_only() {
    let simpler = |colour: Colour| forall::Arbitrary::shrink(&colour).collect::<Vec<_>>();
    assert_eq!(simpler(Colour::Red), []);
    assert_eq!(simpler(Colour::Blue), [Colour::Red, Colour::Green]);
    let list = List::Cons(1_u8, Box::new(List::Cons(0, Box::new(List::Nil))));
    let first: Vec<_> = forall::Arbitrary::shrink(&list).take(2).collect();
    assert_eq!(first, [List::Cons(0, Box::new(List::Nil)), List::Nil]);
}

/// Children are found in lists, options, pointers and pairs.
#[test]
fn children_are_found_in_containers() {
    let leaf = |key| Node { left: None, key, right: None };
    let node = Node { left: None, key: 0, right: Some(Box::new(leaf(0))) };
    assert_eq!(forall::Arbitrary::shrink(&node).next(), Some(leaf(0)));

    let json = Json::Object(vec![("a".into(), Json::Bool(false)), ("b".into(), Json::Number(2))]);
    let first: Vec<Json> = forall::Arbitrary::shrink(&json).take(3).collect();
    assert_eq!(first, [Json::Bool(false), Json::Number(2), Json::Null]);
}

/// Returns whether there is a product below a negation.
fn has_product_below_negation(expr: &Expr, below: bool) -> bool {
    match expr {
        Expr::Mul(l, r) => {
            below || has_product_below_negation(l, below) || has_product_below_negation(r, below)
        }
        Expr::Add(l, r) => {
            has_product_below_negation(l, below) || has_product_below_negation(r, below)
        }
        Expr::Neg { of } => has_product_below_negation(of, true),
        Expr::Lit(_) => false,
    }
}

#[test]
fn a_tree_shrinks_to_a_minimal_tree() {
    let expected = Expr::Neg { of: Box::new(Expr::Mul(Box::new(lit(0)), Box::new(lit(0)))) };
    let odd =
        (0..).map(|n| value::<Expr>(n, 9)).filter(|expr| has_product_below_negation(expr, false));
    for expr in odd.filter(|expr| expr.nodes() > 20).take(20) {
        assert_eq!(minimal(expr, |expr| has_product_below_negation(expr, false)), expected);
    }
}

#[test]
fn recursive_structs_shrink_to_minimal_values() {
    let large = (0..).map(|n| value::<Rose<u8>>(n, 9)).find(|rose| rose.nodes() > 30).unwrap();
    assert_eq!(minimal(large, |rose| rose.nodes() > 2).nodes(), 3);

    let large = (0..).map(|n| value::<Term>(n, 9)).find(|term| term.nodes() > 30).unwrap();
    assert_eq!(minimal(large, |term| term.nodes() > 4).nodes(), 5);

    assert_eq!(minimal(Pair(200_u8, 100_u8), |pair| pair.0 > pair.1), Pair(1, 0));
}
