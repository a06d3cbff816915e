//! A list of steps as the code of a test, which needs nothing of this library.

use std::any::type_name;
use std::cell::RefCell;
use std::fmt::{Debug, Write};

use super::{Handle, Machine, Steps};

thread_local! {
    /// The code of the list that was checked last, if it is collected.
    static COLLECTED: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Runs `work`, and returns the code of a test with the steps that it [checked](Steps::check) last. Returns no code
/// if it checked none.
///
/// ```
/// use forall::machine::{Steps, collect_code, steps};
///
/// #[forall::machine(model = Stack)]
/// trait Values {
///     fn push(&mut self, x: u8);
///     fn pop(&mut self) -> Option<u8>;
/// }
///
/// #[derive(Default)]
/// struct Stack(Vec<u8>);
///
/// impl Values for Stack {
///     fn push(&mut self, x: u8) { self.0.push(x) }
///     fn pop(&mut self) -> Option<u8> { self.0.pop() }
/// }
/// let lists: Vec<Steps<Stack>> = forall::domain::sample(&steps(), 100);
/// let list = lists.iter().find(|list| format!("{list:?}") == "1  pop()  → None").unwrap();
/// let ((), code) = collect_code(|| list.check::<Stack>());
/// assert!(code.unwrap().contains("assert_eq!(Values::pop(&mut system), Values::pop(&mut model)); // step 1"));
/// ```
pub fn collect_code<R>(work: impl FnOnce() -> R) -> (R, Option<String>) {
    COLLECTED.set(Some(String::new()));
    let result = work();
    (result, COLLECTED.take().filter(|code| !code.is_empty()))
}

/// A call of an operation, as code.
///
/// ```
/// use forall::machine::{Call, CallArgument, CallReply, Handle};
///
/// let close = Call {
///     function: "Store::close",
///     is_mutable: true,
///     arguments: vec![CallArgument::Handle { usage: "", name: Handle { step: 0 }.name("file") }],
///     reply: CallReply::Unit,
/// };
/// assert!(matches!(&close.arguments[0], CallArgument::Handle { name, .. } if name == "file1"));
/// ```
#[derive(Clone, Debug)]
pub struct Call {
    /// The path of the method: `Store::open`.
    pub function: &'static str,
    /// Whether the method takes `&mut self`.
    pub is_mutable: bool,
    /// The arguments after `self`.
    pub arguments: Vec<CallArgument>,
    /// What the method returns.
    pub reply: CallReply,
}

/// An argument of a [`Call`].
#[derive(Clone, Debug)]
pub enum CallArgument {
    /// The code of a value.
    Value(String),
    /// A handle.
    Handle {
        /// How it is passed: `&`, `&mut ` or nothing.
        usage: &'static str,
        /// Its name in reports.
        name: String,
    },
}

/// What a [`Call`] returns.
#[derive(Clone, Copy, Debug)]
pub enum CallReply {
    /// Nothing.
    Unit,
    /// A value that the model and the system must agree on.
    Value,
    /// A handle of this kind.
    Handle(&'static str),
    /// A handle of this kind, in an `Option` or a `Result`.
    MaybeHandle(&'static str),
}

/// Returns the code of an argument from its `Debug` text. The code of nested texts and enums may need a change.
///
/// ```
/// use forall::machine::argument_code;
///
/// assert_eq!(argument_code(&"a".to_owned(), ""), "\"a\".to_owned()");
/// assert_eq!(argument_code(&vec![1, 2], "&"), "&[1, 2]");
/// assert_eq!(argument_code(&std::cmp::Ordering::Less, ""), "Ordering::Less");
/// assert_eq!(argument_code(&Some(3), ""), "Some(3)");
/// ```
pub fn argument_code<T: Debug>(value: &T, usage: &str) -> String {
    let text = format!("{value:?}");
    let name = short_name(type_name::<T>());
    let base = name.split('<').next().unwrap_or_default();
    let is_by_value = usage.is_empty();
    match base {
        "String" if is_by_value => format!("{text}.to_owned()"),
        "String" => text,
        "Vec" if is_by_value => format!("vec!{text}"),
        "Option" | "Result" => format!("{usage}{text}"),
        // A struct prints its name, and a variant prints its own.
        _ if text.starts_with(char::is_alphabetic)
            && base.starts_with(char::is_uppercase)
            && !text.starts_with(base) =>
        {
            format!("{usage}{base}::{text}")
        }
        _ => format!("{usage}{text}"),
    }
}

/// Returns the name of a type without the modules it is in.
fn short_name(path: &str) -> String {
    let mut name = String::new();
    for part in path.split_inclusive(|c: char| !c.is_alphanumeric() && c != '_') {
        name.push_str(part);
        if name.ends_with("::") {
            let kept =
                name.trim_end_matches("::").rfind(|c: char| !c.is_alphanumeric() && c != '_');
            name.truncate(kept.map_or(0, |at| at + 1));
        }
    }
    name
}

/// Whose call it is.
#[derive(Clone, Copy)]
struct Side {
    variable: &'static str,
    /// The beginning of the names of its handles.
    handles: &'static str,
}

const MODEL: Side = Side { variable: "model", handles: "model_" };
const SYSTEM: Side = Side { variable: "system", handles: "" };

impl<M: Machine> Steps<M> {
    /// Adds the code of a test with these steps, if it is collected.
    pub(super) fn collect_code<S>(&self) {
        COLLECTED.with_borrow_mut(|collected| {
            if let Some(code) = collected {
                *code = self.code(&short_name(type_name::<S>())).unwrap_or_default();
            }
        });
    }

    fn code(&self, system: &str) -> Option<String> {
        let start = M::code_start(&self.start)?;
        let model = short_name(type_name::<M>());
        let mut code = String::from("#[test]\nfn steps_that_failed() {\n");
        for (side, ty) in [(MODEL, &*model), (SYSTEM, system)] {
            line(&mut code, &format!("let mut {}: {ty} = {start};", side.variable));
        }
        let calls: Option<Vec<Call>> = self.steps.iter().map(M::code).collect();
        let calls = calls?;
        for (index, call) in calls.iter().enumerate() {
            let is_used = |kind: &str| {
                let name = Handle { step: index }.name(kind);
                calls.iter().any(|call| call.mentions(&name))
            };
            call.write(&mut code, index, is_used);
        }
        for question in M::code_questions() {
            line(&mut code, &format!("{};", question.comparison("")));
        }
        code.push_str("}\n");
        Some(code)
    }
}

impl Call {
    fn mentions(&self, handle: &str) -> bool {
        self.arguments
            .iter()
            .any(|argument| matches!(argument, CallArgument::Handle { name, .. } if name == handle))
    }

    /// Writes the step at this index. `is_used` says whether a later step uses the handle that it makes.
    fn write(&self, code: &mut String, index: usize, is_used: impl Fn(&str) -> bool) {
        let number = index + 1;
        match self.reply {
            CallReply::Unit => {
                line(code, &format!("{};", self.on(MODEL)));
                line(code, &format!("{}; // step {number}", self.on(SYSTEM)));
            }
            CallReply::Value => line(code, &format!("{}; // step {number}", self.comparison(""))),
            CallReply::Handle(kind) => self.write_handle(code, index, kind, ""),
            CallReply::MaybeHandle(kind) if is_used(kind) => {
                self.write_handle(code, index, kind, ".unwrap()");
            }
            CallReply::MaybeHandle(_) => {
                line(code, &format!("{}; // step {number}", self.comparison(".map(drop)")));
            }
        }
    }

    fn write_handle(&self, code: &mut String, index: usize, kind: &str, unwrap: &str) {
        let name = Handle { step: index }.name(kind);
        let number = index + 1;
        line(code, &format!("let mut model_{name} = {}{unwrap};", self.on(MODEL)));
        line(code, &format!("let mut {name} = {}{unwrap}; // step {number}", self.on(SYSTEM)));
    }

    fn comparison(&self, of_reply: &str) -> String {
        format!("assert_eq!({}{of_reply}, {}{of_reply})", self.on(SYSTEM), self.on(MODEL))
    }

    fn on(&self, side: Side) -> String {
        let reference = if self.is_mutable { "&mut " } else { "&" };
        let mut text = format!("{}({reference}{}", self.function, side.variable);
        for argument in &self.arguments {
            match argument {
                CallArgument::Value(value) => write!(text, ", {value}"),
                CallArgument::Handle { usage, name } => {
                    write!(text, ", {usage}{}{name}", side.handles)
                }
            }
            .expect("a string can be written to");
        }
        text.push(')');
        text
    }
}

fn line(code: &mut String, statement: &str) {
    code.push_str("    ");
    code.push_str(statement);
    code.push('\n');
}
