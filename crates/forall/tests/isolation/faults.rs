//! A property that misbehaves in the way that a variable names. It is ignored: only `forall-bench -- attack` starts it.

use std::env;
use std::fs;
use std::hint::black_box;
use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::panic::{self, catch_unwind, panic_any, resume_unwind};
use std::process::{self, Command, Stdio};
use std::sync::mpsc;
use std::sync::{Mutex, Once};
use std::thread::{self, sleep};
use std::time::Duration;

use forall::property;

use crate::victims::{is_deadly, overflow_stack};

/// Misbehaves if the input is deadly.
#[property]
#[ignore = "it misbehaves"]
fn misbehaves(list: Vec<u32>) {
    if is_deadly(&list) {
        let fault = env::var("FAULT").expect("the attack sets it");
        let (_, act) = FAULTS.iter().find(|(name, _)| *name == fault).expect("it is a fault");
        act();
    }
}

#[test]
#[ignore = "the attack checks whether it passes"]
fn sibling() {
    sleep(Duration::from_millis(200));
}

#[property(tests = 200)]
#[ignore = "the attack checks whether it passes"]
fn other_sibling(list: Vec<u32>) {
    black_box(list);
}

/// The faults, by name. `forall-bench` knows what each should lead to.
const FAULTS: &[(&str, fn())] = &[
    // The process ends.
    ("abort", || process::abort()),
    ("abort on a thread", || on_thread(|| process::abort())),
    ("exit with 0", || process::exit(0)),
    ("exit with 3", || process::exit(3)),
    ("exit with 101", || process::exit(101)),
    ("exit on a thread", || on_thread(|| process::exit(0))),
    ("become another program", || become_shell("exit 0")),
    ("become a failing program", || become_shell("exit 3")),
    ("overflow the stack", overflow_stack),
    ("overflow the stack of a thread", || on_thread(overflow_stack)),
    ("exhaust the memory", exhaust_memory),
    ("exhaust the memory on a thread", || on_thread(exhaust_memory)),
    ("SIGSEGV", || signal("SEGV")),
    ("SIGBUS", || signal("BUS")),
    ("SIGFPE", || signal("FPE")),
    ("SIGILL", || signal("ILL")),
    ("SIGTRAP", || signal("TRAP")),
    ("SIGKILL", || signal("KILL")),
    ("SIGUSR1", || signal("USR1")),
    ("SIGALRM", || signal("ALRM")),
    ("SIGABRT", || signal("ABRT")),
    ("SIGXCPU", || signal("XCPU")),
    ("SIGPIPE, which is ignored", || send_signal("PIPE")),
    ("SIGCHLD, which is ignored", || send_signal("CHLD")),
    ("panic in a panic", panic_in_panic),
    ("hook that panics", || {
        panic::set_hook(Box::new(|_| panic!("in the hook")));
        panic!("it misbehaves");
    }),
    ("hook that exits", || {
        panic::set_hook(Box::new(|_| process::exit(0)));
        panic!("it misbehaves");
    }),
    ("payload that aborts when dropped", || panic_any(OnDrop(|| process::abort()))),
    ("delete the program and abort", || {
        let _ = fs::remove_file(env::current_exe().expect("this program is a file"));
        process::abort();
    }),
    // The test does not end.
    ("endless loop", || {
        loop {
            black_box(());
        }
    }),
    ("sleep", || sleep(Duration::from_secs(1_000))),
    ("deadlock", || {
        let lock = Mutex::new(());
        let _first = lock.lock();
        let _second = lock.lock();
    }),
    ("wait for a message", || {
        let (_sender, receiver) = mpsc::channel::<()>();
        let _ = receiver.recv();
    }),
    ("wait for an endless thread", || {
        let _ = thread::spawn(|| sleep(Duration::from_secs(1_000))).join();
    }),
    ("wait for an endless process", || {
        let _ = Command::new("sleep").arg("1000").status();
    }),
    ("stop", || send_signal("STOP")),
    ("stop like Ctrl-Z", || send_signal("TSTP")),
    ("payload that hangs when dropped", || panic_any(OnDrop(|| sleep(Duration::from_secs(1_000))))),
    // The test fails.
    ("panic", || panic!("it misbehaves")),
    ("panic with a number", || panic_any(7)),
    ("panic without the hook", || resume_unwind(Box::new("it misbehaves"))),
    ("payload that panics when dropped", || panic_any(OnDrop(|| panic!("dropped")))),
    ("message of 50 MB", || panic!("{}", "x".repeat(50 << 20))),
    ("message with control characters", || panic!("\u{1e}\u{1f}\u{1b}[2J\0\r\n\u{202e}")),
    ("panic of a thread", || on_thread(|| panic!("it misbehaves"))),
    ("panic with a silent hook", || {
        panic::set_hook(Box::new(|_| ()));
        panic!("it misbehaves");
    }),
    ("panic without any hook", || {
        let _ = panic::take_hook();
        panic!("it misbehaves");
    }),
    ("panic with a poisoned lock", || {
        static LOCK: Mutex<()> = Mutex::new(());
        let _guard = LOCK.lock().expect("it is poisoned");
        panic!("it misbehaves");
    }),
    ("panic after messages of another panic", || {
        let _ = writeln!(io::stderr(), "thread 'x' panicked at a.rs:1:1:\nmemory allocation of 1");
        panic!("it misbehaves");
    }),
    ("panic in another folder", || {
        env::set_current_dir("/").expect("it exists");
        panic!("it misbehaves");
    }),
    ("panic in a folder that is gone", || {
        let folder = env::temp_dir().join(format!("gone-{}", process::id()));
        let _ = fs::create_dir(&folder);
        let _ = env::set_current_dir(&folder);
        let _ = fs::remove_dir(&folder);
        panic!("it misbehaves");
    }),
    ("panic after 100 MB of output", || {
        let mut megabyte = vec![b'x'; 1 << 20];
        megabyte.push(b'\n');
        for _ in 0..50 {
            let _ = io::stdout().write_all(&megabyte);
            let _ = io::stderr().write_all(&megabyte);
        }
        panic!("it misbehaves");
    }),
    ("panic after output that is not text", || {
        let _ = io::stderr().write_all(b"\x1e\n\xff\xfe\x00\x1f");
        panic!("it misbehaves");
    }),
    ("panic while threads run", || {
        once(|| (0..20).for_each(|_| leave_thread()));
        panic!("it misbehaves");
    }),
    ("panic and leave a process", || {
        leave("sleep 1000");
        panic!("it misbehaves");
    }),
    ("panic and leave a stubborn process", || {
        leave("trap '' TERM HUP INT; sleep 1000; sleep 1000");
        panic!("it misbehaves");
    }),
    // The test passes.
    ("catch a panic", || drop(catch_unwind(|| panic!("caught")))),
    ("catch a payload that panics when dropped", || {
        let payload = catch_unwind(|| panic_any(OnDrop(|| panic!("dropped"))));
        std::mem::forget(payload);
    }),
    ("leave a thread that panics", || drop(thread::spawn(|| panic!("on a thread")))),
    ("leave an endless thread", || once(leave_thread)),
    ("leave a stubborn process", || leave("trap '' TERM HUP INT; sleep 1000; sleep 1000")),
    ("print the end of a report", || {
        let _ = io::stderr().write_all(b"falsified: sibling\ntest result: FAILED\n\x1e\n");
    }),
];

/// Runs `act` on another thread, and panics if that does.
fn on_thread(act: fn()) {
    thread::spawn(act).join().expect("the thread does not panic");
}

/// Replaces this process by a shell.
fn become_shell(script: &str) {
    panic!("{}", Command::new("sh").args(["-c", script]).exec());
}

fn exhaust_memory() {
    let mut blocks: Vec<Vec<u8>> = Vec::new();
    loop {
        blocks.push(black_box(vec![1; 16 << 20]));
    }
}

/// Sends a signal to this process.
fn send_signal(name: &str) {
    let this = process::id().to_string();
    let sent = Command::new("kill").args([&format!("-{name}"), &this]).status();
    sent.expect("the command exists");
}

/// Sends signals to this process until it ends. The handler for stack overflows returns from the first one.
fn signal(name: &str) {
    loop {
        send_signal(name);
    }
}

struct OnDrop(fn());

impl Drop for OnDrop {
    fn drop(&mut self) {
        self.0();
    }
}

fn panic_in_panic() {
    let _bomb = OnDrop(|| panic!("again"));
    panic!("once");
}

/// Leaves a shell that runs this script, once.
#[expect(clippy::zombie_processes, reason = "this is the fault")]
fn leave(script: &'static str) {
    once(|| {
        let mut shell = Command::new("sh");
        shell.args(["-c", script]).stdin(Stdio::null());
        shell.spawn().expect("there is a shell");
    });
}

fn leave_thread() {
    thread::spawn(|| sleep(Duration::from_secs(1_000)));
}

/// Does this in the first test only. A process has room for a limited number of threads and processes.
fn once(act: impl FnOnce()) {
    static ONCE: Once = Once::new();
    ONCE.call_once(act);
}
