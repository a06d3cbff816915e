//! Properties of programs with bugs on purpose. All of them fail, so `cargo test` ignores them.
//!
//! `cargo forall run -p showcase --ignored` or `cargo test -p showcase --test buggy -- --ignored`
//! shows how Forall finds and shrinks a counterexample for each.

use forall::domain::{Domain, vec};
use forall::property;
use showcase::buggy::bank::Bank;
use showcase::buggy::runs::{decode, encode};
use showcase::buggy::search::middle;
use showcase::buggy::wrap::wrap;

#[property]
#[ignore = "fails on purpose"]
fn total_balance_is_conserved(
    #[domain(balances())] accounts: Vec<u64>,
    #[domain(0..accounts.len())] from: usize,
    #[domain(0..accounts.len())] to: usize,
    #[domain(0..1_000_u64)] amount: u64,
) {
    let mut bank = Bank { accounts };
    let before = bank.total();
    bank.transfer(from, to, amount);
    forall::ensure!(bank.total() == before);
}

#[property]
#[ignore = "fails on purpose"]
fn decode_inverts_encode(text: &str) {
    forall::ensure!(decode(&encode(text)) == text);
}

#[property]
#[ignore = "fails on purpose"]
fn the_middle_is_between_its_bounds(low: u32, #[domain(low..=u32::MAX)] high: u32) -> bool {
    (low..=high).contains(&middle(low, high))
}

#[property]
#[ignore = "fails on purpose"]
fn only_a_single_word_exceeds_the_width(text: &str, #[domain(1..80_usize)] width: usize) {
    for line in wrap(text, width) {
        forall::ensure!(line.chars().count() <= width || !line.contains(char::is_whitespace));
    }
}

fn balances() -> impl Domain<Value = Vec<u64>> {
    vec(0..1_000_u64, 1..8)
}
