//! Options of async properties where they have no effect, and with unknown values.
#[forall::property(executor = "tokio")]
fn is_synchronous(x: u32) -> bool {
    x > 0
}

#[forall::property(leaks = "warn")]
async fn has_an_unknown_value(x: u32) -> bool {
    x > 0
}

fn block_on<F: Future>(_: F) -> F::Output {
    loop {}
}

#[forall::property(executor = block_on, leaks = "fail")]
async fn cannot_see_leaks(x: u32) -> bool {
    x > 0
}

#[forall::property(panics = "ignore")]
async fn cannot_swallow_panics(x: u32) -> bool {
    x > 0
}

#[forall::property(executor = "async-std")]
async fn has_an_unknown_executor(x: u32) -> bool {
    x > 0
}

fn main() {}
