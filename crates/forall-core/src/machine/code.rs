//! A list of steps as the code of a test. Unless its operations are `async`, it needs nothing of this library.

mod debug_text;
mod written_type;
mod value;
mod writer;

use std::cell::{Cell, RefCell};

pub(in crate::machine) use self::value::code_of;
use self::writer::{TestParts, test_code};
use super::listed::ListedSteps;
use super::{Machine, Steps};

thread_local! {
    /// The code of the list that was checked last, if it is collected.
    static COLLECTED: RefCell<Option<Collected>> = const { RefCell::new(None) };
    /// Whether code is collected: looking there is cheaper.
    static COLLECTS: Cell<bool> = const { Cell::new(false) };
    /// The options of the async property that runs.
    static ASYNC_OPTIONS: Cell<&'static str> = const { Cell::new("") };
}

/// The code of the list that was checked last.
struct Collected {
    /// Empty if the machine does not write code. `None` if no list was checked.
    code: Option<String>,
    /// Called with the code whenever it changes.
    sink: Box<dyn Fn(&str)>,
}

/// Runs `work`, and returns the code of a test with the steps that it [checked](Steps::check) last, up to the one that
/// failed. Returns no code if it checked none, and an empty text if the [machine](Machine::code) does not write code.
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
    collect_code_with(|_| {}, work)
}

/// Does what [`collect_code`] does, and also passes the code to `sink` before the steps run, and whenever it changes: the
/// process may end in one of the steps.
///
/// ```
/// use forall::machine::collect_code_with;
///
/// let (sum, code) = collect_code_with(|code| print!("{code}"), || 1 + 1);
/// assert_eq!((sum, code), (2, None));
/// ```
pub fn collect_code_with<R>(
    sink: impl Fn(&str) + 'static,
    work: impl FnOnce() -> R,
) -> (R, Option<String>) {
    COLLECTED.set(Some(Collected { code: None, sink: Box::new(sink) }));
    COLLECTS.set(true);
    let result = work();
    COLLECTS.set(false);
    (result, COLLECTED.take().and_then(|collected| collected.code))
}

/// Returns the attribute of a test whose steps are `async`: that of the property it is from.
fn async_attribute() -> String {
    let options = [ASYNC_OPTIONS.get(), "regressions = \"off\""];
    let options: Vec<&str> = options.into_iter().filter(|option| !option.is_empty()).collect();
    format!("#[forall::property({})]", options.join(", "))
}

/// Sets the options of the async property that runs on this thread, as they are written in its attribute:
/// `executor = "tokio"`. The code of its steps has them too.
///
/// ```
/// forall::machine::set_async_options("executor = \"tokio\"");
/// # forall::machine::set_async_options("");
/// ```
#[inline]
pub fn set_async_options(options: &'static str) {
    ASYNC_OPTIONS.set(options);
}

/// A call of an operation, as code.
///
/// ```
/// use forall::machine::{ArgumentCode, Call, CallArgument, CallReply, Condition, Handle, OldValue};
///
/// const OPEN: OldValue = OldValue { name: "old_1", value: "model.open", mentions: &["model"] };
/// let file = ArgumentCode::Handle { usage: "", name: Handle { step: 0 }.name("file") };
/// let close = Call {
///     function: "Store::close",
///     is_mutable: true,
///     is_async: false,
///     arguments: vec![CallArgument { name: "file", ty: "Self::File", code: file }],
///     reply: CallReply::Unit,
///     agree: None,
///     ensures: vec![Condition { claim: "model.open < old_1", mentions: &["model"], old: &[OPEN] }],
/// };
/// assert!(matches!(&close.arguments[0].code, ArgumentCode::Handle { name, .. } if name == "file1"));
/// ```
#[derive(Clone, Debug)]
pub struct Call {
    /// The path of the method: `Store::open`.
    pub function: &'static str,
    /// Whether the method takes `&mut self`.
    pub is_mutable: bool,
    /// Whether the method is an `async fn`.
    pub is_async: bool,
    /// The arguments after `self`.
    pub arguments: Vec<CallArgument>,
    /// What the method returns.
    pub reply: CallReply,
    /// A function of both replies that compares them. Without one, they must be equal.
    pub agree: Option<&'static str>,
    /// What must hold after the step.
    pub ensures: Vec<Condition>,
}

/// An argument of a [`Call`].
#[derive(Clone, Debug)]
pub struct CallArgument {
    /// The name of the parameter.
    pub name: &'static str,
    /// The type of the parameter.
    pub ty: &'static str,
    /// The value.
    pub code: ArgumentCode,
}

/// The value of a [`CallArgument`].
#[derive(Clone, Debug)]
pub enum ArgumentCode {
    /// An expression.
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

/// A condition on a [`Call`] and its reply.
#[derive(Clone, Copy, Debug)]
pub struct Condition {
    /// The expression.
    pub claim: &'static str,
    /// The names in it: `model`, `reply` and parameters.
    pub mentions: &'static [&'static str],
    /// The values from before the step, whose names are in it too.
    pub old: &'static [OldValue],
}

/// A value of a [`Condition`] from before the step.
#[derive(Clone, Copy, Debug)]
pub struct OldValue {
    /// The variable that holds it.
    pub name: &'static str,
    /// The expression.
    pub value: &'static str,
    /// The names in it: `model` and parameters.
    pub mentions: &'static [&'static str],
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

impl<M: Machine> Steps<M> {
    /// Keeps the code of a test in which the system, of the type `system`, takes the first steps, if code is collected.
    #[inline]
    pub(super) fn collect_code(&self, taken: usize, system: &str, is_async: bool) {
        if COLLECTS.get() {
            keep_code(self, taken, system, is_async);
        }
    }
}

#[cold]
fn keep_code(steps: &dyn ListedSteps, taken: usize, system: &str, is_async: bool) {
    COLLECTED.with_borrow_mut(|collected| {
        if let Some(collected) = collected {
            let code = code(steps, taken, &short_name(system), is_async).unwrap_or_default();
            (collected.sink)(&code);
            collected.code = Some(code);
        }
    });
}

fn code(steps: &dyn ListedSteps, taken: usize, system: &str, is_async: bool) -> Option<String> {
    let calls: Option<Vec<Call>> = (0..taken).map(|index| steps.call(index)).collect();
    let types = [short_name(steps.model_type()), system.to_owned()];
    Some(test_code(&TestParts {
        starts: [steps.start_code(&types[0])?, steps.start_code(system)?],
        types,
        calls: calls?,
        questions: steps.questions(),
        async_attribute: is_async.then(async_attribute),
    }))
}
