use forall::{observe, property};
use showcase::wrap::wrap;

#[property]
fn no_word_is_lost(text: &str, #[domain(1..80_usize)] width: usize) -> bool {
    wrap(text, width).join(" ") == text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[property]
fn only_one_word_may_be_too_long(text: &str, #[domain(1..80_usize)] width: usize) {
    let lines = wrap(text, width);
    observe::classify("several lines", lines.len() > 1);
    for line in lines {
        forall::ensure!(line.chars().count() <= width || !line.contains(char::is_whitespace));
    }
}
