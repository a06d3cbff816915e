//! Failures are kept, run first, and never lost.

use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use forall::domain::{Domain, any, one_of, vec};
use forall::property;
use forall::property::{Erased, forall};
use forall::runner;
use forall::source::{Choices, Unreadable, Value};
use forall::test::{Settings, Test};

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("regressions").join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

/// What a run of a property called `crate_name::tests::name` says; nothing if it passes.
fn run(folder: &Path, property: &Erased) -> Option<String> {
    run_with(folder, property, Settings { seed: Some(1), ..Settings::NONE })
}

fn run_with(folder: &Path, property: &Erased, settings: Settings) -> Option<String> {
    let regressions = Some(folder.display().to_string().into());
    let settings = Settings { regressions, ..settings };
    let test = Test::new("crate_name::tests", "name");
    let run = || test.run(property, &runner::quick_check, &settings);
    let thrown = catch_unwind(std::panic::AssertUnwindSafe(run)).err()?;
    Some(*thrown.downcast::<String>().expect("it says why"))
}

fn kept(folder: &Path) -> String {
    fs::read_to_string(folder.join("crate_name/tests/name.txt")).unwrap_or_default()
}

/// Fails for lists of two or more, if it is broken.
fn short(broken: &'static AtomicBool) -> Erased {
    let xs = forall("xs", any::<Vec<u8>>());
    Erased::new(xs.check(|(xs, ())| xs.len() < 2 || !broken.load(Ordering::Relaxed)))
}

#[test]
fn a_failure_is_kept_until_it_is_fixed_and_after() {
    static BROKEN: AtomicBool = AtomicBool::new(true);
    let folder = folder("fixed");
    let first = run(&folder, &short(&BROKEN)).unwrap();
    assert!(first.contains("found by test ") && first.contains("\nkept in "), "{first}");
    let heading = "forall-regressions 1\n# Inputs on which crate_name::tests::name failed. They run first.\n\
                   # Keep this file under version control. To forget a failure, delete its lines.\n\n";
    let fails = format!("{heading}fails t,0,t,0,f.ad67fd\n  # xs = [0, 0]\n");
    assert_eq!(kept(&folder), fails);
    assert!(first.contains("FORALL_REPLAY=t,0,t,0,f.ad67fd cargo test tests::name"), "{first}");

    let second = run_with(&folder, &short(&BROKEN), Settings { tests: Some(0), ..Settings::NONE });
    let second = second.expect("it runs although no other test does");
    assert!(second.contains("found by an earlier run; nothing simpler fails in"), "{second}");
    assert_eq!(kept(&folder), fails);

    BROKEN.store(false, Ordering::Relaxed);
    assert_eq!(run(&folder, &short(&BROKEN)), None);
    assert_eq!(kept(&folder), fails.replace("\nfails ", "\nfixed "));

    BROKEN.store(true, Ordering::Relaxed);
    assert!(run(&folder, &short(&BROKEN)).unwrap().contains("found by an earlier run"));
    assert_eq!(kept(&folder), fails);
}

#[test]
fn each_runs_once() {
    static CALLS: AtomicU64 = AtomicU64::new(0);
    static BROKEN: AtomicBool = AtomicBool::new(true);
    let folder = folder("once");
    let property = || {
        Erased::new(forall("xs", any::<Vec<u8>>()).check(|(xs, ())| {
            CALLS.fetch_add(1, Ordering::Relaxed);
            xs.len() < 2 || !BROKEN.load(Ordering::Relaxed)
        }))
    };
    run(&folder, &property());
    BROKEN.store(false, Ordering::Relaxed);
    CALLS.store(0, Ordering::Relaxed);
    let settings = Settings { tests: Some(5), ..Settings::NONE };
    assert_eq!(run_with(&folder, &property(), settings), None);
    assert_eq!(CALLS.load(Ordering::Relaxed), 6);
}

#[test]
fn it_is_kept_before_shrinking_starts_and_at_every_step() {
    let folder = folder("early");
    let path = folder.join("crate_name/tests/name.txt");
    static FAILED: AtomicU64 = AtomicU64::new(0);
    let watched = move |(x, ()): &(u64, ())| {
        let fails = *x > 1_000;
        // The first two calls find it and show it; from then on it is kept.
        if FAILED.load(Ordering::Relaxed) >= 2 {
            assert!(path.exists(), "not kept before it was shrunk");
        }
        FAILED.fetch_add(u64::from(fails), Ordering::Relaxed);
        !fails
    };
    let property = Erased::new(forall("x", any::<u64>()).check(watched));
    let settings = Settings { trace: Some(true), seed: Some(3), ..Settings::NONE };
    let report = run_with(&folder, &property, settings).unwrap();
    assert!(report.contains("x = 1001\nthe predicate is false"), "{report}");
    assert!(report.contains("\nstep: as it was found\n  x = "), "{report}");
    assert!(report.contains("\nstep: lower\n  x = 1001\n"), "{report}");
    assert!(kept(&folder).ends_with("\n\nfails 1001.e4b6ad\n  # x = 1001\n"), "{}", kept(&folder));
}

#[test]
fn what_does_not_fit_any_more_is_stale_and_stays() {
    static BROKEN: AtomicBool = AtomicBool::new(true);
    let folder = folder("stale");
    run(&folder, &short(&BROKEN));
    let other = Erased::new(forall("x", 3..9).check(|(x, ())| *x < 10));
    assert_eq!(run(&folder, &other), None);
    assert!(kept(&folder).contains("\nstale t,0,t,0,f.ad67fd\n  # xs = [0, 0]\n"));
    // The old domain is back.
    assert!(run(&folder, &short(&BROKEN)).unwrap().contains("found by an earlier run"));
    assert!(kept(&folder).contains("\nfails t,0,t,0,f.ad67fd\n  # xs = [0, 0]\n"));
}

#[test]
fn what_cannot_be_read_is_told_and_left_alone() {
    let sound = "forall-regressions 1\n\nfails t,0,t,0,f.ad67fd\n  # xs = [0, 0]\n";
    let wrong = [
        ("", "name.txt:1: the file is empty: was it cut short?"),
        (
            "hello\n",
            "name.txt:1: this is no file of regressions: it does not begin with `forall-regressions 1`",
        ),
        (
            "forall-regressions 7\n",
            "name.txt:1: this is format 7, of another release of Forall; this one knows format 1",
        ),
        (
            &sound[..sound.len() - 25],
            "name.txt:3: `fails t,0,t,0,`: it is cut short: there is no checksum at its end",
        ),
        (
            &sound.replace("t,0,t,0", "t,0,t,1"),
            "name.txt:3: `fails t,0,t,1,f.ad67fd`: it was changed: its checksum is that of another",
        ),
        (
            &sound.replace("fails", "failed"),
            "name.txt:3: `failed` is none of `fails`, `fixed` and `stale`, and not a remark (`# …`)",
        ),
        (
            &format!("{sound}<<<<<<< HEAD\n"),
            "name.txt:5: this is a conflict of a merge: keep the entries of both sides",
        ),
    ];
    for (text, message) in wrong {
        let folder = folder("unreadable");
        let path = folder.join("crate_name/tests/name.txt");
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        let told = run(&folder, &short(&ALWAYS)).unwrap();
        assert!(told.contains(message), "{message}\n{told}");
        assert!(told.contains("Nothing was run, and the file is as it was."), "{told}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
    let folder = folder("unreadable");
    let path = folder.join("crate_name/tests/name.txt");
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, b"forall-regressions 1\n\n# \xff\n").unwrap();
    let told = run(&folder, &short(&ALWAYS)).unwrap();
    assert!(told.contains("name.txt:3: this is not text"), "{told}");
}

static ALWAYS: AtomicBool = AtomicBool::new(true);

#[test]
fn what_people_wrote_stays_where_it_is() {
    let folder = folder("remarks");
    run(&folder, &short(&ALWAYS));
    let path = folder.join("crate_name/tests/name.txt");
    let text = format!("{}\n# mine\n\nfixed f.da093c\n   # the empty one\n", kept(&folder));
    fs::write(&path, &text).unwrap();
    run(&folder, &short(&ALWAYS));
    assert_eq!(kept(&folder), text);
    // Something changes: the rest is as it was, but for how far a remark is indented.
    fs::write(&path, text.replace("fails ", "fixed ")).unwrap();
    run(&folder, &short(&ALWAYS));
    assert_eq!(kept(&folder), text.replace("   # the", "  # the"));
}

#[test]
fn where_it_cannot_be_kept_the_report_says_so() {
    let folder = folder("blocked");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("crate_name"), "a file where a folder should be").unwrap();
    let report = run(&folder, &short(&ALWAYS)).unwrap();
    let told = report.lines().find(|line| line.starts_with("forall: ")).unwrap_or_default();
    assert!(told.contains("name.txt cannot be read: "), "{report}");
}

#[test]
fn processes_and_threads_do_not_lose_each_others_failures() {
    let folder = folder("threads");
    std::thread::scope(|scope| {
        for k in 0..8_u32 {
            let folder = &folder;
            scope.spawn(move || {
                let property = forall("who", k..=k).forall("x", any::<u16>());
                let property = property.check(|(x, _)| *x < 1_000);
                run(folder, &Erased::new(property)).expect("it fails");
            });
        }
    });
    // What another thread kept may have been shrunk in its place, since its choices nearly fit.
    let text = kept(&folder);
    assert!((1..=8).contains(&text.matches("\nfails ").count()), "{text}");
    assert!(text.matches(",1000.").count() >= 1, "{text}");
}

#[test]
fn only_the_shortest_way_is_printed() {
    let long = forall("xs", vec(any::<u64>(), 400)).check(|(xs, ())| xs.is_empty());
    let report = run(&folder("long"), &Erased::new(long)).unwrap();
    assert!(report.contains("replay: FORALL_REPLAY=0x1:0@0 cargo test tests::name"), "{report}");
}

#[test]
fn off_is_off() {
    let settings = Settings { regressions: Some("off".into()), ..Settings::NONE };
    let test = Test::new("crate_name::tests", "off");
    let run = || test.run(&short(&ALWAYS), &runner::quick_check, &settings);
    let thrown = catch_unwind(run).unwrap_err().downcast::<String>().unwrap();
    assert!(!thrown.contains("kept"), "{thrown}");
}

fn values() -> impl Domain<Value = Vec<Value>> {
    let value = one_of([0, 1, 2, 3, 4, 5]).flat_mapped(|kind| match kind {
        0 => any::<bool>().mapped(Value::Bool).boxed(),
        1 => any::<i128>().mapped(Value::Integer).boxed(),
        2 => any::<u64>().mapped(|bits| Value::Float(f64::from_bits(bits))).boxed(),
        3 => any::<Vec<u8>>().mapped(Value::Bytes).boxed(),
        4 => any::<String>().mapped(Value::String).boxed(),
        _ => any::<u64>().mapped(Value::Fork).boxed(),
    });
    vec(value, ..)
}

#[property]
fn choices_are_read_as_they_were_written(#[domain(values())] values: Vec<Value>) {
    let text = Choices(values.clone()).to_string();
    assert!(text.chars().all(|c| c.is_ascii_alphanumeric() || ",.-%".contains(c)), "{text}");
    assert_eq!(text.parse(), Ok(Choices(values)));
}

#[property]
fn what_was_cut_is_noticed(#[domain(values())] values: Vec<Value>, cut: u16) {
    let text = Choices(values).to_string();
    let cut = &text[..usize::from(cut) % text.len()];
    assert!(matches!(cut.parse::<Choices>(), Err(Unreadable::Cut | Unreadable::Changed)), "{cut}");
}
