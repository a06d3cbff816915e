//! Patterns with wildcards.

use wildmatch::WildMatch;

use crate::bug::Bug;
use crate::input::input;

input! {
    enum Sign { A, B, One, Any }
}

input! {
    struct Query { pattern: Vec<Sign>, text: Vec<bool> }
}

/// Returns whether the text matches, by definition.
fn matches(pattern: &[Sign], text: &[char]) -> bool {
    let Some((sign, rest)) = pattern.split_first() else { return text.is_empty() };
    let matches_first = |letter: Option<char>| match letter {
        None => false,
        Some(first) => text.first() == Some(&first) && matches(rest, &text[1..]),
    };
    match sign {
        Sign::A => matches_first(Some('a')),
        Sign::B => matches_first(Some('b')),
        Sign::One => matches_first(text.first().copied()),
        Sign::Any => (0..=text.len()).any(|skipped| matches(rest, &text[skipped..])),
    }
}

pub(crate) static BACKTRACKING: Bug<Query> = Bug {
    name: "wildmatch_backtracking",
    package: "wildmatch",
    law: "a text matches a pattern exactly if it does by definition",
    link: "https://github.com/becheran/wildmatch/issues/19",
    check: |query| {
        let signs = &query.pattern[..query.pattern.len().min(8)];
        let letters: Vec<char> =
            query.text.iter().take(10).map(|is_a| if *is_a { 'a' } else { 'b' }).collect();
        let pattern: String = signs
            .iter()
            .map(|sign| match sign {
                Sign::A => 'a',
                Sign::B => 'b',
                Sign::One => '?',
                Sign::Any => '*',
            })
            .collect();
        let text: String = letters.iter().collect();
        assert_eq!(
            WildMatch::new(&pattern).matches(&text),
            matches(signs, &letters),
            "`{pattern}` and `{text}`"
        );
    },
    known_failure: || Query {
        pattern: vec![Sign::Any, Sign::B, Sign::B],
        text: vec![false, false, false],
    },
};
