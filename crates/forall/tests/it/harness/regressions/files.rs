//! Files of failures as text: what is written is read again, and what is damaged is left alone.

use std::fs;
use std::sync::atomic::AtomicBool;

use super::{folder, kept, run, short};

static ALWAYS: AtomicBool = AtomicBool::new(true);

#[test]
fn what_cannot_be_read_is_told_and_left_alone() {
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
        let told = run(&folder, &short(&ALWAYS)).unwrap();
        assert!(told.contains(message), "{message}\n{told}");
        assert!(
            told.contains("the file was not changed; restore it, or delete the damaged lines"),
            "{told}"
        );
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
    let folder = folder("unreadable");
    let path = folder.join("crate_name/tests/name.txt");
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, b"forall-regressions 1\n\n# \xff\n").unwrap();
    let told = run(&folder, &short(&ALWAYS)).unwrap();
    assert!(told.contains("name.txt:3: the line is not UTF-8 text"), "{told}");
}

#[test]
fn what_people_wrote_stays_where_it_is() {
    let folder = folder("hints");
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
fn a_remark_that_is_torn_in_a_letter_is_passed_over() {
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
fn what_a_person_wrote_below_a_failure_stays() {
    let folder = folder("below");
    run(&folder, &short(&ALWAYS));
    let path = folder.join("crate_name/tests/name.txt");
    let text = kept(&folder).replace("  # xs", "  # see the ticket\n  #   indented\n  # xs");
    fs::write(&path, &text).unwrap();
    run(&folder, &short(&ALWAYS));
    assert_eq!(kept(&folder), text);
}
