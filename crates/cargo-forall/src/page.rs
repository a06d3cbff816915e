//! The page: all that is known of some runs, as one file that loads nothing.

use forall_format::json::JsonObject;

use crate::results::Run;

const PAGE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/style.css");
const SCRIPT: &str = include_str!("page/page.js");

/// The page with these runs.
pub(crate) fn page(runs: &[Run]) -> String {
    // What runs wrote may say anything, so it comes last.
    let page = PAGE.replace("/*STYLE*/", STYLE).replace("/*SCRIPT*/", SCRIPT);
    page.replacen("/*DATA*/", &data(runs), 1)
}

/// What the page draws, as one line. No text in it can end the element in which it stands.
pub(crate) fn data(runs: &[Run]) -> String {
    let runs: Vec<String> = runs.iter().map(Run::to_json).collect();
    let runs = format!("[{}]", runs.join(","));
    JsonObject::new().raw("runs", &runs).finish().replace('<', "\\u003c")
}
