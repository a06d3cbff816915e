//! Campaigns: however one ends, the next starts with the inputs that it found.

use std::fs;
use std::path::Path;
use std::time::Duration;

use forall::feedback::probe_id;
use forall::harness::{Settings, Test};
use forall::property::{Erased, forall};
use forall::source::ChoiceSequence;

use super::{empty_folder, signal, start_in, stdout_and_stderr, wait};

/// Longer than any test waits.
const LONG: [(&str, &str); 1] = [("FORALL_MAX_TIME", "100s")];

/// Runs a campaign that keeps finding new coverage.
pub(super) fn run(folder: &str) {
    let property = Erased::new(forall("xs", forall::any::<Vec<u8>>()).check(|(xs, ())| {
        std::thread::sleep(Duration::from_micros(100));
        xs.iter().for_each(|x| probe_id(u64::from(*x)));
        true
    }));
    let settings = Settings {
        corpus: Some(folder.to_owned().into()),
        regressions: Some("off".into()),
        runner: Some("fuzz".into()),
        // Isolation starts a test by its name, and no test has this one.
        isolate: Some(false),
        seed: Some(1),
        ..Settings::NONE
    };
    Test::new("it", "campaign").check(&property, &settings);
}

/// Returns the lines of the corpus file that are inputs.
fn inputs(folder: &Path) -> Option<Vec<String>> {
    let text = fs::read_to_string(folder.join("it/campaign.txt")).ok()?;
    let lines = text.lines().skip(1);
    let inputs = lines.filter(|line| !line.starts_with('#') && !line.starts_with("guided by "));
    Some(inputs.map(str::to_owned).collect())
}

fn wait_for_inputs(child: &mut std::process::Child, folder: &Path, count: usize) {
    wait(child, || (inputs(folder)?.len() >= count).then_some(()));
}

#[test]
fn a_killed_campaign_loses_no_inputs() {
    // A folder that exists gets no `.gitignore`.
    let folder = empty_folder("campaign-killed").join("new");
    let mut child = start_in(&folder, "campaign", &LONG);
    wait_for_inputs(&mut child, &folder, 20);
    child.kill().unwrap();
    child.wait().unwrap();
    let before = inputs(&folder).unwrap();
    for input in &before {
        assert!(input.parse::<ChoiceSequence>().is_ok(), "{input}");
    }
    assert_eq!(fs::read_to_string(folder.join(".gitignore")).unwrap(), "*\n");
    let mut child = start_in(&folder, "campaign", &LONG);
    wait_for_inputs(&mut child, &folder, before.len() + 10);
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(inputs(&folder).unwrap()[..before.len()], before, "the second run only adds inputs");
}

#[cfg(feature = "interrupt")]
#[test]
fn a_campaign_that_is_interrupted_prints_its_report() {
    for (name, code) in [("-INT", 130), ("-TERM", 143)] {
        let folder = empty_folder(&format!("campaign{name}"));
        let mut child = start_in(&folder, "campaign", &LONG);
        wait_for_inputs(&mut child, &folder, 5);
        signal(&child, name);
        let output = child.wait_with_output().unwrap();
        let (_, shown) = stdout_and_stderr(&output);
        assert_eq!(output.status.code(), Some(code), "{shown}");
        assert!(shown.starts_with("passed: campaign, "), "{shown}");
        assert!(shown.contains("\nnote: guided by premises, probes, "), "{shown}");
        let count = inputs(&folder).unwrap().len();
        assert!(shown.contains(&format!("\nnote: corpus of {count} inputs, ")), "{count}: {shown}");
        assert!(shown.ends_with(" reached\ninterrupted: this is the report so far\n"), "{shown}");
    }
}

#[test]
fn damage_to_a_corpus_file_is_reported() {
    let folder = empty_folder("campaign-damaged");
    let file = folder.join("it/campaign.txt");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    let damaged = "forall-corpus 1\nt,1,f.000000\n";
    fs::write(&file, damaged).unwrap();
    let run = || {
        let child = start_in(&folder, "campaign", &[("FORALL_TESTS", "3")]);
        stdout_and_stderr(&child.wait_with_output().unwrap()).1
    };
    let message = run();
    assert!(
        message.starts_with("forall: ")
            && message.contains(
                "it/campaign.txt:2: `t,1,f.000000`: the checksum does not match; it was changed or mistyped; \
                 the line is skipped, and becomes a comment\n"
            ),
        "{message}"
    );
    assert!(fs::read_to_string(&file).unwrap().contains("\n# damaged: t,1,f.000000\n"));
    assert_eq!(run(), "", "it is message once");

    fs::write(&file, "my diary\n").unwrap();
    let message = run();
    let expected = "it/campaign.txt:1: not a corpus file; its first line must be `forall-corpus 1`; \
                    the file was not changed, and no input is saved\n";
    assert!(message.ends_with(expected), "{message}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "my diary\n");
}
