//! Patterns: regular expressions, reduced to what generating strings needs.

use regex_syntax::hir::{Class, ClassUnicode, Hir, HirKind, Look, Repetition};

use crate::source::{Alphabet, LengthBounds, Random, Reject, Source, SpanLabel};

/// A regular expression.
#[derive(Clone)]
pub(super) enum Pattern {
    Literal(String),
    /// A repeated character of a class, which is one choice.
    Chars(CharClass),
    Repeated(Box<Pattern>, RepeatCount),
    Concat(Vec<Pattern>),
    Alternation(Vec<Pattern>),
}

#[derive(Clone)]
pub(super) struct CharClass {
    pub(super) alphabet: Alphabet,
    /// The number of ASCII characters, which are at the front of the alphabet.
    ascii_count: u32,
    pub(super) repeats: RepeatCount,
}

/// A number of repetitions.
#[derive(Clone, Copy)]
pub(super) struct RepeatCount {
    pub(super) min: usize,
    pub(super) max: Option<usize>,
}

/// Whether a part of a regular expression is at its beginning, and whether it is at its end.
#[derive(Clone, Copy)]
struct Position {
    is_first: bool,
    is_last: bool,
}

const ONCE: RepeatCount = RepeatCount { min: 1, max: Some(1) };

/// Where the greatest number of repetitions is known, up to this many more than the least are usual at any size.
const MIN_USUAL_GROWTH: usize = 8;

impl Pattern {
    /// Converts a whole regular expression. Fails if it contains something that cannot be generated.
    pub(super) fn new(hir: &Hir) -> Result<Pattern, String> {
        Pattern::at(hir, Position { is_first: true, is_last: true })
    }

    fn at(hir: &Hir, position: Position) -> Result<Pattern, String> {
        match hir.kind() {
            HirKind::Empty => Ok(Pattern::Literal(String::new())),
            HirKind::Literal(literal) => match std::str::from_utf8(&literal.0) {
                Ok(text) => Ok(Pattern::Literal(text.into())),
                Err(_) => Err("it matches bytes that are not UTF-8".into()),
            },
            HirKind::Class(class) => Ok(Pattern::Chars(CharClass::new(class, ONCE)?)),
            HirKind::Look(look) if position.allows(*look) => Ok(Pattern::Literal(String::new())),
            HirKind::Look(look) => Err(format!("{} is not supported there", name(*look))),
            HirKind::Repetition(repetition) => Pattern::repeated(repetition),
            HirKind::Capture(capture) => Pattern::at(&capture.sub, position),
            HirKind::Concat(parts) => Pattern::concat(parts, position),
            HirKind::Alternation(parts) => {
                let parts = parts.iter().map(|part| Pattern::at(part, position));
                Ok(Pattern::Alternation(parts.collect::<Result<_, _>>()?))
            }
        }
    }

    /// A part is still at the beginning if everything before it matches only the empty string, and likewise
    /// at the end.
    fn concat(parts: &[Hir], position: Position) -> Result<Pattern, String> {
        let is_empty = |part: &Hir| part.properties().maximum_len() == Some(0);
        let parts = (0..parts.len()).map(|at| {
            let is_first = position.is_first && parts[..at].iter().all(is_empty);
            let is_last = position.is_last && parts[at + 1..].iter().all(is_empty);
            Pattern::at(&parts[at], Position { is_first, is_last })
        });
        Ok(Pattern::Concat(parts.collect::<Result<_, _>>()?))
    }

    fn repeated(repetition: &Repetition) -> Result<Pattern, String> {
        let repeats = RepeatCount {
            min: repetition.min as usize,
            max: repetition.max.map(|max| max as usize),
        };
        match Pattern::at(&repetition.sub, Position { is_first: false, is_last: false })? {
            Pattern::Chars(class) if class.repeats.is_once() => {
                Ok(Pattern::Chars(CharClass { repeats, ..class }))
            }
            pattern => Ok(Pattern::Repeated(Box::new(pattern), repeats)),
        }
    }

    /// Appends a matching string to `text`.
    pub(super) fn generate(&self, source: &mut Source, text: &mut String) -> Result<(), Reject> {
        match self {
            Pattern::Literal(literal) => text.push_str(literal),
            Pattern::Chars(class) => text.push_str(&class.generate(source)),
            Pattern::Repeated(pattern, repeats) => {
                let lengths = repeats.at(source.size());
                source.list(lengths, |source| pattern.generate(source, text))?;
            }
            Pattern::Concat(parts) => {
                parts.iter().try_for_each(|part| part.generate(source, text))?;
            }
            Pattern::Alternation(parts) => {
                let branch = source.branch(parts.len());
                source.span(SpanLabel::BRANCH, |source| parts[branch].generate(source, text))?;
            }
        }
        Ok(())
    }
}

impl CharClass {
    /// Returns the characters of the class, in the order of `Alphabet::ANY`.
    fn new(class: &Class, repeats: RepeatCount) -> Result<CharClass, String> {
        let class: ClassUnicode = match class {
            Class::Unicode(class) => class.clone(),
            Class::Bytes(class) => {
                class.to_unicode_class().ok_or("it matches bytes that are not UTF-8")?
            }
        };
        let ranges: Vec<(char, char)> = Alphabet::ANY
            .ranges()
            .iter()
            .flat_map(|(start, end)| {
                let common =
                    class.iter().map(|part| (part.start().max(*start), part.end().min(*end)));
                common.filter(|(start, end)| start <= end).collect::<Vec<_>>()
            })
            .collect();
        if ranges.is_empty() {
            return Err("a part of it matches nothing".into());
        }
        let ascii = ranges.iter().filter(|(_, end)| end.is_ascii());
        let ascii_count = ascii.map(|(start, end)| *end as u32 - *start as u32 + 1).sum();
        Ok(CharClass { alphabet: Alphabet::new(&ranges), ascii_count, repeats })
    }

    fn generate(&self, source: &mut Source) -> String {
        let LengthBounds { min, usual, max } = self.repeats.at(source.size());
        source.string(&self.alphabet, min..=max, |random| {
            let length = min + random.below((usual - min) as u64 + 1) as usize;
            (0..length).filter_map(|_| self.char(random)).collect()
        })
    }

    /// Returns an ASCII character half of the time: in a class such as `\w` they are a small minority, and
    /// programs often treat them differently.
    fn char(&self, random: &mut Random) -> Option<char> {
        let prefers_ascii = self.ascii_count > 0 && random.one_in(2);
        let count = if prefers_ascii { self.ascii_count } else { self.alphabet.len() };
        self.alphabet.get(random.below(u64::from(count)) as u32)
    }
}

impl RepeatCount {
    fn is_once(self) -> bool {
        self.min == ONCE.min && self.max == ONCE.max
    }

    /// Returns the number of repetitions at this size.
    fn at(self, size: u32) -> LengthBounds {
        let grown = self.min.saturating_add((size as usize).saturating_mul(size as usize));
        match self.max {
            Some(max) => {
                let usual = grown.max(self.min + MIN_USUAL_GROWTH).min(max);
                LengthBounds { min: self.min, usual, max }
            }
            None => LengthBounds { min: self.min, usual: grown, max: usize::MAX },
        }
    }
}

impl Position {
    /// Returns whether the assertion always holds here.
    fn allows(self, look: Look) -> bool {
        match look {
            Look::Start | Look::StartLF | Look::StartCRLF => self.is_first,
            Look::End | Look::EndLF | Look::EndCRLF => self.is_last,
            _ => false,
        }
    }
}

fn name(look: Look) -> &'static str {
    match look {
        Look::Start | Look::StartLF | Look::StartCRLF => "`^`",
        Look::End | Look::EndLF | Look::EndCRLF => "`$`",
        _ => "a word boundary",
    }
}
