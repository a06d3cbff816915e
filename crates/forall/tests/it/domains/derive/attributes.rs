//! `#[forall(…)]` on fields and variants.

use forall::Arbitrary;
use forall::domain::{Domain, any, vec};
use forall::source::{ChoiceValue, Source};

use super::types::Colour;
use super::{SAMPLES, frequencies, minimal, simplest, value};

fn lower() -> impl Domain<Value = char> {
    (b'a'..=b'z').mapped(char::from)
}

/// A type that is not `Arbitrary`.
#[derive(Clone, Debug, Default, PartialEq)]
struct Handle(u8);

#[derive(Arbitrary, Clone, Debug, PartialEq)]
struct User {
    #[forall(domain = 18..=99_u8)]
    age: u8,
    #[forall(domain = vec(lower(), 1..=8))]
    name: Vec<char>,
    #[forall(default)]
    handle: Handle,
    #[forall(skip)]
    cache: Option<Handle>,
    #[forall(default = Handle(7))]
    lucky: Handle,
    /// A field with the default domain of its type, written out.
    #[forall(domain = any::<Colour>())]
    colour: Colour,
}

#[test]
fn fields_are_generated_by_their_domain() {
    for n in 0..SAMPLES {
        let user = value::<User>(n, 9);
        assert!((18..=99).contains(&user.age) && (1..=8).contains(&user.name.len()));
        assert_eq!((user.handle, user.cache, user.lucky), (Handle(0), None, Handle(7)));
    }
}

#[test]
fn fields_shrink_within_their_domain() {
    let least = minimal(value::<User>(5, 9), |user| user.age > 20 && user.lucky == Handle(7));
    assert_eq!((least.age, least.colour), (21, Colour::Red));
    assert_eq!(least.name.len(), 1);
}

#[derive(Arbitrary, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Often {
    #[forall(skip)]
    Never,
    Seldom,
    #[forall(weight = 8)]
    Mostly,
    #[forall(skip)]
    NeverAndNotArbitrary(Vec<&'static str>),
}

#[test]
fn variants_are_chosen_by_weight() {
    let seen = frequencies(5, Often::clone);
    assert_eq!(seen.keys().collect::<Vec<_>>(), [&Often::Seldom, &Often::Mostly]);
    // One in nine of 2,000 is 222, and the standard deviation 14.
    assert!((160..=290).contains(&seen[&Often::Seldom]), "{seen:?}");
    assert_eq!(simplest::<Often>(), Often::Seldom);
    assert_eq!(Often::Never.shrink().count(), 0);
    assert_eq!(Often::NeverAndNotArbitrary(vec!["x"]).shrink().count(), 0);
}

#[test]
fn themes_leave_weights_alone() {
    let draw = |n| Often::generate(&mut Source::for_test(11, n, 5).themed());
    let drawn = (0..SAMPLES).map(|n| draw(n).expect("a derived type rejects nothing"));
    let seldom = drawn.filter(|value| *value == Often::Seldom).count();
    assert!((160..=290).contains(&seldom), "{seldom} of {SAMPLES}");
}

#[derive(Arbitrary, Clone, Debug, PartialEq)]
enum Tree {
    #[forall(weight = 1)]
    Leaf,
    #[forall(weight = 9)]
    Fork(Box<Tree>, #[forall(domain = 0..5_u8)] u8, Box<Tree>),
    #[forall(weight = 1)]
    Grafted(#[forall(default)] Option<Box<Tree>>),
}

/// A constant field does not make a variant recursive, and recursive variants respect weights.
#[test]
fn recursive_variants_respect_weights() {
    let seen = frequencies(0, |tree: &Tree| matches!(tree, Tree::Fork(..)));
    assert_eq!(seen.get(&true), None);
    let seen = frequencies(1, |tree: &Tree| matches!(tree, Tree::Fork(..)));
    assert!(seen[&true] > SAMPLES / 11 * 8, "{seen:?}");
    assert_eq!(
        minimal(value::<Tree>(1, 9), |tree| !matches!(tree, Tree::Leaf)),
        Tree::Grafted(None)
    );
}

/// Returns the choices of a value, if it is invertible.
fn choices_of(value: &impl Arbitrary) -> Option<Vec<ChoiceValue>> {
    let mut choices = Vec::new();
    value.invert(&mut choices).map(|()| choices)
}

#[test]
fn only_values_of_the_domain_are_invertible() {
    for n in 0..SAMPLES {
        let mut source = Source::for_test(11, n, 5).recording();
        let tree = Tree::generate(&mut source).expect("a derived type rejects nothing");
        assert_eq!(choices_of(&tree), Some(source.into_record().values()), "{tree:?}");
    }
    assert_eq!(choices_of(&Often::Mostly), Some(vec![ChoiceValue::Integer(1)]));
    assert_eq!(choices_of(&Often::Never), None);
    let leaf = || Box::new(Tree::Leaf);
    assert_eq!(choices_of(&Tree::Fork(leaf(), 5, leaf())), None, "5 is not in 0..5");
    assert_eq!(choices_of(&value::<User>(5, 9)), None, "the domain of the name is mapped");
}
