//! Searching for several patterns at once.

use aho_corasick::{AhoCorasickBuilder, MatchKind};

use crate::bug::Bug;
use crate::input::input;

input! {
    enum Kind { Standard, LeftmostFirst, LeftmostLongest }
}

input! {
    struct Query { patterns: Vec<Vec<u8>>, haystack: Vec<u8>, kind: Kind, dfa: bool }
}

/// A match: the number of the pattern, and where it starts and ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Match {
    pattern: usize,
    start: usize,
    end: usize,
}

/// A query over a small alphabet, so that there are matches.
struct Text {
    patterns: Vec<Vec<u8>>,
    haystack: Vec<u8>,
    ignore_case: bool,
}

impl Text {
    fn new(query: &Query, letters: &[u8], ignore_case: bool) -> Text {
        let word = |word: &[u8], max: usize| -> Vec<u8> {
            let bytes = word.iter().take(max);
            bytes.map(|byte| letters[usize::from(*byte) % letters.len()]).collect()
        };
        let patterns = query.patterns.iter().take(6).map(|pattern| word(pattern, 5));
        let patterns = patterns.filter(|pattern| !pattern.is_empty()).collect();
        Text { patterns, haystack: word(&query.haystack, 40), ignore_case }
    }

    fn found(&self, kind: &Kind, dfa: bool) -> Vec<Match> {
        let kind = match kind {
            Kind::Standard => MatchKind::Standard,
            Kind::LeftmostFirst => MatchKind::LeftmostFirst,
            Kind::LeftmostLongest => MatchKind::LeftmostLongest,
        };
        let mut builder = AhoCorasickBuilder::new();
        builder.match_kind(kind).ascii_case_insensitive(self.ignore_case);
        search(&mut builder, dfa, self)
    }

    /// Returns the matches that follow from the definition of the match kind.
    fn expected(&self, kind: &Kind) -> Vec<Match> {
        let occurrences = self.occurrences();
        let rank = |m: &Match| match kind {
            Kind::Standard => (m.end, m.start, m.pattern),
            Kind::LeftmostFirst => (m.start, m.pattern, 0),
            Kind::LeftmostLongest => (m.start, self.haystack.len() - m.end, m.pattern),
        };
        let mut matches: Vec<Match> = Vec::new();
        loop {
            let position = matches.last().map_or(0, |last| last.end);
            let rest = occurrences.iter().filter(|m| m.start >= position);
            let Some(next) = rest.min_by_key(|m| rank(m)) else { return matches };
            matches.push(*next);
        }
    }

    fn occurrences(&self) -> Vec<Match> {
        let mut all = Vec::new();
        for (pattern, text) in self.patterns.iter().enumerate() {
            for (start, window) in self.haystack.windows(text.len()).enumerate() {
                let same = window == text;
                if same || self.ignore_case && window.eq_ignore_ascii_case(text) {
                    all.push(Match { pattern, start, end: start + text.len() });
                }
            }
        }
        all
    }
}

#[cfg(not(feature = "fixed"))]
fn search(builder: &mut AhoCorasickBuilder, dfa: bool, text: &Text) -> Vec<Match> {
    let automaton = builder.dfa(dfa).build(&text.patterns);
    let matches = automaton.find_iter(&text.haystack);
    matches.map(|m| Match { pattern: m.pattern(), start: m.start(), end: m.end() }).collect()
}

#[cfg(feature = "fixed")]
fn search(builder: &mut AhoCorasickBuilder, dfa: bool, text: &Text) -> Vec<Match> {
    let kind = dfa.then_some(aho_corasick::AhoCorasickKind::DFA);
    let automaton = builder.kind(kind).build(&text.patterns).expect("the patterns are short");
    let matches = automaton.find_iter(&text.haystack);
    matches
        .map(|m| Match { pattern: m.pattern().as_usize(), start: m.start(), end: m.end() })
        .collect()
}

pub(crate) static IGNORE_CASE: Bug<Query> = Bug {
    name: "aho_corasick_ignore_case",
    package: "aho-corasick",
    law: "a search that ignores case finds the same spans as a naive search",
    link: "https://github.com/BurntSushi/aho-corasick/commit/e9110e99",
    check: |query| {
        let text = Text::new(query, b"abcABCxyz", true);
        let spans = |matches: Vec<Match>| -> Vec<[usize; 2]> {
            matches.iter().map(|m| [m.start, m.end]).collect()
        };
        assert_eq!(spans(text.found(&query.kind, query.dfa)), spans(text.expected(&query.kind)));
    },
    known_failure: || Query {
        patterns: vec![vec![0, 1]],
        haystack: vec![0, 4],
        kind: Kind::LeftmostFirst,
        dfa: false,
    },
};

pub(crate) static PATTERN_ID: Bug<Query> = Bug {
    name: "aho_corasick_pattern_id",
    package: "aho-corasick",
    law: "a search finds the same patterns at the same places as a naive search",
    link: "https://github.com/BurntSushi/aho-corasick",
    check: |query| {
        let text = Text::new(query, b"abcdefg", false);
        assert_eq!(text.found(&query.kind, query.dfa), text.expected(&query.kind));
    },
    known_failure: || Query {
        patterns: vec![vec![0], vec![0, 0], vec![1], vec![2], vec![3]],
        haystack: vec![1],
        kind: Kind::LeftmostFirst,
        dfa: false,
    },
};
