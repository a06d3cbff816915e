//! The tail of stderr: the last output of a child before it ended.

use std::io::{self, Read};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The number of bytes that are kept. The reason for a crash is printed last.
const MAX_TAIL_BYTES: usize = 64 * 1024;

/// How long to wait for output after the child has ended: its own children may still run and hold the pipe
/// open.
const MAX_WAIT: Duration = Duration::from_millis(500);

/// A child prints this after a test that printed a panic and did not crash the process. Everything before it
/// is not about a crash.
pub const TEST_SURVIVED: &str = "\x1e\n";

/// Reads the output of a child on another thread. A child whose output is not read would block when the pipe
/// is full.
#[derive(Debug)]
pub(crate) struct StderrTail {
    output: Arc<Mutex<Vec<u8>>>,
    reader: JoinHandle<()>,
}

impl StderrTail {
    /// Starts reading.
    pub(crate) fn read_from(pipe: Option<impl Read + Send + 'static>) -> StderrTail {
        let output = Arc::new(Mutex::new(Vec::new()));
        let shared = Arc::clone(&output);
        let reader = thread::spawn(move || {
            // A read error ends the output.
            let _ = pipe.map(|mut pipe| read(&mut pipe, &shared));
        });
        StderrTail { output, reader }
    }

    /// Returns the output since the last [`TEST_SURVIVED`]. Call it when the child has ended.
    pub(crate) fn finish(self) -> String {
        let since = Instant::now();
        while !self.reader.is_finished() && since.elapsed() < MAX_WAIT {
            thread::sleep(Duration::from_micros(200));
        }
        let output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        let output = String::from_utf8_lossy(&output);
        output.rsplit_once(TEST_SURVIVED).map_or(&*output, |(_, last)| last).to_owned()
    }
}

fn read(pipe: &mut impl Read, output: &Mutex<Vec<u8>>) -> io::Result<()> {
    let mut buffer = [0; 4096];
    loop {
        let count = pipe.read(&mut buffer)?;
        if count == 0 {
            return Ok(());
        }
        let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
        output.extend_from_slice(&buffer[..count]);
        let excess = output.len().saturating_sub(MAX_TAIL_BYTES);
        output.drain(..excess);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tail(output: String) -> String {
        StderrTail::read_from(Some(io::Cursor::new(output))).finish()
    }

    #[test]
    fn the_last_bytes_are_kept() {
        let kept = tail((0..100_000).map(|number| format!("{number}\n")).collect());
        assert_eq!(kept.len(), MAX_TAIL_BYTES);
        assert!(kept.ends_with("\n99999\n"));
        assert_eq!(StderrTail::read_from(None::<io::Empty>).finish(), "");
    }

    #[test]
    fn output_of_survived_tests_is_dropped() {
        assert_eq!(tail(format!("ow\n{TEST_SURVIVED}the end\n")), "the end\n");
    }
}
