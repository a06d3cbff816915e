//! Rust sources as tokens, and the prose in them.

use std::ops::Range;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// Tokenizes a source; an error is the problem of the compiler, so such a file has no tokens here.
pub(crate) fn tokens(text: &str) -> Vec<TokenTree> {
    text.parse::<TokenStream>().map(trees).unwrap_or_default()
}

pub(crate) fn trees(stream: TokenStream) -> Vec<TokenTree> {
    stream.into_iter().collect()
}

/// Calls `visit` with the tokens between each pair of delimiters, the outermost first.
pub(crate) fn each_level(level: &[TokenTree], visit: &mut impl FnMut(&[TokenTree])) {
    visit(level);
    for tree in level {
        if let TokenTree::Group(group) = tree {
            each_level(&trees(group.stream()), visit);
        }
    }
}

pub(crate) fn line(tree: &TokenTree) -> usize {
    tree.span().start().line
}

pub(crate) fn is_ident(tree: Option<&TokenTree>, name: &str) -> bool {
    matches!(tree, Some(TokenTree::Ident(ident)) if ident == name)
}

pub(crate) fn is_punct(tree: Option<&TokenTree>, sign: char) -> bool {
    matches!(tree, Some(TokenTree::Punct(punct)) if punct.as_char() == sign)
}

/// Returns the group if the token is one with this delimiter.
pub(crate) fn group(tree: Option<&TokenTree>, delimiter: Delimiter) -> Option<&Group> {
    match tree {
        Some(TokenTree::Group(group)) if group.delimiter() == delimiter => Some(group),
        _ => None,
    }
}

/// Splits tokens at commas. A comma at the end adds no empty part.
pub(crate) fn split_at_commas(level: &[TokenTree]) -> Vec<&[TokenTree]> {
    let mut parts: Vec<&[TokenTree]> = level.split(|tree| is_punct(Some(tree), ',')).collect();
    if parts.last().is_some_and(|part| part.is_empty()) {
        parts.pop();
    }
    parts
}

/// Text that people read: a comment or a string literal.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Prose {
    /// The line on which it starts, from 1.
    pub(crate) line: usize,
    pub(crate) text: String,
}

/// Returns the comments and string literals of a source. Comments on adjacent lines are one piece.
pub(crate) fn prose(text: &str) -> Vec<Prose> {
    let mut leaves = Vec::new();
    leaf_ranges(&tokens(text), &mut leaves);
    // A doc comment is several tokens with one range.
    leaves.dedup();
    let mut pieces = Vec::new();
    let mut end = 0;
    for leaf in leaves {
        add_comments(text, end..leaf.start, &mut pieces);
        let token = &text[leaf.clone()];
        if token.starts_with("//") || token.starts_with("/*") {
            add_comments(text, leaf.clone(), &mut pieces);
        } else if token.ends_with(['"', '#']) && token.contains('"') {
            pieces.push(Piece { range: leaf.clone(), is_comment: false });
        }
        end = leaf.end.max(end);
    }
    add_comments(text, end..text.len(), &mut pieces);
    merge(text, pieces)
}

struct Piece {
    range: Range<usize>,
    is_comment: bool,
}

fn leaf_ranges(level: &[TokenTree], ranges: &mut Vec<Range<usize>>) {
    for tree in level {
        match tree {
            TokenTree::Group(group) => {
                ranges.push(group.span_open().byte_range());
                leaf_ranges(&trees(group.stream()), ranges);
                ranges.push(group.span_close().byte_range());
            }
            tree => ranges.push(tree.span().byte_range()),
        }
    }
}

/// Adds the range if there is more than whitespace in it.
fn add_comments(text: &str, range: Range<usize>, pieces: &mut Vec<Piece>) {
    // A doc comment has the same range as the brackets of the attribute that it stands for.
    let is_known = pieces.last().is_some_and(|last| last.range.end >= range.end);
    if !is_known && range.start < range.end && !text[range.clone()].trim().is_empty() {
        pieces.push(Piece { range, is_comment: true });
    }
}

fn merge(text: &str, pieces: Vec<Piece>) -> Vec<Prose> {
    let mut all: Vec<Prose> = Vec::new();
    let mut comment_end = None;
    for piece in pieces {
        let raw = &text[piece.range.clone()];
        if !piece.is_comment {
            all.push(Prose { line: line_at(text, piece.range.start), text: unescape(raw) });
            comment_end = None;
            continue;
        }
        let start = piece.range.start + (raw.len() - raw.trim_start().len());
        let first = line_at(text, start);
        let words = raw.trim().lines().map(without_marker).collect::<Vec<_>>().join("\n");
        let last = first + words.matches('\n').count();
        match all.last_mut() {
            Some(before) if comment_end.is_some_and(|end| end + 1 == first) => {
                before.text.push('\n');
                before.text.push_str(&words);
            }
            _ => all.push(Prose { line: first, text: words }),
        }
        comment_end = Some(last);
    }
    all
}

fn line_at(text: &str, offset: usize) -> usize {
    1 + text[..offset].matches('\n').count()
}

fn without_marker(line: &str) -> &str {
    let line = line.trim_start();
    for marker in ["///", "//!", "//", "/**", "/*!", "/*", "*/"] {
        if let Some(rest) = line.strip_prefix(marker) {
            return rest;
        }
    }
    line
}

/// Replaces escapes by spaces: only the words matter. Line breaks stay, for line numbers.
fn unescape(literal: &str) -> String {
    let mut text = String::new();
    let mut characters = literal.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' if !literal.starts_with('r') => {
                let is_break = characters.next() == Some('\n');
                text.push_str(if is_break { " \n" } else { "  " });
            }
            character => text.push(character),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(source: &str, expected: &[(usize, &str)]) {
        let found = prose(source);
        let found: Vec<(usize, &str)> =
            found.iter().map(|piece| (piece.line, piece.text.trim())).collect();
        assert_eq!(found, expected, "{source}");
    }

    #[test]
    fn comments_and_strings_are_prose_and_code_is_not() {
        check("//! One.\n\nfn two() {} // Three.\n", &[(1, "One."), (3, "Three.")]);
        check(
            "let a = \"one\"; let b = 'c'; let c = r#\"two\"#;",
            &[(1, "\"one\""), (1, "r#\"two\"#")],
        );
        check("/* one */ fn f<'a>() { /* two */ }", &[(1, "one */"), (1, "two */")]);
        check("fn f() { g(); }", &[]);
    }

    #[test]
    fn adjacent_comments_are_one_piece() {
        check(
            "/// One\n/// two.\nfn f() {\n    // Three\n    // four.\n}\n",
            &[(1, "One\n two."), (4, "Three\n four.")],
        );
        check("// One.\n\n// Two.\n", &[(1, "One.\n\n Two.")]);
    }

    #[test]
    fn escapes_are_no_words() {
        check("f(\"a\\nb \\\n  c\")", &[(1, "\"a  b  \n  c\"")]);
    }

    #[test]
    fn a_comma_at_the_end_adds_no_part() {
        assert_eq!(split_at_commas(&tokens("a, b(c, d),")).len(), 2);
        assert_eq!(split_at_commas(&tokens("")).len(), 0);
    }
}
