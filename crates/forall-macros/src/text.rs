//! The text of source code, its position, and the names it mentions.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;

/// A line and a column in a source file, both counted from 1.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Position {
    pub(crate) line: u32,
    pub(crate) column: u32,
}

impl Position {
    fn start_of(span: Span) -> Position {
        let start = span.unwrap().start();
        Position { line: start.line() as u32, column: start.column() as u32 }
    }

    fn end_of(span: Span) -> Position {
        let end = span.unwrap().end();
        Position { line: end.line() as u32, column: end.column() as u32 }
    }

    /// Returns the position after `text`, if `text` starts here.
    fn after(self, text: &str) -> Position {
        Position { column: self.column + text.len() as u32, ..self }
    }

    /// Returns the position at which `text` starts, if it ends here.
    fn before(self, text: &str) -> Position {
        Position { column: self.column.saturating_sub(text.len() as u32), ..self }
    }
}

/// Returns the tokens as they appear in the source file, with all white space collapsed to single
/// spaces.
pub(crate) fn source(tokens: &impl ToTokens) -> String {
    let mut writer = SourceWriter { text: String::new(), end: None };
    writer.write_stream(tokens.to_token_stream());
    writer.text
}

/// Returns the conventional text of a type. Faster than [`source`], because it does not look up
/// spans; every test has several types.
pub(crate) fn ty(ty: &impl ToTokens) -> String {
    let mut text = String::new();
    write_type(ty.to_token_stream(), &mut text);
    // The owned types of `&[T]` and `&str` have full paths in the expansion.
    text.replace("::std::vec::Vec<", "Vec<").replace("::std::string::String", "String")
}

fn write_type(tokens: TokenStream, text: &mut String) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                let (open, close) = delimiters(&group);
                text.push_str(open);
                write_type(group.stream(), text);
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

/// Returns the opening and the closing delimiter.
fn delimiters(group: &Group) -> (&'static str, &'static str) {
    match group.delimiter() {
        Delimiter::Parenthesis => ("(", ")"),
        Delimiter::Bracket => ("[", "]"),
        Delimiter::Brace => ("{", "}"),
        Delimiter::None => ("", ""),
    }
}

/// Writes tokens with a space wherever the source file has white space between them.
struct SourceWriter {
    text: String,
    /// The position at which the last token ended.
    end: Option<Position>,
}

impl SourceWriter {
    fn write_stream(&mut self, tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Group(group) => self.write_group(&group),
                token => {
                    let start = Position::start_of(token.span());
                    self.write_token(&token.to_string(), start, Position::end_of(token.span()));
                }
            }
        }
    }

    /// Derives the positions of the delimiters from the span of the whole group: if a parser
    /// rebuilt the group, `span_open` and `span_close` also cover all of it.
    fn write_group(&mut self, group: &Group) {
        let (open, close) = delimiters(group);
        let start = Position::start_of(group.span());
        let end = Position::end_of(group.span());
        self.write_token(open, start, start.after(open));
        self.write_stream(group.stream());
        self.write_token(close, end.before(close), end);
    }

    fn write_token(&mut self, token: &str, start: Position, end: Position) {
        if self.end.is_some_and(|end| end != start) && !token.is_empty() {
            self.text.push(' ');
        }
        self.text.push_str(token);
        self.end = Some(end);
    }
}

/// Returns an expression for the file, line and column of the first token.
pub(crate) fn location(tokens: &impl ToTokens) -> TokenStream {
    let Position { line, column } = position(tokens);
    quote!((::core::file!(), #line, #column))
}

/// Returns the position of the first token.
pub(crate) fn position(tokens: &impl ToTokens) -> Position {
    let first = tokens.to_token_stream().into_iter().next();
    Position::start_of(first.map_or_else(Span::call_site, |token| token.span()))
}

/// Returns those of `names` that occur in the tokens, including in format strings.
pub(crate) fn mentions(tokens: &impl ToTokens, names: &[Ident]) -> Vec<Ident> {
    let mut found = Vec::new();
    for_each_name(tokens.to_token_stream(), &mut |name| {
        found.extend(names.iter().filter(|candidate| candidate.unraw() == name).cloned());
    });
    names.iter().filter(|name| found.contains(name)).cloned().collect()
}

fn for_each_name(tokens: TokenStream, visit: &mut impl FnMut(&str)) {
    // A name after one dot is a field or a method; after two dots, it ends a range.
    let mut dots = 0;
    for token in tokens {
        let dots_before = std::mem::take(&mut dots);
        match token {
            TokenTree::Group(group) => for_each_name(group.stream(), visit),
            TokenTree::Ident(ident) if dots_before != 1 => visit(&ident.unraw().to_string()),
            TokenTree::Ident(_) => {}
            TokenTree::Literal(literal) => {
                let text = literal.to_string();
                let holes = text.split('{').skip(1).filter_map(|hole| hole.split('}').next());
                holes.for_each(|hole| hole.split(|c: char| !is_name(c)).for_each(&mut *visit));
            }
            TokenTree::Punct(mark) if mark.as_char() == '.' => dots = dots_before + 1,
            TokenTree::Punct(_) => {}
        }
    }
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}
