//! Instrumented code and the runtime, in a project with a build script, a macro and another program.
#![cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]

use crate::project::{Project, target};

const LIBRARY: &str = r#"
pub fn open(door: u32, word: &str) -> bool {
    if door > 1000 {
        if door == 0x6d61_6769 {
            return word == "open sesame";
        }
    }
    false
}
"#;

/// The tests that pass show what the runtime has recorded.
const TESTS: &str = r#"
use std::hint::black_box;

use forall_sys::coverage::{Comparison, Comparisons, Edges, SeenEdges};
use NAME::open;

#[inline(never)]
fn hits(edges: &mut Edges, door: u32, word: &str) -> Vec<usize> {
    edges.clear();
    black_box(open(black_box(door), black_box(word)));
    let mut hits = Vec::new();
    edges.for_each_hit(|edge, _| hits.push(edge));
    hits
}

#[test]
fn edges_are_recorded() {
    let mut edges = Edges::available().unwrap();
    let low = hits(&mut edges, 3, "");
    let high = hits(&mut edges, 2000, "");
    let magic = hits(&mut edges, 0x6d61_6769, "");
    assert!(low != high && high != magic && low != magic, "{low:?} {high:?} {magic:?}");
    assert!(magic.iter().all(|edge| *edge < edges.count()));
    assert_eq!(low, hits(&mut edges, 3, ""), "the same input takes the same edges");
}

// Not inlined: callers are instrumented too, and each inlined copy would have other edges.
#[inline(never)]
fn new_edges(edges: &mut Edges, seen: &mut SeenEdges, door: u32) -> usize {
    edges.clear();
    black_box(open(black_box(door), black_box("")));
    edges.merge_into(seen)
}

#[test]
fn edges_are_new_once() {
    let mut edges = Edges::available().unwrap();
    let mut seen = SeenEdges::default();
    assert!(new_edges(&mut edges, &mut seen, 3) > 0);
    assert_eq!(new_edges(&mut edges, &mut seen, 4), 0);
    assert!(new_edges(&mut edges, &mut seen, 2000) > 0);
}

#[test]
fn nothing_is_instrumented() {
    let reason = Edges::available().map(|edges| edges.count()).unwrap_err().to_string();
    assert!(reason.contains("build it with `cargo forall fuzz`"), "{reason}");
}

fn compares(door: u32, word: &str) -> Vec<Comparison> {
    let listener = Comparisons::start();
    black_box(open(black_box(door), black_box(word)));
    listener.stop()
}

#[test]
fn compares_contain_the_magic_number() {
    let seen = compares(2000, "");
    let magic = Comparison::Numbers { left: 0x6d61_6769, right: 2000, width: 4 };
    assert!(seen.contains(&magic), "{seen:?}");
}

#[test]
fn compares_contain_the_word() {
    let seen = compares(0x6d61_6769, "12345678901");
    let word = |compare: &Comparison| match compare {
        Comparison::Bytes { left, right } => {
            [&left[..], right].contains(&&b"open sesame"[..]) && left != right
        }
        Comparison::Numbers { .. } => false,
    };
    assert!(seen.iter().any(word), "{seen:?}");
}

#[test]
fn compares_are_not_recorded() {
    assert_eq!(compares(2000, ""), []);
}
"#;

/// Another coverage runtime in the same program, such as that of libFuzzer.
const OTHER_RUNTIME: &str = r#"
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

static COUNTERS: AtomicUsize = AtomicUsize::new(0);

#[unsafe(no_mangle)]
extern "C" fn __sanitizer_cov_8bit_counters_init(start: *mut u8, stop: *mut u8) {
    COUNTERS.store(stop.addr() - start.addr(), Relaxed);
}

#[test]
fn another_runtime_comes_first() {
    assert!(!NAME::open(3, "x"));
    assert!(COUNTERS.load(Relaxed) > 0, "the other runtime has the counters");
    assert!(forall_sys::coverage::Edges::available().is_err(), "this one does not");
}
"#;

/// A program that does not link the runtime, but uses a build script and a macro.
const PROGRAM: &str = r#"
fn main() {
    assert!(env!("BUILT") == "yes");
    println!("{}", NAME::open(3, "x"));
}

#[test]
fn a_program_links() {
    assert!(!NAME::open(NAME_macro::door!(), "x"));
}
"#;

const BUILD_SCRIPT: &str = r#"
fn main() {
    if std::env::args().count() < 1000 {
        println!("cargo::rustc-env=BUILT=yes");
    }
}
"#;

const MACRO: &str = r#"
use proc_macro::TokenStream;

#[proc_macro]
pub fn door(input: TokenStream) -> TokenStream {
    if input.is_empty() { "1234".parse().unwrap() } else { input }
}
"#;

fn project(name: &'static str) -> Project {
    let snake = name.replace('-', "_");
    let named = |text: &str| text.replace("NAME", &snake);
    let member = |member: &str, more: &str| {
        format!(
            "[package]\nname = \"{name}-{member}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n{more}"
        )
    };
    let program = format!(
        "[dependencies]\n{name} = {{ path = \"..\" }}\n{name}-macro = {{ path = \"../macro\" }}\n"
    );
    Project::new(name)
        .members(&["macro", "program"])
        .file("src/lib.rs", LIBRARY)
        .file("tests/open.rs", &named(TESTS))
        .file("macro/Cargo.toml", &member("macro", "[lib]\nproc-macro = true\n"))
        .file("macro/src/lib.rs", MACRO)
        .file("program/Cargo.toml", &member("program", &program))
        .file("program/build.rs", BUILD_SCRIPT)
        .file("program/src/main.rs", &named(PROGRAM))
}

/// Returns the names of the tests that pass.
fn passed(project: &Project, args: &str) -> Vec<String> {
    let said = project.forall(args);
    assert!(matches!(said.code, Some(0 | 1)), "{said:?}");
    let lines = said.out.lines().filter_map(|line| line.strip_prefix("     passed  "));
    lines.map(str::to_owned).collect()
}

#[test]
fn each_mode_records_what_it_promises() {
    let project = project("modes");
    let plain = ["compares_are_not_recorded", "nothing_is_instrumented"];
    let edges = ["compares_are_not_recorded", "edges_are_new_once", "edges_are_recorded"];
    let traced = [
        "compares_contain_the_magic_number",
        "compares_contain_the_word",
        "edges_are_new_once",
        "edges_are_recorded",
    ];
    for _ in 0..2 {
        assert_eq!(passed(&project, "fuzz --all-tests --no-coverage"), plain);
        assert_eq!(passed(&project, "fuzz --all-tests --no-comparisons"), edges);
        assert_eq!(passed(&project, "fuzz --all-tests"), traced);
    }
}

/// As for other fuzzers, `RUSTFLAGS` apply to all crates for the target, also to the runtime.
#[test]
fn the_runtime_can_be_instrumented_itself() {
    let project = project("everything");
    let flags = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
                 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
                 -Cllvm-args=-sanitizer-coverage-pc-table \
                 -Cllvm-args=-sanitizer-coverage-trace-compares \
                 -Clink-arg=-Wl,--wrap=memcmp,--wrap=bcmp";
    let target = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    let said = project.shell(&format!(
        "RUSTFLAGS='{flags}' cargo test --target {target} --test open -- --test-threads=1 --nocapture compares_contain"
    ));
    assert!(said.out.contains("test result: ok. 2 passed"), "{said:?}");
}

#[test]
fn programs_without_the_runtime_link() {
    let project = project("beside");
    for mode in ["", "--no-comparisons"] {
        let said =
            project.forall(&format!("fuzz --all-tests {mode} -p beside -p beside-program edges"));
        assert_eq!(said.code, Some(0), "{said:?}");
    }
    assert!(target().join("forall").exists(), "instrumented builds use a separate folder");
}

#[test]
fn another_coverage_runtime_takes_precedence() {
    let snake = OTHER_RUNTIME.replace("NAME", "together");
    let project = project("together").file("tests/other.rs", &snake);
    let said = project.forall("fuzz --all-tests another_runtime");
    assert_eq!(said.code, Some(0), "{said:?}");
}

/// Cargo keeps the builds of all modes.
#[test]
fn nothing_is_built_twice() {
    let project = project("cached");
    let builds = |args: &str| project.compiled(&format!("{args} edges_are_recorded"));
    for args in
        ["fuzz --all-tests --no-coverage", "fuzz --all-tests", "fuzz --all-tests --no-comparisons"]
    {
        assert!(builds(args).contains(&"cached".to_owned()), "{args}");
    }
    for args in
        ["fuzz --all-tests --no-coverage", "fuzz --all-tests", "fuzz --all-tests --no-comparisons"]
    {
        assert_eq!(builds(args), Vec::<String>::new(), "{args}");
    }
}
