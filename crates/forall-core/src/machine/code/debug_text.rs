//! Parsing the text that `Debug` prints.

/// A value, as derived implementations of `Debug` and those of the standard library print it.
#[derive(Debug, PartialEq)]
pub(super) enum DebugText<'t> {
    /// A number, a character, a range, or a variant without fields.
    Atom(&'t str),
    /// A string with its quotes.
    Text(&'t str),
    /// `[a, b]`
    List(Vec<DebugText<'t>>),
    /// `{a, b}`
    Set(Vec<DebugText<'t>>),
    /// `{a: b}`
    Map(Vec<(DebugText<'t>, DebugText<'t>)>),
    /// `(a, b)`, or `Name(a, b)`
    Tuple(&'t str, Vec<DebugText<'t>>),
    /// `Name { field: a }`
    Struct(&'t str, Vec<(DebugText<'t>, DebugText<'t>)>),
}

/// Parses a text, or returns `None` if it has another form.
pub(super) fn parse(text: &str) -> Option<DebugText<'_>> {
    let mut parser = Parser { rest: text };
    let value = parser.value()?;
    parser.rest.is_empty().then_some(value)
}

struct Parser<'t> {
    rest: &'t str,
}

impl<'t> Parser<'t> {
    fn value(&mut self) -> Option<DebugText<'t>> {
        match self.rest.chars().next()? {
            '"' => Some(DebugText::Text(self.quoted('"')?)),
            '\'' => Some(DebugText::Atom(self.quoted('\'')?)),
            '[' => Some(DebugText::List(self.items("[", "]", Parser::value)?)),
            '{' => self.braces(),
            '(' => Some(DebugText::Tuple("", self.items("(", ")", Parser::value)?)),
            _ => self.named(),
        }
    }

    fn braces(&mut self) -> Option<DebugText<'t>> {
        let start = self.rest;
        if let Some(entries) = self.items("{", "}", Parser::entry) {
            return Some(DebugText::Map(entries));
        }
        self.rest = start;
        Some(DebugText::Set(self.items("{", "}", Parser::value)?))
    }

    fn named(&mut self) -> Option<DebugText<'t>> {
        let is_end = |c: char| "()[]{},\" ".contains(c) || c == ':';
        let name = self.rest.split(is_end).next().filter(|name| !name.is_empty())?;
        self.rest = &self.rest[name.len()..];
        if self.rest.starts_with('(') {
            return Some(DebugText::Tuple(name, self.items("(", ")", Parser::value)?));
        }
        if self.rest.starts_with(" {") {
            return Some(DebugText::Struct(name, self.items(" { ", " }", Parser::entry)?));
        }
        Some(DebugText::Atom(name))
    }

    fn entry(&mut self) -> Option<(DebugText<'t>, DebugText<'t>)> {
        let key = self.value()?;
        self.rest = self.rest.strip_prefix(": ")?;
        Some((key, self.value()?))
    }

    /// Parses items that are separated by commas.
    fn items<A>(
        &mut self,
        open: &str,
        close: &str,
        item: impl Fn(&mut Self) -> Option<A>,
    ) -> Option<Vec<A>> {
        self.rest = self.rest.strip_prefix(open)?;
        let mut items = Vec::new();
        loop {
            if let Some(rest) = self.rest.strip_prefix(close) {
                self.rest = rest;
                return Some(items);
            }
            items.push(item(self)?);
            // A tuple of one value ends with a comma.
            let rest = self.rest.strip_prefix(", ").or(self.rest.strip_prefix(','));
            match rest {
                Some(rest) => self.rest = rest,
                None if self.rest.starts_with(close) => {}
                None => return None,
            }
        }
    }

    /// Returns the literal that begins here.
    fn quoted(&mut self, quote: char) -> Option<&'t str> {
        let mut is_escaped = false;
        for (at, c) in self.rest.char_indices().skip(1) {
            match c {
                _ if is_escaped => is_escaped = false,
                '\\' => is_escaped = true,
                c if c == quote => {
                    let (literal, rest) = self.rest.split_at(at + 1);
                    self.rest = rest;
                    return Some(literal);
                }
                _ => {}
            }
        }
        None
    }
}
