//! The attribute of a runtime below `#[property]`.
#[forall::property]
#[tokio::test]
async fn answers(request: u32) -> bool {
    request > 0
}

fn main() {}
