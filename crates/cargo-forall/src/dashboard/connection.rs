//! Connections with limits: how many are open, and how long each may take.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The connections that are open.
#[derive(Debug)]
pub(super) struct Connections {
    max: usize,
    open: Arc<AtomicUsize>,
}

/// One of the open connections. Dropping it makes room for another.
#[derive(Debug)]
pub(super) struct Slot(Arc<AtomicUsize>);

impl Connections {
    /// Allows `max` connections at the same time.
    pub(super) fn new(max: usize) -> Connections {
        Connections { max, open: Arc::default() }
    }

    /// Returns a slot for a connection, or `None` if all slots are taken.
    pub(super) fn take_slot(&self) -> Option<Slot> {
        let one_more = |open| (open < self.max).then_some(open + 1);
        self.open.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_more).ok()?;
        Some(Slot(Arc::clone(&self.open)))
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A stream on which all reads and writes together must end before a deadline. The timeouts of a
/// [`TcpStream`] are for each call, so a client that sends a byte from time to time would never reach them.
#[derive(Debug)]
pub(super) struct TimedStream<'s> {
    stream: &'s TcpStream,
    deadline: Instant,
}

impl TimedStream<'_> {
    /// Allows this time for everything that follows.
    pub(super) fn new(stream: &TcpStream, time: Duration) -> TimedStream<'_> {
        TimedStream { stream, deadline: Instant::now() + time }
    }

    fn time_left(&self) -> io::Result<Option<Duration>> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        if left.is_zero() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(Some(left)) }
    }
}

impl Read for TimedStream<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.stream.set_read_timeout(self.time_left()?)?;
        self.stream.read(buffer)
    }
}

impl Write for TimedStream<'_> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.stream.set_write_timeout(self.time_left()?)?;
        self.stream.write(buffer)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}
