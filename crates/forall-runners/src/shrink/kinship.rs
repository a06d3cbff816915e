//! Which failures may have the same cause: those of assertions of the same test.

use crate::report::{Failure, Origin};

/// Returns whether both failures are of the same kind, so that one bug may cause both.
pub(super) fn may_cross(one: &Failure, other: &Failure) -> bool {
    match (&one.origin, &other.origin) {
        (Origin::Panic(at), Origin::Panic(other_at)) => {
            are_same_package(&at.file, &other_at.file) && have_same_cause(one, other)
        }
        // If code under test sets its own panic hook, the locations of later panics are unknown.
        (Origin::Panic(_), Origin::PanicUnlocated) | (Origin::PanicUnlocated, Origin::Panic(_)) => {
            have_same_cause(one, other)
        }
        (Origin::Named(_), Origin::Named(_)) => is_check(&one.origin) && is_check(&other.origin),
        _ => false,
    }
}

/// Returns whether a named failure is that of a check in the test.
fn is_check(origin: &Origin) -> bool {
    ![Origin::DEADLOCK, Origin::LEAKED_TASKS, Origin::MODEL_PANICKED].contains(origin)
}

/// Returns whether the language detected both errors, or neither. An assertion that is false for some inputs, and an
/// index that is out of bounds for others, are rarely one bug. (`unwrap` is often used as an assertion.)
fn have_same_cause(one: &Failure, other: &Failure) -> bool {
    is_language_error(one) == is_language_error(other)
}

/// Returns whether this is a panic of an index, a range or an arithmetic operation.
fn is_language_error(failure: &Failure) -> bool {
    const STARTS: [&str; 10] = [
        "attempt to ",
        "begin <= end (",
        "begin > end (",
        "byte index ",
        "end byte index ",
        "index out of bounds: ",
        "range end index ",
        "range start index ",
        "slice index starts at ",
        "start byte index ",
    ];
    STARTS.iter().any(|start| failure.message.starts_with(start))
}

/// Returns whether two source files belong to the same package. The compiler names files of the workspace relative to
/// its root, and files of dependencies and the standard library by absolute paths.
fn are_same_package(file: &str, other: &str) -> bool {
    file == other || package_of(file).is_some_and(|package| package_of(other) == Some(package))
}

/// Returns the path of the package in the workspace that contains a source file.
fn package_of(file: &str) -> Option<&str> {
    const FOLDERS: [&str; 4] = ["src", "tests", "benches", "examples"];
    let is_absolute = file.starts_with(['/', '\\']) || file.as_bytes().get(1) == Some(&b':');
    if is_absolute {
        return None;
    }
    let mut start = 0;
    for part in file.split_inclusive(['/', '\\']) {
        if FOLDERS.contains(&part.trim_end_matches(['/', '\\'])) {
            return Some(&file[..start]);
        }
        start += part.len();
    }
    None
}

#[cfg(test)]
mod tests {
    use std::hint::black_box;

    use super::*;
    use crate::property::Location;

    fn panic(file: &str, message: &str) -> Failure {
        let location = Location { file: file.to_owned().into(), line: 1, column: 1 };
        Failure::panic(Some(location), message.to_owned())
    }

    fn named(name: &'static str) -> Failure {
        Failure { origin: Origin::Named(name), ..Failure::default() }
    }

    #[test]
    fn panics_cross_within_a_package() {
        const STD: &str = "/rustc/1/library/core/src/slice/index.rs";
        const DEPENDENCY: &str = "/home/me/.cargo/registry/src/index/queue-1.0.0/src/lib.rs";
        let cases = [
            ("crates/a/tests/it/main.rs", "crates/a/tests/it/model.rs", true),
            ("crates/a/tests/main.rs", "crates/a/src/model/checks.rs", true),
            ("crates/a/tests/main.rs", "crates/b/tests/main.rs", false),
            ("tests/main.rs", "src/lib.rs", true),
            ("tests/main.rs", "crates/a/src/lib.rs", false),
            ("crates\\a\\tests\\main.rs", "crates\\a\\src\\lib.rs", true),
            ("C:\\a\\tests\\main.rs", "C:\\a\\src\\lib.rs", false),
            ("build.rs", "main.rs", false),
            ("tests/main.rs", STD, false),
            (DEPENDENCY, "/home/me/.cargo/registry/src/index/queue-1.0.0/src/ring.rs", false),
            (DEPENDENCY, DEPENDENCY, true),
        ];
        for (one, other, expected) in cases {
            let one = panic(one, "wrong");
            let other = panic(other, "order");
            assert_eq!(may_cross(&one, &other), expected, "{one:?} {other:?}");
            assert_eq!(may_cross(&other, &one), expected, "{other:?} {one:?}");
        }
    }

    #[test]
    fn assertions_and_errors_of_the_language_differ() {
        fn caught(work: impl FnOnce()) -> Failure {
            let Err(crate::panics::Caught::Panic(failure)) = crate::panics::catch(work) else {
                unreachable!("it panics")
            };
            failure
        }
        let list = black_box([1, 2, 3]);
        let text = black_box("größer");
        let number = black_box(4_usize);
        let errors = [
            caught(|| _ = black_box(list[number])),
            caught(|| _ = black_box(&list[number..])),
            caught(|| _ = black_box(&list[..number])),
            caught(|| _ = black_box(&list[number - 2..number - 3])),
            caught(|| _ = black_box(&text[number..number - 1])),
            caught(|| _ = black_box(&text[..number - 1])),
            caught(|| _ = black_box(&text[..number * number])),
            caught(|| _ = black_box(number - 2 * number)),
            caught(|| _ = black_box(number / (number - 4))),
        ];
        let checks = [
            caught(|| assert!(number > 4)),
            caught(|| assert_eq!(number, 5)),
            caught(|| _ = list.get(number).unwrap()),
            caught(|| panic!("{number} elements are missing")),
        ];
        for error in &errors {
            assert!(is_language_error(error), "{error:?}");
            assert!(!checks.iter().any(|check| may_cross(error, check)), "{error:?}");
        }
        for check in &checks {
            assert!(checks.iter().all(|other| may_cross(check, other)), "{check:?}");
        }
    }

    #[test]
    fn kinds_of_failures_are_not_mixed() {
        let unlocated = Failure::panic(None, "wrong".to_owned());
        assert!(may_cross(&panic("src/lib.rs", "order"), &unlocated));
        assert!(may_cross(&named("below 9"), &named("push")));
        let kinds = [
            panic("src/lib.rs", "order"),
            named("below 9"),
            named("deadlock"),
            named("leaked tasks"),
            named("the model panicked"),
            Failure::predicate_false(),
            Failure::error(&"wrong"),
        ];
        for (i, one) in kinds.iter().enumerate() {
            for other in &kinds[i + 1..] {
                assert!(!may_cross(one, other) && !may_cross(other, one), "{one:?} {other:?}");
            }
        }
    }
}
