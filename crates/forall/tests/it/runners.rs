//! Runners: verdicts and reports, agreement between runners, and the specialities of each.

mod agreement;
mod auto;
mod backjump;
mod covering_array;
mod enumerate;
mod other_runners;
mod parallel;
mod verdicts;
