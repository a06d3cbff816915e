//! Printing lists of steps, one per line, with the replies of the model.

use std::fmt::Debug;

use super::{Machine, Steps};
use crate::panics;

/// A step as text.
///
/// ```
/// use forall::machine::Line;
///
/// let line = Line { made: Some("file".into()), reply: "Ok(())".into(), ..Line::call("open(\"a\")") };
/// assert_eq!(line.made.as_deref(), Some("file"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// The operation with its arguments.
    pub call: String,
    /// The kind of handle that the step may make.
    pub made: Option<String>,
    /// What the model replied. An empty text is left out.
    pub reply: String,
}

impl Line {
    /// Creates the line of an operation without a reply.
    pub fn call(call: impl Into<String>) -> Line {
        Line { call: call.into(), ..Line::default() }
    }

    /// Creates the line of an operation with these arguments, and no reply.
    ///
    /// ```
    /// use forall::machine::Line;
    ///
    /// let line = Line::of("open", &["\"a\"".into(), "3".into()]).making("file");
    /// assert_eq!((&*line.call, line.made.as_deref()), ("open(\"a\", 3)", Some("file")));
    /// assert_eq!(line.replying(&Ok::<_, ()>(7)).reply, "Ok(7)");
    /// ```
    pub fn of(operation: &str, arguments: &[String]) -> Line {
        Line::call(format!("{operation}({})", arguments.join(", ")))
    }

    /// Returns this line for an operation that may make a handle of this kind.
    #[must_use]
    pub fn making(self, kind: &str) -> Line {
        Line { made: Some(kind.to_owned()), ..self }
    }

    /// Returns this line with a reply. The reply `()` is left out.
    #[must_use]
    pub fn replying(self, reply: &dyn Debug) -> Line {
        let reply = match format!("{reply:?}") {
            unit if unit == "()" => String::new(),
            reply => reply,
        };
        Line { reply, ..self }
    }

    /// Returns the call, and the name of the handle that it makes.
    fn statement(&self, number: usize) -> String {
        match &self.made {
            Some(kind) => format!("let {kind}{number} = {}", self.call),
            None => self.call.clone(),
        }
    }
}

/// The column before which replies begin, unless a call is longer.
const MAX_CALL_COLUMNS: usize = 60;

/// Prints a list of steps.
pub(super) fn print<M: Machine>(steps: &Steps<M>) -> String {
    let mut text = M::print_start(&steps.start);
    let lines = lines(steps);
    if text.is_empty() && lines.is_empty() {
        return "no steps".to_owned();
    }
    let number_columns = lines.len().to_string().len();
    let calls = (1..).zip(&lines).map(|(number, line)| line.statement(number));
    let calls: Vec<String> = calls.collect();
    let replying = lines.iter().zip(&calls).filter(|(line, _)| !line.reply.is_empty());
    let widths = replying.map(|(_, call)| call.chars().count());
    let call_columns = widths.filter(|width| *width <= MAX_CALL_COLUMNS).max().unwrap_or(0);
    for (number, (line, call)) in (1..).zip(lines.iter().zip(calls)) {
        let break_line = if text.is_empty() { "" } else { "\n" };
        text.push_str(&format!("{break_line}{number:number_columns$}  "));
        match &*line.reply {
            "" => text.push_str(&call),
            reply => text.push_str(&format!("{call:call_columns$}  → {reply}")),
        }
    }
    text
}

/// Prints each step, with the reply of the model.
fn lines<M: Machine>(steps: &Steps<M>) -> Vec<Line> {
    let mut lines = Vec::new();
    panics::runs_without_panic(&mut || {
        let mut model = M::model(&steps.start);
        for (index, step) in steps.steps.iter().enumerate() {
            let line = M::print(&mut model, step, index);
            lines.push(line);
        }
    });
    // If the model panics, the rest is printed without replies.
    let rest = steps.steps.iter().skip(lines.len()).map(|step| Line::call(format!("{step:?}")));
    let rest: Vec<Line> = rest.collect();
    lines.extend(rest);
    lines
}
