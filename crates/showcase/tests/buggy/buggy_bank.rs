use forall::domain::{Domain, vec};
use forall::{ensure, property};
use showcase::buggy::bank::Bank;

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
    ensure!(bank.total() == before);
}

fn balances() -> impl Domain<Value = Vec<u64>> {
    vec(0..1_000_u64, 1..8)
}
