//! Runs tasks and experiments on the workloads.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program that prints")]

use std::io;
use std::process::ExitCode;

use workloads::experiment::{Experiment, Job};
use workloads::options::{Options, USAGE, Verb};
use workloads::record::{Key, Record};
use workloads::run::run;
use workloads::store::{Store, load};
use workloads::workload::{Task, WORKLOADS};
use workloads::{charts, guided, instrumented, machine, page, throughput};

fn main() -> ExitCode {
    let options = match Options::parse(std::env::args_os().skip(1)) {
        Ok(options) => options,
        Err(error) => {
            eprint!("error: {error}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    match act(&options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn act(options: &Options) -> io::Result<()> {
    match &options.verb {
        Verb::List => list(&options.only),
        Verb::Task(task) => return trial(task, options),
        Verb::Run(experiment) => return experiments(experiment, options),
        Verb::Throughput => rates(options.trials),
        Verb::Chart => return chart(options),
        Verb::Report => return report(options),
    }
    Ok(())
}

fn list(only: &str) {
    for task in WORKLOADS.iter().flat_map(|workload| workload.tasks()) {
        let line = format!("{} {} {}", task.workload.name, task.mutant, task.property);
        if line.contains(only) {
            println!("{line}{}", task.minimum.map_or(String::new(), |size| format!(" {size}")));
        }
    }
}

fn trial(task: &Task, options: &Options) -> io::Result<()> {
    if options.tool.needs_edges() && !guided::counts_edges() {
        return instrumented::run_again();
    }
    let trial = options.tool.trial(task, options.strategy, (options.seed, options.timeout));
    let trial = trial.ok_or_else(|| not_built(&options.tool.to_string()))?;
    let key = Key::new("task", task, *options.strategy, options.tool, 0);
    println!("{}", Record::new(key, task, &trial).to_json());
    Ok(())
}

fn not_built(tool: &str) -> io::Error {
    io::Error::other(format!("`{tool}` is not built in; build with `--features peers`"))
}

fn experiments(experiment: &'static Experiment, options: &Options) -> io::Result<()> {
    let jobs = experiment.jobs(options.trials);
    let wanted = |job: &Job| {
        let Key { workload, mutant, property, strategy, tool, .. } = job.key();
        format!("{workload} {mutant} {property} {strategy} {tool}").contains(&options.only)
    };
    let jobs: Vec<Job> = jobs.into_iter().filter(wanted).collect();
    let edges = jobs.iter().any(|job| job.tool.needs_edges());
    if edges && !guided::counts_edges() {
        return instrumented::run_again();
    }
    let mut store = Store::open(&options.store)?;
    eprintln!("{}: {}", experiment.name, experiment.question);
    // Edges are counted for all threads together.
    let threads = if edges { 1 } else { options.jobs };
    run(&jobs, options.timeout, threads, &mut store, &mut io::stderr())
}

fn chart(options: &Options) -> io::Result<()> {
    std::fs::create_dir_all(&options.out)?;
    for chart in charts::charts(&load(&options.store)?) {
        let path = options.out.join(format!("{}.svg", chart.name));
        std::fs::write(&path, chart.svg)?;
        println!("{}", path.display());
    }
    Ok(())
}

fn report(options: &Options) -> io::Result<()> {
    std::fs::create_dir_all(&options.out)?;
    let path = options.out.join("index.html");
    std::fs::write(&path, page::page(&load(&options.store)?, &machine::describe()))?;
    println!("{}", path.display());
    Ok(())
}

fn rates(rounds: u64) {
    println!("{:5} {:15} {:>10} {:>10} {:>10}", "", "tests/s", "typed", "erased", "by hand");
    for row in throughput::measure(u32::try_from(rounds).unwrap_or(u32::MAX)) {
        let (typed, erased, by_hand) = (row.typed, row.erased, row.by_hand);
        let names = format!("{:5} {:15}", row.workload, row.property);
        println!("{names} {typed:>10.0} {erased:>10.0} {by_hand:>10.0}");
    }
}
