//! Measures what a test costs, and exits with 1 when it costs more than it may.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program that prints")]

use std::process::ExitCode;

use forall_bench::options::{Options, USAGE, Verb};
use forall_bench::row::Row;
use forall_bench::{overhead, render};

fn main() -> ExitCode {
    let options = match Options::parse(std::env::args_os().skip(1)) {
        Ok(options) => options,
        Err(error) => {
            eprint!("error: {error}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    match options.verb {
        Verb::Overhead => tell(&options, &overhead::overhead(&options)),
        _ => unimplemented!(),
    }
}

fn tell(options: &Options, rows: &[Row]) -> ExitCode {
    if options.json {
        print!("{}", render::json(rows));
    } else {
        print!("{}", render::table(rows, options.quick));
    }
    let held = rows.iter().all(|row| row.holds() || options.quick && row.holds_about());
    ExitCode::from(u8::from(!held))
}
