//! The report page: the results of runs, as one HTML file that loads nothing.

use forall_format::json::JsonObject;

use crate::results::Run;

const PAGE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/style.css");
const SCRIPT: &str = include_str!("page/page.js");

/// Returns the page for these runs.
pub(crate) fn page(runs: &[Run]) -> String {
    // The data may contain a placeholder, so it is inserted last.
    let page = PAGE.replace("/*STYLE*/", STYLE).replace("/*SCRIPT*/", SCRIPT);
    page.replacen("/*DATA*/", &data(runs), 1)
}

/// Returns the data of the page as one line of JSON. It contains no `<`, so it cannot end its element.
pub(crate) fn data(runs: &[Run]) -> String {
    let runs: Vec<String> = runs.iter().map(Run::to_json).collect();
    let runs = format!("[{}]", runs.join(","));
    JsonObject::new().raw("runs", &runs).finish().replace('<', "\\u003c")
}
