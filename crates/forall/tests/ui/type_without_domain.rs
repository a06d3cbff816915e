//! A variable of a type that has no default domain.
#[derive(Clone, Debug)]
struct Account {
    balance: u32,
}

fn main() {
    let _ = forall::property::property! {
        forall account: Account;
        check account.balance < u32::MAX
    };
}
