//! The methods of the trait: what starts a system, its operations, and the questions that are always asked.

use proc_macro2::Ident;
use quote::ToTokens;
use syn::{
    Attribute, BinOp, Error, Expr, ExprBinary, Receiver, Result, ReturnType, TraitItemFn, Type,
};

use super::arguments::{self, Argument, ArgumentKind, HandleUse, handle_in};
use super::postcondition::{self, Postcondition};
use crate::passing::without_parentheses;
use crate::text;

/// A method of the trait.
#[expect(clippy::large_enum_variant, reason = "a trait has few methods")]
pub(super) enum Method {
    Start(Start),
    Operation(Operation),
    Question(Question),
}

/// The function that creates a model or a system.
pub(super) struct Start {
    pub(super) name: Ident,
    pub(super) is_async: bool,
    pub(super) arguments: Vec<Argument>,
}

/// A method that is a step.
pub(super) struct Operation {
    pub(super) name: Ident,
    pub(super) is_mutable: bool,
    pub(super) is_async: bool,
    pub(super) arguments: Vec<Argument>,
    pub(super) reply: Reply,
    /// The conditions that must all hold.
    pub(super) when: Vec<Expr>,
    pub(super) weight: Option<Expr>,
    pub(super) agree: Option<Expr>,
    pub(super) ensures: Vec<Postcondition>,
}

/// What an operation returns.
pub(super) enum Reply {
    Unit,
    Value,
    /// Only a handle of this type.
    Handle(Ident),
    /// An `Option` or a `Result` of such a handle.
    MaybeHandle(Ident),
}

/// A method that is called after every step, and must give the same answer for the model and the system.
pub(super) struct Question {
    pub(super) name: Ident,
    pub(super) is_mutable: bool,
    pub(super) agree: Option<Expr>,
}

/// The attributes of this macro on a method.
#[derive(Default)]
struct Attributes {
    start: Option<Attribute>,
    always: Option<Attribute>,
    when: Option<Expr>,
    weight: Option<Expr>,
    agree: Option<Expr>,
    ensures: Vec<Expr>,
}

/// Parses a method, and removes the attributes of this macro from it.
pub(super) fn parse(function: &mut TraitItemFn, handles: &[Ident]) -> Result<Method> {
    let attributes = take_attributes(&mut function.attrs)?;
    let signature = &mut function.sig;
    let name = signature.ident.clone();
    if !signature.generics.params.is_empty() {
        let message = "a generic operation is not supported: name the types";
        return Err(Error::new_spanned(&signature.generics, message));
    }
    let receiver = signature.receiver().cloned();
    let mut inputs = signature.inputs.iter_mut();
    if receiver.is_some() {
        inputs.next();
    }
    let arguments = arguments::parse(inputs, handles)?;
    if let Some(start) = &attributes.start {
        attributes.reject_others(start)?;
        check_start(&name, receiver, &arguments, &signature.output)?;
        let is_async = signature.asyncness.is_some();
        return Ok(Method::Start(Start { name, is_async, arguments }));
    }
    let Some(receiver) = receiver else {
        let message = format!(
            "`{name}` is no operation, because it does not take `&mut self` or `&self`: mark what creates a system with `#[start]`"
        );
        return Err(Error::new(name.span(), message));
    };
    let is_mutable = is_mutable(&receiver)?;
    if let Some(always) = &attributes.always {
        attributes.reject_others(always)?;
        if let Some(asyncness) = &signature.asyncness {
            let message = "a question that is always asked cannot be `async`: other tasks would run while it waits, so make it an operation";
            return Err(Error::new_spanned(asyncness, message));
        }
        if let Some(argument) = arguments.first() {
            let message = "a question that is always asked takes only `&self`";
            return Err(Error::new(argument.name.span(), message));
        }
        return Ok(Method::Question(Question { name, is_mutable, agree: attributes.agree }));
    }
    let reply = reply(&signature.output, handles)?;
    let Attributes { when, weight, agree, ensures, .. } = attributes;
    let when = when.map(conjuncts).unwrap_or_default();
    check_handles(&arguments)?;
    let ensures = postcondition::parse(ensures)?;
    check_conditions(&ensures, &arguments)?;
    Ok(Method::Operation(Operation {
        name,
        is_mutable,
        is_async: signature.asyncness.is_some(),
        arguments,
        reply,
        when,
        weight,
        agree,
        ensures,
    }))
}

/// Splits `a && b && c` into its parts.
fn conjuncts(condition: Expr) -> Vec<Expr> {
    match condition {
        Expr::Binary(ExprBinary { left, op: BinOp::And(_), right, attrs }) if attrs.is_empty() => {
            conjuncts(*left).into_iter().chain(conjuncts(*right)).collect()
        }
        condition => vec![condition],
    }
}

fn check_start(
    name: &Ident,
    receiver: Option<Receiver>,
    arguments: &[Argument],
    output: &ReturnType,
) -> Result<()> {
    if let Some(receiver) = receiver {
        let message = "`#[start]` creates a system: it takes no `self`, and returns `Self`";
        return Err(Error::new_spanned(receiver, message));
    }
    let returns_self = match output {
        ReturnType::Type(_, ty) => ty.to_token_stream().to_string() == "Self",
        ReturnType::Default => false,
    };
    if !returns_self {
        return Err(Error::new(name.span(), "`#[start]` creates a system: it returns `Self`"));
    }
    let handle = arguments.iter().find(|one| matches!(one.kind, ArgumentKind::Handle { .. }));
    if let Some(argument) = handle {
        let message = "there are no handles yet when a system starts";
        return Err(Error::new(argument.name.span(), message));
    }
    Ok(())
}

fn is_mutable(receiver: &Receiver) -> Result<bool> {
    if receiver.reference.is_none() || receiver.colon_token.is_some() {
        let message =
            "an operation takes `&mut self` or `&self`: the next step needs the system too";
        return Err(Error::new_spanned(receiver, message));
    }
    Ok(receiver.mutability.is_some())
}

/// Rejects an exclusive reference to a handle beside another handle of the same type: both could be the same.
fn check_handles(arguments: &[Argument]) -> Result<()> {
    for argument in arguments {
        let ArgumentKind::Handle { kind, usage: HandleUse::Exclusive } = &argument.kind else {
            continue;
        };
        let is_same = |other: &&Argument| {
            other.name != argument.name
                && matches!(&other.kind, ArgumentKind::Handle { kind: other, .. } if other == kind)
        };
        if arguments.iter().any(|other| is_same(&other)) {
            let message = format!(
                "both handles may be the same `{kind}`, so none can be `&mut`: take `&Self::{kind}`"
            );
            return Err(Error::new(argument.name.span(), message));
        }
    }
    Ok(())
}

/// Rejects a condition on a handle that is used up: it holds after the step.
fn check_conditions(conditions: &[Postcondition], arguments: &[Argument]) -> Result<()> {
    let consumed = arguments.iter().filter(|argument| {
        matches!(argument.kind, ArgumentKind::Handle { usage: HandleUse::Consumed, .. })
    });
    let consumed: Vec<Ident> = consumed.map(|argument| argument.name.clone()).collect();
    for condition in conditions {
        if let Some(name) = text::mentions(&condition.tested, &consumed).first() {
            let message = format!(
                "`{name}` is used up after this step: mention it in `old(…)`, which is evaluated before the step"
            );
            return Err(Error::new_spanned(&condition.written, message));
        }
    }
    Ok(())
}

/// Returns whether a method replies with a handle.
fn reply(output: &ReturnType, handles: &[Ident]) -> Result<Reply> {
    let ReturnType::Type(_, ty) = output else { return Ok(Reply::Unit) };
    let ty = without_parentheses(ty);
    if let Some(kind) = handle_in(ty, handles) {
        return Ok(Reply::Handle(kind));
    }
    if let Type::Path(path) = ty
        && let Some(last) = path.path.segments.last()
        && (last.ident == "Option" || last.ident == "Result")
        && let syn::PathArguments::AngleBracketed(inner) = &last.arguments
        && let Some(syn::GenericArgument::Type(first)) = inner.args.first()
        && let Some(kind) = handle_in(first, handles)
    {
        return Ok(Reply::MaybeHandle(kind));
    }
    arguments::reject_handles_inside(
        ty,
        handles,
        "a reply with a handle is `Self::H`, `Option<Self::H>` or `Result<Self::H, E>`",
    )?;
    match ty {
        Type::Tuple(tuple) if tuple.elems.is_empty() => Ok(Reply::Unit),
        _ => Ok(Reply::Value),
    }
}

fn take_attributes(attributes: &mut Vec<Attribute>) -> Result<Attributes> {
    let mut taken = Attributes::default();
    for attribute in std::mem::take(attributes) {
        match attribute.path().get_ident().map(Ident::to_string).as_deref() {
            Some("start") => taken.start = Some(without_arguments(attribute)?),
            Some("always") => taken.always = Some(without_arguments(attribute)?),
            Some("when") => taken.when = Some(attribute.parse_args()?),
            Some("weight") => taken.weight = Some(attribute.parse_args()?),
            Some("agree") => taken.agree = Some(attribute.parse_args()?),
            Some("ensures") => taken.ensures.push(attribute.parse_args()?),
            _ => attributes.push(attribute),
        }
    }
    Ok(taken)
}

fn without_arguments(attribute: Attribute) -> Result<Attribute> {
    attribute.meta.require_path_only()?;
    Ok(attribute)
}

impl Attributes {
    /// Rejects attributes that only operations have.
    fn reject_others(&self, of: &Attribute) -> Result<()> {
        let conditions = [&self.when, &self.weight].into_iter().flatten().chain(&self.ensures);
        if let Some(expression) = conditions.into_iter().next() {
            let message = "only operations have conditions and weights";
            return Err(Error::new_spanned(expression, message));
        }
        if !of.path().is_ident("start") {
            return Ok(());
        }
        if let Some(always) = &self.always {
            return Err(Error::new_spanned(always, "`#[start]` cannot also be `#[always]`"));
        }
        match &self.agree {
            Some(agree) => Err(Error::new_spanned(agree, "`#[start]` has no reply to compare")),
            None => Ok(()),
        }
    }
}
