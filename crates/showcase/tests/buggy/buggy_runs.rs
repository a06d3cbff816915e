use forall::{ensure, property};
use showcase::buggy::runs::{decode, encode};

#[property]
#[ignore = "fails on purpose"]
fn decode_inverts_encode(text: &str) {
    ensure!(decode(&encode(text)) == text);
}
