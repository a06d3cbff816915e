//! Attacks: signals at random moments, stopped processes, full disks, damaged files, settings, tokens and requests,
//! properties that misbehave beside others, hostile text on the page, and crowds on the dashboard. They attack the real
//! programs: a test program and `cargo-forall`. Each row has the number of attacks, and the number of those after which
//! everything was right.

mod crowd;
mod damage;
mod disk;
mod faults;
mod files;
mod journals;
mod page;
mod program;
mod sessions;
mod settings;
mod signals;
mod tally;
mod victims;

use std::fs;
use std::hash::BuildHasher;
use std::io;
use std::process::{Command, ExitCode};
use std::thread;
use std::time::Duration;

use self::disk::{Disk, FileSystem};
use self::program::Program;
use self::tally::Tally;
pub(crate) use self::victims::built_program;
use self::victims::{Ended, Victims, all_end, finish, kill_marked, marked, send, text};
use crate::options::Options;
use crate::row::Row;

const KILLS: &str = "signals: no process is left";
const FOLDERS: &str = "signals: no folder is left";
const STOPS: &str = "stopped processes pass";
const DISKS: &str = "full disks in memory are survived";
const EXT4_DISKS: &str = "full ext4 disks are survived";
const SIBLINGS: &str = "siblings of a crash pass";
const FAULTS: &str = "misbehaviours are reported";
const INPUTS: &str = "siblings of bad inputs pass";
const FILES: &str = "damaged files: tests lose nothing";
const PRUNES: &str = "damaged files: prune loses nothing";
const CORPORA: &str = "damaged corpora do no harm";
const JOURNALS: &str = "damaged journals do no harm";
const SETTINGS: &str = "damaged settings are named";
const TOKENS: &str = "damaged tokens are named";
const SESSIONS: &str = "cargo forall run: signals leave nothing";
const CAMPAIGNS: &str = "cargo forall fuzz: signals leave nothing";
const OUTCOMES: &str = "cargo forall: outcomes are right";
const CROWDS: &str = "dashboard: crowds are served";
const REQUESTS: &str = "dashboard: damaged requests do no harm";
const PAGES: &str = "page: hostile text stays text";

const SIGNALS: [&str; 5] = ["-KILL", "-TERM", "-INT", "-HUP", "-QUIT"];
/// The latest moment for a signal. Children start and end within this time.
const MAX_LIFETIME: Duration = Duration::from_millis(150);

/// Properties that misbehave, with the exit code of a run that contains them.
const MISBEHAVING: [(&str, i32); 12] = [
    ("aborts", 101),
    ("aborts_while_generating", 101),
    ("does_not_exit", 0),
    ("exhausts_memory", 101),
    ("exits", 101),
    ("fails_or_aborts", 101),
    ("leaves_a_process", 0),
    ("loops", 101),
    ("overflows", 101),
    ("panics_in_a_panic", 101),
    ("panics_when_printed", 101),
    ("segfaults", 101),
];

/// Runs this program again as the root user of its own namespaces, if only that user can mount file systems. Returns the
/// exit code, or `None` if nothing would be gained.
pub fn attack_in_namespaces(options: &Options) -> io::Result<Option<ExitCode>> {
    const INSIDE_VARIABLE: &str = "ATTACK_IN_NAMESPACES";
    let can_unshare = || {
        let tried = Command::new("unshare").args(["--map-root-user", "--mount", "true"]).output();
        tried.is_ok_and(|output| output.status.success())
    };
    let is_inside = std::env::var_os(INSIDE_VARIABLE).is_some();
    if is_inside || Disk::mount(FileSystem::Tmpfs, 1)?.is_some() || !can_unshare() {
        return Ok(None);
    }
    let status = Command::new("unshare")
        .args(["--map-root-user", "--mount"])
        .arg(std::env::current_exe()?)
        .args(options.to_args())
        .env(INSIDE_VARIABLE, "1")
        .status()?;
    Ok(Some(ExitCode::from(u8::from(!status.success()))))
}

/// Runs the attacks that `options` select.
pub fn attack(options: &Options) -> io::Result<Vec<Row>> {
    signals::require_no_ignored()?;
    let victims = Victims::build()?;
    let factor = if options.quick { 1 } else { 20 };
    let mut rows = Vec::new();
    if options.wants(KILLS) || options.wants(FOLDERS) {
        rows.push(kills(&victims, 10 * factor)?.row(KILLS));
        rows.push(folders(&victims)?.row(FOLDERS));
    }
    if options.wants(STOPS) {
        rows.push(stops(&victims, factor)?.row(STOPS));
    }
    if options.wants(DISKS) {
        rows.push(disks(&victims, FileSystem::Tmpfs)?.row(DISKS));
    }
    if options.wants(EXT4_DISKS) {
        rows.push(disks(&victims, FileSystem::Ext4)?.optional_row(EXT4_DISKS));
    }
    if options.wants(SIBLINGS) {
        rows.push(siblings(&victims)?.row(SIBLINGS));
    }
    if options.wants(FAULTS) {
        rows.push(faults::faults(&victims, options.quick)?.row(FAULTS));
    }
    if options.wants(INPUTS) {
        rows.push(bad_inputs(&victims)?.row(INPUTS));
    }
    if options.wants(CORPORA) {
        rows.push(settings::damaged_corpora(&victims, 30 * factor)?.row(CORPORA));
    }
    if options.wants(JOURNALS) {
        rows.push(journals::damaged_journals(&victims, 30 * factor)?.row(JOURNALS));
    }
    if options.wants(SETTINGS) {
        rows.push(settings::damaged_settings(&victims, 40 * factor)?.row(SETTINGS));
    }
    rows.extend(attack_program(&victims, options)?);
    Ok(rows)
}

/// Runs the attacks that need `cargo-forall`.
fn attack_program(victims: &Victims, options: &Options) -> io::Result<Vec<Row>> {
    let program = Program::build(victims)?;
    let factor = if options.quick { 1 } else { 20 };
    let mut rows = Vec::new();
    if options.wants(FILES) {
        rows.push(files::tests_read_damaged_files(victims, 50 * factor)?.row(FILES));
    }
    if options.wants(PRUNES) {
        rows.push(files::prune_keeps_failures(&program, 250 * factor)?.row(PRUNES));
    }
    if options.wants(TOKENS) {
        rows.push(files::damaged_tokens(&program, 60 * factor)?.row(TOKENS));
    }
    if options.wants(SESSIONS) {
        let mut tally = sessions::kills(&program, 8 * factor)?;
        add_left_folders(&mut tally, victims)?;
        rows.push(tally.row(SESSIONS));
    }
    // A short run leaves it out, since building a campaign takes a minute. The tests of cargo-forall kill one, too.
    if options.wants(CAMPAIGNS) && !options.quick {
        let mut tally = sessions::fuzz_kills(&program, 8 * factor)?;
        add_left_folders(&mut tally, victims)?;
        rows.push(tally.row(CAMPAIGNS));
    }
    if options.wants(OUTCOMES) {
        rows.push(sessions::misbehaving(&program)?.row(OUTCOMES));
    }
    if options.wants(CROWDS) {
        rows.push(crowd::crowd(&program, 100)?.row(CROWDS));
    }
    if options.wants(REQUESTS) {
        rows.push(crowd::damaged_requests(&program, 50 * factor)?.row(REQUESTS));
    }
    if options.wants(PAGES) {
        rows.push(page::hostile_results(&program)?.row(PAGES));
    }
    Ok(rows)
}

/// Sends signals to isolated tests at random moments.
fn kills(victims: &Victims, times: u64) -> io::Result<Tally> {
    let mut tally = Tally::default();
    for number in 0..times {
        let signal = SIGNALS[number as usize % SIGNALS.len()];
        let mark = format!("kill-{}-{number}", std::process::id());
        let mut parent = victims.start("writes_heartbeats", &mark)?;
        thread::sleep(moment(number));
        send(signal, parent.id())?;
        parent.wait()?;
        tally.add(all_end(&mark), || format!("{signal} left {:?}", marked(&mark)));
        kill_marked(&mark)?;
    }
    Ok(tally)
}

fn folders(victims: &Victims) -> io::Result<Tally> {
    let mut tally = Tally::default();
    add_left_folders(&mut tally, victims)?;
    Ok(tally)
}

/// Checks that the next isolated test deletes the folders of those that were killed.
fn add_left_folders(tally: &mut Tally, victims: &Victims) -> io::Result<()> {
    let before = fs::read_dir(victims.temporary())?.count();
    victims.command(&["trivial"], "folders").env("FORALL_ISOLATE", "1").output()?;
    let left = fs::read_dir(victims.temporary())?.count();
    tally.add(left == 0, || format!("{left} of {before} folders are left"));
    Ok(())
}

fn moment(number: u64) -> Duration {
    let random = std::hash::RandomState::new().hash_one(number);
    MAX_LIFETIME.mul_f64(random as f64 / u64::MAX as f64)
}

/// Stops isolated tests, and continues them after more than the time limit of a test.
fn stops(victims: &Victims, times: u64) -> io::Result<Tally> {
    let mut tally = Tally::default();
    for number in 0..times {
        let mark = format!("stop-{}-{number}", std::process::id());
        let mut command = victims.command(&["trivial"], &mark);
        command.env("FORALL_ISOLATE", "1").env("FORALL_TEST_TIMEOUT", "500ms");
        let run = command.env("FORALL_MAX_TIME", "2s").spawn()?;
        thread::sleep(Duration::from_millis(300));
        let processes = marked(&mark);
        for process in &processes {
            send("-STOP", *process)?;
        }
        thread::sleep(Duration::from_secs(1));
        // The parent first: the child still seems to hang.
        for process in &processes {
            send("-CONT", *process)?;
        }
        let output = run.wait_with_output()?;
        tally.add(output.status.success(), || text(&output));
    }
    Ok(tally)
}

/// Runs tests without space for a journal, for temporary files, for a failure, for results and for a corpus.
fn disks(victims: &Victims, kind: FileSystem) -> io::Result<Tally> {
    let mut tally = Tally::default();
    let size = fs::metadata(&victims.program)?.len() >> 20;
    let Some(disk) = Disk::mount(kind, size + size / 4 + 8)? else {
        return Ok(Tally::skipped("this user may mount no such file system"));
    };
    let program = disk.path().join("tests");
    fs::copy(&victims.program, &program)?;
    disk.fill()?;
    let copy = Victims::at(program)?;
    let full = |name: &str, variables: &[&str]| -> io::Result<Ended> {
        let mut command = copy.command(&[name], "disk");
        command.envs(variables.iter().map(|variable| (variable, disk.path())));
        let is_isolated = variables.contains(&"TMPDIR");
        finish({
            command.env("FORALL_ISOLATE", if is_isolated { "1" } else { "0" });
            command
        })
    };
    let mut check = |ended: Ended, codes: &[i32], texts: &[&str]| {
        let has_code = ended.code.is_some_and(|code| codes.contains(&code));
        let has_texts = texts.iter().all(|text| ended.text.contains(text));
        let is_honest = !ended.text.contains("saved to ");
        tally.add(has_code && has_texts && is_honest, || format!("{ended:?}"));
    };
    check(full("trivial", &[])?, &[0], &[]);
    check(full("trivial", &["TMPDIR"])?, &[101], &["No space left on device"]);
    for name in ["fails", "aborts", "fails_or_aborts"] {
        check(full(name, &["FORALL_REGRESSIONS"])?, &[101], &["not saved: ", "falsified: "]);
    }
    // A file that cannot be created is an error, and one that cannot be written a notice.
    check(full("fails", &["FORALL_RESULTS"])?, &[101], &["cannot be written: "]);
    check(full("trivial", &["FORALL_RESULTS"])?, &[0, 101], &["cannot be written: "]);
    let mut guided = copy.command(&["trivial"], "disk");
    guided.env("FORALL_RUNNER", "fuzz").env("FORALL_TESTS", "50");
    guided.env("FORALL_CORPUS", disk.path().join("corpus"));
    check(finish(guided)?, &[0], &["No space left on device"]);
    Ok(tally)
}

/// Runs properties whose inputs crash or hang when they are printed or dropped, each beside a test that passes.
fn bad_inputs(victims: &Victims) -> io::Result<Tally> {
    let mut tally = Tally::default();
    let faults = ["abort", "exit", "hang", "overflow"];
    let pairs = faults
        .iter()
        .flat_map(|fault| ["is_printed_badly", "is_dropped_badly"].map(|name| (name, *fault)));
    for (name, fault) in pairs.chain([("is_shallow", ""), ("is_printed_at_length", "")]) {
        let mark = format!("inputs-{}-{name}-{fault}", std::process::id());
        let mut command = victims.command(&[name, "sibling"], &mark);
        command.env("FORALL_ISOLATE", "1").env("FAULT", fault);
        let ended = finish(command)?;
        let is_reported = ended.text.contains(&format!("falsified: {name} "));
        let passes = ended.text.contains("test victims::sibling ... ok");
        let is_right = ended.code == Some(101) && is_reported && passes && all_end(&mark);
        tally.add(is_right, || format!("{name}, {fault}: {ended:?}"));
        kill_marked(&mark)?;
    }
    Ok(tally)
}

/// Runs each property that misbehaves beside one that passes.
fn siblings(victims: &Victims) -> io::Result<Tally> {
    let mut tally = Tally::default();
    for (name, code) in MISBEHAVING {
        let mark = format!("sibling-{}-{name}", std::process::id());
        let output = victims.command(&[name, "sibling"], &mark).output()?;
        let passes = text(&output).contains("test victims::sibling ... ok");
        let is_right = passes && output.status.code() == Some(code) && all_end(&mark);
        tally.add(is_right, || format!("{name}: {}: {}", output.status, text(&output)));
    }
    let output = victims.command(&["exits_without_isolation"], "exit").output()?;
    tally.add(output.status.code() == Some(101), || format!("exit with 0: {}", output.status));
    Ok(tally)
}
