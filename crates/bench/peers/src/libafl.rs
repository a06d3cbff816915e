//! LibAFL: the in-process client from the start of its book, on one core.
//!
//! It is configured for speed: no monitor, a map with one counter for the only place, and a timer
//! that is armed once for many tests instead of once for each.

use std::num::NonZero;
use std::ptr;
use std::time::Duration;

use forall_bench::measure::Count;
use forall_bench::problems::missed;
use libafl::corpus::InMemoryCorpus;
use libafl::events::SimpleEventManager;
use libafl::executors::hooks::timer::TimerStruct;
use libafl::executors::{ExitKind, InProcessExecutor};
use libafl::feedbacks::{CrashFeedback, MaxMapFeedback};
use libafl::fuzzer::{Fuzzer, StdFuzzer};
use libafl::generators::RandBytesGenerator;
use libafl::inputs::{BytesInput, HasTargetBytes};
use libafl::monitors::NopMonitor;
use libafl::mutators::{HavocScheduledMutator, havoc_mutations};
use libafl::observers::StdMapObserver;
use libafl::schedulers::QueueScheduler;
use libafl::stages::StdMutationalStage;
use libafl::state::{HasExecutions, StdState};
use libafl_bolts::rands::StdRand;
use libafl_bolts::tuples::tuple_list;
use libafl_bolts::{Error, ToSlice};

/// The counter of the target's only place, as an instrumented build would have it.
static mut MAP: [u8; 1] = [0];

/// The time limit of a test. It is never reached.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Runs at least this many tests of one word.
pub fn fuzz_words(tests: u64) -> Count {
    let tests = fuzz(tests).expect("the client runs");
    Count { tests, units: tests }
}

fn fuzz(tests: u64) -> Result<u64, Error> {
    // SAFETY: the observer and the harness take turns, in this one thread.
    let map = unsafe { StdMapObserver::from_mut_ptr("map", &raw mut MAP as *mut u8, 1) };
    let mut feedback = MaxMapFeedback::new(&map);
    let mut objective = CrashFeedback::new();
    let corpus = InMemoryCorpus::<BytesInput>::new();
    let crashes = InMemoryCorpus::new();
    let mut state =
        StdState::new(StdRand::with_seed(1), corpus, crashes, &mut feedback, &mut objective)?;
    let mut manager = SimpleEventManager::new(NopMonitor::new());
    let mut fuzzer = StdFuzzer::new(QueueScheduler::new(), feedback, objective);
    let mut harness = |input: &BytesInput| {
        // SAFETY: as above.
        unsafe { ptr::write((&raw mut MAP).cast::<u8>(), 1) };
        let bytes = input.target_bytes();
        let word = bytes.to_slice().first_chunk().map(|word| u64::from_le_bytes(*word));
        if word.is_none_or(missed) { ExitKind::Ok } else { ExitKind::Crash }
    };
    let mut executor = InProcessExecutor::builder()
        .harness(&mut harness)
        .observers(tuple_list!(map))
        .fuzzer(&mut fuzzer)
        .state(&mut state)
        .event_mgr(&mut manager)
        .timeout(TIMEOUT)
        .build()?;
    executor.hooks_mut().0.timer = TimerStruct::batch_mode(TIMEOUT);
    let mut words = RandBytesGenerator::new(NonZero::<usize>::new(8).expect("it is 8"));
    state.generate_initial_inputs_forced(
        &mut fuzzer,
        &mut executor,
        &mut words,
        &mut manager,
        8,
    )?;
    let mutator = HavocScheduledMutator::new(havoc_mutations());
    let mut stages = tuple_list!(StdMutationalStage::new(mutator));
    while *state.executions() < tests {
        fuzzer.fuzz_one(&mut stages, &mut executor, &mut state, &mut manager)?;
    }
    Ok(*state.executions())
}
