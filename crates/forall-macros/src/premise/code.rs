//! The code that records the restriction of a variable.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};

use super::order::Neighbour;
use super::{Condition, Requirements, Term};
use crate::node::bind_variables;

/// What premises require of one variable.
pub(crate) struct Restriction {
    /// Statements that record it in `__restriction`. They use references to the variables bound before.
    code: TokenStream,
    /// The variables that the code mentions.
    pub(crate) mentions: Vec<Ident>,
}

impl Restriction {
    /// Returns a closure over the environment of the variables `bound`. It records the restriction.
    pub(crate) fn closure(&self, bound: &[Ident]) -> TokenStream {
        let bind = bind_variables(bound);
        let code = &self.code;
        quote!(|__env, __restriction| { #bind #code })
    }
}

/// Which side of the values a bound is on.
#[derive(Clone, Copy)]
enum Side {
    Least,
    Greatest,
}

/// The code of one restriction in the making.
struct Writer<'w> {
    requirements: &'w Requirements,
    /// The path to the crate `forall`.
    root: TokenStream,
    /// The index of the restricted variable.
    variable: usize,
    statements: TokenStream,
    mentions: Vec<usize>,
}

impl Requirements {
    /// Returns what is required of the variable with this index, or `None` if it is nothing. `root` is the path
    /// to the crate `forall`.
    pub(crate) fn restriction(&self, variable: usize, root: &impl ToTokens) -> Option<Restriction> {
        let root = root.to_token_stream();
        let statements = TokenStream::new();
        let mut writer =
            Writer { requirements: self, root, variable, statements, mentions: Vec::new() };
        writer.write_order(&Term::Variable(variable));
        writer.write_order(&Term::Length(variable));
        for condition in &self.conditions {
            writer.write_condition(condition);
        }
        writer.finish()
    }
}

impl Writer<'_> {
    fn finish(self) -> Option<Restriction> {
        let Writer { requirements, root, statements, mentions, .. } = self;
        if statements.is_empty() {
            return None;
        }
        let variables = requirements.variables.iter().enumerate();
        let mentioned = variables.filter(|(index, _)| mentions.contains(index));
        let code = quote! {
            #[allow(unused_imports, clippy::all)]
            {
                use #root::domain::restrict::record::{
                    CloneableElement as _, CloneableOriginal as _, DiscreteBounds as _,
                    DomainBounds as _, KnownElements as _, OrderedBounds as _, Unknown as _,
                };
                #statements
            }
        };
        Some(Restriction { code, mentions: mentioned.map(|(_, each)| each.name.clone()).collect() })
    }

    fn write_order(&mut self, own: &Term) {
        let before = self.variable;
        let order = &self.requirements.order;
        let is_known = |term: &Term| term.is_known(before);
        for neighbour in order.below(own, is_known) {
            self.write_bound(own, &neighbour, Side::Least);
        }
        for neighbour in order.above(own, is_known) {
            self.write_bound(own, &neighbour, Side::Greatest);
        }
    }

    /// Writes that the term of this variable is on one side of another term.
    fn write_bound(&mut self, own: &Term, neighbour: &Neighbour<'_>, side: Side) {
        let is_length = matches!(own, Term::Length(_));
        let suffix = if is_length { "_length" } else { "" };
        let compare = format_ident!("compare{suffix}");
        let require = format_ident!("require_{}{suffix}", side.name());
        let steps = neighbour.steps;
        let bound = format_ident!("{}", side.name());
        let code = if neighbour.term.is_known(self.variable) {
            let other = self.reference(neighbour.term);
            quote!((&&&__restriction.#compare(#other)).#bound(#steps))
        } else {
            match neighbour.term {
                Term::Variable(later) => {
                    let Some(domain) = &self.requirements.variables[*later].domain else { return };
                    let bound = format_ident!("{}_of_domain", side.name());
                    quote!((&&&__restriction.#compare(&(#domain))).#bound(#steps))
                }
                Term::Length(_) => {
                    let root = &self.root;
                    let other = match side {
                        Side::Least => quote!(0_usize),
                        Side::Greatest => quote!(#root::domain::restrict::record::MAX_EARLY_INDEX),
                    };
                    quote!((&&&__restriction.#compare(&#other)).#bound(#steps))
                }
                Term::Value { .. } => return,
            }
        };
        self.push(quote!(let __bound = #code; __restriction.#require(__bound);));
    }

    fn write_condition(&mut self, condition: &Condition) {
        match condition {
            Condition::Equal(left, right) => self.write_original(left, right, "equal"),
            Condition::Different(left, right) => self.write_original(left, right, "different"),
            Condition::Contains { collection, element } => {
                self.write_membership(collection, element);
            }
            Condition::Variant(variable, variant) if *variable == self.variable => {
                let root = &self.root;
                let variant = format_ident!("{variant}");
                self.push(quote!(__restriction.require_variant(#root::domain::Variant::#variant);));
            }
            Condition::Variant(..) => {}
        }
    }

    /// Writes that the variable equals, or does not equal, another term.
    fn write_original(&mut self, left: &Term, right: &Term, relation: &str) {
        let own = Term::Variable(self.variable);
        let other = match (own.is(left), own.is(right)) {
            (true, false) => right,
            (false, true) => left,
            _ => return,
        };
        if !other.is_known(self.variable) {
            return;
        }
        let in_domain = relation == "equal" && self.has_same_default(other);
        let suffix = if in_domain { "_in_domain" } else { "" };
        let require = format_ident!("require_{relation}{suffix}");
        let other = self.reference(other);
        self.push(quote! {
            let __original = (&&&__restriction.compare(#other)).original();
            __restriction.#require(__original);
        });
    }

    /// Returns whether the term is a variable with the same default domain.
    fn has_same_default(&self, other: &Term) -> bool {
        let variables = &self.requirements.variables;
        let Term::Variable(other) = other else { return false };
        let default_of = &variables[self.variable].default_of;
        default_of.is_some() && *default_of == variables[*other].default_of
    }

    fn write_membership(&mut self, collection: &Term, element: &Term) {
        let own = Term::Variable(self.variable);
        if own.is(element) && collection.is_known(self.variable) {
            let collection = self.reference(collection);
            self.push(quote! {
                let __elements = (&&&__restriction.compare(#collection)).elements();
                __restriction.require_candidate(__elements);
            });
        } else if own.is(collection) && element.is_known(self.variable) {
            let element = self.reference(element);
            self.push(quote! {
                let __element = (&&&__restriction.compare(#element)).element();
                __restriction.require_element(__element);
            });
        }
    }

    /// Returns an expression for a reference to the value of a term.
    fn reference(&mut self, term: &Term) -> TokenStream {
        match term {
            Term::Variable(index) => {
                self.mentions.push(*index);
                self.requirements.variables[*index].name.to_token_stream()
            }
            Term::Length(index) => {
                self.mentions.push(*index);
                let length = &self.requirements.lengths[*index];
                quote!(&(#length))
            }
            Term::Value { expr, .. } => {
                let mentioned = self.requirements.mentioned(expr);
                let variables = mentioned.iter().map(|index| &self.requirements.variables[*index]);
                let cloned = variables.filter(|each| each.is_cloned).map(|each| &each.name);
                let cloned: Vec<&Ident> = cloned.collect();
                let code = if cloned.is_empty() {
                    quote!(&(#expr))
                } else {
                    quote!(&{ #(let #cloned = ::core::clone::Clone::clone(#cloned);)* #expr })
                };
                self.mentions.extend(mentioned);
                code
            }
        }
    }

    fn push(&mut self, statement: TokenStream) {
        self.statements.extend(quote!({ #statement }));
    }
}

impl Side {
    fn name(self) -> &'static str {
        match self {
            Side::Least => "least",
            Side::Greatest => "greatest",
        }
    }
}
