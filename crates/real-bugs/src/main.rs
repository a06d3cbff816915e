//! Measures how many real bugs in published crates each testing library finds with its default inputs.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program that prints")]

use std::io::{self, Write};
use std::process::ExitCode;

use forall_real_bugs::measure::{self, Plan};
use forall_real_bugs::options::{Options, USAGE, Verb};
use forall_real_bugs::programs::{Program, Side};
use forall_real_bugs::store::Store;
use forall_real_bugs::table::Table;
use forall_real_bugs::{campaigns, catalog, page, store, verify};

fn main() -> ExitCode {
    let options = match Options::parse(std::env::args_os().skip(1)) {
        Ok(options) => options,
        Err(error) => {
            eprint!("error: {error}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    match run(&options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the command, and returns whether all its checks hold.
fn run(options: &Options) -> io::Result<bool> {
    match options.verb {
        Verb::List => list(options),
        Verb::Verify => verify_all(options),
        Verb::Measure => measure_all(options),
        Verb::Campaigns => run_campaigns(options),
        Verb::Table => show(options),
    }
}

fn list(options: &Options) -> io::Result<bool> {
    let program = Program::build(Side::Buggy)?;
    for bug in catalog::load(&program)?.iter().filter(|bug| options.selects(&bug.name)) {
        println!("{} ({} {}): {}", bug.name, bug.package, bug.buggy_version, bug.law);
    }
    Ok(true)
}

fn verify_all(options: &Options) -> io::Result<bool> {
    let programs = verify::Programs::build()?;
    let bugs = catalog::load(&programs.buggy)?;
    let mut holds = true;
    for bug in bugs.iter().filter(|bug| options.selects(&bug.name)) {
        let problems = programs.problems(bug, options.verify_tests())?;
        holds &= problems.is_empty();
        let result = if problems.is_empty() { "ok" } else { "wrong" };
        println!("{result:5} {}{}", bug.name, problems.join(", "));
    }
    Ok(holds)
}

fn measure_all(options: &Options) -> io::Result<bool> {
    let program = Program::build(Side::Buggy)?;
    let bugs = catalog::load(&program)?;
    let plan = Plan::new(&bugs, options);
    let instrumented =
        plan.needs_edges().then(|| Program::build_with_edges(Side::Buggy)).transpose()?;
    let mut store = Store::open(&options.store, options.resume)?;
    for bug in bugs.iter().filter(|bug| options.selects(&bug.name)) {
        store.describe(bug)?;
    }
    let searches = plan.searches.iter().filter(|search| !store.has(&search.key()));
    let searches: Vec<_> = searches.cloned().collect();
    let programs = measure::Programs { plain: &program, instrumented: instrumented.as_ref() };
    let total = searches.len();
    let mut finished = 0;
    measure::run(&programs, &searches, options.jobs, &mut |record| {
        finished += 1;
        eprint!("\r{finished} of {total} searches");
        io::stderr().flush()?;
        store.append(record)
    })?;
    eprintln!();
    show(options)
}

fn run_campaigns(options: &Options) -> io::Result<bool> {
    let programs = campaigns::Programs::build(&options.tools)?;
    let mut holds = true;
    println!("{}", campaigns::HEADING);
    for campaign in programs.plan(options)? {
        let result = programs.run(&campaign)?;
        holds &= result.holds();
        println!("{campaign} {result}");
    }
    Ok(holds)
}

/// Prints the table of a store, and writes it to the page of the guide if this is requested.
fn show(options: &Options) -> io::Result<bool> {
    let table = Table::new(&store::load(&options.store)?, |bug| options.selects(bug));
    print!("{}", if options.markdown { table.to_markdown() } else { table.to_text() });
    if let Some(path) = &options.page {
        page::write(path, &table)?;
    }
    Ok(true)
}
