//! Similarities of strings.

use crate::bug::Bug;
use crate::input::input;

input! {
    struct Pair { a: String, b: String }
}

/// Returns the Jaro similarity, as textbooks define it.
fn jaro(a: &str, b: &str) -> f64 {
    let a: Vec<char> = a.chars().collect();
    let b: Vec<char> = b.chars().collect();
    if a.is_empty() && b.is_empty() {
        return 1.0;
    }
    let reach = (a.len().max(b.len()) / 2).saturating_sub(1);
    let mut is_matched = vec![false; b.len()];
    let mut from_a = Vec::new();
    for (i, letter) in a.iter().enumerate() {
        let mut window = i.saturating_sub(reach)..b.len().min(i + reach + 1);
        if let Some(j) = window.find(|j| !is_matched[*j] && b[*j] == *letter) {
            is_matched[j] = true;
            from_a.push(*letter);
        }
    }
    if from_a.is_empty() {
        return 0.0;
    }
    let from_b = b.iter().zip(is_matched).filter(|(_, is_matched)| *is_matched);
    let differing = from_a.iter().zip(from_b).filter(|(x, (y, _))| x != y).count();
    let matches = from_a.len() as f64;
    let transpositions = (differing / 2) as f64;
    let shares = matches / a.len() as f64 + matches / b.len() as f64;
    (shares + (matches - transpositions) / matches) / 3.0
}

pub(crate) static JARO_TRANSPOSITIONS: Bug<Pair> = Bug {
    name: "strsim_jaro_transpositions",
    package: "strsim",
    law: "`jaro` returns the Jaro similarity of the textbooks",
    link: "https://github.com/rapidfuzz/strsim-rs/blob/main/CHANGELOG.md",
    check: |Pair { a, b }| assert!((strsim::jaro(a, b) - jaro(a, b)).abs() < 1e-9),
    known_failure: || Pair { a: "a jke".into(), b: "jane a k".into() },
};
