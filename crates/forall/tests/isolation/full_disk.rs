//! Full disks: a property that passes still passes, and what cannot be written is reported.

use std::env;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The kinds of file systems that are tried.
const KINDS: [&str; 2] = ["tmpfs", "ext4"];

/// If this variable is set, the tests must not be skipped. It is not named `FORALL_…`, since such variables are settings of
/// properties.
const REQUIRED_VARIABLE: &str = "ATTACKS_REQUIRED";

/// Is set in the process of a test that runs in its own namespaces.
const INSIDE_VARIABLE: &str = "DISKS_IN_NAMESPACES";

/// A small file system that is mounted until this is dropped.
struct Disk {
    folder: PathBuf,
}

impl Disk {
    /// Mounts a file system of this size. Returns `None`, with a message, if this user may not mount one.
    fn mount(name: &str, kind: &str, megabytes: u64) -> Option<Disk> {
        let disk = Disk::try_mount(name, kind, megabytes);
        if disk.is_none() {
            // Not every machine has loop devices, which ext4 needs.
            let is_required = kind == "tmpfs" && env::var_os(REQUIRED_VARIABLE).is_some();
            assert!(!is_required, "{REQUIRED_VARIABLE} is set, but no tmpfs can be mounted");
            // Not by `eprintln!`, which the test harness hides.
            let message =
                format!("skipped: a test of full disks, since no {kind} can be mounted\n");
            io::stderr().write_all(message.as_bytes()).expect("stderr is open");
        }
        disk
    }

    fn try_mount(name: &str, kind: &str, megabytes: u64) -> Option<Disk> {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("disks").join(name);
        fs::create_dir_all(&folder).expect("tests may write there");
        let _ = Command::new("umount").arg(&folder).output();
        let mounted = match kind {
            "tmpfs" => run(
                "mount",
                &["-t", "tmpfs", "-o", &format!("size={megabytes}m"), "tmpfs"],
                &folder,
            ),
            _ => {
                let image = folder.with_extension("image");
                let file = File::create(&image).expect("tests may write there");
                file.set_len(megabytes << 20).expect("the file may be sparse");
                run("mkfs.ext4", &["-q", "-m", "0", "-F"], &image)
                    && run("mount", &["-o", "loop", &image.to_string_lossy()], &folder)
            }
        };
        mounted.then_some(Disk { folder })
    }

    /// Writes until nothing fits any more.
    fn fill(&self) {
        let mut file = File::create(self.folder.join("filler")).expect("the disk has space");
        for size in [1 << 20, 1 << 12, 1, 1 << 12, 1] {
            while file.write_all(&vec![1; size]).is_ok() {}
            // This may free some space.
            let _ = file.sync_data();
        }
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        run("umount", &[], &self.folder);
        let _ = fs::remove_file(self.folder.with_extension("image"));
    }
}

/// Runs a test again as the root user of its own namespaces, if only that user can mount file systems. Returns whether it
/// ran there.
fn runs_in_namespaces(test: &str) -> bool {
    const UNSHARE: [&str; 2] = ["--map-root-user", "--mount"];
    let can_mount = || Disk::try_mount(&format!("probe-{test}"), "tmpfs", 1).is_some();
    let can_unshare = || run("unshare", &UNSHARE, Path::new("true"));
    if env::var_os(INSIDE_VARIABLE).is_some() || can_mount() || !can_unshare() {
        return false;
    }
    let mut command = Command::new("unshare");
    command.args(UNSHARE).arg(this_program()).args([test, "--exact", "--nocapture"]);
    let output = command.env(INSIDE_VARIABLE, "1").output().expect("it started before");
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && text.contains("1 passed"), "{text}{errors}");
    true
}

/// Returns whether a program succeeds with these arguments and this path.
fn run(program: &str, args: &[&str], path: &Path) -> bool {
    let output = Command::new(program).args(args).arg(path).output();
    output.is_ok_and(|output| output.status.success())
}

/// Returns a command that runs a victim without settings of this test run.
fn victim(program: &Path, name: &str) -> Command {
    let mut command = Command::new(program);
    command.args([&format!("victims::{name}"), "--exact", "--ignored", "--test-threads=2"]);
    for (name, _) in env::vars().filter(|(name, _)| name.starts_with("FORALL_") || name == "CI") {
        command.env_remove(name);
    }
    command.env("FORALL_REGRESSIONS", "off").env("FORALL_SEED", "1");
    command
}

fn this_program() -> PathBuf {
    env::current_exe().expect("this program is a file")
}

fn output(command: &mut Command) -> (Option<i32>, String) {
    let Output { status, stdout, stderr } = command.output().expect("it starts");
    let text = [stdout, stderr].concat();
    (status.code(), String::from_utf8_lossy(&text).into_owned())
}

/// The journal is beside the test binary.
#[test]
fn a_test_passes_without_space_for_its_journal() {
    if runs_in_namespaces("full_disk::a_test_passes_without_space_for_its_journal") {
        return;
    }
    let size = fs::metadata(this_program()).expect("this program is a file").len() >> 20;
    for kind in KINDS {
        let name = format!("journal-{kind}");
        let Some(disk) = Disk::mount(&name, kind, size + size / 4 + 8) else { continue };
        let program = disk.folder.join("tests");
        fs::copy(this_program(), &program).expect("the disk has space");
        disk.fill();
        for _ in 0..2 {
            let (code, text) = output(&mut victim(&program, "trivial"));
            assert_eq!(code, Some(0), "{kind}: {text}");
        }
    }
}

#[test]
fn isolation_needs_space_for_temporary_files() {
    if runs_in_namespaces("full_disk::isolation_needs_space_for_temporary_files") {
        return;
    }
    for kind in KINDS {
        let Some(disk) = Disk::mount(&format!("tmp-{kind}"), kind, 8) else { continue };
        disk.fill();
        let mut command = victim(&this_program(), "trivial");
        let (code, text) = output(command.env("FORALL_ISOLATE", "1").env("TMPDIR", &disk.folder));
        assert_eq!(code, Some(101), "{kind}: {text}");
        assert!(text.contains("forall: cannot start a child process: cannot write to "), "{text}");
        assert!(text.contains(": No space left on device (os error 28)\n"), "{text}");
        let left = fs::read_dir(&disk.folder).expect("it is mounted").flatten();
        let left: Vec<_> = left.map(|file| file.file_name()).collect();
        assert!(left.iter().all(|name| name == "filler" || name == "lost+found"), "{left:?}");
    }
}

/// The child fills the disk after it has started.
#[test]
fn a_report_that_cannot_be_written_is_an_error() {
    if runs_in_namespaces("full_disk::a_report_that_cannot_be_written_is_an_error") {
        return;
    }
    for kind in KINDS {
        let Some(disk) = Disk::mount(&format!("filled-{kind}"), kind, 8) else { continue };
        let mut command = victim(&this_program(), "fills_a_disk");
        let (code, text) = output(command.env("DISK", &disk.folder).env("TMPDIR", &disk.folder));
        assert_eq!(code, Some(101), "{kind}: {text}");
        assert!(text.contains("\n  cannot write its report to "), "{text}");
        assert!(text.contains(": No space left on device (os error 28)\n"), "{text}");
    }
}

#[test]
fn a_failure_that_cannot_be_saved_is_not_reported_as_saved() {
    if runs_in_namespaces("full_disk::a_failure_that_cannot_be_saved_is_not_reported_as_saved") {
        return;
    }
    for kind in KINDS {
        let Some(disk) = Disk::mount(&format!("saved-{kind}"), kind, 8) else { continue };
        let saved = |name: &str| {
            let mut command = victim(&this_program(), name);
            let (code, text) = output(command.env("FORALL_REGRESSIONS", &disk.folder));
            assert_eq!(code, Some(101), "{kind}: {text}");
            let line = text.lines().find(|line| line.contains("saved"));
            line.unwrap_or_else(|| panic!("{text}")).trim_start().to_owned()
        };
        // The lock and the folder exist already.
        let line = saved("fails_or_aborts");
        assert!(line.starts_with("saved to "), "{line}");
        disk.fill();
        for name in ["fails", "aborts"] {
            let line = saved(name);
            assert!(line.starts_with("not saved: "), "{line}");
            assert!(line.ends_with(": No space left on device (os error 28)"), "{line}");
        }
        let folder = disk.folder.join("isolation/victims");
        let left = fs::read_dir(folder).expect("the folder exists").flatten();
        let left: Vec<_> = left.map(|file| file.file_name()).collect();
        assert_eq!(left, ["fails_or_aborts.txt"], "no temporary file is left");
    }
}
