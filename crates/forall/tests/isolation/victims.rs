//! Properties that crash, each in a different way. They are ignored, so that only `crashes.rs` starts them.

use std::fs::File;
use std::hint::black_box;
use std::io::Write;
use std::ops::RangeInclusive;
use std::os::unix::process::CommandExt;
use std::process::{self, Command};
use std::thread::sleep;
use std::time::Duration;

use forall::domain::{Domain, from_fn};
use forall::property;
use forall::source::{Reject, Source};

/// The smallest number that makes a property crash.
const SMALLEST_DEADLY: u32 = 1_000;

pub(crate) fn is_deadly(list: &[u32]) -> bool {
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
        overflow_stack();
    }
}

pub(crate) fn overflow_stack() {
    black_box(recurse(1));
}

#[expect(unconditional_recursion, reason = "this is the fault")]
fn recurse(n: u64) -> u64 {
    let frame = black_box([n; 64]);
    recurse(n + 1) + frame[0]
}

/// Returns the sum of the numbers up to `n`, with a large frame for each.
fn sum(n: u64) -> u64 {
    let frame = black_box([n; 64]);
    if n == 0 { 0 } else { sum(n - 1) + frame[0] }
}

#[property(isolate)]
#[ignore = "it overflows its stack"]
fn recurses(#[domain(0..1_000_000_u64)] depth: u64) {
    black_box(sum(depth));
}

#[property]
#[ignore = "it overflows its stack"]
fn recurses_without_isolation(#[domain(0..1_000_000_u64)] depth: u64) {
    black_box(sum(depth));
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

/// A number that can only be printed if it is not deadly.
#[derive(forall::Arbitrary, Clone)]
struct Unprintable(u32);

impl std::fmt::Debug for Unprintable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        assert!(self.0 < SMALLEST_DEADLY, "it cannot be printed");
        self.0.fmt(f)
    }
}

#[property(isolate)]
#[ignore = "its failing input panics when it is printed"]
fn panics_when_printed(x: Unprintable) {
    assert!(x.0 < SMALLEST_DEADLY, "it is too large");
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
#[property(isolate, tests = 3_000, runner = forall::runner::fuzz)]
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

/// Is not isolated, and does not end.
#[property]
#[ignore = "it does not end"]
fn never_ends_without_isolation(list: Vec<u32>) {
    while is_deadly(&list) {
        sleep(Duration::from_millis(1));
    }
}

/// Is not isolated, and its domain does not end.
#[property]
#[ignore = "its domain does not end"]
fn generates_forever(
    #[domain(from_fn(|source| -> Result<usize, Reject> {
        if source.size() > 2 { sleep(Duration::from_secs(1_000)); }
        Ok(source.branch(usize::MAX))
    }))]
    _x: usize,
) {
}

/// Misbehaves in the way that a variable names.
fn misbehave() {
    match &*std::env::var("FAULT").expect("the test sets it") {
        "abort" => process::abort(),
        "exit" => process::exit(3),
        "overflow" => overflow_stack(),
        "hang" => loop {
            sleep(Duration::from_secs(1));
        },
        "panic" => panic!("it misbehaves"),
        fault => unreachable!("{fault}"),
    }
}

struct PrintedBadly(u32);

impl std::fmt::Debug for PrintedBadly {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.0 >= SMALLEST_DEADLY {
            misbehave();
        }
        write!(f, "PrintedBadly({})", self.0)
    }
}

fn printed_badly() -> impl Domain<Value = PrintedBadly> {
    from_fn(|source| Ok(PrintedBadly(forall::any::<u32>().generate(source)?)))
}

#[property(test_timeout = "300ms")]
#[ignore = "its failing inputs cannot be printed"]
fn is_printed_badly(#[domain(printed_badly())] x: &PrintedBadly, y: bool) {
    assert!(x.0 < SMALLEST_DEADLY || y, "it is too large");
}

#[derive(Debug)]
struct DroppedBadly(u32);

impl Drop for DroppedBadly {
    fn drop(&mut self) {
        if self.0 >= SMALLEST_DEADLY {
            misbehave();
        }
    }
}

fn dropped_badly() -> impl Domain<Value = DroppedBadly> {
    from_fn(|source| Ok(DroppedBadly(forall::any::<u32>().generate(source)?)))
}

#[property(test_timeout = "300ms")]
#[ignore = "its inputs cannot be dropped"]
fn is_dropped_badly(#[domain(dropped_badly())] x: &DroppedBadly, y: bool) {
    black_box((x, y));
}

/// A list whose derived `Debug` and `Drop` implementations recurse.
#[derive(Debug)]
struct DeepList(Option<Box<DeepList>>);

fn deep_lists() -> impl Domain<Value = DeepList> {
    from_fn(|source| {
        let length = (0..100_000_u32).generate(source)?;
        Ok((0..length).fold(DeepList(None), |list, _| DeepList(Some(Box::new(list)))))
    })
}

#[property]
#[ignore = "its failing inputs cannot be printed or dropped"]
fn is_shallow(#[domain(deep_lists())] list: &DeepList) {
    let length = std::iter::successors(Some(list), |list| list.0.as_deref()).count();
    assert!(length < 15_000, "it is too deep");
}

#[property(test_timeout = "300ms")]
#[ignore = "simplifying its values is a fault"]
fn is_simplified_badly(
    #[shrink(|x: &u32| {
        misbehave();
        vec![x / 2]
    })]
    x: u32,
) {
    assert!(x < SMALLEST_DEADLY, "it is too large");
}

#[property(test_timeout = "300ms", example(DroppedBadly(SMALLEST_DEADLY)))]
#[ignore = "its example cannot be dropped"]
fn has_a_bad_example(
    #[domain(from_fn(|source| Ok(DroppedBadly((0..10_u32).generate(source)?))))] x: &DroppedBadly,
) {
    black_box(x);
}

#[property(test_timeout = "300ms", example(PrintedBadly(SMALLEST_DEADLY)))]
#[ignore = "its example cannot be printed"]
fn has_an_unprintable_example(#[domain(printed_badly())] x: &PrintedBadly) {
    assert!(x.0 < SMALLEST_DEADLY, "it is too large");
}

/// Prints 256 megabytes, and ignores errors of the formatter.
struct PrintedAtLength;

impl std::fmt::Debug for PrintedAtLength {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let megabyte = "x".repeat(1 << 20);
        for _ in 0..256 {
            let _ = f.write_str(&megabyte);
        }
        Ok(())
    }
}

#[property]
#[ignore = "its inputs are long"]
fn is_printed_at_length(#[domain(from_fn(|_| Ok(PrintedAtLength)))] _x: &PrintedAtLength) -> bool {
    false
}
