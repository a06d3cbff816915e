//! Output that nobody reads, as after `| head`.

use std::process::Stdio;

use super::project;

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    project().write(".forall/regressions/old/piped.txt", "forall-regressions 1\nfails 2.ae43f0\n");
    for args in [
        "list",
        "list --json",
        "run halves",
        "run halves --json",
        "sample halves",
        "replay 1.ad7919 halves",
        "regressions list",
        "regressions show old::piped",
        "doctor",
    ] {
        let mut program = project().start(args);
        drop(program.stdout.take());
        let said = project().said(&program.wait_with_output().expect("it ends"));
        assert_eq!((said.code, said.err.as_str()), (Some(141), ""), "{args}: {said:?}");
    }
}

/// The same for `2>&1 | head`.
#[test]
fn a_closed_pipe_for_errors_ends_the_program_quietly() {
    // Cargo would write to the pipe too if it had to build.
    assert_eq!(project().forall("list is_unread").code, Some(0));
    for (args, code) in [("run is_unread", 141), ("run --json no_such_property", 2)] {
        let mut program = project().command(args);
        program.env("CARGO_TERM_QUIET", "true").stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut program = program.spawn().expect("the program starts");
        drop(program.stdout.take());
        drop(program.stderr.take());
        assert_eq!(program.wait().expect("it ends").code(), Some(code), "{args}");
    }
}
