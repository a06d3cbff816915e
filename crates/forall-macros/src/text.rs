//! What the source says: its text, its place, and the names it mentions.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;

/// The tokens as they are written, with any white space as one blank.
pub(crate) fn source(tokens: &impl ToTokens) -> String {
    let mut text = Text { text: String::new(), end: None };
    text.stream(tokens.to_token_stream());
    text.text
}

/// A type as one writes it. It needs no look at the source, of which every test has a few.
pub(crate) fn ty(ty: &impl ToTokens) -> String {
    let mut text = String::new();
    type_tokens(ty.to_token_stream(), &mut text);
    // What stands for `&[T]` and `&str` is written in full, but nobody reads it so.
    text.replace("::std::vec::Vec<", "Vec<").replace("::std::string::String", "String")
}

fn type_tokens(tokens: TokenStream, text: &mut String) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                let (open, close) = delimiters(&group);
                text.push_str(open);
                type_tokens(group.stream(), text);
                text.push_str(close);
            }
            TokenTree::Punct(mark) => match mark.as_char() {
                mark @ (',' | ';') => text.extend([mark, ' ']),
                mark @ ('+' | '=') => text.extend([' ', mark, ' ']),
                '-' => text.push_str(" -"),
                '>' if text.ends_with('-') => text.push_str("> "),
                mark => text.push(mark),
            },
            word => {
                if text.ends_with(is_name) {
                    text.push(' ');
                }
                text.push_str(&word.to_string());
            }
        }
    }
}

fn delimiters(group: &Group) -> (&'static str, &'static str) {
    match group.delimiter() {
        Delimiter::Parenthesis => ("(", ")"),
        Delimiter::Bracket => ("[", "]"),
        Delimiter::Brace => ("{", "}"),
        Delimiter::None => ("", ""),
    }
}

struct Text {
    text: String,
    /// Where the last token ended.
    end: Option<(usize, usize)>,
}

impl Text {
    fn stream(&mut self, tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Group(group) => {
                    let (open, close) = delimiters(&group);
                    // A parser may have made the group anew, with one span for all of it.
                    let (start, end) = ends(group.span());
                    self.token(open, start, (start.0, start.1 + open.len()));
                    self.stream(group.stream());
                    self.token(close, (end.0, end.1.saturating_sub(close.len())), end);
                }
                token => {
                    let (start, end) = ends(token.span());
                    self.token(&token.to_string(), start, end);
                }
            }
        }
    }

    fn token(&mut self, token: &str, start: (usize, usize), end: (usize, usize)) {
        if self.end.is_some_and(|end| end != start) && !token.is_empty() {
            self.text.push(' ');
        }
        self.text.push_str(token);
        self.end = Some(end);
    }
}

/// Line and column of the first character, and of the one after the last.
fn ends(span: Span) -> ((usize, usize), (usize, usize)) {
    let (start, end) = (span.unwrap().start(), span.unwrap().end());
    ((start.line(), start.column()), (end.line(), end.column()))
}

/// The place of the first token: a file, a line and a column.
pub(crate) fn place(tokens: &impl ToTokens) -> TokenStream {
    let (line, column) = position(tokens);
    quote!((::core::file!(), #line, #column))
}

/// Line and column of the first token.
pub(crate) fn position(tokens: &impl ToTokens) -> (u32, u32) {
    let first = tokens.to_token_stream().into_iter().next();
    let span = first.map_or_else(Span::call_site, |token| token.span()).unwrap();
    (span.line() as u32, span.column() as u32)
}

/// Which of `names` the tokens mention, also inside of a format string.
pub(crate) fn mentions(tokens: &impl ToTokens, names: &[Ident]) -> Vec<Ident> {
    let mut found = Vec::new();
    collect(tokens.to_token_stream(), &mut |word| {
        found.extend(names.iter().filter(|name| name.unraw() == word).cloned());
    });
    names.iter().filter(|name| found.contains(name)).cloned().collect()
}

fn collect(tokens: TokenStream, word: &mut impl FnMut(&str)) {
    // How many dots in a row there are: one is before a field or a method, two are a range.
    let mut dots = 0;
    for token in tokens {
        let before = std::mem::take(&mut dots);
        match token {
            TokenTree::Group(group) => collect(group.stream(), word),
            TokenTree::Ident(ident) if before != 1 => word(&ident.unraw().to_string()),
            TokenTree::Ident(_) => {}
            TokenTree::Literal(literal) => {
                let text = literal.to_string();
                let holes = text.split('{').skip(1).filter_map(|hole| hole.split('}').next());
                holes.for_each(|hole| hole.split(|c: char| !is_name(c)).for_each(&mut *word));
            }
            TokenTree::Punct(mark) if mark.as_char() == '.' => dots = before + 1,
            TokenTree::Punct(_) => {}
        }
    }
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}
