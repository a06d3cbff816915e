//! Fields of a line, separated by tabs.

/// Renders fields as one line, with a line end. Tabs, line ends and backslashes in the fields are escaped.
pub(super) fn to_line(fields: &[&str]) -> String {
    let mut line = String::new();
    for (at, field) in fields.iter().enumerate() {
        if at > 0 {
            line.push('\t');
        }
        for c in field.chars() {
            match c {
                '\\' => line.push_str("\\\\"),
                '\t' => line.push_str("\\t"),
                '\n' => line.push_str("\\n"),
                '\r' => line.push_str("\\r"),
                c => line.push(c),
            }
        }
    }
    line.push('\n');
    line
}

/// Parses the fields of a line without its line end. Returns `None` if an escape is unknown.
pub(super) fn of_line(line: &str) -> Option<Vec<String>> {
    line.split('\t').map(unescaped).collect()
}

fn unescaped(field: &str) -> Option<String> {
    let mut text = String::with_capacity(field.len());
    let mut chars = field.chars();
    while let Some(c) = chars.next() {
        text.push(match c {
            '\\' => match chars.next()? {
                '\\' => '\\',
                't' => '\t',
                'n' => '\n',
                'r' => '\r',
                _ => return None,
            },
            c => c,
        });
    }
    Some(text)
}
