//! Files of failures as text: what is written is read again, and what is damaged is left alone.

use std::fs;
use std::sync::atomic::AtomicBool;

use forall::domain::{Domain, any, elements, vec};
use forall::property;
use forall::source::{Choices, Unreadable, Value};

use super::{folder, kept, run, short};

static ALWAYS: AtomicBool = AtomicBool::new(true);

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
            "name.txt:3: `failed` is none of `fails`, `kills`, `fixed` and `stale`, and not a remark (`# …`)",
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
fn a_remark_that_is_torn_in_a_letter_is_passed_over() {
    let folder = folder("torn");
    run(&folder, &short(&ALWAYS));
    let path = folder.join("crate_name/tests/name.txt");
    let mut bytes = fs::read(&path).unwrap();
    bytes.extend_from_slice("then t,0,t,0,f.ad67fd f.da093c\n  # xs = ü".as_bytes());
    bytes.pop();
    fs::write(&path, &bytes).unwrap();
    let report = run(&folder, &short(&ALWAYS)).unwrap();
    assert!(!report.contains("this is not text"), "{report}");
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

fn values() -> impl Domain<Value = Vec<Value>> {
    let value = elements([0, 1, 2, 3, 4, 5]).flat_mapped(|kind| match kind {
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
