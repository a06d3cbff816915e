//! Runs tasks and experiments on the workloads.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program that prints")]

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use workloads::experiment::{EXPERIMENTS, Experiment, Job};
use workloads::options::{Options, USAGE, Verb};
use workloads::record::{Key, Record};
use workloads::run::{Screen, run};
use workloads::store::{Store, Stored, load};
use workloads::trial::TrialOptions;
use workloads::workload::{Task, WORKLOADS};
use workloads::{charts, etna, guided, instrumented, machine, packed, page, run_time, throughput};

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
        Verb::Run(wanted) => return experiments(wanted, options),
        Verb::Throughput => return rates(options),
        Verb::RunTime => run_times(options),
        Verb::SetUp => return set_up(options),
        Verb::Pack => return packed::pack(&options.store),
        Verb::Chart => return chart(options),
        Verb::Report => return report(options),
        Verb::Etna => return etna::write(&options.out),
    }
    Ok(())
}

fn list(only: &str) {
    for task in WORKLOADS.iter().flat_map(|workload| workload.tasks()) {
        let line = format!("{} {} {}", task.workload.name, task.mutant, task.property);
        let size = task.minimum.map_or(String::new(), |size| format!(" {size}"));
        let named = only.split_whitespace().all(|word| line.contains(word));
        if named && writeln!(io::stdout(), "{line}{size}").is_err() {
            // The reader closed the pipe.
            return;
        }
    }
}

/// The default time limit of a single trial.
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(60);

fn trial(task: &Task, options: &Options) -> io::Result<()> {
    if options.test_loop.needs_edges() && !guided::counts_edges() {
        return instrumented::run(std::env::args_os().skip(1));
    }
    let trial = options.test_loop.trial(
        task,
        options.strategy,
        TrialOptions { seed: options.seed, time: options.timeout.unwrap_or(DEFAULT_TIMEOUT) },
    );
    let trial = trial.ok_or_else(|| not_built(&options.test_loop.to_string()))?;
    let key = Key::new("task", task, *options.strategy, options.test_loop, 0);
    println!("{}", Record::new(key, task, &trial).to_json());
    Ok(())
}

fn not_built(test_loop: &str) -> io::Error {
    io::Error::other(format!("`{test_loop}` is not built in; build with `--features peers`"))
}

/// The time limit of a trial in a quick run.
const QUICK_TIMEOUT: Duration = Duration::from_millis(100);

fn experiments(wanted: &[&'static Experiment], options: &Options) -> io::Result<()> {
    let mut store = Store::open(&options.store)?;
    store.note_machine(&machine::describe())?;
    for experiment in wanted {
        let jobs = match options.quick {
            true => experiment.quick_jobs(),
            false => experiment.jobs(options.trials.unwrap_or(experiment.trials)),
        };
        let named = |job: &Job| {
            let Key { workload, mutant, property, strategy, test_loop, .. } = job.key();
            let name = format!("{workload} {mutant} {property} {strategy} {test_loop}");
            options.only.split_whitespace().all(|word| name.contains(word))
        };
        let can_run = |job: &Job| job.test_loop.is_built();
        let jobs: Vec<Job> = jobs.into_iter().filter(|job| named(job) && can_run(job)).collect();
        let edges = jobs.iter().any(|job| job.test_loop.needs_edges());
        if edges && !guided::counts_edges() {
            instrumented::run(options.args_for(experiment))?;
            continue;
        }
        let usual = if options.quick { QUICK_TIMEOUT } else { experiment.timeout };
        let timeout = options.timeout.unwrap_or(usual);
        // The edge counters are shared by all threads.
        let threads = if experiment.exclusive || edges { 1 } else { options.jobs };
        eprintln!("{}: {}", experiment.name, experiment.question);
        if experiment.loops.iter().any(|test_loop| !test_loop.is_built()) {
            eprintln!(
                "skipping the loops of other libraries; build with `--features peers` to run them"
            );
        }
        run(&jobs, timeout, threads, &mut store, Screen::new())?;
    }
    if wanted.len() == EXPERIMENTS.len() { rates(options) } else { Ok(()) }
}

/// Loads the store, or fails if it is empty.
fn measured(options: &Options) -> io::Result<Stored> {
    let stored = load(&options.store)?;
    if stored.records.is_empty() && stored.rates.is_empty() {
        let path = options.store.display();
        let message = format!("`{path}` has no results; `workloads run` records them");
        return Err(io::Error::other(message));
    }
    Ok(stored)
}

fn chart(options: &Options) -> io::Result<()> {
    std::fs::create_dir_all(&options.out)?;
    for chart in charts::charts(&measured(options)?.records) {
        let path = options.out.join(format!("{}.svg", chart.name));
        std::fs::write(&path, chart.svg)?;
        println!("{}", path.display());
    }
    Ok(())
}

fn report(options: &Options) -> io::Result<()> {
    std::fs::create_dir_all(&options.out)?;
    let path = options.out.join("index.html");
    std::fs::write(&path, page::page(&measured(options)?))?;
    println!("{}", path.display());
    Ok(())
}

/// The default number of rounds for each loop.
const DEFAULT_ROUNDS: u64 = 200;

fn rates(options: &Options) -> io::Result<()> {
    let usual = if options.quick { 1 } else { DEFAULT_ROUNDS };
    let rounds = options.trials.unwrap_or(usual);
    let mut store = Store::open(&options.store)?;
    store.note_machine(&machine::describe())?;
    println!("{:5} {:15} {:>10} {:>10} {:>10}", "", "tests/s", "typed", "erased", "handwritten");
    for row in throughput::measure(u32::try_from(rounds).unwrap_or(u32::MAX)) {
        let throughput::Row { typed, erased, handwritten, .. } = row;
        let names = format!("{:5} {:15}", row.workload, row.property);
        println!("{names} {typed:>10.0} {erased:>10.0} {handwritten:>10.0}");
        store.add_rate(&row)?;
    }
    Ok(())
}

/// The default number of times that each loop is set up.
const DEFAULT_SET_UPS: u64 = 10_000;

#[cfg(feature = "peers")]
#[expect(clippy::unnecessary_wraps, reason = "without the feature, it fails")]
fn set_up(options: &Options) -> io::Result<()> {
    let times = options.trials.unwrap_or(DEFAULT_SET_UPS);
    println!("CPU time to set up a loop, mean of {times}");
    for (name, time) in workloads::peers::set_up_times(u32::try_from(times).unwrap_or(u32::MAX)) {
        println!("{name:12} {time:>10.2?}");
    }
    Ok(())
}

#[cfg(not(feature = "peers"))]
fn set_up(options: &Options) -> io::Result<()> {
    let _ = (options, DEFAULT_SET_UPS);
    Err(not_built("set-up"))
}

/// The default number of rounds for each run.
const DEFAULT_RUNS: u64 = 5;

fn run_times(options: &Options) {
    let rounds = options.trials.unwrap_or(DEFAULT_RUNS);
    println!("{:40} {:>10} {:>10} {:>6}", "CPU time of 1,000 tests", "growing", "default", "ratio");
    let rows = run_time::measure(u32::try_from(rounds).unwrap_or(u32::MAX), |row| {
        println!(
            "{:40} {:>10.1?} {:>10.1?} {:>6.2}",
            row.name,
            row.growing,
            row.default,
            row.ratio()
        );
    });
    let total = |time: fn(&run_time::Row) -> Duration| rows.iter().map(time).sum::<Duration>();
    let all = run_time::Row {
        name: "all".into(),
        default: total(|row| row.default),
        growing: total(|row| row.growing),
    };
    println!("{:40} {:>10.1?} {:>10.1?} {:>6.2}", all.name, all.growing, all.default, all.ratio());
}
