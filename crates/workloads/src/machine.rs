//! The machine on which the experiments run.

/// Describes the processor, the number of hardware threads, and the system.
pub fn describe() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split(": ").nth(1));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let model = model.unwrap_or("an unknown processor");
    let system = std::env::consts::OS;
    let processor = std::env::consts::ARCH;
    format!("Measured on {model}, {threads} threads, {system} on {processor}.")
}
