//! A law report as text.

use std::fmt::{self, Display};

use super::{FrequentValue, Law, LawReport, PrintedLength, Violation};

/// The number of characters after which a printed value is cut off.
const MAX_PRINTED_CHARS: usize = 60;

impl LawReport {
    /// Panics if a law is violated.
    ///
    /// ```should_panic
    /// use forall::domain::{Domain, check_laws};
    ///
    /// check_laws(&(0..100).shrink_with(|x| vec![*x])).assert_lawful();
    /// ```
    ///
    /// # Panics
    ///
    /// With the text of this report, if there are violations.
    #[track_caller]
    pub fn assert_lawful(&self) {
        assert!(self.violations.is_empty(), "the domain violates the laws of domains\n{self}");
    }

    fn write_values(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let generated = self.attempts - self.rejected;
        writeln!(f, "generated {generated} values, {} of them distinct", self.distinct)?;
        let PrintedLength { min, median, max } = self.printed_length;
        writeln!(f, "  printed length: {min} to {max} characters, median {median}")?;
        if !self.most_frequent.is_empty() {
            let frequent = |FrequentValue { text, count }: &FrequentValue| {
                format!("{} ({})", abbreviate(text), percent(*count, generated))
            };
            let frequent: Vec<String> = self.most_frequent.iter().map(frequent).collect();
            writeln!(f, "  most frequent: {}", frequent.join(", "))?;
        }
        Ok(())
    }

    fn write_losses(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.rejected > 0 {
            writeln!(f, "  rejected: {}", percent(self.rejected, self.attempts))?;
        }
        if self.filtered_out > 0 {
            writeln!(f, "  filtered out: {}", percent(self.filtered_out, self.filter_attempts))?;
        }
        Ok(())
    }
}

impl Display for LawReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_values(f)?;
        self.write_losses(f)?;
        if self.max_shrink_steps > 0 {
            writeln!(f, "  shrink steps: at most {}", self.max_shrink_steps)?;
        }
        self.violations.iter().try_for_each(|violation| writeln!(f, "{violation}"))
    }
}

impl Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Violation { law, count, example } = self;
        let times = if *count == 1 { "once".into() } else { format!("{count} times") };
        write!(f, "violation: {law} ({times})\n  example: {}", abbreviate(example))
    }
}

/// Says what is wrong if the law is violated.
impl Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Law::Inhabited => "the domain generates no values",
            Law::Deterministic => "the same seed generates different values",
            Law::Replays => "the same choices generate different values",
            Law::Progress => "a value shrinks to one that prints the same",
            Law::Terminates => "shrinking does not end within 10,000 steps",
            Law::GeneratesValid => "a generated value is invalid",
            Law::ShrinksValid => "a value shrinks to an invalid one",
            Law::MutatesValid => "a value mutates to an invalid one",
            Law::Inverts => "`invert` returns choices that do not regenerate the value",
        })
    }
}

fn percent(part: u64, whole: u64) -> String {
    format!("{:.1} %", part as f64 * 100.0 / whole.max(1) as f64)
}

fn abbreviate(text: &str) -> String {
    match text.char_indices().nth(MAX_PRINTED_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
