//! Runners: verdicts and reports, agreement, and what is special about each.

mod agreement;
mod backjump;
mod covering;
mod enumerate;
mod other_runners;
mod parallel;
mod thorough;
mod verdicts;
