//! Properties in other crates, and the functions that libFuzzer calls.

use std::fmt::Write;

use forall_format::hash::fnv1a;

use crate::byte_target::ByteTarget;
use crate::harness;
use crate::property::Erased;
use crate::report::{Failure, Verdict};

/// The key of a property: the hash of its path.
#[derive(Clone, Copy, Debug)]
pub struct ExportKey<const KEY: u64>;

/// A property of a crate that `cargo forall export` compiles. `Local` is a type of that crate.
#[diagnostic::on_unimplemented(
    message = "this property does not exist, or is not compiled",
    note = "the project was written by an earlier `cargo forall export`; run it again"
)]
pub trait ExportedTest<Local> {
    /// Runs the property as a test.
    fn run();
}

/// Returns the key of the property with this path.
pub const fn export_key(path: &str) -> u64 {
    fnv1a(path.as_bytes())
}

/// Returns the property that a test runs.
pub fn exported(test: fn()) -> Erased {
    harness::capture(test).expect("the test of a property passes it to the harness")
}

/// One call for a crossover in this many makes one.
const CROSSOVER_PERIOD: u32 = 4;

/// A property as a target of libFuzzer.
#[derive(Debug)]
pub struct Target(ByteTarget<Erased>);

impl Target {
    /// Creates the target of a property.
    pub fn new(property: Erased) -> Target {
        Target(ByteTarget::new(property))
    }

    /// Runs one input. Returns whether to keep it, or the text to panic with.
    pub fn run(&self, bytes: &[u8]) -> Result<bool, String> {
        match self.0.run(bytes) {
            Verdict::Pass => Ok(true),
            Verdict::Discard(_) | Verdict::Reject(..) => Ok(false),
            Verdict::Fail(failure) => Err(self.describe(bytes, &failure)),
        }
    }

    /// Mutates the first `size` bytes of `data`, and returns the new size. `mutate` is the mutator of the fuzzer: it
    /// changes the given number of bytes, up to a maximum number.
    pub fn mutate(
        &self,
        data: &mut [u8],
        size: usize,
        max_size: usize,
        seed: u32,
        mutate: fn(&mut [u8], usize, usize) -> usize,
    ) -> usize {
        let mut mutate_bytes = |bytes: &[u8], max_length: usize| {
            let mut buffer = bytes.to_vec();
            buffer.resize(max_length.max(bytes.len()), 0);
            let length = mutate(&mut buffer, bytes.len().min(max_length), max_length);
            buffer.truncate(length);
            buffer
        };
        let mutant =
            self.0.mutate_with(&data[..size], max_size, seed.into(), Some(&mut mutate_bytes));
        copy(&mutant, data)
    }

    /// Writes a crossover of two inputs to `out`, and returns its size. libFuzzer calls this as often as it calls
    /// [`mutate`](Target::mutate), which is more often than is useful: most calls mutate the first input.
    pub fn crossover(&self, one: &[u8], other: &[u8], out: &mut [u8], seed: u32) -> usize {
        let result = if seed.is_multiple_of(CROSSOVER_PERIOD) {
            self.0.crossover(one, other, out.len(), seed.into())
        } else {
            self.0.mutate(one, out.len(), seed.into())
        };
        copy(&result, out)
    }

    /// Describes a failure that is not a panic.
    #[cold]
    fn describe(&self, bytes: &[u8], failure: &Failure) -> String {
        let mut text = match &*failure.message {
            "" => "the property is false".to_owned(),
            message => message.to_owned(),
        };
        for binding in self.0.print(bytes) {
            let _ = write!(text, "\n  {} = {}", binding.name, binding.value);
        }
        text
    }
}

/// Copies as many bytes as fit, and returns their number.
fn copy(bytes: &[u8], out: &mut [u8]) -> usize {
    let size = bytes.len().min(out.len());
    out[..size].copy_from_slice(&bytes[..size]);
    size
}
