//! A property that is a future.
#[forall::property]
async fn answers(request: u32) -> bool {
    request > 0
}

fn main() {}
