//! Runs the benchmarks, and exits with 1 if a bar is missed.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program that prints")]

use std::process::ExitCode;

use forall_bench::options::{Options, USAGE, Verb};
use forall_bench::row::Row;
use forall_bench::{
    asynchronous, attack, campaigns, compile, coverage, generality, isolation, kill, machines,
    memory, overhead, peers, pools, render, runners, shrinking, stores,
};

fn main() -> ExitCode {
    let options = match Options::parse(std::env::args_os().skip(1)) {
        Ok(options) => options,
        Err(error) => {
            eprint!("error: {error}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    run(&options).unwrap_or_else(|error| {
        eprintln!("error: {error}");
        ExitCode::from(2)
    })
}

fn run(options: &Options) -> std::io::Result<ExitCode> {
    match options.verb {
        Verb::Overhead => Ok(print_rows(&overhead::overhead(options), options)),
        Verb::Peers => {
            let rendered = peers::peers(options)?;
            print!("{}", rendered.rows);
            Ok(ExitCode::from(u8::from(!rendered.holds)))
        }
        Verb::Compile => Ok(print_rows(&compile::compile(options)?, options)),
        Verb::Memory => Ok(print_rows(&memory::memory(options)?, options)),
        Verb::Shrinking => Ok(shrink(options)),
        Verb::Generality => Ok(generalise(options)),
        Verb::Runners => Ok(print_rows(&runners::runners(options), options)),
        Verb::Coverage => Ok(print_rows(&coverage::coverage(options)?, options)),
        Verb::Campaigns => Ok(print_rows(&campaigns::campaigns(options)?, options)),
        Verb::Isolation => Ok(print_rows(&isolation::isolation(options)?, options)),
        Verb::Async => Ok(print_rows(&asynchronous::asynchronous(options), options)),
        Verb::Machines => Ok(print_rows(&machines::machines(options), options)),
        Verb::Pools => Ok(print_rows(&pools::pools(options), options)),
        Verb::Peak(tests) => {
            let peak = memory::peak(tests);
            println!("{}", peak.map_or("unknown".to_owned(), |peak| peak.to_string()));
            Ok(ExitCode::SUCCESS)
        }
        Verb::Kill => Ok(print_rows(&kill::kill(options)?, options)),
        Verb::Stores => Ok(print_rows(&stores::stores(options)?, options)),
        Verb::Attack => match attack::attack_in_namespaces(options)? {
            Some(code) => Ok(code),
            None => Ok(print_rows(&attack::attack(options)?, options)),
        },
        Verb::Worker(k) => kill::worker::work(k).map(|()| ExitCode::FAILURE),
    }
}

/// Times of a debug build or a short run are meaningless, and so are means over few seeds.
fn shrink(options: &Options) -> ExitCode {
    let rows = shrinking::shrinking(options);
    let timed = !options.quick && cfg!(not(debug_assertions));
    let text = if options.json { shrinking::json } else { shrinking::table };
    print!("{}", text(&rows, timed));
    let holds = |row: &shrinking::ShrinkRow| {
        if options.quick { row.holds() } else { row.misses(timed).is_empty() }
    };
    ExitCode::from(u8::from(!rows.iter().all(holds)))
}

/// A few seeds say nothing about a share, so a quick run has no bars.
fn generalise(options: &Options) -> ExitCode {
    let line = if options.json { generality::json } else { generality::line };
    let rows = generality::generality(options, options.unseen, |row| print!("{}", line(row)));
    if !options.json {
        print!("{}", generality::summary(&rows));
    }
    let holds = |row: &generality::GeneralityRow| row.share() >= generality::MIN_SHARE;
    ExitCode::from(u8::from(!options.quick && !rows.iter().all(holds)))
}

fn print_rows(rows: &[Row], options: &Options) -> ExitCode {
    print!("{}", render::rows(rows, options));
    render::exit(rows, options)
}
