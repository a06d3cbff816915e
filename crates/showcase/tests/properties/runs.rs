use forall::{observe, property};
use showcase::runs;

#[property]
fn decode_inverts_encode(text: &str) -> bool {
    let encoded = runs::encode(text);
    observe::collect("longest run", encoded.iter().map(|run| run.count).max().unwrap_or(0));
    runs::decode(&encoded) == text
}

#[property]
fn adjacent_runs_have_different_letters(text: &str) -> bool {
    runs::encode(text).windows(2).all(|pair| pair[0].letter != pair[1].letter)
}
