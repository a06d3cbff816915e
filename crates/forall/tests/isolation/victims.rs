//! Properties that die, each in another way. They are ignored, so that nobody runs them by accident.

use std::fs::File;
use std::hint::black_box;
use std::io::Write;
use std::ops::RangeInclusive;
use std::process::{self, Command};
use std::thread::sleep;
use std::time::Duration;

use forall::property;
use forall::source::{Reject, Source};

/// From here on numbers kill.
const DEADLY: u32 = 1_000;

fn kills(list: &[u32]) -> bool {
    list.iter().any(|x| *x >= DEADLY)
}

#[property(isolate)]
#[ignore = "it aborts"]
fn aborts(list: Vec<u32>) {
    if kills(&list) {
        process::abort();
    }
}

/// So that there is time to do something meanwhile.
#[property(isolate)]
#[ignore = "it aborts, after a while"]
fn aborts_late(list: Vec<u32>) {
    if kills(&list) {
        sleep(Duration::from_millis(200));
        process::abort();
    }
}

#[property(isolate)]
#[ignore = "it aborts, after panics that it survives"]
fn aborts_after_panics(list: Vec<u32>) {
    if kills(&list) {
        process::abort();
    }
    let _ = std::panic::catch_unwind(|| panic!("survived"));
}

#[property(isolate)]
#[ignore = "it aborts, and says why"]
fn panics_in_a_panic(list: Vec<u32>) {
    struct Bomb;
    impl Drop for Bomb {
        fn drop(&mut self) {
            panic!("again");
        }
    }
    if kills(&list) {
        let _bomb = Bomb;
        panic!("once");
    }
}

#[property(isolate)]
#[ignore = "it overflows its stack"]
fn overflows(list: Vec<u32>) {
    if kills(&list) {
        black_box(deep(1));
    }
}

#[expect(unconditional_recursion, reason = "this is the fault")]
fn deep(n: u64) -> u64 {
    let frame = black_box([n; 64]);
    deep(n + 1) + frame[0]
}

#[property(isolate)]
#[ignore = "it is killed"]
fn segfaults(list: Vec<u32>) {
    while kills(&list) {
        let this = process::id().to_string();
        // The first is taken for a possible overflow of the stack.
        Command::new("kill").args(["-SEGV", &this]).status().expect("there is such a command");
    }
}

#[property(isolate)]
#[ignore = "it exits"]
fn exits(list: Vec<u32>) {
    if kills(&list) {
        process::exit(3);
    }
}

#[property(isolate, memory_limit = "512MB")]
#[ignore = "it eats all memory"]
fn eats(list: Vec<u32>) {
    let mut eaten: Vec<Vec<u8>> = Vec::new();
    while kills(&list) {
        eaten.push(black_box(vec![0; 16 << 20]));
    }
}

#[property(isolate, test_timeout = "300ms")]
#[ignore = "it does not end"]
fn loops(list: Vec<u32>) {
    while kills(&list) {
        black_box(&list);
    }
}

#[property(isolate)]
#[ignore = "it fails, and does not die"]
fn fails(list: Vec<u32>) {
    assert!(!kills(&list), "it is too large");
}

/// What is simpler than what is false kills.
#[property(isolate)]
#[ignore = "it fails, and what is simpler kills"]
fn fails_and_kills(x: u32) -> bool {
    if (10..2_000).contains(&x) {
        process::abort();
    }
    x < 10
}

fn up_to(size: u32) -> RangeInclusive<u32> {
    if size >= DEADLY {
        process::abort();
    }
    0..=size
}

#[property(isolate)]
#[ignore = "a domain kills"]
fn generates(size: u32, #[domain(up_to(size))] x: u32) -> bool {
    x <= size
}

#[property(isolate, example(vec![7, 7_000]))]
#[ignore = "its example kills"]
fn begins_badly(list: Vec<u32>) {
    if list == [7, 7_000] {
        process::abort();
    }
}

/// Not isolated: kills all tests, and the next run knows of it.
#[property]
#[ignore = "it kills all other tests, if it is told to"]
fn reserves_much(list: Vec<u32>) {
    // More than a process of its own may have if nobody says so.
    black_box(Vec::<u8>::with_capacity(3 << 30));
    if kills(&list) && std::env::var_os("ABORT").is_some() {
        process::abort();
    }
}

/// Not isolated, and without a limit: takes longer than one that nobody asked for.
#[property(tests = 1)]
#[ignore = "it takes long, if it is told to"]
fn takes_long(_x: u8) {
    let is_child = std::env::var_os("__FORALL_ISOLATED").is_some();
    if let Some(began) = std::env::var_os("BEGAN") {
        File::create(began).expect("it may");
        sleep(Duration::from_secs(100));
    } else if is_child {
        sleep(Duration::from_secs(100));
    }
}

#[property]
#[ignore = "it kills all tests"]
fn kills_all(list: Vec<u32>) {
    if kills(&list) {
        process::abort();
    }
}

#[property]
#[ignore = "it kills all tests, if rarely"]
fn kills_seldom(#[domain(0..20_u32)] x: u32, #[domain(0..10_u8)] _y: u8) {
    if x >= 7 {
        process::abort();
    }
}

/// Only a mutator of its own makes what kills.
#[property(isolate, runner = forall::runner::fuzz)]
#[ignore = "it kills what cannot be made again"]
fn mutates_badly(
    #[domain(0..10_u32)]
    #[mutate(|_, _: &mut Source| -> Result<u32, Reject> { Ok(DEADLY) })]
    x: u32,
) {
    forall::feedback::probe_id(u64::from(x));
    if x >= DEADLY {
        process::abort();
    }
}

/// As a signal to both does, if the child hears it first. It comes once.
#[property(isolate)]
#[ignore = "it is interrupted"]
fn is_interrupted(_x: u8) {
    let came = std::env::var_os("CAME").expect("somebody listens");
    if File::create_new(came).is_err() {
        return;
    }
    let (child, parent) = (process::id(), std::os::unix::process::parent_id());
    let signals = format!("kill {child}; sleep 0.05; kill {parent}");
    let mut shell = Command::new("sh");
    // Who holds the line would have the parent wait.
    shell.args(["-c", &signals]).stderr(process::Stdio::null());
    shell.status().expect("there is such a command");
}

/// Writes a byte now and then, for ever.
#[property(isolate, test_timeout = "1h")]
#[ignore = "it does not end"]
fn beats(_x: u8) {
    let path = std::env::var_os("BEATS").expect("somebody listens");
    let mut file = File::options().create(true).append(true).open(path).expect("it may");
    loop {
        file.write_all(b".").expect("it may");
        sleep(Duration::from_millis(10));
    }
}

/// Costs nothing, so that all else is seen.
#[property]
#[ignore = "it is for those who measure"]
fn trivial(x: u64) -> bool {
    x == black_box(x)
}

#[test]
#[ignore = "it is for those who look whether it is harmed"]
fn sibling() {
    sleep(Duration::from_millis(200));
}
