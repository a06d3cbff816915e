use forall::{observe, property};
use showcase::wrap::wrap;

#[property]
fn wrapping_preserves_the_words(text: &str, #[domain(1..80_usize)] width: usize) -> bool {
    wrap(text, width).join(" ") == text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[property]
fn only_a_single_word_exceeds_the_width(text: &str, #[domain(1..80_usize)] width: usize) {
    let lines = wrap(text, width);
    observe::classify("several lines", lines.len() > 1);
    for line in lines {
        forall::ensure!(line.chars().count() <= width || !line.contains(char::is_whitespace));
    }
}
