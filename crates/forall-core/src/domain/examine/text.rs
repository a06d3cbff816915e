//! Text: an examination as a person reads it.

use std::fmt::{self, Display};

use forall_format::wording::{percent, times};

use super::{Examination, Law, Problem};

/// How many characters of a value are shown.
const SHOWN: usize = 60;

impl Examination {
    /// Panics unless all laws hold.
    ///
    /// ```should_panic
    /// use forall::domain::{Domain, examine};
    ///
    /// examine(&(0..100).shrink_with(|x| vec![*x])).assert_sound();
    /// ```
    ///
    /// # Panics
    ///
    /// With the text of the examination, when there is a problem.
    #[track_caller]
    pub fn assert_sound(&self) {
        assert!(self.problems.is_empty(), "the domain is not sound\n{self}");
    }

    fn values(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let made = self.asked - self.rejected;
        writeln!(f, "{made} values, {} of them distinct", self.distinct)?;
        let (least, median, greatest) = self.lengths;
        writeln!(f, "  {least} to {greatest} characters long, half of them up to {median}")?;
        if !self.frequent.is_empty() {
            let one = |(text, times): &(String, u64)| {
                format!("{} ({})", shown(text), percent(*times, made))
            };
            let all: Vec<String> = self.frequent.iter().map(one).collect();
            writeln!(f, "  most often {}", all.join(", "))?;
        }
        Ok(())
    }

    fn losses(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.rejected > 0 {
            writeln!(f, "  {} could not be made", percent(self.rejected, self.asked))?;
        }
        if self.filtered > 0 {
            writeln!(f, "  {} were filtered away", percent(self.filtered, self.tries))?;
        }
        Ok(())
    }
}

impl Display for Examination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.values(f)?;
        self.losses(f)?;
        if self.steps > 0 {
            writeln!(f, "  shrink in up to {} steps", self.steps)?;
        }
        self.problems.iter().try_for_each(|problem| writeln!(f, "{problem}"))
    }
}

impl Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Problem { law, times: count, example } = self;
        let times = times(*count);
        write!(f, "problem: {law} ({times})\n  {}", shown(example))
    }
}

impl Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Law::Inhabited => "nothing can be made",
            Law::Deterministic => "the same seed makes different values",
            Law::Replays => "the same choices make different values",
            Law::Progress => "a value shrinks to one that prints alike",
            Law::Ends => "shrinking does not end in 10,000 steps",
            Law::Inside => "a value is not inside",
            Law::ShrinksInside => "a value shrinks to one that is not inside",
            Law::MutatesInside => "a value mutates to one that is not inside",
            Law::Inverts => "the choices that are told of a value do not make it",
        })
    }
}

fn shown(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
