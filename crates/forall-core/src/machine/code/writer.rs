//! Writing the code of a test.

use std::fmt::Write;

use super::{ArgumentCode, Call, CallArgument, CallReply, Condition, OldValue};
use crate::machine::Handle;

/// What a test is written from.
pub(super) struct TestParts {
    /// The types of the model and the system.
    pub(super) types: [String; 2],
    /// The expressions that start them.
    pub(super) starts: [String; 2],
    pub(super) calls: Vec<Call>,
    /// The questions before the first step and after each one.
    pub(super) questions: Vec<Call>,
    /// The attribute of a test whose steps are `async`.
    pub(super) async_attribute: Option<String>,
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

/// The function that compares replies with a function of the user. Its parameters give that function its types.
const AGREE: &str = r#"    #[track_caller]
    fn agree<R: std::fmt::Debug>(model: &R, system: &R, agree: impl FnOnce(&R, &R) -> bool) {
        assert!(agree(model, system), "\n model: {model:?}\nsystem: {system:?}");
    }
"#;

/// Returns the code of a test.
pub(super) fn test_code(parts: &TestParts) -> String {
    let mut code = match &parts.async_attribute {
        None => String::from("#[test]\nfn steps_that_failed() {\n"),
        Some(attribute) => format!("{attribute}\nasync fn steps_that_failed(_: ()) {{\n"),
    };
    let TestParts { types, starts, calls, questions, .. } = parts;
    if calls.iter().chain(questions).any(|call| call.agree.is_some()) {
        code.push_str(AGREE);
    }
    if !questions.is_empty() {
        write_always(&mut code, types, questions);
    }
    for (side, start) in [MODEL, SYSTEM].iter().zip(starts) {
        line(&mut code, &format!("let mut {} = {start};", side.variable));
    }
    let always = if questions.is_empty() { "" } else { "    always(&mut model, &mut system);\n" };
    code.push_str(always);
    for (index, call) in calls.iter().enumerate() {
        let is_used = |kind: &str| {
            let name = Handle { step: index }.name(kind);
            calls.iter().any(|call| call.mentions(&name))
        };
        call.write(&mut code, index, is_used);
        code.push_str(always);
    }
    code.push_str("}\n");
    code
}

fn write_always(code: &mut String, [model, system]: &[String; 2], questions: &[Call]) {
    line(code, &format!("fn always(model: &mut {model}, system: &mut {system}) {{"));
    for Call { function, agree, .. } in questions {
        line(
            code,
            &match agree {
                None => format!("    assert_eq!({function}(system), {function}(model));"),
                Some(agree) => {
                    format!("    agree(&{function}(model), &{function}(system), {agree});")
                }
            },
        );
    }
    line(code, "}");
}

impl Call {
    fn mentions(&self, handle: &str) -> bool {
        self.arguments.iter().any(
            |argument| matches!(&argument.code, ArgumentCode::Handle { name, .. } if name == handle),
        )
    }

    /// Writes the step at this index. `is_used` says whether a later step uses the handle that it makes.
    fn write(&self, code: &mut String, index: usize, is_used: impl Fn(&str) -> bool) {
        let number = index + 1;
        let comment = format!("; // step {number}");
        self.write_old_values(code);
        match self.reply {
            CallReply::Unit => {
                line(code, &format!("{};", self.on(MODEL)));
                line(code, &format!("{}{comment}", self.on(SYSTEM)));
                self.write_conditions(code, "()");
            }
            CallReply::Value => self.write_comparison(code, "", &comment),
            CallReply::MaybeHandle(kind) if !is_used(kind) => {
                self.write_comparison(code, ".map(drop)", &comment);
            }
            // This step has not failed, because a later one uses its handle.
            CallReply::MaybeHandle(kind) => self.write_handle(code, index, kind, ".unwrap()"),
            CallReply::Handle(kind) => {
                self.write_handle(code, index, kind, "");
                self.write_conditions(code, "()");
            }
        }
    }

    fn write_handle(&self, code: &mut String, index: usize, kind: &str, unwrap: &str) {
        let name = Handle { step: index }.name(kind);
        let number = index + 1;
        line(code, &format!("let mut model_{name} = {}{unwrap};", self.on(MODEL)));
        line(code, &format!("let mut {name} = {}{unwrap}; // step {number}", self.on(SYSTEM)));
    }

    /// Compares the part `part` of both replies, and checks the conditions.
    fn write_comparison(&self, code: &mut String, part: &str, comment: &str) {
        let mut model = self.on(MODEL) + part;
        let mut system = self.on(SYSTEM) + part;
        if !self.ensures.is_empty() {
            line(code, &format!("let expected = {model};"));
            line(code, &format!("let reply = {system}{comment}"));
            model = "expected".to_owned();
            system = "reply".to_owned();
        }
        let comment = if self.ensures.is_empty() { comment } else { ";" };
        line(
            code,
            &match self.agree {
                None => format!("assert_eq!({system}, {model}){comment}"),
                Some(agree) => format!("agree(&{model}, &{system}, {agree}){comment}"),
            },
        );
        self.write_conditions(code, "reply");
    }

    /// Writes the values from before the step that conditions mention.
    fn write_old_values(&self, code: &mut String) {
        for OldValue { name, value, mentions } in self.ensures.iter().flat_map(|one| one.old) {
            let bindings = mentions.iter().map(|name| self.binding(name, "()") + " ");
            let bindings: String = bindings.collect();
            line(code, &format!("let {name} = {{ {bindings}{value} }};"));
        }
    }

    /// Writes the conditions. `reply` is the reply of the system.
    fn write_conditions(&self, code: &mut String, reply: &str) {
        for Condition { claim, mentions, .. } in &self.ensures {
            line(code, "{");
            for name in *mentions {
                line(code, &format!("    {}", self.binding(name, reply)));
            }
            line(code, &format!("    assert!({claim});"));
            line(code, "}");
        }
    }

    /// Binds a name in a condition, as it is in the attribute.
    fn binding(&self, name: &str, reply: &str) -> String {
        match self.arguments.iter().find(|argument| argument.name == name) {
            Some(CallArgument { ty, code: ArgumentCode::Value(value), .. }) => {
                format!("let {name}: {ty} = {value};")
            }
            Some(CallArgument { code: ArgumentCode::Handle { name: handle, .. }, .. }) => {
                format!("let {name} = &{}{handle};", MODEL.handles)
            }
            None if name == "reply" => format!("let reply = &{reply};"),
            None => format!("let {name} = &{name};"),
        }
    }

    fn on(&self, side: Side) -> String {
        let reference = if self.is_mutable { "&mut " } else { "&" };
        let mut text = format!("{}({reference}{}", self.function, side.variable);
        for argument in &self.arguments {
            match &argument.code {
                ArgumentCode::Value(value) => write!(text, ", {value}"),
                ArgumentCode::Handle { usage, name } => {
                    write!(text, ", {usage}{}{name}", side.handles)
                }
            }
            .expect("a string can be written to");
        }
        text.push_str(if self.is_async { ").await" } else { ")" });
        text
    }
}

fn line(code: &mut String, statement: &str) {
    code.push_str("    ");
    code.push_str(statement);
    code.push('\n');
}
