//! Parsing the names of types.

/// A type, without the modules it is in.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TypeName {
    /// The name of a type, `(` for a tuple, or `[` for an array or a slice.
    pub(super) base: String,
    pub(super) arguments: Vec<TypeName>,
}

impl TypeName {
    /// Parses what [`type_name`](std::any::type_name) returns. Other kinds of types have no arguments.
    pub(super) fn parse(text: &str) -> TypeName {
        let text = text.trim();
        let inner = |open, close| text.strip_prefix(open).and_then(|rest| rest.strip_suffix(close));
        if let Some(parts) = inner('(', ')') {
            return TypeName { base: "(".to_owned(), arguments: arguments(parts) };
        }
        if let Some(element) = inner('[', ']') {
            let element = split(element, ';').into_iter().take(1);
            return TypeName {
                base: "[".to_owned(),
                arguments: element.map(TypeName::parse).collect(),
            };
        }
        let (path, rest) = text.split_once('<').unwrap_or((text, ""));
        let base = path.rsplit("::").next().unwrap_or(path).to_owned();
        TypeName { base, arguments: arguments(rest.strip_suffix('>').unwrap_or("")) }
    }
}

fn arguments(text: &str) -> Vec<TypeName> {
    split(text, ',')
        .into_iter()
        .filter(|part| !part.trim().is_empty())
        .map(TypeName::parse)
        .collect()
}

/// Splits a text where the separator is outside of all brackets.
fn split(text: &str, separator: char) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut depth = 0;
    let mut start = 0;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '<' => depth += 1,
            ')' | ']' | '>' => depth -= 1,
            c if c == separator && depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}
