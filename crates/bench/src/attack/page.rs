//! Hostile text in results, on the page that `cargo forall report` writes.

use std::fs;
use std::io;
use std::path::Path;

use forall_format::results::{
    BeginLine, BindingRecord, CounterexampleRecord, DiscardRecord, EndLine, FailingLine,
    ObservedRecord, ReportRecord, ResultLine, RunOutcome, Seed, SlowestRecord, TallyRecord,
};

use super::program::Program;
use super::tally::Tally;
use super::victims::finish;

/// Texts that would end an element, start another, end a string, or be replaced.
const HOSTILE: [&str; 12] = [
    "</script><script>attack()</script>",
    "</SCRIPT ><svg onload=attack()>",
    "<!--<script>",
    "-->",
    "<img src=x onerror=attack()>",
    "\" onmouseover=\"attack()",
    "'; attack(); '",
    "\\\"}]; attack(); [{\"",
    "/*DATA*/",
    "/*SCRIPT*/ /*STYLE*/",
    "]]>\u{2028}attack()\u{2029}",
    "\u{0}\u{1b}[2J\u{7f}\u{202e}",
];

/// Writes each hostile text into all fields of the results of a run. The page must contain the text, and the same
/// elements as the page of harmless results.
pub(super) fn hostile_results(program: &Program<'_>) -> io::Result<Tally> {
    let mut tally = Tally::default();
    let project = tempfile::tempdir()?;
    let forall = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("forall");
    let manifest = format!(
        "[package]\nname = \"hostile\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
         [dev-dependencies]\nforall = {{ path = {forall:?} }}\n"
    );
    fs::write(project.path().join("Cargo.toml"), manifest)?;
    fs::create_dir(project.path().join("src"))?;
    fs::write(project.path().join("src/lib.rs"), "")?;
    let harmless = page(program, project.path(), "harmless")?;
    for hostile in HOSTILE {
        // The page contains it, whatever it does with the rest.
        let text = format!("{hostile} marker");
        let page = page(program, project.path(), &text)?;
        let problem = page_problem(&harmless, &page);
        tally.add(problem.is_none(), || format!("{problem:?}: {hostile:?}"));
    }
    Ok(tally)
}

/// Returns the page of a run that has this text in all fields.
fn page(program: &Program<'_>, project: &Path, text: &str) -> io::Result<String> {
    let file = project.join(".forall/results/hostile/property.jsonl");
    fs::create_dir_all(file.parent().expect("it is in a folder"))?;
    let lines: Vec<String> = lines(text).iter().map(ResultLine::to_json).collect();
    fs::write(file, lines.join("\n") + "\n")?;
    let ended = finish(program.command_in(project, &["report", "--output", "page.html"], "page"))?;
    match ended.code {
        Some(0) => fs::read_to_string(project.join("page.html")),
        _ => Err(io::Error::other(format!("no page was written: {ended:?}"))),
    }
}

/// Returns what is wrong with a page.
fn page_problem(harmless: &str, page: &str) -> Option<&'static str> {
    let tags = |page: &str| page.matches('<').count();
    if !page.contains("marker") {
        Some("the text is not on the page")
    } else if tags(page) != tags(harmless) {
        Some("the text adds elements")
    } else if ["\u{2028}", "\u{2029}", "\u{0}"].iter().any(|c| page.contains(c)) {
        Some("the text ends a line of the script")
    } else {
        None
    }
}

/// Returns the lines of a run whose texts are all the same.
fn lines(text: &str) -> [ResultLine; 3] {
    let text = || text.to_owned();
    let binding = || vec![BindingRecord { name: text(), value: text() }];
    let counterexample = CounterexampleRecord {
        found: text(),
        message: text(),
        place: Some(text()),
        shrunk: binding(),
        explained: binding(),
        original: binding(),
        choices: Some(text()),
        tried: 2,
        accepted: 1,
        stopped: false,
        flaky: false,
        repeated: 0,
        failed: 0,
        passes: Vec::new(),
    };
    let observed = ObservedRecord {
        name: text(),
        kind: "tabulate".to_owned(),
        tests: 5,
        held: 3,
        demanded: None,
        values: vec![(text(), 3)],
    };
    let report = ReportRecord {
        outcome: RunOutcome::Falsified,
        seed: Seed(1),
        tally: TallyRecord { passed: 5, discarded: 1, rejected: 0 },
        discarded_by: vec![DiscardRecord { by: text(), tests: 1, reason: Some(text()) }],
        observed: vec![observed],
        counterexample: Some(counterexample.clone()),
        other_failures: vec![counterexample],
        hints: vec![text()],
        slowest: Some(SlowestRecord { steps: 5, test: 2, inputs: binding() }),
    };
    let begin = BeginLine {
        property: text(),
        path: text(),
        package: Some(text()),
        shard: None,
        place: text(),
        formula: text(),
        runner: text(),
        seed: Seed(1),
        tests: Some(100),
        time: None,
        at: 0,
    };
    let end = EndLine {
        property: text(),
        seconds: 1.0,
        interrupted: false,
        replay: Some(text()),
        saved: Some(text()),
        text: text(),
        report,
    };
    let failing = FailingLine { pass: Some(text()), inputs: text() };
    [ResultLine::Begin(begin), ResultLine::Failing(failing), ResultLine::End(Box::new(end))]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_of_the_results_is_a_problem() {
        let problem = |page| page_problem("<p>harmless</p>", page);
        assert_eq!(problem("<p>\\u003cb> marker</p>"), None);
        assert_eq!(problem("<p><b> marker</p>"), Some("the text adds elements"));
        assert_eq!(problem("<p></p>"), Some("the text is not on the page"));
    }
}
