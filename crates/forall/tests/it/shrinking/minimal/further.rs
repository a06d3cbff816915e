//! Further minima: sums that cancel out, bits, nested brackets, shared names, and dependent lengths.

use std::collections::{BTreeMap, BTreeSet};

use forall::Arbitrary;
use forall::domain::{Domain, any, elements, just, vec};
use forall::property::property;

use super::check;

#[test]
fn sums_shrink_to_the_minimum() {
    let property = property! {
        forall xs in vec(-20..=20_i8, ..);
        check xs.len() < 3 || xs.iter().map(|x| i32::from(*x)).sum::<i32>() != 0
    };
    check("three that cancel out", &property, "[0, 0, 0]");
    let property = property! {
        forall pairs: Vec<(u8, u8)>;
        check pairs.iter().map(|(a, b)| u32::from(*a) * u32::from(*b)).sum::<u32>() < 1000
    };
    check("a sum of products", &property, "[(4, 250)]");
    let property = property! {
        forall a in 0..=500_u32;
        forall b in 0..=500_u32;
        forall c in 0..=500_u32;
        check a + b + c < 1200
    };
    check("a sum of three", &property, "200; 500; 500");
}

#[test]
fn bit_patterns_shrink_to_the_minimum() {
    let property = property! { forall x: u32; check x & 0xF0 != 0x30 || x & 0x100 == 0 };
    check("two fields", &property, "304");
    let property = property! { forall x: u16; check x.count_ones() < 5 };
    check("five bits", &property, "31");
    let property = property! { forall xs: Vec<u8>; check xs.iter().fold(0, |l, r| l ^ r) < 0x80 };
    check("a high bit", &property, "[128]");
}

#[test]
fn shared_values_shrink_to_the_minimum() {
    let property = property! {
        forall left: BTreeMap<u8, u8>;
        forall right: BTreeMap<u8, u8>;
        check left.iter().all(|(key, value)| right.get(key).is_none_or(|other| other == value))
    };
    check("a key with two values", &property, "{0: 0}; {0: 1}");
    let property = property! {
        forall xs: Vec<i32>;
        forall y: i32;
        forall z: i32;
        check y == z || !xs.contains(y) || !xs.contains(z)
    };
    check("two of a list", &property, "[0, 1]; 0; 1");
    let property = property! {
        forall s: String;
        forall t: String;
        check s.is_empty() || s == t || !t.starts_with(s)
    };
    check("a prefix", &property, "\"a\"; \"aa\"");
    let property = property! {
        forall lists: Vec<Vec<u8>>;
        check {
            let full: Vec<&Vec<u8>> = lists.iter().filter(|list| !list.is_empty()).collect();
            full.iter().collect::<BTreeSet<_>>().len() == full.len()
        }
    };
    check("two equal lists", &property, "[[0], [0]]");
}

#[test]
fn ordered_lists_shrink_to_the_minimum() {
    let property = property! {
        forall xs: Vec<i8>;
        check !xs.windows(3).any(|w| w[0] < w[1] && w[1] < w[2])
    };
    check("three that rise", &property, "[0, 1, 2]");
    let property = property! {
        forall xs: Vec<u8>;
        implies xs.is_sorted();
        check xs.windows(2).all(|w| w[0] != w[1])
    };
    check("sorted, and one twice", &property, "[0, 0]");
    let property = property! {
        forall s in vec(elements(['(', ')']), ..).mapped(String::from_iter);
        check {
            let depth = |depth: &mut i32, c| {
                *depth += if c == '(' { 1 } else { -1 };
                Some(*depth)
            };
            let depths: Vec<i32> = s.chars().scan(0, depth).collect();
            let balanced = depths.iter().all(|depth| *depth >= 0) && depths.last() == Some(&0);
            !balanced || depths.iter().all(|depth| *depth < 2)
        }
    };
    check("brackets in brackets", &property, "\"(())\"");
}

#[test]
fn dependent_lengths_shrink_to_the_minimum() {
    let property = property! {
        forall n in 0..=20_u8;
        forall xs in vec(0..=*n, ..);
        check *n < 3 || !xs.contains(n)
    };
    check("the own bound", &property, "3; [3]");
    let halves =
        (0..=40_usize).filtered(|n| n % 2 == 0).flat_mapped(|n| (just(n), vec(any::<u8>(), n / 2)));
    let property = property! {
        forall halves in halves;
        check halves.1.iter().all(|x| usize::from(*x) <= halves.0)
    };
    check("more than twice the length", &property, "(2, [3])");
    let circles = (1..=6_usize).flat_mapped(|n| (just(n), vec((0..n, 0..n), ..)));
    let property = property! {
        forall graph in circles;
        check !graph.1.iter().any(|(a, b)| {
            let next = |from: usize, to: usize| graph.1.contains(&(from, to));
            a != b && (0..graph.0).any(|c| c != *a && c != *b && next(*b, c) && next(c, *a))
        })
    };
    check("three in a circle", &property, "(3, [(0, 1), (1, 2), (2, 0)])");
}

#[derive(Arbitrary, Clone, Debug)]
struct Chain {
    weight: u8,
    next: Option<Box<Chain>>,
}

impl Chain {
    fn weights(&self) -> Vec<u8> {
        let rest = self.next.as_ref().map(|next| next.weights());
        std::iter::once(self.weight).chain(rest.unwrap_or_default()).collect()
    }
}

#[test]
fn nested_values_shrink_to_the_minimum() {
    let property = property! {
        forall chain: Chain;
        check !chain.weights().windows(2).any(|w| w[0] > w[1] && w[1] > 4)
    };
    let ideal = "Chain { weight: 6, next: Some(Chain { weight: 5, next: None }) }";
    check("a chain that falls", &property, ideal);
    let property = property! {
        forall list: Option<Vec<Option<u8>>>;
        check list.as_ref().is_none_or(|list| {
            !list.windows(2).any(|w| w[0].is_none() && w[1].is_some_and(|x| x > 4))
        })
    };
    check("some after none", &property, "Some([None, Some(5)])");
    let property = property! { forall x: f64; check x.is_nan() || x * x <= 50.0 };
    check("a square of a float", &property, "8.0");
}
