//! Properties of the operations on red-black trees.
//!
//! Validity is only checked for strategies that may generate invalid trees: the check would take
//! most of the time of a test. If an operation has no result, the property is false.

use forall::block::Property;
use forall::property::property;

use super::generate::Trees;
use super::mutant::Mutant;
use super::tree::Tree;
use crate::strategy::Strategy;
use crate::workload::properties;

properties! {
    "InsertValid" = insert_valid,
    "DeleteValid" = delete_valid,
    "InsertPost" = insert_post,
    "DeletePost" = delete_post,
    "InsertModel" = insert_model,
    "DeleteModel" = delete_model,
    "InsertInsert" = insert_insert,
    "InsertDelete" = insert_delete,
    "DeleteInsert" = delete_insert,
    "DeleteDelete" = delete_delete,
}

/// Checks that both trees exist and have the same entries, whatever their shape.
fn have_same_entries(a: Option<Tree>, b: Option<Tree>) -> bool {
    a.zip(b).is_some_and(|(a, b)| a.entries() == b.entries())
}

/// Returns the entries of the tree without `key`.
fn without(key: i32, tree: &Tree) -> Vec<(i32, bool)> {
    tree.entries().into_iter().filter(|(other, _)| *other != key).collect()
}

fn sorted(mut entries: Vec<(i32, bool)>) -> Vec<(i32, bool)> {
    entries.sort_unstable();
    entries
}

fn insert_valid(
    code: &'static Mutant,
    strategy: &'static Strategy,
) -> impl Property + Send + Sync + 'static {
    property! {
        forall t in Trees(*strategy);
        implies strategy.is_always_valid() || t.is_rbt();
        forall k in Trees(*strategy).keys(t, None);
        forall v: bool;
        check code.insert(*k, *v, t).is_rbt()
    }
}

fn delete_valid(
    code: &'static Mutant,
    strategy: &'static Strategy,
) -> impl Property + Send + Sync + 'static {
    property! {
        forall t in Trees(*strategy);
        implies strategy.is_always_valid() || t.is_rbt();
        forall k in Trees(*strategy).keys(t, None);
        check code.delete(*k, t).is_some_and(|t| t.is_rbt())
    }
}

fn insert_post(
    code: &'static Mutant,
    strategy: &'static Strategy,
) -> impl Property + Send + Sync + 'static {
    property! {
        forall t in Trees(*strategy);
        implies strategy.is_always_valid() || t.is_rbt();
        forall k in Trees(*strategy).keys(t, None);
        forall k2 in Trees(*strategy).keys(t, Some(*k));
        forall v: bool;
        check code.insert(*k, *v, t).find(*k2) == if k == k2 { Some(*v) } else { t.find(*k2) }
    }
}

fn delete_post(
    code: &'static Mutant,
    strategy: &'static Strategy,
) -> impl Property + Send + Sync + 'static {
    property! {
        forall t in Trees(*strategy);
        implies strategy.is_always_valid() || t.is_rbt();
        forall k in Trees(*strategy).keys(t, None);
        forall k2 in Trees(*strategy).keys(t, Some(*k));
        check code.delete(*k, t).is_some_and(|deleted| {
            deleted.find(*k2) == if k == k2 { None } else { t.find(*k2) }
        })
    }
}

fn insert_model(
    code: &'static Mutant,
    strategy: &'static Strategy,
) -> impl Property + Send + Sync + 'static {
    property! {
        forall t in Trees(*strategy);
        implies strategy.is_always_valid() || t.is_rbt();
        forall k in Trees(*strategy).keys(t, None);
        forall v: bool;
        check code.insert(*k, *v, t).entries() == {
            let mut entries = without(*k, t);
            entries.push((*k, *v));
            sorted(entries)
        }
    }
}

fn delete_model(
    code: &'static Mutant,
    strategy: &'static Strategy,
) -> impl Property + Send + Sync + 'static {
    property! {
        forall t in Trees(*strategy);
        implies strategy.is_always_valid() || t.is_rbt();
        forall k in Trees(*strategy).keys(t, None);
        check code.delete(*k, t).is_some_and(|t2| t2.entries() == without(*k, t))
    }
}

fn insert_insert(
    code: &'static Mutant,
    strategy: &'static Strategy,
) -> impl Property + Send + Sync + 'static {
    property! {
        forall t in Trees(*strategy);
        implies strategy.is_always_valid() || t.is_rbt();
        forall k in Trees(*strategy).keys(t, None);
        forall k2 in Trees(*strategy).keys(t, Some(*k));
        forall v: bool;
        forall v2: bool;
        check have_same_entries(
            Some(code.insert(*k, *v, &code.insert(*k2, *v2, t))),
            Some(if k == k2 {
                code.insert(*k, *v, t)
            } else {
                code.insert(*k2, *v2, &code.insert(*k, *v, t))
            }),
        )
    }
}

fn insert_delete(
    code: &'static Mutant,
    strategy: &'static Strategy,
) -> impl Property + Send + Sync + 'static {
    property! {
        forall t in Trees(*strategy);
        implies strategy.is_always_valid() || t.is_rbt();
        forall k in Trees(*strategy).keys(t, None);
        forall k2 in Trees(*strategy).keys(t, Some(*k));
        forall v: bool;
        check have_same_entries(
            code.delete(*k2, t).map(|t| code.insert(*k, *v, &t)),
            if k == k2 {
                Some(code.insert(*k, *v, t))
            } else {
                code.delete(*k2, &code.insert(*k, *v, t))
            },
        )
    }
}

fn delete_insert(
    code: &'static Mutant,
    strategy: &'static Strategy,
) -> impl Property + Send + Sync + 'static {
    property! {
        forall t in Trees(*strategy);
        implies strategy.is_always_valid() || t.is_rbt();
        forall k in Trees(*strategy).keys(t, None);
        forall k2 in Trees(*strategy).keys(t, Some(*k));
        forall v2: bool;
        check have_same_entries(
            code.delete(*k, &code.insert(*k2, *v2, t)),
            if k == k2 {
                code.delete(*k, t)
            } else {
                code.delete(*k, t).map(|t| code.insert(*k2, *v2, &t))
            },
        )
    }
}

fn delete_delete(
    code: &'static Mutant,
    strategy: &'static Strategy,
) -> impl Property + Send + Sync + 'static {
    property! {
        forall t in Trees(*strategy);
        implies strategy.is_always_valid() || t.is_rbt();
        forall k in Trees(*strategy).keys(t, None);
        forall k2 in Trees(*strategy).keys(t, Some(*k));
        check have_same_entries(
            code.delete(*k2, t).and_then(|t| code.delete(*k, &t)),
            code.delete(*k, t).and_then(|t| code.delete(*k2, &t)),
        )
    }
}
