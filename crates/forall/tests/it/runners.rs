//! Runners: verdicts and reports, agreement between runners, and the specialities of each.

mod agreement;
mod auto;
mod backjump;
mod covering_array;
mod enumerate;
mod evidence;
mod large_tests;
mod other_runners;
mod paper_loops;
mod parallel;
mod verdicts;
mod worker_panics;
