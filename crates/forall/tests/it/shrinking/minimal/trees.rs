//! Minimal recursive values.

use forall::domain::{Domain, any, just, one_of, recursive, vec};
use forall::property::property;

use super::check;

#[derive(Clone, Debug)]
enum Tree {
    Leaf,
    Node(Box<(Tree, i32, Tree)>),
}

use Tree::{Leaf, Node};

impl Tree {
    fn depth(&self) -> usize {
        match self {
            Leaf => 0,
            Node(node) => 1 + node.0.depth().max(node.2.depth()),
        }
    }

    fn keys(&self) -> Vec<i32> {
        match self {
            Leaf => Vec::new(),
            Node(node) => [node.0.keys(), vec![node.1], node.2.keys()].concat(),
        }
    }
}

fn trees() -> impl Domain<Value = Tree> {
    recursive(just(Leaf), |inner| {
        (inner.clone(), any::<i32>(), inner).mapped(|node| Node(Box::new(node)))
    })
}

#[test]
fn binary_trees_shrink_to_the_minimum() {
    let property = property! { forall tree in trees(); check tree.depth() < 3 };
    check("depth", &property, "Node((Leaf, 0, Node((Leaf, 0, Node((Leaf, 0, Leaf))))))");
    let property = property! { forall tree in trees(); check tree.keys().is_sorted() };
    check("not in order", &property, "Node((Leaf, 0, Node((Leaf, -1, Leaf))))");
    let property = property! { forall tree in trees(); check tree.keys().iter().all(|x| *x < 100) };
    check("a large key", &property, "Node((Leaf, 100, Leaf))");
    let property = property! {
        forall tree in trees();
        check {
            let mut keys = tree.keys();
            keys.sort_unstable();
            keys.windows(2).all(|w| w[0] != w[1])
        }
    };
    check("a key twice", &property, "Node((Leaf, 0, Node((Leaf, 0, Leaf))))");
}

#[derive(Clone, Debug)]
enum Json {
    Null,
    Number(i64),
    Array(Vec<Json>),
    Object(Vec<(u8, Json)>),
}

fn json() -> impl Domain<Value = Json> {
    let leaf = one_of((just(Json::Null), any::<i64>().mapped(Json::Number)));
    recursive(leaf, |inner| {
        let array = vec(inner.clone(), ..).mapped(Json::Array);
        let object = vec((any::<u8>(), inner), ..).mapped(Json::Object);
        one_of((array, object))
    })
}

impl Json {
    fn all(&self) -> Vec<&Json> {
        let inner: Vec<&Json> = match self {
            Json::Array(items) => items.iter().flat_map(Json::all).collect(),
            Json::Object(items) => items.iter().flat_map(|(_, item)| item.all()).collect(),
            _ => Vec::new(),
        };
        std::iter::once(self).chain(inner).collect()
    }
}

#[test]
fn json_documents_shrink_to_the_minimum() {
    let has = |json: &Json, what: fn(&Json) -> bool| json.all().into_iter().any(what);
    let high = |json: &Json| matches!(json, Json::Number(10..));
    let property = property! { forall json in json(); check !has(json, high) };
    check("a number in a document", &property, "Number(10)");
    let pair = |json: &Json| matches!(json, Json::Object(items) if items.len() > 1);
    let property = property! { forall json in json(); check !has(json, pair) };
    check("an object of two", &property, "Object([(0, Null), (0, Null)])");
    let holds = |json: &Json| {
        let object = |json: &Json| matches!(json, Json::Object(_));
        matches!(json, Json::Array(items) if items.iter().any(object))
    };
    let property = property! { forall json in json(); check !has(json, holds) };
    check("an object in an array", &property, "Array([Object([])])");
    let property = property! { forall json in json(); check json.all().len() < 5 };
    check("five values", &property, "Array([Null, Null, Null, Null])");
}
