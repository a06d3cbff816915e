//! Literals in Rust source code. Comments are skipped; code that does not parse has wrong literals, and does no harm.

/// A literal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Literal {
    /// A string, a byte string in UTF-8 or a character.
    Text(String),
    Integer(i128),
}

/// Returns the literals of a source file, in order.
pub(super) fn literals(source: &str) -> Vec<Literal> {
    let mut found = Vec::new();
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        rest = if rest.starts_with("//") {
            rest.split_once('\n').map_or("", |(_, rest)| rest)
        } else if rest.starts_with("/*") {
            after_block_comment(rest)
        } else if let Some(raw) = raw_string(rest) {
            found.push(Literal::Text(raw.0.to_owned()));
            raw.1
        } else if first == '"' {
            let (text, rest) = quoted(&rest[1..], '"');
            found.extend(text.map(Literal::Text));
            rest
        } else if first == '\'' {
            character(&rest[1..], &mut found)
        } else if first.is_ascii_digit() {
            number(rest, &mut found)
        } else if first.is_alphabetic() || first == '_' {
            let word = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
            // A prefix of a byte string or a C string belongs to the literal.
            rest.split_at(word.unwrap_or(rest.len())).1
        } else {
            &rest[first.len_utf8()..]
        };
    }
    found
}

/// Returns the text after a comment, which may contain others.
fn after_block_comment(source: &str) -> &str {
    let mut depth = 0;
    let mut rest = source;
    loop {
        let (step, more) = match rest.as_bytes() {
            [] => return "",
            [b'/', b'*', ..] => (1, 2),
            [b'*', b'/', ..] => (-1, 2),
            _ => (0, rest.chars().next().map_or(1, char::len_utf8)),
        };
        depth += step;
        rest = &rest[more..];
        if depth == 0 {
            return rest;
        }
    }
}

/// Returns the content of a raw string, and the text after it.
fn raw_string(source: &str) -> Option<(&str, &str)> {
    let start = ["r", "br", "cr"].into_iter().find_map(|prefix| source.strip_prefix(prefix))?;
    let hashes = start.len() - start.trim_start_matches('#').len();
    let content = start[hashes..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(hashes));
    content.split_once(&end)
}

/// Returns the text up to the closing quote, unless an escape is invalid, and what follows it.
fn quoted(source: &str, quote: char) -> (Option<String>, &str) {
    let mut text = Some(String::new());
    let mut chars = source.chars();
    while let Some(char) = chars.next() {
        let char = match char {
            '\\' if chars.as_str().starts_with('\n') => {
                chars = chars.as_str().trim_start().chars();
                continue;
            }
            '\\' => escaped(&mut chars),
            char if char == quote => return (text, chars.as_str()),
            char => Some(char),
        };
        match (&mut text, char) {
            (Some(text), Some(char)) => text.push(char),
            _ => text = None,
        }
    }
    (None, "")
}

/// Returns the character of an escape sequence, without its backslash.
fn escaped(chars: &mut std::str::Chars<'_>) -> Option<char> {
    Some(match chars.next()? {
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        '0' => '\0',
        'x' => {
            let digits: String = chars.by_ref().take(2).collect();
            u8::from_str_radix(&digits, 16).ok().filter(u8::is_ascii)?.into()
        }
        'u' => {
            let digits: String = chars.by_ref().skip(1).take_while(|c| *c != '}').collect();
            u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32)?
        }
        char => char,
    })
}

/// Adds a character after its opening quote, and returns what follows it. A lifetime is skipped.
fn character<'s>(source: &'s str, found: &mut Vec<Literal>) -> &'s str {
    let is_escape = source.starts_with('\\');
    if !is_escape && source.chars().nth(1) != Some('\'') {
        return source;
    }
    let (text, rest) = quoted(source, '\'');
    found.extend(text.map(Literal::Text));
    rest
}

/// Adds the integer at the start, and returns what follows it. The digits of a fraction are another number.
fn number<'s>(source: &'s str, found: &mut Vec<Literal>) -> &'s str {
    let end = source.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let (token, rest) = source.split_at(end.unwrap_or(source.len()));
    let token = token.replace('_', "");
    let (radix, digits) = match token.get(..2) {
        Some("0x") => (16, &token[2..]),
        Some("0o") => (8, &token[2..]),
        Some("0b") => (2, &token[2..]),
        _ => (10, &*token),
    };
    let suffix = digits.find(|c: char| matches!(c, 'u' | 'i') || !c.is_digit(radix));
    let digits = &digits[..suffix.unwrap_or(digits.len())];
    found.extend(i128::from_str_radix(digits, radix).ok().map(Literal::Integer));
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(source: &str, texts: &[&str], integers: &[i128]) {
        let mut found_texts = Vec::new();
        let mut found_integers = Vec::new();
        for literal in literals(source) {
            match literal {
                Literal::Text(text) => found_texts.push(text),
                Literal::Integer(integer) => found_integers.push(integer),
            }
        }
        assert_eq!(
            (&found_texts[..], &found_integers[..]),
            (&texts.iter().map(|t| (*t).to_owned()).collect::<Vec<_>>()[..], integers)
        );
    }

    #[test]
    fn all_kinds_of_literals_are_found() {
        check(
            r#"match x { "if" => 1, b"else" => 'c', _ => '\n' }"#,
            &["if", "else", "c", "\n"],
            &[1],
        );
        check(
            r##"r"a\b" br#"say "x""# "tab\t\u{3b1}\x41""##,
            &["a\\b", "say \"x\"", "tab\tα\x41"],
            &[],
        );
        check("0xFF_u8 1_000usize 0b101 7i64 0o17", &[], &[255, 1_000, 5, 7, 15]);
        check("\"two \\\n    lines\"", &["two lines"], &[]);
    }

    #[test]
    fn comments_names_and_lifetimes_are_not_literals() {
        check("// \"a\" 9\n/* 8 /* \"b\" */ 7 */ fn x2<'a>(y: &'a str) {} 6", &[], &[6]);
        check("\"open", &[], &[]);
        check("'", &[], &[]);
        check("/* open", &[], &[]);
    }
}
