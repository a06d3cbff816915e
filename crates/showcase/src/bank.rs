//! A bank whose customers transfer money.

/// The accounts of a bank.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bank {
    /// The balance of each account.
    pub accounts: Vec<u32>,
}

/// Why a transfer was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TransferError {
    /// The balance of the sender is too low.
    InsufficientFunds,
    /// The balance of the recipient would overflow.
    Overflow,
}

impl Bank {
    /// Transfers `amount` from one account to another.
    pub fn transfer(&mut self, from: usize, to: usize, amount: u32) -> Result<(), TransferError> {
        let reduced =
            self.accounts[from].checked_sub(amount).ok_or(TransferError::InsufficientFunds)?;
        if from != to {
            let increased = self.accounts[to].checked_add(amount).ok_or(TransferError::Overflow)?;
            self.accounts[from] = reduced;
            self.accounts[to] = increased;
        }
        Ok(())
    }

    /// Returns the sum of all balances.
    pub fn total(&self) -> u64 {
        self.accounts.iter().copied().map(u64::from).sum()
    }
}
