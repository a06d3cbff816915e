//! Breaking the `Debug` text of a value into lines.
//!
//! The text is what `{:?}` prints: groups in brackets whose items are separated by commas, and string literals.
//! A group that fits on a line stays on it. Text that is not of this form is not broken.

use forall_format::wording::group;

/// How the short items of a group that does not fit on one line are arranged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Items {
    /// As many on each line as fit.
    Filled,
    /// One on each line, so that lines can be compared.
    OnePerLine,
}

/// The maximum depth to which groups are broken. It limits the stack that deeply nested values take.
const MAX_DEPTH: usize = 32;

/// The maximum length of an item that shares its line with others.
const MAX_FILLED_LENGTH: usize = 24;

/// Returns the lines of `value`, which are at most `columns` wide if the value can be broken.
pub(super) fn lines(value: &str, columns: usize, items: Items) -> Vec<String> {
    if value.contains('\n') {
        return value.split('\n').map(str::to_owned).collect();
    }
    let Some(item) = parse(value) else { return vec![value.to_owned()] };
    let mut layout = Layout { lines: vec![String::new()], columns, items };
    layout.item(&item, 0, "");
    layout.lines
}

/// A part of a text between two commas.
#[derive(Debug)]
struct Item<'t> {
    /// The whole text of the item.
    text: &'t str,
    pieces: Vec<Piece<'t>>,
}

#[derive(Debug)]
enum Piece<'t> {
    Text(&'t str),
    Group { open: &'t str, items: Vec<Item<'t>>, close: &'t str },
}

fn parse(text: &str) -> Option<Item<'_>> {
    let mut parser = Parser { text, at: 0 };
    let item = parser.item(0, &[])?;
    (parser.at == text.len()).then_some(item)
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Parser<'t> {
    /// Parses up to one of the bytes in `ends`, which is not consumed. Returns `None` if brackets do not match.
    fn item(&mut self, depth: usize, ends: &[u8]) -> Option<Item<'t>> {
        let start = self.at;
        let mut piece_start = start;
        let mut pieces = Vec::new();
        while let Some(byte) = self.peek().filter(|byte| !ends.contains(byte)) {
            match byte {
                b'"' => self.string()?,
                b'\'' => self.character(),
                b'(' | b'[' | b'{' if depth < MAX_DEPTH => {
                    self.at += 1;
                    let open = &self.text[piece_start..self.at];
                    let group = self.group(open, depth)?;
                    pieces.push(group);
                    piece_start = self.at;
                }
                b'(' | b'[' | b'{' => self.skip_group()?,
                b')' | b']' | b'}' => return None,
                _ => self.at += 1,
            }
        }
        if piece_start < self.at || pieces.is_empty() {
            pieces.push(Piece::Text(&self.text[piece_start..self.at]));
        }
        Some(Item { text: &self.text[start..self.at], pieces })
    }

    /// Parses the items of a group, whose opening bracket ends `open`.
    fn group(&mut self, open: &'t str, depth: usize) -> Option<Piece<'t>> {
        let bracket = closing(*open.as_bytes().last()?);
        let mut items = Vec::new();
        loop {
            self.skip_spaces();
            if self.peek()? == bracket {
                break;
            }
            let item = self.item(depth + 1, &[b',', bracket])?;
            items.push(trim_end(item));
            if self.peek()? == b',' {
                self.at += 1;
            }
        }
        self.at += 1;
        Some(Piece::Group { open, items, close: &self.text[self.at - 1..self.at] })
    }

    /// Skips a group without looking at its items.
    fn skip_group(&mut self) -> Option<()> {
        let mut brackets = Vec::new();
        loop {
            match self.peek()? {
                b'"' => {
                    self.string()?;
                    continue;
                }
                open @ (b'(' | b'[' | b'{') => brackets.push(closing(open)),
                close @ (b')' | b']' | b'}') => {
                    brackets.pop().filter(|expected| *expected == close)?;
                }
                _ => {}
            }
            self.at += 1;
            if brackets.is_empty() {
                return Some(());
            }
        }
    }

    /// Skips a string literal.
    fn string(&mut self) -> Option<()> {
        self.at += 1;
        loop {
            match self.peek()? {
                b'\\' => self.at += 2,
                b'"' => break,
                _ => self.at += 1,
            }
        }
        self.at += 1;
        Some(())
    }

    /// Skips a character literal, or an apostrophe that is something else.
    fn character(&mut self) {
        let rest = &self.text[self.at + 1..];
        let literal = match rest.strip_prefix('\\') {
            Some(escaped) => {
                escaped.char_indices().skip(1).find(|(_, c)| *c == '\'').map(|(at, _)| at + 1)
            }
            None => rest
                .chars()
                .next()
                .map(char::len_utf8)
                .filter(|length| rest[*length..].starts_with('\'')),
        };
        self.at += literal.map_or(1, |length| length + 2);
    }

    fn skip_spaces(&mut self) {
        while self.peek() == Some(b' ') {
            self.at += 1;
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }
}

fn closing(open: u8) -> u8 {
    match open {
        b'(' => b')',
        b'[' => b']',
        _ => b'}',
    }
}

/// Removes the space before the bracket that closes a struct.
fn trim_end(mut item: Item<'_>) -> Item<'_> {
    item.text = item.text.trim_end_matches(' ');
    if let Some(Piece::Text(last)) = item.pieces.last_mut() {
        *last = last.trim_end_matches(' ');
    }
    item
}

struct Layout {
    lines: Vec<String>,
    columns: usize,
    items: Items,
}

impl Layout {
    /// Writes an item and what follows it, indented by `indent` columns if it takes several lines.
    fn item(&mut self, item: &Item<'_>, indent: usize, after: &str) {
        let is_whole = item.pieces.iter().all(|piece| matches!(piece, Piece::Text(_)));
        if is_whole || indent + width(item.text) + after.len() <= self.columns {
            self.push(item.text);
        } else {
            item.pieces.iter().for_each(|piece| self.piece(piece, indent));
        }
        self.push(after);
    }

    fn piece(&mut self, piece: &Piece<'_>, indent: usize) {
        match piece {
            Piece::Text(text) => self.push(text),
            Piece::Group { open, items, close } => {
                self.push(open);
                let is_short = |item: &Item<'_>| width(item.text) <= MAX_FILLED_LENGTH;
                if self.items == Items::Filled && items.iter().all(is_short) {
                    self.fill(items, indent + 2);
                } else {
                    for item in items {
                        self.break_line(indent + 2);
                        self.item(item, indent + 2, ",");
                    }
                }
                self.break_line(indent);
                self.push(close);
            }
        }
    }

    fn fill(&mut self, items: &[Item<'_>], indent: usize) {
        self.break_line(indent);
        let mut used = indent;
        for item in items {
            let needed = width(item.text) + ", ".len();
            if used > indent && used + needed > self.columns + 1 {
                self.break_line(indent);
                used = indent;
            }
            if used > indent {
                self.push(" ");
            }
            self.push(item.text);
            self.push(",");
            used += needed;
        }
    }

    fn push(&mut self, text: &str) {
        self.lines.last_mut().expect("there is always a line").push_str(text);
    }

    fn break_line(&mut self, indent: usize) {
        self.lines.push(" ".repeat(indent));
    }
}

fn width(text: &str) -> usize {
    text.chars().count()
}

/// How much of a value is printed.
#[derive(Clone, Copy, Debug)]
pub(super) struct PrintLimits {
    /// The maximum number of lines.
    max_lines: usize,
    /// The maximum number of characters of one line.
    max_line_length: usize,
}

impl PrintLimits {
    pub(super) const NONE: PrintLimits =
        PrintLimits { max_lines: usize::MAX, max_line_length: usize::MAX };
    pub(super) const REPORT: PrintLimits = PrintLimits { max_lines: 24, max_line_length: 500 };

    /// Shortens long lines, and omits lines in the middle if there are too many.
    pub(super) fn apply(self, lines: &[String]) -> Vec<String> {
        let mut shown: Vec<String> = lines.iter().map(|line| self.line(line)).collect();
        if let Some(omitted) = lines.len().checked_sub(self.max_lines).filter(|lines| *lines > 1) {
            let last = self.max_lines / 4;
            let first = self.max_lines - last;
            let note = format!("… {} more lines; `verbose` prints all", group(omitted as u64));
            shown.splice(first..lines.len() - last, [note]);
        }
        shown
    }

    fn line(self, line: &str) -> String {
        match line.char_indices().nth(self.max_line_length) {
            None => line.to_owned(),
            Some((end, _)) => {
                let characters = group(line.chars().count() as u64);
                format!("{} … ({characters} characters; `verbose` prints all)", &line[..end])
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use forall::{Arbitrary, property};

    use super::*;

    #[derive(Clone, Debug, Arbitrary)]
    enum Tree {
        Leaf(i8, char),
        Text(String),
        Map(std::collections::BTreeMap<String, Tree>),
        Fields { name: Option<u8>, parts: Vec<Tree> },
    }

    /// Removes what breaking lines adds.
    fn squeezed(text: &str) -> String {
        let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        [",)", ",]", ",}"].iter().fold(text, |text, end| text.replace(end, &end[1..]))
    }

    #[property]
    fn breaking_lines_changes_only_spaces_and_last_commas(
        tree: Tree,
        #[domain(20..120)] columns: usize,
    ) {
        let flat = format!("{tree:?}");
        for items in [Items::Filled, Items::OnePerLine] {
            assert_eq!(squeezed(&lines(&flat, columns, items).concat()), squeezed(&flat));
        }
    }

    #[property]
    fn lines_of_short_items_fit(numbers: Vec<u32>, #[domain(20..120)] columns: usize) {
        let lines = lines(&format!("{numbers:?}"), columns, Items::Filled);
        assert!(lines.iter().all(|line| width(line) <= columns), "{lines:?}");
    }

    #[property]
    fn other_text_is_kept(text: String) {
        assert_eq!(lines(&text, 1_000_000, Items::Filled).join("\n"), text);
    }

    #[test]
    fn deep_nesting_does_not_exhaust_the_stack() {
        let deep = format!("{}{}", "(".repeat(1_000_000), ")".repeat(1_000_000));
        assert_eq!(squeezed(&lines(&deep, 80, Items::Filled).concat()), deep);
    }

    #[test]
    fn long_values_are_shortened_in_the_middle() {
        let lines: Vec<String> = (0..100).map(|n| n.to_string()).collect();
        let shown = PrintLimits::REPORT.apply(&lines);
        assert_eq!((shown.len(), &*shown[17], &*shown[19]), (25, "17", "94"));
        assert_eq!(shown[18], "… 76 more lines; `verbose` prints all");
        assert_eq!(PrintLimits::NONE.apply(&lines), lines);
        let long = PrintLimits::REPORT.apply(&["x".repeat(600)]);
        assert!(long[0].ends_with("x … (600 characters; `verbose` prints all)"));
    }
}
