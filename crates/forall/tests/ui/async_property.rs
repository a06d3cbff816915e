//! An `async` property.
#[forall::property]
async fn answers(request: u32) -> bool {
    request > 0
}

fn main() {}
