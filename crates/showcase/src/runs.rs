//! Run-length encoding.

/// Each letter, and how often it comes in a row.
pub fn encode(text: &str) -> Vec<(char, usize)> {
    let mut runs: Vec<(char, usize)> = Vec::new();
    for letter in text.chars() {
        match runs.last_mut() {
            Some((last, count)) if *last == letter => *count += 1,
            _ => runs.push((letter, 1)),
        }
    }
    runs
}

/// The text that was encoded.
pub fn decode(runs: &[(char, usize)]) -> String {
    runs.iter().flat_map(|(letter, count)| std::iter::repeat_n(*letter, *count)).collect()
}
