//! Limits on lines and parameters are raised, not evaded with tuples.

use proc_macro2::{Delimiter, TokenTree};

use super::Violation;
use crate::source::{each_level, group, is_ident, is_punct, line, split_at_commas, tokens, trees};
use crate::workspace::File;

pub(super) const ADVICE: &str =
    "write one `let` for each variable, or name what travels together as a struct";

pub(super) const PARAMETERS_ADVICE: &str =
    "give each parameter a name, or name what travels together as a struct";

/// Finds `let (a, b) = (x, y);`, also with a type, and with brackets for parentheses.
pub(super) fn check(file: &File) -> Vec<Violation> {
    if file.extension() != "rs" {
        return Vec::new();
    }
    let mut violations = Vec::new();
    each_level(&tokens(&file.text), &mut |level| {
        for at in 0..level.len() {
            if let Some(count) = packed(&level[at..]) {
                violations.push(Violation::at(
                    line(&level[at]),
                    format!("{count} variables in one `let`"),
                ));
            }
        }
    });
    violations
}

/// Returns the number of variables if the tokens start with a packed `let`.
fn packed(tokens: &[TokenTree]) -> Option<usize> {
    let rest = tokens.split_first().filter(|(first, _)| is_ident(Some(first), "let"))?.1;
    let pattern = parts(rest.first())?;
    let equals = 1 + rest[1..]
        .iter()
        .take_while(|tree| !is_punct(Some(tree), '=') && !is_punct(Some(tree), ';'))
        .count();
    let values = parts(rest.get(equals + 1))?;
    // Without a semicolon it is `if let`, `let … else`, or the tuple is only the start of an expression.
    let ends = is_punct(rest.get(equals), '=') && is_punct(rest.get(equals + 2), ';');
    let is_typed_or_bare = equals == 1 || is_punct(rest.get(1), ':');
    let is_packed = pattern.len() > 1 && pattern.len() == values.len() && ends && is_typed_or_bare;
    (is_packed && !is_permutation(pattern, values.clone())).then_some(values.len())
}

/// Returns the parts of a tuple or an array as text.
fn parts(tree: Option<&TokenTree>) -> Option<Vec<String>> {
    let group = group(tree, Delimiter::Parenthesis).or(group(tree, Delimiter::Bracket))?;
    let inside = trees(group.stream());
    let text = |part: &[TokenTree]| part.iter().map(ToString::to_string).collect::<String>();
    Some(split_at_commas(&inside).into_iter().map(text).collect())
}

/// Does `let (a, b) = (b, a);` only swap?
fn is_permutation(mut pattern: Vec<String>, mut values: Vec<String>) -> bool {
    pattern.sort_unstable();
    values.sort_unstable();
    pattern == values
}

/// Finds parameters of functions that are tuple patterns: `fn f((a, b): (A, B))`.
pub(super) fn parameters(file: &File) -> Vec<Violation> {
    if file.extension() != "rs" || !file.is_product() {
        return Vec::new();
    }
    let mut violations = Vec::new();
    each_level(&tokens(&file.text), &mut |level| {
        for at in 0..level.len() {
            let is_named = matches!(level.get(at + 1), Some(TokenTree::Ident(_)));
            if !is_ident(level.get(at), "fn") || !is_named {
                continue;
            }
            let list =
                level[at..].iter().find_map(|tree| group(Some(tree), Delimiter::Parenthesis));
            let tuples = list.map(|list| tuple_patterns(&trees(list.stream())));
            violations.extend(tuples.into_iter().flatten());
        }
    });
    violations
}

fn tuple_patterns(parameters: &[TokenTree]) -> Vec<Violation> {
    let mut violations = Vec::new();
    for (at, tree) in parameters.iter().enumerate() {
        let Some(parts) = parts(group(Some(tree), Delimiter::Parenthesis).and(Some(tree))) else {
            continue;
        };
        // `Point(a, b): Point` takes apart what has a name.
        let is_named = at > 0 && matches!(parameters[at - 1], TokenTree::Ident(_));
        if !is_named && is_punct(parameters.get(at + 1), ':') && parts.len() > 1 {
            violations.push(Violation::at(line(tree), format!("({}, …)", parts[0])));
        }
    }
    violations
}

#[cfg(test)]
mod tests {
    use super::super::tests::lines_of;
    use super::*;

    #[test]
    fn packed_lets_are_found() {
        let found = [
            "let (a, b) = (x, y);",
            "let (mut a, b): (A, Vec<B>) = (A::new(), vec![1, 2]);",
            "let ((a, b), c) = (f(1, 2), c,);",
            "let [a, b] = [x, y];",
            "macro_rules! m { () => { let (a, b) = (1, 2); } }",
        ];
        for text in found {
            assert_eq!(lines_of(check, "a.rs", text), [1], "{text}");
        }
    }

    #[test]
    fn destructuring_is_not_packing() {
        let clean = [
            "let (a, b) = f(x, y);",
            "let (a, b) = (x, y).sorted();",
            "let (a, b) = (b, a);",
            "(a, b) = (b, a);",
            "if let (Some(a), Some(b)) = (x, y) {}",
            "let (Some(a), Some(b)) = (x, y) else { return };",
            "let (a, b) = pair;",
            "let (a, b) = if c { (x, y) } else { (y, x) };",
            "let [a, b] = [x, y].map(f);",
            "let a = (x, y);",
            "let (a,) = (x,);",
            "// let (a, b) = (x, y);\nlet s = \"let (a, b) = (x, y);\";",
        ];
        for text in clean {
            assert_eq!(lines_of(check, "a.rs", text), [], "{text}");
        }
    }

    #[test]
    fn tuple_parameters_are_found() {
        let path = "crates/forall/src/a.rs";
        assert_eq!(lines_of(parameters, path, "fn f((a, b): (A, B)) {}"), [1]);
        assert_eq!(lines_of(parameters, path, "fn f(x: X, &(a, _): &(A, B)) {}"), [1]);
        assert_eq!(lines_of(parameters, path, "fn f(pair: (A, B), Point(a, b): Point) {}"), []);
        assert_eq!(lines_of(parameters, path, "fn f(pair: (A, B)) { g(|(a, b)| a) }"), []);
        assert_eq!(lines_of(parameters, path, "type F = fn((A, B)) -> C;"), []);
        assert_eq!(lines_of(parameters, "crates/forall/tests/a.rs", "fn f((a, b): (A, B)) {}"), []);
    }
}
