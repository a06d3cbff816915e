//! Tokens as text, spaced as people write types and signatures.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use quote::ToTokens;

/// Operators of several signs, which must stay together.
const OPERATORS: [&str; 8] = ["::", "->", "=>", "..", "..=", "==", "&&", "||"];

/// Words that have a space between them and a bracket.
const KEYWORDS: [&str; 10] =
    ["as", "const", "dyn", "for", "impl", "in", "move", "mut", "pub", "where"];

/// Returns the text of a piece of syntax on one line.
pub(super) fn text(syntax: &impl ToTokens) -> String {
    let mut words = Vec::new();
    add_words(syntax.to_token_stream(), &mut words);
    let mut text = String::new();
    let mut before = "";
    for (at, word) in words.iter().enumerate() {
        // A comma at the end of a list is a matter of line breaks.
        let closes = words.get(at + 1).is_some_and(|next| matches!(&**next, ")" | "]" | ">" | "}"));
        if word == "," && (closes || at + 1 == words.len()) && !is_tuple_of_one(&words[..at]) {
            continue;
        }
        if is_spaced(before, word) {
            text.push(' ');
        }
        text.push_str(word);
        before = word;
    }
    text
}

/// Is the list that the words end with `(A`, which needs its comma?
fn is_tuple_of_one(words: &[String]) -> bool {
    let mut depth = 0_usize;
    for (at, word) in words.iter().enumerate().rev() {
        match word.as_str() {
            ")" | "]" | ">" => depth += 1,
            "(" if depth == 0 => {
                return !words[..at].last().is_some_and(|before| takes_arguments(before));
            }
            "," | "[" | "<" if depth == 0 => return false,
            "(" | "[" | "<" => depth -= 1,
            _ => {}
        }
    }
    false
}

/// Does a name or its generics stand here, so that arguments or parameters follow?
fn takes_arguments(word: &str) -> bool {
    let is_name = word.ends_with(|last: char| last.is_alphanumeric() || matches!(last, '_' | '>'));
    is_name && word != "->" && !KEYWORDS.contains(&word)
}

fn add_words(stream: TokenStream, words: &mut Vec<String>) {
    let mut glued = String::new();
    for tree in stream {
        match tree {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::None => ("", ""),
                };
                words.push(open.to_owned());
                add_words(group.stream(), words);
                words.push(close.to_owned());
            }
            TokenTree::Punct(sign) => {
                if !starts_operator(&format!("{glued}{}", sign.as_char())) {
                    words.push(std::mem::take(&mut glued));
                }
                glued.push(sign.as_char());
                if sign.spacing() == Spacing::Alone {
                    words.push(std::mem::take(&mut glued));
                }
            }
            // A lifetime is a sign and a name.
            tree if glued == "'" => words.push(std::mem::take(&mut glued) + &tree.to_string()),
            tree => words.extend([std::mem::take(&mut glued), tree.to_string()]),
        }
    }
    words.push(glued);
    words.retain(|word| !word.is_empty());
}

fn starts_operator(signs: &str) -> bool {
    OPERATORS.iter().any(|operator| operator.starts_with(signs))
}

fn is_spaced(before: &str, word: &str) -> bool {
    let is_keyword = KEYWORDS.contains(&before);
    let is_operator = matches!(before, "," | ":" | "=" | "+" | "->" | "=>" | "|" | ";" | "{");
    let opens = matches!(
        before,
        "" | "(" | "[" | "<" | "&" | "::" | "!" | "#" | "*" | "?" | "." | ".." | "..="
    );
    match word {
        _ if opens => false,
        // Arguments follow a name; a tuple, a list or a qualified path follows an operator.
        "(" | "[" => is_keyword || is_operator,
        "<" => is_operator,
        "::" => is_keyword || is_operator,
        ".." | "..=" => is_operator,
        ")" | "]" | ">" | "," | ";" | ":" | "." | "!" => false,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(expected: &str) {
        let tokens: TokenStream = expected.parse().expect("these are tokens");
        assert_eq!(text(&tokens), expected);
    }

    #[test]
    fn signatures_are_spaced_as_they_are_written() {
        check(
            "fn f<'a, A: Clone + 'a, const N: usize>(&'a mut self, x: &[A; N]) -> Option<Vec<A>> where A: ?Sized",
        );
        check(
            "fn g(f: impl Fn(&A, (A, B)) -> B + Send, p: *const u8, all: &mut [u8]) -> impl Iterator<Item = A>",
        );
        check("impl<A> Domain for (A,)");
        check("for<'a> Fn(&'a A) -> <A as Trait>::Value");
        check("struct Pair<A = Vec<u8>>(pub A, pub B)");
        check("dyn Fn() -> ::std::io::Result<()>");
        check("fn f(pair: (A,), last: F<(A,)>)");
    }

    #[test]
    fn line_breaks_and_their_commas_do_not_matter() {
        let broken: TokenStream = "fn f(\n    a: A,\n    b: Vec<\n        B,\n    >,\n)"
            .parse()
            .expect("these are tokens");
        assert_eq!(text(&broken), "fn f(a: A, b: Vec<B>)");
    }
}
