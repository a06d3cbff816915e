//! Properties that crash, each in a different way. They are ignored, so that only `crashes.rs` starts them.

use std::fs::File;
use std::hint::black_box;
use std::io::Write;
use std::ops::RangeInclusive;
use std::os::unix::process::CommandExt;
use std::process::{self, Command};
use std::thread::sleep;
use std::time::Duration;

use forall::property;
use forall::source::{Reject, Source};

/// The smallest number that makes a property crash.
const SMALLEST_DEADLY: u32 = 1_000;

fn is_deadly(list: &[u32]) -> bool {
    list.iter().any(|x| *x >= SMALLEST_DEADLY)
}

#[property(isolate)]
#[ignore = "it aborts"]
fn aborts(list: Vec<u32>) {
    if is_deadly(&list) {
        process::abort();
    }
}

/// Sleeps before it aborts, so that a test can send signals meanwhile.
#[property(isolate)]
#[ignore = "it aborts, after a while"]
fn aborts_late(list: Vec<u32>) {
    if is_deadly(&list) {
        sleep(Duration::from_millis(200));
        process::abort();
    }
}

#[property(isolate)]
#[ignore = "it aborts, after panics that it catches"]
fn aborts_after_panics(list: Vec<u32>) {
    if is_deadly(&list) {
        process::abort();
    }
    let _ = std::panic::catch_unwind(|| panic!("caught"));
}

#[property(isolate)]
#[ignore = "it aborts with a message"]
fn panics_in_a_panic(list: Vec<u32>) {
    struct Bomb;
    impl Drop for Bomb {
        fn drop(&mut self) {
            panic!("again");
        }
    }
    if is_deadly(&list) {
        let _bomb = Bomb;
        panic!("once");
    }
}

#[property]
#[ignore = "it exits with success"]
fn exits_without_isolation(list: Vec<u32>) {
    if is_deadly(&list) {
        process::exit(0);
    }
}

#[property]
#[ignore = "it exits with success, on another thread"]
fn exits_on_another_thread(list: Vec<u32>) {
    if is_deadly(&list) {
        std::thread::spawn(|| process::exit(0));
        sleep(Duration::from_secs(60));
    }
}

#[property(isolate)]
#[ignore = "it overflows its stack"]
fn overflows(list: Vec<u32>) {
    if is_deadly(&list) {
        black_box(recurse(1));
    }
}

#[expect(unconditional_recursion, reason = "this is the fault")]
fn recurse(n: u64) -> u64 {
    let frame = black_box([n; 64]);
    recurse(n + 1) + frame[0]
}

#[property(isolate)]
#[ignore = "it is killed by a signal"]
fn segfaults(list: Vec<u32>) {
    while is_deadly(&list) {
        let this = process::id().to_string();
        // The handler for stack overflows returns from the first signal.
        Command::new("kill").args(["-SEGV", &this]).status().expect("the command exists");
    }
}

#[property(isolate)]
#[ignore = "it exits"]
fn exits(list: Vec<u32>) {
    if is_deadly(&list) {
        process::exit(3);
    }
}

#[property(isolate, memory_limit = "512MB")]
#[ignore = "it allocates without end"]
fn exhausts_memory(list: Vec<u32>) {
    let mut blocks: Vec<Vec<u8>> = Vec::new();
    while is_deadly(&list) {
        blocks.push(black_box(vec![0; 16 << 20]));
    }
}

#[property(isolate, test_timeout = "300ms")]
#[ignore = "it does not end"]
fn loops(list: Vec<u32>) {
    while is_deadly(&list) {
        black_box(&list);
    }
}

#[property(isolate)]
#[ignore = "it fails without a crash"]
fn fails(list: Vec<u32>) {
    assert!(!is_deadly(&list), "it is too large");
}

/// Is false for large numbers, and crashes for smaller ones.
#[property(isolate)]
#[ignore = "it fails, and crashes for simpler inputs"]
fn fails_or_aborts(x: u32) -> bool {
    if (10..2_000).contains(&x) {
        process::abort();
    }
    x < 10
}

fn up_to(size: u32) -> RangeInclusive<u32> {
    if size >= SMALLEST_DEADLY {
        process::abort();
    }
    0..=size
}

#[property(isolate)]
#[ignore = "its domain aborts"]
fn aborts_while_generating(size: u32, #[domain(up_to(size))] x: u32) -> bool {
    x <= size
}

#[property(isolate, example(vec![7, 7_000]))]
#[ignore = "its example aborts"]
fn aborts_on_its_example(list: Vec<u32>) {
    if list == [7, 7_000] {
        process::abort();
    }
}

/// Is not isolated: it crashes the whole test process if `ABORT` is set.
#[property]
#[ignore = "it crashes the test process if a variable is set"]
fn reserves_much_memory(list: Vec<u32>) {
    // More memory than the default limit of a child process.
    black_box(Vec::<u8>::with_capacity(3 << 30));
    if is_deadly(&list) && std::env::var_os("ABORT").is_some() {
        process::abort();
    }
}

/// Is not isolated and has no time limit. It takes longer than the default limit of a child process.
#[property(tests = 1)]
#[ignore = "it takes long"]
fn takes_long(_x: u8) {
    let is_child = std::env::var_os("__FORALL_ISOLATED").is_some();
    if let Some(started) = std::env::var_os("STARTED") {
        File::create(started).expect("tests may write there");
        sleep(Duration::from_secs(100));
    } else if is_child {
        sleep(Duration::from_secs(100));
    }
}

#[property]
#[ignore = "it crashes the test process"]
fn aborts_without_isolation(list: Vec<u32>) {
    if is_deadly(&list) {
        process::abort();
    }
}

#[property]
#[ignore = "it crashes the test process for some inputs"]
fn aborts_for_some_inputs(#[domain(0..20_u32)] x: u32, #[domain(0..10_u8)] _y: u8) {
    if x >= 7 {
        process::abort();
    }
}

/// Crashes only for values that its own mutator makes, so no choices lead to them.
#[property(isolate, runner = forall::runner::fuzz)]
#[ignore = "its failing input cannot be generated again"]
fn aborts_on_mutated_values(
    #[domain(0..10_u32)]
    #[mutate(|_, _: &mut Source| -> Result<u32, Reject> { Ok(SMALLEST_DEADLY) })]
    x: u32,
) {
    forall::feedback::probe_id(u64::from(x));
    if x >= SMALLEST_DEADLY {
        process::abort();
    }
}

/// Sends a signal once: first to the child process, then to its parent.
#[property(isolate)]
#[ignore = "it is interrupted"]
fn interrupts_itself(_x: u8) {
    let signalled = std::env::var_os("SIGNALLED").expect("the test sets it");
    if File::create_new(signalled).is_err() {
        return;
    }
    let child = process::id();
    let parent = std::os::unix::process::parent_id();
    let signals = format!("kill {child}; sleep 0.05; kill {parent}");
    let mut shell = Command::new("sh");
    // The parent kills the group of the child. If the shell inherited stderr, the parent would wait for the
    // shell to close it.
    shell.args(["-c", &signals]).stderr(process::Stdio::null()).process_group(0);
    shell.status().expect("the command exists");
}

/// Writes a byte every ten milliseconds, without end.
#[property(isolate, test_timeout = "1h")]
#[ignore = "it does not end"]
fn writes_heartbeats(_x: u8) {
    let path = std::env::var_os("HEARTBEATS").expect("the test sets it");
    let mut file =
        File::options().create(true).append(true).open(path).expect("tests may write there");
    loop {
        file.write_all(b".").expect("tests may write there");
        sleep(Duration::from_millis(10));
    }
}

/// Costs nothing, so that a benchmark measures the overhead of isolation.
#[property]
#[ignore = "it is for benchmarks"]
fn trivial(x: u64) -> bool {
    x == black_box(x)
}

#[test]
#[ignore = "it is for tests that check whether a crash stops other tests"]
fn sibling() {
    sleep(Duration::from_millis(200));
}

/// Leaves a process whose argument is given by a variable.
#[property(isolate, tests = 1)]
#[ignore = "it leaves a process running"]
#[expect(clippy::zombie_processes, reason = "this is the fault")]
fn leaves_a_process(_x: u8) {
    let argument = std::env::var("LEFT_PROCESS").expect("the test sets it");
    Command::new("sleep").arg(argument).spawn().expect("`sleep` starts");
}

/// The exit of its process does not end: it destroys the thread-local values of the exiting thread.
#[property(isolate, tests = 1)]
#[ignore = "its process does not exit"]
fn does_not_exit(_x: u8) {
    struct Endless;
    impl Drop for Endless {
        fn drop(&mut self) {
            sleep(Duration::from_secs(1_000));
        }
    }
    thread_local! {
        static ENDLESS: Endless = const { Endless };
    }
    ENDLESS.with(|_| ());
}

/// Fills the disk with its temporary files, and fails with a report that does not fit.
#[property(isolate, tests = 1)]
#[ignore = "it fills a disk"]
fn fills_a_disk(_x: u8) {
    let disk = std::env::var("DISK").expect("the test sets it");
    let mut file = File::create(format!("{disk}/filler")).expect("the disk has space");
    for size in [1 << 20, 1 << 12, 1, 1 << 12, 1] {
        while file.write_all(&vec![1; size]).is_ok() {}
        // This may free some space.
        let _ = file.sync_data();
    }
}

/// Exceeds the time limit in the first process that runs a deadly input.
#[property(isolate, test_timeout = "300ms")]
#[ignore = "it is slow once"]
fn is_slow_once(list: Vec<u32>) {
    let slow = std::env::var_os("SLOW").expect("the test sets it");
    if is_deadly(&list) && File::create_new(slow).is_ok() {
        sleep(Duration::from_secs(100));
    }
}
