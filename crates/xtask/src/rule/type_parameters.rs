//! An `impl` has few type parameters.

use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Generics, ItemImpl, ItemStruct, ItemTrait};

use super::Violation;
use crate::workspace::File;

const MAX: usize = 4;

pub(super) const ADVICE: &str =
    "use at most 4 type parameters: name what belongs together as one type";

pub(super) fn check(file: &File) -> Vec<Violation> {
    if file.extension() != "rs" || !file.is_product() {
        return Vec::new();
    }
    let Ok(syntax) = syn::parse_file(&file.text) else { return Vec::new() };
    let mut search = Search { violations: Vec::new() };
    search.visit_file(&syntax);
    search.violations
}

struct Search {
    violations: Vec<Violation>,
}

impl Search {
    fn look_at(&mut self, line: usize, generics: &Generics) {
        let count = generics.type_params().count();
        if count > MAX {
            self.violations.push(Violation::at(line, format!("{count} type parameters")));
        }
    }
}

impl Visit<'_> for Search {
    fn visit_item_impl(&mut self, item: &ItemImpl) {
        self.look_at(item.span().start().line, &item.generics);
        visit::visit_item_impl(self, item);
    }

    fn visit_item_struct(&mut self, item: &ItemStruct) {
        self.look_at(item.span().start().line, &item.generics);
    }

    fn visit_item_trait(&mut self, item: &ItemTrait) {
        self.look_at(item.span().start().line, &item.generics);
        visit::visit_item_trait(self, item);
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::lines_of;
    use super::*;

    #[test]
    fn five_type_parameters_are_found() {
        let path = "crates/forall/src/a.rs";
        assert_eq!(lines_of(check, path, "\nimpl<'a, A, B, C, D, const N: usize> X for Y {}"), []);
        assert_eq!(lines_of(check, path, "\nimpl<A, B: F<A, A>, C, D, E> X for Y {}"), [2]);
        assert_eq!(lines_of(check, path, "struct X<A, B, C, D, E>(A, B, C, D, E);"), [1]);
        assert_eq!(lines_of(check, path, "fn f() {\nimpl<A, B, C, D, E> X {}\n}"), [2]);
    }
}
