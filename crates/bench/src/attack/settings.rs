//! Damaged settings, in `forall.toml` and in variables, and damaged corpus files, read by a test program.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::Path;

use forall_format::corpus::CorpusFile;
use forall_format::{ChoiceSequence, ChoiceValue};

use super::damage::damaged;
use super::tally::Tally;
use super::victims::{Ended, Victims, finish};

const SETTINGS: &str = "\
[default]
tests = 20
max_time = \"2s\"
results = \"results\"
verbose = true

[ci]
seed = 0x2a
regressions = \"off\"
";

/// Variables with a valid value for each.
const VARIABLES: [(&str, &str); 6] = [
    ("FORALL_RESULTS", "results"),
    ("FORALL_OBSERVATIONS", "observations"),
    ("FORALL_TESTS", "20"),
    ("FORALL_SEED", "0x2a"),
    ("FORALL_SHRINK_TIME", "1500ms"),
    ("FORALL_RUNNER", "combinatorial:strength=2"),
];

/// Runs tests with damaged settings: a file, or one variable. The file or the variable that is not valid must be named,
/// or the value of the variable, and the folder of the package must not become one that version control ignores.
pub(super) fn damaged_settings(victims: &Victims, times: u64) -> io::Result<Tally> {
    let mut tally = Tally::default();
    for number in 0..times {
        let package = tempfile::tempdir()?;
        let mut command = victims.command(&["trivial"], "settings");
        command.env("CARGO_MANIFEST_DIR", package.path()).env("FORALL_MAX_TIME", "100ms");
        let (name, value) = if number % 2 == 0 {
            let text = damaged(SETTINGS.as_bytes(), number / 2);
            fs::write(package.path().join("forall.toml"), &text)?;
            ("forall.toml", text)
        } else {
            let (name, value) = VARIABLES[number as usize / 2 % VARIABLES.len()];
            // A variable cannot contain it.
            let value: Vec<u8> = damaged(value.as_bytes(), number / 2)
                .into_iter()
                .filter(|byte| *byte != 0)
                .collect();
            command.env(name, String::from_utf8_lossy(&value).into_owned());
            (name, value)
        };
        let ended = finish(command)?;
        let text = String::from_utf8_lossy(&value);
        // The name of a runner comes before its options.
        let named = text.split_once(':').map_or(&*text, |(runner, _)| runner);
        let problem = settings_problem(&ended, &[name, named], package.path());
        tally.add(problem.is_none(), || {
            format!("{problem:?}: {name} is {}: {ended:?}", value.escape_ascii())
        });
    }
    Ok(tally)
}

/// Returns what is wrong after a test has read this damaged setting.
fn settings_problem(ended: &Ended, names: &[&str], package: &Path) -> Option<&'static str> {
    if package.join(".gitignore").exists() {
        return Some("version control ignores the package");
    }
    match ended.code {
        Some(0) => None,
        Some(101) if names.iter().any(|name| !name.is_empty() && ended.text.contains(name)) => None,
        Some(101) => Some("the setting is not named"),
        _ => Some("the test crashed"),
    }
}

/// Runs guided tests that start with damaged corpus files. They must pass, since a corpus can be found again. A file
/// that cannot be read must be reported and stay as it is; any other must be readable afterwards, damaged lines must
/// be reported, and all other inputs must stay.
pub(super) fn damaged_corpora(victims: &Victims, times: u64) -> io::Result<Tally> {
    let mut tally = Tally::default();
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("isolation/victims/trivial.txt");
    fs::create_dir_all(path.parent().expect("it is in a folder"))?;
    for number in 0..times {
        let before = damaged(&intact_corpus(), number);
        fs::write(&path, &before)?;
        let mut command = victims.command(&["trivial"], "corpus");
        command.env("FORALL_CORPUS", folder.path());
        command.env("FORALL_RUNNER", "fuzz").env("FORALL_TESTS", "50");
        let ended = finish(command)?;
        let after = fs::read(&path).unwrap_or_default();
        let problem = corpus_problem(&ended, &before, &after);
        tally.add(problem.is_none(), || {
            format!("{problem:?}: damage {number}: {ended:?}: {}", before.escape_ascii())
        });
    }
    Ok(tally)
}

fn intact_corpus() -> Vec<u8> {
    let mut corpus = CorpusFile::new("isolation::victims::trivial");
    // The test does not count edges, so it must not remove any input.
    corpus.tidy(&HashSet::new(), &["premises", "edges"]);
    for number in [0, 70_000, 1 << 40] {
        corpus.add(&ChoiceSequence(vec![ChoiceValue::Integer(number)]));
    }
    corpus.to_string().into_bytes()
}

/// Returns what is wrong after a test has read this corpus.
fn corpus_problem(ended: &Ended, before: &[u8], after: &[u8]) -> Option<&'static str> {
    let is_named = ended.text.contains("trivial.txt");
    match (CorpusFile::parse(before), CorpusFile::parse(after)) {
        (Err(_), _) if !is_named => Some("a file that cannot be read was not named"),
        (Err(_), _) if before != after => Some("a file that cannot be read was changed"),
        _ if ended.code != Some(0) => Some("the test did not pass"),
        (Ok(_), Err(_)) => Some("the file was damaged"),
        (Ok(before), Ok(_)) if !before.damaged().is_empty() && !is_named => {
            Some("damaged lines were not reported")
        }
        (Ok(_), Ok(after)) if !after.damaged().is_empty() => Some("damaged lines are still there"),
        (Ok(before), Ok(after)) => {
            let is_lost = |input: &String| !after.inputs().contains(input);
            before.inputs().iter().any(is_lost).then_some("inputs that only edges need are gone")
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ended(code: i32, text: &str) -> Ended {
        Ended { code: Some(code), text: text.to_owned() }
    }

    #[test]
    fn an_ignored_package_and_an_unnamed_setting_are_problems() {
        let package = tempfile::tempdir().expect("folders can be created");
        let problem =
            |code, text| settings_problem(&ended(code, text), &["FORALL_SEED"], package.path());
        assert_eq!(problem(101, "FORALL_SEED: `x` is not a number"), None);
        assert_eq!(problem(101, "panicked"), Some("the setting is not named"));
        assert_eq!(problem(134, ""), Some("the test crashed"));
        fs::write(package.path().join(".gitignore"), "*\n").expect("files can be written");
        assert_eq!(problem(0, ""), Some("version control ignores the package"));
    }

    #[test]
    fn a_changed_or_unreported_corpus_is_a_problem() {
        let intact = intact_corpus();
        assert_eq!(corpus_problem(&ended(0, ""), &intact, &intact), None);
        let gone = Some("inputs that only edges need are gone");
        let empty = CorpusFile::new("trivial").to_string();
        assert_eq!(corpus_problem(&ended(0, ""), &intact, empty.as_bytes()), gone);
        let changed = Some("a file that cannot be read was changed");
        assert_eq!(corpus_problem(&ended(0, "trivial.txt"), b"corpus\n", &intact), changed);
        let unnamed = Some("a file that cannot be read was not named");
        assert_eq!(corpus_problem(&ended(0, ""), b"corpus\n", b"corpus\n"), unnamed);
        let damaged = [&intact[..], b"7.000000\n"].concat();
        let unreported = Some("damaged lines were not reported");
        assert_eq!(corpus_problem(&ended(0, ""), &damaged, &intact), unreported);
        assert_eq!(corpus_problem(&ended(0, "trivial.txt:7"), &damaged, &intact), None);
    }
}
