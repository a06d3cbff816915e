//! Run-length encoding.

/// A run of equal characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// The character.
    pub letter: char,
    /// The length of the run.
    pub count: usize,
}

/// Encodes a text as runs.
pub fn encode(text: &str) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for letter in text.chars() {
        match runs.last_mut() {
            Some(last) if last.letter == letter => last.count += 1,
            _ => runs.push(Run { letter, count: 1 }),
        }
    }
    runs
}

/// Decodes runs to a text.
pub fn decode(runs: &[Run]) -> String {
    runs.iter().flat_map(|run| std::iter::repeat_n(run.letter, run.count)).collect()
}
