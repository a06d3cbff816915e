//! The code of a value, from its `Debug` text and its type.

use super::debug_text::{DebugText, parse};
use super::written_type::TypeName;

/// Returns the code of an argument that is passed by `usage`: `&` or nothing. The types of fields are not known, so texts
/// in them are converted by `into`.
pub(in crate::machine) fn code_of(text: &str, ty: &str, usage: &str) -> String {
    let ty = TypeName::parse(ty);
    let Some(value) = parse(text) else { return format!("{usage}{text}") };
    match (&value, &*ty.base, usage) {
        (DebugText::Text(text), "String" | "PathBuf", "&") => (*text).to_owned(),
        (DebugText::List(items), "Vec", "&") => format!("&[{}]", all(items, ty.arguments.first())),
        _ => format!("{usage}{}", code(&value, Some(&ty))),
    }
}

fn code(value: &DebugText<'_>, ty: Option<&TypeName>) -> String {
    let base = ty.map_or("", |ty| &*ty.base);
    let argument = |at: usize| ty.and_then(|ty| ty.arguments.get(at));
    if let "Box" | "Rc" | "Arc" = base
        && !matches!(argument(0), Some(inner) if inner.base == "[" || inner.base == "str")
    {
        return format!("{base}::new({})", code(value, argument(0)));
    }
    match value {
        DebugText::Atom(atom) => atom_code(atom, base),
        DebugText::Text(text) => match base {
            "String" => format!("{text}.to_owned()"),
            "&str" => (*text).to_owned(),
            "PathBuf" | "OsString" => format!("{base}::from({text})"),
            _ => format!("{text}.into()"),
        },
        DebugText::List(items) => {
            let items = all(items, argument(0));
            match base {
                "[" => format!("[{items}]"),
                "VecDeque" | "LinkedList" | "BinaryHeap" => format!("{base}::from([{items}])"),
                "" | "Vec" => format!("vec![{items}]"),
                _ => format!("vec![{items}].into()"),
            }
        }
        DebugText::Set(items) => {
            format!("{}::from([{}])", known(base, "BTreeSet"), all(items, argument(0)))
        }
        // An empty set has the same text.
        DebugText::Map(entries) => {
            let entry = |(key, value): &(DebugText<'_>, DebugText<'_>)| {
                format!("({}, {})", code(key, argument(0)), code(value, argument(1)))
            };
            let entries: Vec<String> = entries.iter().map(entry).collect();
            format!("{}::from([{}])", known(base, "BTreeMap"), entries.join(", "))
        }
        DebugText::Tuple("", items) if items.len() == 1 => {
            format!("({},)", code(&items[0], argument(0)))
        }
        DebugText::Tuple("", items) => format!("({})", each(items, ty)),
        DebugText::Tuple("Err", items) if base == "Result" => {
            format!("Err({})", all(items, argument(1)))
        }
        DebugText::Tuple(name @ ("Some" | "Ok"), items) => {
            format!("{name}({})", all(items, argument(0)))
        }
        DebugText::Tuple(name, items) => {
            let inner = argument(0).filter(|_| *name == base);
            format!("{}({})", path(name, base), all(items, inner))
        }
        DebugText::Struct(name, fields) => {
            let field = |(name, value): &(DebugText<'_>, DebugText<'_>)| match name {
                DebugText::Atom(name) => format!("{name}: {}", code(value, None)),
                _ => String::new(),
            };
            let fields: Vec<String> = fields.iter().map(field).collect();
            format!("{} {{ {} }}", path(name, base), fields.join(", "))
        }
    }
}

fn atom_code(atom: &str, base: &str) -> String {
    match (atom, base) {
        ("NaN", "f32" | "f64") => format!("{base}::NAN"),
        ("inf", "f32" | "f64") => format!("{base}::INFINITY"),
        ("-inf", "f32" | "f64") => format!("{base}::NEG_INFINITY"),
        (_, "Duration") => duration_code(atom).unwrap_or_else(|| atom.to_owned()),
        ("None", _) => atom.to_owned(),
        _ if atom.starts_with(char::is_uppercase) => path(atom, base),
        _ => atom.to_owned(),
    }
}

/// Returns the code of a duration such as `1.5s`.
fn duration_code(text: &str) -> Option<String> {
    let unit = text.find(|c: char| c != '.' && !c.is_ascii_digit())?;
    let digits = match &text[unit..] {
        "s" => 9,
        "ms" => 6,
        "µs" => 3,
        "ns" => 0,
        _ => return None,
    };
    let (whole, part) = text[..unit].split_once('.').unwrap_or((&text[..unit], ""));
    let nanos: u128 = format!("{whole}{part:0<digits$}").parse().ok()?;
    let seconds = nanos / 1_000_000_000;
    Some(format!("Duration::new({seconds}, {})", nanos % 1_000_000_000))
}

/// Returns the path of a struct, or of a variant of the type `base`.
fn path(name: &str, base: &str) -> String {
    let is_variant = name != base && base.starts_with(char::is_uppercase);
    if is_variant { format!("{base}::{name}") } else { name.to_owned() }
}

fn known<'b>(base: &'b str, usual: &'b str) -> &'b str {
    if base.is_empty() { usual } else { base }
}

/// Returns the code of values of one type.
fn all(items: &[DebugText<'_>], ty: Option<&TypeName>) -> String {
    let items: Vec<String> = items.iter().map(|item| code(item, ty)).collect();
    items.join(", ")
}

/// Returns the code of the values of a tuple.
fn each(items: &[DebugText<'_>], ty: Option<&TypeName>) -> String {
    let argument = |at| ty.and_then(|ty| ty.arguments.get(at));
    let items: Vec<String> =
        items.iter().enumerate().map(|(at, item)| code(item, argument(at))).collect();
    items.join(", ")
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet, VecDeque};
    use std::fmt::Debug;
    use std::time::Duration;

    use super::code_of;

    fn written<T: Debug>(value: &T) -> String {
        code_of(&format!("{value:?}"), std::any::type_name::<T>(), "")
    }

    #[derive(Debug)]
    #[expect(dead_code, reason = "it is only printed")]
    enum Shape {
        Point,
        Circle(f64),
        Named { name: String, sides: Vec<u8> },
    }

    #[test]
    fn values_of_the_standard_library() {
        assert_eq!(written(&vec!["a\"]".to_owned()]), r#"vec!["a\"]".to_owned()]"#);
        assert_eq!(written(&Some("a".to_owned())), r#"Some("a".to_owned())"#);
        assert_eq!(written(&Err::<u8, _>(vec![1, 2])), "Err(vec![1, 2])");
        assert_eq!(written(&(1, "b".to_owned(), [true])), r#"(1, "b".to_owned(), [true])"#);
        assert_eq!(written(&(7,)), "(7,)");
        assert_eq!(written(&BTreeMap::from([('a', vec![1])])), "BTreeMap::from([('a', vec![1])])");
        assert_eq!(written(&BTreeSet::from(["x"])), r#"BTreeSet::from(["x"])"#);
        assert_eq!(written(&BTreeSet::<u8>::new()), "BTreeSet::from([])");
        assert_eq!(written(&VecDeque::from([1])), "VecDeque::from([1])");
        assert_eq!(written(&Box::new(None::<u8>)), "Box::new(None)");
        assert_eq!(
            written(&[f64::NAN, f64::NEG_INFINITY, -1.5]),
            "[f64::NAN, f64::NEG_INFINITY, -1.5]"
        );
        assert_eq!(written(&Duration::from_micros(1_500_250)), "Duration::new(1, 500250000)");
        assert_eq!(written(&Duration::from_nanos(1_500)), "Duration::new(0, 1500)");
        assert_eq!(written(&(0..5)), "0..5");
        assert_eq!(written(&'('), "'('");
    }

    #[test]
    fn variants_have_the_name_of_their_type() {
        let shapes =
            [Shape::Point, Shape::Circle(0.5), Shape::Named { name: "n".into(), sides: vec![3] }];
        let expected = r#"[Shape::Point, Shape::Circle(0.5), Shape::Named { name: "n".into(), sides: vec![3] }]"#;
        assert_eq!(written(&shapes), expected);
    }

    #[test]
    fn borrowed_arguments() {
        assert_eq!(code_of("\"a\"", "alloc::string::String", "&"), "\"a\"");
        assert_eq!(
            code_of("[\"a\"]", "alloc::vec::Vec<alloc::string::String>", "&"),
            "&[\"a\".to_owned()]"
        );
        assert_eq!(code_of("Some(3)", "core::option::Option<u8>", "&"), "&Some(3)");
        assert_eq!(code_of("an odd <text>", "x::Odd", "&"), "&an odd <text>");
    }
}
