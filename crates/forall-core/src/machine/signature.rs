//! Operations as they are declared, for reports and for code.

use std::any::type_name;
use std::fmt::Debug;

use super::code::code_of;
use super::{ArgumentCode, Call, CallArgument, CallReply, Condition, Handle, Line};
use crate::data::debug_text;

/// An operation or a question, as it is declared.
///
/// ```
/// use forall::machine::{CallReply, Parameter, Signature};
///
/// const CLOSE: Signature = Signature {
///     name: "close",
///     function: "Store::close",
///     is_mutable: true,
///     is_async: false,
///     parameters: &[Parameter { name: "file", ty: "Self::File", usage: "", handle: Some("file") }],
///     reply: CallReply::Unit,
///     agree: None,
///     ensures: &[],
/// };
/// assert!(CLOSE.function.ends_with(CLOSE.name));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Signature {
    /// The name of the method.
    pub name: &'static str,
    /// The path of the method: `Store::open`.
    pub function: &'static str,
    /// Whether the method takes `&mut self`.
    pub is_mutable: bool,
    /// Whether the method is an `async fn`.
    pub is_async: bool,
    /// The parameters after `self`.
    pub parameters: &'static [Parameter],
    /// What the method returns.
    pub reply: CallReply,
    /// A function of both replies that compares them. Without one, they must be equal.
    pub agree: Option<&'static str>,
    /// What must hold after the step.
    pub ensures: &'static [Condition],
}

/// A parameter of an operation.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// The name.
    pub name: &'static str,
    /// The type.
    pub ty: &'static str,
    /// How it is passed: `&`, `&mut ` or nothing.
    pub usage: &'static str,
    /// The kind of handle, if it is one.
    pub handle: Option<&'static str>,
}

/// An argument of a step, as [`for_each_argument`](super::Machine::for_each_argument) passes it.
///
/// ```
/// use forall::machine::{Machine, StepArgument};
///
/// #[forall::machine(model = Sum)]
/// trait Counter {
///     fn add(&mut self, n: u8);
/// }
///
/// #[derive(Default)]
/// struct Sum(u32);
///
/// impl Counter for Sum {
///     fn add(&mut self, n: u8) { self.0 += u32::from(n); }
/// }
/// type Step = <Sum as Machine>::Step;
///
/// let mut printed = Vec::new();
/// Sum::for_each_argument(&Step::add { n: 7 }, &mut |argument| {
///     let StepArgument::Value(value) = argument else { panic!("it is a handle") };
///     printed.push(value.print());
/// });
/// assert_eq!(printed, ["7"]);
/// ```
#[derive(Clone, Copy)]
#[expect(missing_debug_implementations, reason = "a value is printed by `ArgumentValue`")]
pub enum StepArgument<'s> {
    /// A value.
    Value(&'s dyn ArgumentValue),
    /// A handle that an earlier step has made.
    Handle(Handle),
}

/// A value that can be printed and written as code. The code of values inside of structs may need a change.
///
/// ```
/// use forall::machine::ArgumentValue;
///
/// assert_eq!((7.print(), vec![1, 2].code("&")), ("7".to_owned(), "&[1, 2]".to_owned()));
/// assert_eq!("a".to_owned().code(""), "\"a\".to_owned()");
/// assert_eq!(std::cmp::Ordering::Less.code(""), "Ordering::Less");
/// ```
pub trait ArgumentValue {
    /// Prints the value.
    fn print(&self) -> String;

    /// Returns the value as code, passed by `usage`: `&` or nothing.
    fn code(&self, usage: &str) -> String;
}

impl<T: Debug> ArgumentValue for T {
    fn print(&self) -> String {
        debug_text(self)
    }

    fn code(&self, usage: &str) -> String {
        code_of(&print_debug(self), type_name::<T>(), usage)
    }
}

fn print_debug(value: &dyn Debug) -> String {
    format!("{value:?}")
}

/// Writes the reply of a model to a step.
///
/// ```
/// let mut text = String::new();
/// forall::machine::write_reply(&mut text, &Some(7));
/// assert_eq!(text, "Some(7)");
/// ```
pub fn write_reply(text: &mut String, reply: &dyn Debug) {
    *text = print_debug(reply);
}

/// Passes the arguments of a step to a function.
type ForEachArgument<'s> = &'s dyn Fn(&mut dyn FnMut(StepArgument<'_>));

impl Signature {
    /// Prints a step with this signature.
    pub(super) fn line(&self, for_each_argument: ForEachArgument<'_>) -> Line {
        let mut arguments = Vec::new();
        let mut parameters = self.parameters.iter();
        for_each_argument(&mut |argument| {
            let parameter = parameters.next();
            arguments.push(match argument {
                StepArgument::Value(value) => value.print(),
                StepArgument::Handle(handle) => handle_name(handle, parameter),
            });
        });
        let line = Line::of(self.name, &arguments);
        match self.reply {
            CallReply::Handle(kind) | CallReply::MaybeHandle(kind) => line.making(kind),
            CallReply::Unit | CallReply::Value => line,
        }
    }

    /// Returns the call of a step with this signature.
    pub(super) fn step_call(&self, for_each_argument: ForEachArgument<'_>) -> Call {
        let mut codes = Vec::new();
        let mut parameters = self.parameters.iter();
        for_each_argument(&mut |argument| {
            let parameter = parameters.next();
            let usage = parameter.map_or("", |parameter| parameter.usage);
            codes.push(match argument {
                StepArgument::Value(value) => ArgumentCode::Value(value.code(usage)),
                StepArgument::Handle(handle) => {
                    ArgumentCode::Handle { usage, name: handle_name(handle, parameter) }
                }
            });
        });
        self.call(codes)
    }

    /// Returns a call with these arguments.
    pub(super) fn call(&self, codes: Vec<ArgumentCode>) -> Call {
        let arguments = self.parameters.iter().zip(codes);
        let arguments = arguments.map(|(parameter, code)| CallArgument {
            name: parameter.name,
            ty: parameter.ty,
            code,
        });
        Call {
            function: self.function,
            is_mutable: self.is_mutable,
            is_async: self.is_async,
            arguments: arguments.collect(),
            reply: self.reply,
            agree: self.agree,
            ensures: self.ensures.to_vec(),
        }
    }
}

fn handle_name(handle: Handle, parameter: Option<&Parameter>) -> String {
    handle.name(parameter.and_then(|parameter| parameter.handle).unwrap_or_default())
}
