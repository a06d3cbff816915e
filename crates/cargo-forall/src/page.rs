//! The report page: the results of runs, as one HTML file that loads nothing.

use forall_format::json::JsonObject;

use crate::results::Run;

const PAGE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/style.css");
const SCRIPT: &str = concat!(
    include_str!("page/element.js"),
    include_str!("page/wording.js"),
    include_str!("page/chart.js"),
    include_str!("page/property.js"),
    include_str!("page/page.js"),
);

/// The data of the page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PageData<'r> {
    pub(crate) runs: &'r [Run],
    /// The runs of other workers of a store.
    pub(crate) others: &'r [Run],
    /// Whether a dashboard sends updates.
    pub(crate) is_live: bool,
}

impl PageData<'_> {
    /// Returns the page with this data.
    pub(crate) fn to_page(self) -> String {
        // The data may contain a placeholder, so it is inserted last.
        let page = PAGE.replace("/*STYLE*/", STYLE).replace("/*SCRIPT*/", SCRIPT);
        page.replacen("/*DATA*/", &self.to_json(), 1)
    }

    /// Returns the data as one line of JSON. It contains no `<`, so it cannot end its element.
    pub(crate) fn to_json(self) -> String {
        let runs: Vec<String> = self.runs.iter().chain(self.others).map(Run::to_json).collect();
        let object = JsonObject::new().field("live", &self.is_live);
        let object = object.raw("runs", &format!("[{}]", runs.join(",")));
        object.finish().replace('<', "\\u003c")
    }
}
