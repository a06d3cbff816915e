//! Campaigns on several machines: the merged results of shards are those of one machine.
#![cfg(unix)]

mod cluster;
mod deployment;
mod errors;
mod merging;
mod servers;
#[cfg(target_os = "linux")]
mod slurm;
mod victims;
