//! `cargo forall export` and `cargo forall import`.

use std::fs;
use std::process::Command;
use std::sync::LazyLock;

use forall::source::{ChoiceSequence, ChoiceValue};

use crate::project::{Project, target};

/// Returns a workspace with properties in unit tests and in integration tests.
fn project() -> &'static Project {
    static PROJECT: LazyLock<Project> = LazyLock::new(|| {
        Project::virtual_workspace("fuzz_targets", &["plain", "scripted"])
            .file("plain/Cargo.toml", &manifest("plain"))
            .file("plain/src/lib.rs", include_str!("fuzz_targets/lib.rs"))
            .file("plain/tests/more-tests.rs", include_str!("fuzz_targets/more_tests.rs"))
            .file("scripted/Cargo.toml", &manifest("scripted"))
            .file("scripted/build.rs", "fn main() {}\n")
            .file("scripted/src/lib.rs", include_str!("fuzz_targets/lib.rs"))
            .file("stub/Cargo.toml", STUB_MANIFEST)
            .file("stub/src/lib.rs", include_str!("fuzz_targets/stub.rs"))
    });
    &PROJECT
}

fn manifest(name: &str) -> String {
    format!(
        "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n\
         [features]\ndefault = [\"loud\"]\nloud = []\n\n[dev-dependencies]\nforall.workspace = true\n"
    )
}

/// A package without the C++ code of libFuzzer.
const STUB_MANIFEST: &str = "[package]\nname = \"libfuzzer-sys\"\nversion = \"0.4.12\"\nedition = \"2024\"\n\n[workspace]\n";

#[test]
fn exported_targets_compile() {
    let saved = ChoiceSequence(vec![ChoiceValue::String("abcdefghij".into())]);
    let saved = format!("forall-regressions 1\n\nfails {saved}\n");
    project().write("plain/.forall/regressions/more_tests/is_short.txt", &saved);
    let output = project().forall("export --workspace --output fuzz");
    // Other tests add seeds.
    let (wrote, commands) = output.out.split_once(" seeds to fuzz\n").expect("there are seeds");
    assert!(wrote.starts_with("wrote 6 fuzz targets and "), "{output:?}");
    let expected = "run one:      cargo fuzz run --fuzz-dir fuzz --sanitizer none ends_the_process fuzz/corpus/ends_the_process fuzz/seeds/ends_the_process -- -len_control=0 -use_value_profile=1\n\
        save a crash: cargo forall import fuzz/artifacts/ends_the_process/crash-… ends_the_process\n";
    assert_eq!((output.code, commands), (Some(0), expected));
    let skipped = "not exported: scripted::tests::doubles\n  scripted: the package has a build script, and only integration tests do not need it";
    assert!(output.err.ends_with(skipped), "{}", output.err);
    let program = project().read("fuzz/fuzz_targets/is_shut.rs");
    assert!(program.contains("extern crate plain_test_more_tests as _;\n"), "{program}");
    assert!(program.contains("export_key(\"more_tests::inner::is_shut\")"), "{program}");
    // The saved failure and the example.
    assert_eq!(fs::read_dir(project().path("fuzz/seeds/is_short")).unwrap().count(), 2);

    let dockerfile = project().read("fuzz/clusterfuzzlite/Dockerfile");
    assert!(dockerfile.ends_with("\nCOPY .clusterfuzzlite/build.sh $SRC/\n"), "{dockerfile}");
    let workflow = project().read("fuzz/clusterfuzzlite/workflows/fuzz-changes.yml");
    let step = "\n        with:\n          mode: code-change\n          fuzz-seconds: 600\n";
    assert!(workflow.contains(step), "{workflow}");
    let dockerfile = project().read("fuzz/oss-fuzz/Dockerfile");
    assert!(dockerfile.ends_with("\nCOPY build.sh $SRC/\n"), "{dockerfile}");
    assert!(!dockerfile.contains("nightly\n"), "a toolchain has a date: {dockerfile}");

    let with_stub =
        project().read("fuzz/Cargo.toml").replace("version = \"0.4.12\"", "path = \"../stub\"");
    project().write("fuzz/Cargo.toml", &with_stub);
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["check", "--offline", "--quiet", "--manifest-path"]);
    cargo.arg(project().path("fuzz/Cargo.toml")).env("CARGO_TARGET_DIR", target());
    let checked = cargo.env_remove("RUSTFLAGS").output().expect("cargo starts");
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
}

#[test]
fn other_folders_are_not_overwritten() {
    project().write("own/notes.txt", "These are notes.\n");
    let output = project().forall("export --package plain --output own");
    let expected = "error: <project>/own was not written by `cargo forall export`; choose another folder with `--output FOLDER`";
    assert_eq!((output.code, output.err.as_str()), (Some(2), expected));
    assert!(!project().path("own/Cargo.toml").exists());
    let output = project().forall("export --package scripted --output own");
    assert!(
        output.err.ends_with("\nerror: none of the selected properties can be exported"),
        "{output:?}"
    );
}

#[test]
fn a_crash_file_becomes_a_shrunk_failure() {
    let list =
        |bytes: &[u8]| [bytes.iter().flat_map(|byte| [1, *byte]).collect(), vec![0]].concat();
    fs::write(project().path("crash"), list(b"\x07\x47\x07GIF89a")).unwrap();
    fs::write(project().path("fine"), list(b"PNG")).unwrap();
    let output = project().forall("import crash is_no_picture --package plain");
    assert_eq!(output.code, Some(1), "{output:?}");
    assert!(output.err.contains("\n  bytes = [71, 73, 70]\n"), "{}", output.err);
    let saved = project().read("plain/.forall/regressions/more_tests/is_no_picture.txt");
    assert!(saved.ends_with("  # bytes = [71, 73, 70]\n"), "{saved}");

    let output = project().forall("import fine is_no_picture --package plain");
    let expected = "forall: fine is not imported, because the input does not falsify `is_no_picture`: the property holds for it";
    assert_eq!((output.code, output.err.as_str()), (Some(2), expected));
    let output = project().forall("import nowhere is_no_picture --package plain");
    let expected = "error: nowhere cannot be read: No such file or directory (os error 2)";
    assert_eq!((output.code, output.err.as_str()), (Some(2), expected));
    let output = project().forall("import crash is_s --package plain");
    let expected = "error: `is_s` matches 2 properties: inner::is_shut, is_short; name one of them";
    assert_eq!((output.code, output.err.as_str()), (Some(2), expected));
}

#[test]
fn a_crash_that_ends_the_process_is_imported() {
    fs::write(project().path("abort"), [200, 0]).unwrap();
    let output = project().forall("import abort ends_the_process --package plain");
    assert_eq!(output.code, Some(1), "{output:?}");
    let saved = project().read("plain/.forall/regressions/more_tests/ends_the_process.txt");
    assert!(saved.ends_with("\ncrashes 101.a4c85f\n  # x = 101\n"), "{saved}");
}

#[test]
fn a_corpus_of_texts_is_imported() {
    for (name, text) in [("0", "abc"), ("1", ""), ("2", "0123456789"), ("3", "é")] {
        project().write(&format!("texts/{name}"), text);
    }
    fs::write(project().path("texts/4"), b"\xff").unwrap();
    let output = project().forall("import --raw --corpus texts is_parsed --package plain");
    assert_eq!(output.code, Some(0), "{output:?}");
    let skipped =
        "is not imported: the property has no input in which a text is the content of this file";
    assert_eq!(output.err.matches(skipped).count(), 1, "{}", output.err);
    let corpus = project().read("plain/.forall/corpus/more_tests/is_parsed.txt");
    let inputs: Vec<&str> =
        corpus.lines().filter(|line| line.starts_with(['t', 'f']) && line.contains(',')).collect();
    assert_eq!(inputs.len(), 4, "{corpus}");
    assert!(inputs.iter().any(|input| input.contains("s0123456789")), "{corpus}");
}

/// Pipes and devices do not end, links form cycles, and names may contain anything.
#[test]
#[cfg(unix)]
fn strange_files_are_imported_or_reported() {
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::symlink;

    let folder = project().path("strange");
    fs::create_dir_all(folder.join("below")).unwrap();
    let names: [&[u8]; 3] = [b"two\nlines", b"-dash", b"not text \xff"];
    for (name, text) in names.into_iter().zip(["one", "two", "six"]) {
        fs::write(folder.join(std::ffi::OsStr::from_bytes(name)), text).unwrap();
    }
    assert!(Command::new("mkfifo").arg(folder.join("pipe")).status().unwrap().success());
    fs::File::create(folder.join("huge")).unwrap().set_len(1 << 32).unwrap();
    for (target, name) in
        [("/dev/zero", "device"), (".", "circle"), ("..", "below/up"), ("gone", "dangling")]
    {
        symlink(target, folder.join(name)).unwrap();
    }
    let output = project().forall("import --raw --corpus strange is_short --package plain");
    assert_eq!(output.code, Some(0), "{output:?}");
    for problem in [
        "pipe cannot be read: it is a pipe or a device, and not a file",
        "device cannot be read: it is a pipe or a device, and not a file",
        "huge cannot be read: it has 4294967296 bytes, and at most 67108864 are read",
        "dangling cannot be read: No such file or directory",
    ] {
        assert!(output.err.contains(problem), "{}", output.err);
    }
    assert_eq!(output.err.matches(" cannot be read: ").count(), 4, "{}", output.err);
    let corpus = project().read("plain/.forall/corpus/more_tests/is_short.txt");
    for text in ["sone.", "stwo.", "ssix."] {
        assert!(corpus.contains(text), "{corpus}");
    }
    let output = project().forall("import strange/below is_short --package plain");
    assert_eq!(output.code, Some(2), "{output:?}");
    assert_eq!(output.err, "error: strange/below cannot be read: there is no file to import");
}

#[test]
fn a_large_corpus_is_imported() {
    for number in 0..5_000 {
        project().write(&format!("large/{number}"), &number.to_string());
    }
    let output = project().forall("import --raw --corpus large is_parsed --package plain");
    assert_eq!(output.code, Some(0), "{:?}", output.err.lines().last());
    assert!(output.err.contains("passed: is_parsed, 5,000 tests"), "{:?}", output.err);
}

#[test]
fn the_output_of_afl_is_imported() {
    let inputs = ["afl/main/queue/id:000000,orig:a", "afl/two/queue/id:000001,src:0"];
    let others = [
        "afl/main/fuzzer_stats",
        "afl/main/cmdline",
        "afl/main/queue/.state/auto_extras/auto_000000",
        "afl/main/hangs/id:000000,src:0",
        "afl/two/fuzzer_stats",
        "afl/two/crashes/README.txt",
    ];
    for path in inputs.iter().chain(&others) {
        project().write(path, path);
    }
    let output = project().forall("import --raw --corpus afl is_parsed --package plain");
    assert_eq!(output.code, Some(0), "{output:?}");
    assert!(output.err.contains("passed: is_parsed, 2 tests"), "{output:?}");
}
