//! Accounts between which money moves.

/// Money of some people.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bank {
    /// What each has.
    pub accounts: Vec<u32>,
}

/// Why money did not move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// There is not enough of it.
    TooLittle,
    /// The other account would not hold it.
    TooMuch,
}

impl Bank {
    /// Moves money from one account to another.
    pub fn transfer(&mut self, from: usize, to: usize, amount: u32) -> Result<(), Refused> {
        let left = self.accounts[from].checked_sub(amount).ok_or(Refused::TooLittle)?;
        if from != to {
            let sum = self.accounts[to].checked_add(amount).ok_or(Refused::TooMuch)?;
            (self.accounts[from], self.accounts[to]) = (left, sum);
        }
        Ok(())
    }

    /// All there is.
    pub fn total(&self) -> u64 {
        self.accounts.iter().copied().map(u64::from).sum()
    }
}
