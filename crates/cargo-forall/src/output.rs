//! Output: the only place that prints.
//!
//! If the reader has closed the pipe, as `head` does, printing fails, and the program ends quietly.

use std::fmt::Display;
use std::io::{self, Write};

use crate::error::Error;

/// Prints to standard output.
pub(crate) fn print(text: impl Display) -> Result<(), Error> {
    write(&mut io::stdout().lock(), &text)
}

/// Prints to standard output, and starts a new line.
pub(crate) fn print_line(text: impl Display) -> Result<(), Error> {
    print(format_args!("{text}\n"))
}

/// Prints to standard error.
pub(crate) fn print_error(text: impl Display) -> Result<(), Error> {
    write(&mut io::stderr().lock(), &text)
}

/// Prints to standard error, and starts a new line.
pub(crate) fn print_error_line(text: impl Display) -> Result<(), Error> {
    print_error(format_args!("{text}\n"))
}

fn write(stream: &mut impl Write, text: &dyn Display) -> Result<(), Error> {
    match write!(stream, "{text}").and_then(|()| stream.flush()) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(Error::ClosedPipe),
        Err(error) => Err(Error::cannot("print")(error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A stream that fails with this kind of error.
    struct Failing(io::ErrorKind);

    impl Write for Failing {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(self.0.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn only_a_closed_pipe_ends_the_program_quietly() {
        let closed = write(&mut Failing(io::ErrorKind::BrokenPipe), &"text");
        assert!(closed.expect_err("it fails").is_silent());
        let full = write(&mut Failing(io::ErrorKind::StorageFull), &"text");
        let message = full.expect_err("it fails").to_string();
        assert!(message.starts_with("cannot print: "), "{message}");
    }
}
