//! Properties of the operations on search trees.
//!
//! Validity is only checked for strategies that may generate invalid trees: the check would take
//! most of the time of a test.

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
    "UnionValid" = union_valid,
    "InsertPost" = insert_post,
    "DeletePost" = delete_post,
    "UnionPost" = union_post,
    "InsertModel" = insert_model,
    "DeleteModel" = delete_model,
    "UnionModel" = union_model,
    "InsertInsert" = insert_insert,
    "InsertDelete" = insert_delete,
    "InsertUnion" = insert_union,
    "DeleteInsert" = delete_insert,
    "DeleteDelete" = delete_delete,
    "DeleteUnion" = delete_union,
    "UnionDeleteInsert" = union_delete_insert,
    "UnionUnionIdem" = union_union_idem,
    "UnionUnionAssoc" = union_union_assoc,
}

/// Checks that both trees have the same entries, whatever their shape.
fn have_same_entries(a: &Tree, b: &Tree) -> bool {
    a.entries() == b.entries()
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
        implies strategy.is_always_valid() || t.is_bst();
        forall k in Trees(*strategy).keys(&[t], None);
        forall v: bool;
        check code.insert(*k, *v, t).is_bst()
    }
}

fn delete_valid(
    code: &'static Mutant,
    strategy: &'static Strategy,
) -> impl Property + Send + Sync + 'static {
    property! {
        forall t in Trees(*strategy);
        implies strategy.is_always_valid() || t.is_bst();
        forall k in Trees(*strategy).keys(&[t], None);
        check code.delete(*k, t).is_bst()
    }
}

fn union_valid(
    code: &'static Mutant,
    strategy: &'static Strategy,
) -> impl Property + Send + Sync + 'static {
    property! {
        forall t1 in Trees(*strategy);
        implies strategy.is_always_valid() || t1.is_bst();
        forall t2 in Trees(*strategy);
        implies strategy.is_always_valid() || t2.is_bst();
        check code.union(t1, t2).is_bst()
    }
}

fn insert_post(
    code: &'static Mutant,
    strategy: &'static Strategy,
) -> impl Property + Send + Sync + 'static {
    property! {
        forall t in Trees(*strategy);
        implies strategy.is_always_valid() || t.is_bst();
        forall k in Trees(*strategy).keys(&[t], None);
        forall k2 in Trees(*strategy).keys(&[t], Some(*k));
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
        implies strategy.is_always_valid() || t.is_bst();
        forall k in Trees(*strategy).keys(&[t], None);
        forall k2 in Trees(*strategy).keys(&[t], Some(*k));
        check code.delete(*k, t).find(*k2) == if k == k2 { None } else { t.find(*k2) }
    }
}

fn union_post(
    code: &'static Mutant,
    strategy: &'static Strategy,
) -> impl Property + Send + Sync + 'static {
    property! {
        forall t1 in Trees(*strategy);
        implies strategy.is_always_valid() || t1.is_bst();
        forall t2 in Trees(*strategy);
        implies strategy.is_always_valid() || t2.is_bst();
        forall k in Trees(*strategy).keys(&[t1, t2], None);
        check code.union(t1, t2).find(*k) == t1.find(*k).or(t2.find(*k))
    }
}

fn insert_model(
    code: &'static Mutant,
    strategy: &'static Strategy,
) -> impl Property + Send + Sync + 'static {
    property! {
        forall t in Trees(*strategy);
        implies strategy.is_always_valid() || t.is_bst();
        forall k in Trees(*strategy).keys(&[t], None);
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
        implies strategy.is_always_valid() || t.is_bst();
        forall k in Trees(*strategy).keys(&[t], None);
        check code.delete(*k, t).entries() == without(*k, t)
    }
}

fn union_model(
    code: &'static Mutant,
    strategy: &'static Strategy,
) -> impl Property + Send + Sync + 'static {
    property! {
        forall t1 in Trees(*strategy);
        implies strategy.is_always_valid() || t1.is_bst();
        forall t2 in Trees(*strategy);
        implies strategy.is_always_valid() || t2.is_bst();
        check code.union(t1, t2).entries() == {
            let mut entries = t1.entries();
            entries.extend(t2.entries().iter().filter(|(key, _)| t1.find(*key).is_none()));
            sorted(entries)
        }
    }
}

fn insert_insert(
    code: &'static Mutant,
    strategy: &'static Strategy,
) -> impl Property + Send + Sync + 'static {
    property! {
        forall t in Trees(*strategy);
        implies strategy.is_always_valid() || t.is_bst();
        forall k in Trees(*strategy).keys(&[t], None);
        forall k2 in Trees(*strategy).keys(&[t], Some(*k));
        forall v: bool;
        forall v2: bool;
        check have_same_entries(
            &code.insert(*k, *v, &code.insert(*k2, *v2, t)),
            &if k == k2 {
                code.insert(*k, *v, t)
            } else {
                code.insert(*k2, *v2, &code.insert(*k, *v, t))
            },
        )
    }
}

fn insert_delete(
    code: &'static Mutant,
    strategy: &'static Strategy,
) -> impl Property + Send + Sync + 'static {
    property! {
        forall t in Trees(*strategy);
        implies strategy.is_always_valid() || t.is_bst();
        forall k in Trees(*strategy).keys(&[t], None);
        forall k2 in Trees(*strategy).keys(&[t], Some(*k));
        forall v: bool;
        check have_same_entries(
            &code.insert(*k, *v, &code.delete(*k2, t)),
            &if k == k2 {
                code.insert(*k, *v, t)
            } else {
                code.delete(*k2, &code.insert(*k, *v, t))
            },
        )
    }
}

fn insert_union(
    code: &'static Mutant,
    strategy: &'static Strategy,
) -> impl Property + Send + Sync + 'static {
    property! {
        forall t1 in Trees(*strategy);
        implies strategy.is_always_valid() || t1.is_bst();
        forall t2 in Trees(*strategy);
        implies strategy.is_always_valid() || t2.is_bst();
        forall k in Trees(*strategy).keys(&[t1, t2], None);
        forall v: bool;
        check have_same_entries(
            &code.insert(*k, *v, &code.union(t1, t2)),
            &code.union(&code.insert(*k, *v, t1), t2),
        )
    }
}

fn delete_insert(
    code: &'static Mutant,
    strategy: &'static Strategy,
) -> impl Property + Send + Sync + 'static {
    property! {
        forall t in Trees(*strategy);
        implies strategy.is_always_valid() || t.is_bst();
        forall k in Trees(*strategy).keys(&[t], None);
        forall k2 in Trees(*strategy).keys(&[t], Some(*k));
        forall v2: bool;
        check have_same_entries(
            &code.delete(*k, &code.insert(*k2, *v2, t)),
            &if k == k2 {
                code.delete(*k, t)
            } else {
                code.insert(*k2, *v2, &code.delete(*k, t))
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
        implies strategy.is_always_valid() || t.is_bst();
        forall k in Trees(*strategy).keys(&[t], None);
        forall k2 in Trees(*strategy).keys(&[t], Some(*k));
        check have_same_entries(
            &code.delete(*k, &code.delete(*k2, t)),
            &code.delete(*k2, &code.delete(*k, t)),
        )
    }
}

fn delete_union(
    code: &'static Mutant,
    strategy: &'static Strategy,
) -> impl Property + Send + Sync + 'static {
    property! {
        forall t1 in Trees(*strategy);
        implies strategy.is_always_valid() || t1.is_bst();
        forall t2 in Trees(*strategy);
        implies strategy.is_always_valid() || t2.is_bst();
        forall k in Trees(*strategy).keys(&[t1, t2], None);
        check have_same_entries(
            &code.delete(*k, &code.union(t1, t2)),
            &code.union(&code.delete(*k, t1), &code.delete(*k, t2)),
        )
    }
}

fn union_delete_insert(
    code: &'static Mutant,
    strategy: &'static Strategy,
) -> impl Property + Send + Sync + 'static {
    property! {
        forall t1 in Trees(*strategy);
        implies strategy.is_always_valid() || t1.is_bst();
        forall t2 in Trees(*strategy);
        implies strategy.is_always_valid() || t2.is_bst();
        forall k in Trees(*strategy).keys(&[t1, t2], None);
        forall v: bool;
        check have_same_entries(
            &code.union(&code.delete(*k, t1), &code.insert(*k, *v, t2)),
            &code.insert(*k, *v, &code.union(t1, t2)),
        )
    }
}

fn union_union_idem(
    code: &'static Mutant,
    strategy: &'static Strategy,
) -> impl Property + Send + Sync + 'static {
    property! {
        forall t in Trees(*strategy);
        implies strategy.is_always_valid() || t.is_bst();
        check have_same_entries(&code.union(t, t), t)
    }
}

fn union_union_assoc(
    code: &'static Mutant,
    strategy: &'static Strategy,
) -> impl Property + Send + Sync + 'static {
    property! {
        forall t1 in Trees(*strategy);
        implies strategy.is_always_valid() || t1.is_bst();
        forall t2 in Trees(*strategy);
        implies strategy.is_always_valid() || t2.is_bst();
        forall t3 in Trees(*strategy);
        implies strategy.is_always_valid() || t3.is_bst();
        check code.union(&code.union(t1, t2), t3) == code.union(t1, &code.union(t2, t3))
    }
}
