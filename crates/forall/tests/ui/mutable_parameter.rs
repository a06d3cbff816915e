//! A parameter that is a mutable reference.
#[forall::property]
fn sorts(list: &mut Vec<u32>) -> bool {
    list.sort();
    list.is_sorted()
}

fn main() {}
