//! Manifests in text and in binaries.

use forall::{Arbitrary, property};
use forall_format::formula::{FormulaNode, NodeKind};
use forall_format::manifest::{
    BEGIN, Manifest, ManifestNode, ManifestTail, ParseManifestError, SEPARATOR,
};

/// A node, as a macro sees it.
#[derive(Clone, Debug, Arbitrary)]
struct Node {
    name: Option<u8>,
    text: String,
    line: u32,
    column: u32,
    mentions: Vec<u8>,
}

/// Renders the manifest of a property with these nodes and a predicate.
fn manifest(nodes: &[Node], package: &str) -> String {
    let names: Vec<String> = nodes.iter().flat_map(|node| node.name).map(name).collect();
    let mut names = names.iter();
    let mut rendered = String::new();
    for node in nodes {
        let name = node.name.map_or("", |_| names.next().expect("every name is there"));
        let kind = if name.is_empty() { NodeKind::Implies } else { NodeKind::Forall };
        let mentions: Vec<String> = node.mentions.iter().copied().map(self::name).collect();
        let node = ManifestNode {
            formula: FormulaNode { kind, name, ty: "u8", text: &node.text },
            line: node.line,
            column: node.column,
            mentions: mentions.iter().map(String::as_str).collect(),
        };
        rendered += &node.to_string();
    }
    let formula = FormulaNode { kind: NodeKind::Check, name: "", ty: "", text: "holds" };
    rendered += &ManifestNode { formula, line: 1, column: 2, mentions: vec![] }.to_string();
    let nodes = &rendered;
    let tail = ManifestTail { package, name: "holds", line: 7, column: 4, target: "--lib", nodes };
    format!("{BEGIN}a::b{SEPARATOR}src/b.rs{tail}")
}

fn name(number: u8) -> String {
    format!("x{number}")
}

#[property]
fn parsing_inverts_rendering(nodes: Vec<Node>, package: String) {
    let text = manifest(&nodes, &package);
    let manifest = Manifest::parse(&text).expect("it was rendered");
    assert_eq!(manifest.property.test_path(), "b::holds");
    assert_eq!((manifest.file, manifest.line, manifest.column), ("src/b.rs", 7, 4));
    assert_eq!(manifest.target, Some("--lib"));
    let package = clean(&package);
    assert_eq!(manifest.package, Some(&*package).filter(|package| !package.is_empty()));
    let parsed: Vec<ManifestNode<'_>> = manifest.nodes.iter().collect();
    assert_eq!(parsed.len(), nodes.len() + 1);
    for (parsed, node) in parsed.iter().zip(&nodes) {
        let named = node.name.map(name).unwrap_or_default();
        let kind = if named.is_empty() { NodeKind::Implies } else { NodeKind::Forall };
        let text = clean(&node.text);
        assert_eq!(parsed.formula, FormulaNode { kind, name: &named, ty: "u8", text: &text });
        assert_eq!((parsed.line, parsed.column), (node.line, node.column));
        assert_eq!(parsed.mentions, node.mentions.iter().copied().map(name).collect::<Vec<_>>());
    }
    assert_eq!(parsed[nodes.len()].formula.kind, NodeKind::Check);
}

fn clean(text: &str) -> String {
    text.replace(['\x1d', '\x1e', '\x1f'], " ")
}

#[property]
fn manifests_are_found_between_any_bytes(before: Vec<u8>, nodes: Vec<Node>, after: Vec<u8>) {
    let text = manifest(&nodes, "a");
    let twice = [&before, text.as_bytes(), text.as_bytes(), &after].concat();
    let found: Vec<Manifest<'_>> = Manifest::find_all(&twice).collect();
    assert_eq!(found, [Manifest::parse(&text).expect("it was rendered"); 2]);
}

#[property]
fn any_text_is_parsed_without_a_panic(text: String, cut: usize) {
    let _ = Manifest::parse(&text);
    let marked = format!("{BEGIN}{text}\x1d");
    let _ = Manifest::parse(&marked).map(|manifest| manifest.nodes.to_string());
    let whole = manifest(&[], "a");
    let cut = &whole[..cut % whole.len()];
    assert_eq!(Manifest::parse(cut), Err(ParseManifestError::MissingMark));
    assert_eq!(Manifest::find_all(cut.as_bytes()).count(), 0);
}

#[test]
fn a_formula_shows_every_kind_of_node() {
    let text = "\x1dforall\x1fa::b\x1fsrc/b.rs\x1fa\x1fsorts\x1f3\x1f4\x1f\x1e\
        xs\x1fVec<u8>\x1f\x1f3\x1f4\x1f\x1ei\x1fusize\x1f0..xs.len()\x1f3\x1f9\x1fxs\x1f\x1e\
        \x1f\x1fi > 0\x1f3\x1f12\x1fi\x1f\x1e\x1f\x1f\x1f4\x1f5\x1f\x1e\x1d";
    let manifest = Manifest::parse(text).expect("it is a manifest");
    let formula = "∀ xs: Vec<u8>. ∀ i: usize in 0..xs.len(). i > 0 ⇒ …";
    assert_eq!(manifest.nodes.to_string(), formula);
    assert_eq!((manifest.package, manifest.target), (Some("a"), None));
    let observe = |name| FormulaNode { kind: NodeKind::Observe, name, ty: "", text: "xs.len()" };
    assert_eq!(observe("").to_string(), "[xs.len()] ");
    assert_eq!(observe("length").to_string(), "[length: xs.len()] ");
}

#[test]
fn an_error_names_the_field() {
    let parse = |inner: &str| Manifest::parse(&format!("{BEGIN}{inner}\x1d")).map(|_| ());
    assert_eq!(parse("a\x1fa.rs"), Err(ParseManifestError::Field("end of the test")));
    assert_eq!(parse("a\x1fa.rs\x1e"), Err(ParseManifestError::Field("package")));
    assert_eq!(parse("a\x1fa.rs\x1fp\x1ff\x1f1\x1f\x1e"), Err(ParseManifestError::Field("column")));
    let message = Manifest::parse("").unwrap_err().to_string();
    assert_eq!(message, "the property manifest has no beginning or no end");
}
