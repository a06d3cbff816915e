//! Runners: verdicts and reports, agreement, and what is special about each.

mod agreement;
mod auto;
mod backjump;
mod covering_array;
mod enumerate;
mod other_runners;
mod parallel;

mod verdicts;
