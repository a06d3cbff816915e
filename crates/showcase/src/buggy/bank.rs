//! A bank that creates money.

/// The accounts of a bank.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bank {
    /// The balance of each account.
    pub accounts: Vec<u64>,
}

impl Bank {
    /// Transfers `amount` from one account to another, if the balance allows it.
    ///
    /// Bug: it computes both balances before it stores them, so a transfer to the same account
    /// increases its balance.
    pub fn transfer(&mut self, from: usize, to: usize, amount: u64) {
        let Some(reduced) = self.accounts[from].checked_sub(amount) else { return };
        let increased = self.accounts[to] + amount;
        self.accounts[from] = reduced;
        self.accounts[to] = increased;
    }

    /// Returns the sum of all balances.
    pub fn total(&self) -> u64 {
        self.accounts.iter().sum()
    }
}
