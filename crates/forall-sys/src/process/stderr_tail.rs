//! Last words: what a child said before it died.

use std::io::{self, Read};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// So much of what a child says is kept. Why it died, it says last.
const MOST: usize = 64 * 1024;

/// So long we wait for words of a child that is dead: its own children may live, and hold the line.
const PATIENCE: Duration = Duration::from_millis(500);

/// What a child says when it has survived what it said before.
pub const TEST_SURVIVED: &str = "\x1e\n";

/// Listens to a child, which would wait if nobody did.
#[derive(Debug)]
pub(crate) struct StderrTail {
    said: Arc<Mutex<Vec<u8>>>,
    listener: JoinHandle<()>,
}

impl StderrTail {
    /// Listens from now on, until there is no more to hear.
    pub(crate) fn of(line: Option<impl Read + Send + 'static>) -> StderrTail {
        let said = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&said);
        let listener = thread::spawn(move || {
            // A line that breaks says no more.
            let _ = line.map(|mut line| listen(&mut line, &heard));
        });
        StderrTail { said, listener }
    }

    /// What was said last, and not survived, now that the child is dead.
    pub(crate) fn hear(self) -> String {
        let since = Instant::now();
        while !self.listener.is_finished() && since.elapsed() < PATIENCE {
            thread::sleep(Duration::from_micros(200));
        }
        let said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        let said = String::from_utf8_lossy(&said);
        said.rsplit_once(TEST_SURVIVED).map_or(&*said, |(_, last)| last).to_owned()
    }
}

fn listen(line: &mut impl Read, heard: &Mutex<Vec<u8>>) -> io::Result<()> {
    let mut buffer = [0; 4096];
    loop {
        let count = line.read(&mut buffer)?;
        if count == 0 {
            return Ok(());
        }
        let mut heard = heard.lock().unwrap_or_else(PoisonError::into_inner);
        heard.extend_from_slice(&buffer[..count]);
        let too_many = heard.len().saturating_sub(MOST);
        heard.drain(..too_many);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_words_are_kept() {
        let said: String = (0..100_000).map(|number| format!("{number}\n")).collect();
        let heard = StderrTail::of(Some(io::Cursor::new(said))).hear();
        assert_eq!(heard.len(), MOST);
        assert!(heard.ends_with("\n99999\n"));
        assert_eq!(StderrTail::of(None::<io::Empty>).hear(), "");
        let survived = format!("ow\n{TEST_SURVIVED}the end\n");
        assert_eq!(StderrTail::of(Some(io::Cursor::new(survived))).hear(), "the end\n");
    }
}
