//! The text of regression files: handwritten parts stay, and damaged files are not changed.

use std::fs;
use std::sync::atomic::AtomicBool;

use super::{folder, run, saved, short};

static ALWAYS: AtomicBool = AtomicBool::new(true);

#[test]
fn a_damaged_file_is_reported_and_not_changed() {
    let sound = "forall-regressions 1\n\nfails t,0,t,0,f.ad67fd\n  # xs = [0, 0]\n";
    let wrong = [
        ("", "name.txt:1: the file is empty; it may have been cut off"),
        (
            "hello\n",
            "name.txt:1: not a regression file; its first line must be `forall-regressions 1`",
        ),
        (
            "forall-regressions 7\n",
            "name.txt:1: `forall-regressions 7` is the format of another release of Forall; this release reads version 1",
        ),
        (
            &sound[..sound.len() - 25],
            "name.txt:3: `fails t,0,t,0,`: no checksum at the end (six hexadecimal digits after a full stop); it may have been cut off",
        ),
        (
            &sound.replace("t,0,t,0", "t,0,t,1"),
            "name.txt:3: `fails t,0,t,1,f.ad67fd`: the checksum does not match; it was changed or mistyped",
        ),
        (
            &sound.replace("fails", "failed"),
            "name.txt:3: `failed` is not a state; expected `fails`, `crashes`, `fixed` or `stale`, or a comment (`# …`)",
        ),
        (
            &format!("{sound}<<<<<<< HEAD\n"),
            "name.txt:5: merge conflict; keep the entries of both sides",
        ),
    ];
    for (text, message) in wrong {
        let folder = folder("unreadable");
        let path = folder.join("crate_name/tests/name.txt");
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        let report = run(&folder, &short(&ALWAYS)).unwrap();
        assert!(report.contains(message), "{message}\n{report}");
        assert!(
            report.contains("the file was not changed; restore it, or delete the damaged lines"),
            "{report}"
        );
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
    let folder = folder("unreadable");
    let path = folder.join("crate_name/tests/name.txt");
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, b"forall-regressions 1\n\n# \xff\n").unwrap();
    let report = run(&folder, &short(&ALWAYS)).unwrap();
    assert!(report.contains("name.txt:3: the line is not UTF-8 text"), "{report}");
}

#[test]
fn handwritten_entries_and_comments_stay_in_place() {
    let folder = folder("hints");
    run(&folder, &short(&ALWAYS));
    let path = folder.join("crate_name/tests/name.txt");
    let text = format!("{}\n# mine\n\nfixed f.da093c\n   # the empty one\n", saved(&folder));
    fs::write(&path, &text).unwrap();
    run(&folder, &short(&ALWAYS));
    assert_eq!(saved(&folder), text);
    // One entry changes: the rest stays as it was, except for the indentation of a comment.
    fs::write(&path, text.replace("fails ", "fixed ")).unwrap();
    run(&folder, &short(&ALWAYS));
    assert_eq!(saved(&folder), text.replace("   # the", "  # the"));
}

#[test]
fn a_comment_cut_off_inside_a_character_is_ignored() {
    let folder = folder("torn");
    run(&folder, &short(&ALWAYS));
    let path = folder.join("crate_name/tests/name.txt");
    let mut bytes = fs::read(&path).unwrap();
    bytes.extend_from_slice("then t,0,t,0,f.ad67fd f.da093c\n  # xs = ü".as_bytes());
    bytes.pop();
    fs::write(&path, &bytes).unwrap();
    let report = run(&folder, &short(&ALWAYS)).unwrap();
    assert!(!report.contains("not UTF-8"), "{report}");
}

#[test]
fn handwritten_comments_below_a_failure_stay() {
    let folder = folder("below");
    run(&folder, &short(&ALWAYS));
    let path = folder.join("crate_name/tests/name.txt");
    let text = saved(&folder).replace("  # xs", "  # see the ticket\n  #   indented\n  # xs");
    fs::write(&path, &text).unwrap();
    run(&folder, &short(&ALWAYS));
    assert_eq!(saved(&folder), text);
}
