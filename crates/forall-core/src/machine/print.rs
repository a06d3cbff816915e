//! Printing lists of steps, one per line, with the replies of the model.

use std::iter;

use super::listed::ListedSteps;
use crate::data::{LimitedText, MAX_LENGTH};
use crate::panics;

/// A step as text, without the reply.
///
/// ```
/// use forall::machine::Line;
///
/// let line = Line { made: Some("file".into()), ..Line::call("open(\"a\")") };
/// assert_eq!(line.made.as_deref(), Some("file"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// The operation with its arguments.
    pub call: String,
    /// The kind of handle that the step may make.
    pub made: Option<String>,
}

impl Line {
    /// Creates the line of an operation.
    pub fn call(call: impl Into<String>) -> Line {
        Line { call: call.into(), ..Line::default() }
    }

    /// Creates the line of an operation with these arguments.
    ///
    /// ```
    /// use forall::machine::Line;
    ///
    /// let line = Line::of("open", &["\"a\"".into(), "3".into()]).making("file");
    /// assert_eq!((&*line.call, line.made.as_deref()), ("open(\"a\", 3)", Some("file")));
    /// ```
    pub fn of(operation: &str, arguments: &[String]) -> Line {
        Line::call(format!("{operation}({})", arguments.join(", ")))
    }

    /// Returns this line for an operation that may make a handle of this kind.
    #[must_use]
    pub fn making(self, kind: &str) -> Line {
        Line { made: Some(kind.to_owned()), ..self }
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
pub(super) fn print(steps: &dyn ListedSteps) -> String {
    let mut length = 0;
    let mut lines = Vec::with_capacity(steps.count());
    for index in 0..steps.count() {
        let line = steps.line(index);
        length += line.call.len();
        lines.push(line);
        // The rest would be cut off.
        if length > MAX_LENGTH {
            break;
        }
    }
    layout(&steps.start(), &lines, &replies(steps))
}

/// Prints these lines below the start.
fn layout(start: &str, lines: &[Line], replies: &[String]) -> String {
    if start.is_empty() && lines.is_empty() {
        return "no steps".to_owned();
    }
    let mut text = LimitedText::default();
    text.push(start);
    let mut is_first = start.is_empty();
    let number_columns = lines.len().to_string().len();
    let calls = (1..).zip(lines).map(|(number, line)| line.statement(number));
    let calls: Vec<String> = calls.collect();
    let replying = replies.iter().zip(&calls).filter(|(reply, _)| !reply.is_empty());
    let widths = replying.map(|(_, call)| call.chars().count());
    let call_columns = widths.filter(|width| *width <= MAX_CALL_COLUMNS).max().unwrap_or(0);
    // If the model panics, the rest is printed without replies.
    let replies = replies.iter().map(String::as_str).chain(iter::repeat(""));
    for (number, (call, reply)) in (1..).zip(calls.iter().zip(replies)) {
        let break_line = if is_first { "" } else { "\n" };
        is_first = false;
        text.push(&format!("{break_line}{number:number_columns$}  "));
        match reply {
            "" => text.push(call),
            reply => text.push(&format!("{call:call_columns$}  → {reply}")),
        }
    }
    text.finish()
}

/// Returns the replies of the model, until it panics. The reply `()` is an empty text.
fn replies(steps: &dyn ListedSteps) -> Vec<String> {
    let mut replies = Vec::new();
    let mut length = 0;
    panics::runs_without_panic(&mut || {
        steps.replies(&mut |reply| {
            length += reply.len();
            replies.push(if reply == "()" { String::new() } else { reply });
            // The rest would be cut off.
            length < MAX_LENGTH
        });
    });
    replies
}
