//! File names of properties.

use std::path::{Component, Path};

use forall::domain::{elements, one_of, string};
use forall::{Arbitrary, property};
use forall_format::state_path::{PropertyName, TEXT_EXTENSION};

/// A part of a name, often one that some file system cannot store.
#[derive(Clone, Debug, Arbitrary)]
struct Part(
    #[forall(domain = one_of((
        string("aB./\\: ß\0", ..12),
        string('a'..='z', 150..400),
        elements(["nul".to_owned(), "NUL".to_owned(), "com1".to_owned(), "..".to_owned(), "".to_owned(), "r#type".to_owned(), "Same".to_owned(), "same".to_owned()]),
    )))]
    String,
);

fn file(parts: &[Part]) -> String {
    let module: Vec<&str> = parts.iter().map(|part| &*part.0).collect();
    PropertyName { module: &module.join("::"), name: "holds" }.file_name(TEXT_EXTENSION)
}

#[property]
fn file_names_stay_inside_their_folder(parts: Vec<Part>) {
    let file = file(&parts);
    for component in Path::new(&file).components() {
        let Component::Normal(part) = component else { panic!("{file}") };
        assert!(part.len() <= 255 - ".txt.tmp".len(), "{file}");
    }
}

#[property]
fn different_names_have_different_files(one: Part, other: Part) {
    let names = [&one, &other].map(|part| part.0.replace("r#", ""));
    forall::assume!(names[0] != names[1]);
    let files = [one, other].map(|part| file(&[part]).to_lowercase());
    assert_ne!(files[0], files[1]);
}
