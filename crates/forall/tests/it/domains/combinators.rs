//! Recursive domains, permutations and subsequences.

use forall::domain::{Domain, Recursive, from_fn, just, permutation, recursive, sample};
use forall::domain::{subsequence, vec};
use forall::source::{Policy, Source};

/// A tree without values.
#[derive(Clone, Debug, PartialEq)]
struct Tree(Vec<Tree>);

impl Tree {
    fn nodes(&self) -> usize {
        1 + self.0.iter().map(Tree::nodes).sum::<usize>()
    }

    fn depth(&self) -> usize {
        1 + self.0.iter().map(Tree::depth).max().unwrap_or(0)
    }
}

fn leaf() -> impl Domain<Value = Tree> {
    just(Tree(Vec::new()))
}

fn lists() -> Recursive<Tree> {
    recursive(leaf(), |inner| vec(inner, ..).mapped(Tree))
}

/// Generates trees whose inner nodes have `children` children.
fn wide(children: usize) -> Recursive<Tree> {
    recursive(leaf(), |inner| {
        from_fn(move |source| {
            let children = (0..children).map(|_| inner.generate(source));
            children.collect::<Result<_, _>>().map(Tree)
        })
    })
}

fn trees(domain: &Recursive<Tree>, size: u32) -> Vec<Tree> {
    (0..500)
        .map(|n| domain.generate(&mut Source::for_test(1, n, size)).expect("no filter"))
        .collect()
}

/// Values have about size² parts, whatever the number of children, and fewer than 2,000 at size 9.
#[test]
fn recursive_values_grow_with_the_size_and_stay_bounded() {
    for (domain, least, most) in [
        (lists(), 20, 100),
        (wide(1), 4, 10),
        (wide(2), 10, 40),
        (wide(3), 20, 100),
        (wide(5), 40, 200),
    ] {
        let mean = |size| {
            let trees = trees(&domain, size);
            assert!(trees.iter().all(|tree| tree.depth() <= size as usize + 1));
            trees.iter().map(Tree::nodes).sum::<usize>() / trees.len()
        };
        let means = [0, 4, 9].map(mean);
        assert_eq!(means[0], 1);
        assert!(means[1] < means[2] && (least..=most).contains(&means[2]), "{means:?}");
        assert!(trees(&domain, 9).iter().all(|tree| tree.nodes() < 2_000));
    }
}

#[test]
fn the_depth_of_recursive_values_is_bounded() {
    let chain = wide(1);
    for n in 0..50 {
        let mut source = Source::for_test(1, n, 1_000);
        assert!(chain.generate(&mut source).is_ok_and(|tree| tree.depth() <= 129), "{source:?}");
    }
}

#[test]
fn recursive_values_replay_at_any_size_and_the_simplest_is_a_leaf() {
    for domain in [lists(), wide(2)] {
        assert_eq!(
            domain.generate(&mut Source::replay(Vec::new(), Policy::SIMPLEST)),
            leaf_value()
        );
        let mut source = Source::for_test(1, 5, 9).recording();
        let tree = domain.generate(&mut source).unwrap();
        assert_eq!(Ok(&tree), domain.generate(&mut Source::for_test(1, 5, 9)).as_ref());
        let values = source.into_record().values();
        assert_eq!(Ok(tree), domain.generate(&mut Source::replay(values, Policy::STRICT)));
    }
}

fn leaf_value() -> Result<Tree, forall::source::Reject> {
    Ok(Tree(Vec::new()))
}

#[test]
fn an_inner_domain_generates_nothing_outside_of_recursive() {
    let mut escaped = None;
    drop(recursive(leaf(), |inner| {
        escaped = Some(inner.clone());
        inner
    }));
    assert!(sample(&escaped.unwrap(), 10).is_empty());
}

#[test]
fn permutations_contain_the_same_values_in_all_orders() {
    let orders = permutation([1, 2, 3]);
    let mut seen = sample(&orders, 200);
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 6);
    assert!(seen.iter().all(|order| order.iter().sum::<i32>() == 6));
    let simplest = orders.generate(&mut Source::replay(Vec::new(), Policy::SIMPLEST));
    assert_eq!(simplest, Ok(vec![1, 2, 3]));
}

#[test]
fn subsequences_preserve_order_and_respect_lengths() {
    let parts = subsequence([1, 2, 3, 4], 1..=3);
    let mut seen = sample(&parts, 1_000);
    assert!(seen.iter().all(|part| (1..=3).contains(&part.len()) && part.is_sorted()));
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 14, "all subsets but the empty and the full one");
    let simplest = parts.generate(&mut Source::replay(Vec::new(), Policy::SIMPLEST));
    assert_eq!(simplest, Ok(vec![1]));
    assert_eq!(parts.shrink(&vec![2, 4]).collect::<Vec<_>>(), [vec![2], vec![4]]);
}

#[test]
fn subsequences_are_not_longer_than_the_sequence() {
    assert!(sample(&subsequence([1, 2], 3..), 10).is_empty());
    assert!(sample(&subsequence([1, 2], ..), 10).iter().all(|part| part.len() <= 2));
}

#[test]
fn recording_and_replaying_give_the_fresh_value() {
    for n in 0..100 {
        let orders = permutation([1, 2, 3, 4, 5]);
        let parts = subsequence([1, 2, 3, 4, 5], 1..);
        let mut fresh = Source::for_test(3, n, 5);
        let mut recording = Source::for_test(3, n, 5).recording();
        let both = (&orders, &parts);
        assert_eq!(both.generate(&mut fresh), both.generate(&mut recording));
        let values = recording.into_record().values();
        let mut again = Source::replay(values, Policy::STRICT);
        assert_eq!(both.generate(&mut again), both.generate(&mut Source::for_test(3, n, 5)));
        assert_eq!(again.into_record().misaligned, None);
    }
}
