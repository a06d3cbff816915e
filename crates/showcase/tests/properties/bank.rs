use forall::property;
use showcase::bank::Bank;

#[property]
fn total_balance_is_conserved(
    accounts: Vec<u32>,
    #[domain(0..accounts.len())] from: usize,
    #[domain(0..accounts.len())] to: usize,
    amount: u32,
) -> bool {
    let mut bank = Bank { accounts };
    let before = bank.total();
    let _ = bank.transfer(from, to, amount);
    bank.total() == before
}

#[property(implies(accounts[from] >= amount), implies(from != to))]
fn a_transfer_reduces_the_balance_of_the_sender(
    accounts: Vec<u32>,
    #[domain(0..accounts.len())] from: usize,
    #[domain(0..accounts.len())] to: usize,
    #[domain(0..1_000_u32)] amount: u32,
) {
    let mut bank = Bank { accounts: accounts.clone() };
    if bank.transfer(from, to, amount).is_ok() {
        forall::ensure!(bank.accounts[from] == accounts[from] - amount);
    }
}
