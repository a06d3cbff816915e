use forall::{observe, property};
use showcase::runs;

#[property]
fn what_is_encoded_is_decoded(text: &str) -> bool {
    let encoded = runs::encode(text);
    observe::collect("longest run", encoded.iter().map(|(_, count)| *count).max().unwrap_or(0));
    runs::decode(&encoded) == text
}

#[property]
fn neighbours_differ(text: &str) -> bool {
    runs::encode(text).windows(2).all(|pair| pair[0].0 != pair[1].0)
}
