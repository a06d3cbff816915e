//! The secret that a request must contain.

use std::fmt;
use std::io;

/// A secret of 128 random bits, as 32 hexadecimal digits.
#[derive(Clone)]
pub(super) struct Token(String);

impl Token {
    /// Returns a token from the random number generator of the operating system.
    pub(super) fn random() -> io::Result<Token> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)?;
        Ok(Token(format!("{:032x}", u128::from_ne_bytes(bytes))))
    }

    /// Returns whether `text` is the token. The time depends on the length of `text` and not on its content, so
    /// that the time of an answer reveals nothing about the token.
    pub(super) fn matches(&self, text: &str) -> bool {
        let pairs = self.0.bytes().zip(text.bytes());
        let difference = pairs.fold(0, |difference, (a, b)| difference | (a ^ b));
        self.0.len() == text.len() && std::hint::black_box(difference) == 0
    }

    /// Returns the token, to print it.
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

#[cfg(test)]
mod tests {
    use forall::{ensure, property};

    use super::*;

    #[property]
    fn a_token_matches_only_itself(token: String, other: String, position: usize) {
        ensure!(Token(token.clone()).matches(&token));
        ensure!(Token(token.clone()).matches(&other) == (token == other));
        let mut changed: Vec<char> = token.chars().collect();
        if let Some(length) = std::num::NonZero::new(changed.len()) {
            changed[position % length] = '\0';
        }
        let changed: String = changed.into_iter().collect();
        ensure!(Token(token.clone()).matches(&changed) == (token == changed));
    }

    #[test]
    fn a_token_has_128_bits_and_is_used_once() {
        let tokens = [Token::random(), Token::random()].map(|token| token.expect("random bytes"));
        assert!(tokens.iter().all(|token| token.as_str().len() == 32), "{:?}", tokens[0].as_str());
        assert_ne!(tokens[0].as_str(), tokens[1].as_str());
        assert_eq!(format!("{:?}", tokens[0]), "Token(…)");
    }
}
