//! Strings that match a regular expression.

mod invert;

use std::fmt::Debug;

use regex_syntax::Error;
use regex_syntax::hir::{Class, ClassUnicode, Hir, HirKind, Look, Repetition};

use super::Domain;
use crate::source::{Alphabet, ChoiceValue, Label, Random, Reject, Source};

/// Strings that match `pattern` from beginning to end, in the syntax of the `regex` crate.
///
/// The pattern is parsed here, once. `^` and `$` may stand at its ends, where they say nothing new.
/// What can be repeated without an end is repeated more often the greater the size is. Of
/// alternatives the first is the simplest, and of characters letters are simpler than digits and
/// those than others.
///
/// ```
/// use forall::domain::{regex, sample};
///
/// for version in sample(&regex(r"v[1-9]\.[0-9]{1,2}(-rc)?"), 20) {
///     assert!(version.starts_with('v') && version.contains('.'));
/// }
/// ```
///
/// # Panics
///
/// When the pattern is no regular expression, when it has word boundaries, or `^` or `$` elsewhere
/// than at its ends, or when nothing matches a part of it.
#[track_caller]
pub fn regex(pattern: &str) -> Regex {
    let made = match regex_syntax::parse(pattern) {
        Ok(hir) => Part::of(&hir, Ends { first: true, last: true }),
        Err(Error::Parse(error)) => Err(error.kind().to_string()),
        Err(Error::Translate(error)) => Err(error.kind().to_string()),
        Err(error) => Err(error.to_string()),
    };
    match made {
        Ok(part) => Regex { pattern: pattern.into(), part },
        Err(why) => panic!("no strings can be made of the regex `{pattern}`: {why}"),
    }
}

/// See [`regex`](regex()).
#[derive(Clone)]
pub struct Regex {
    pattern: String,
    part: Part,
}

/// A pattern, without what matters only when one searches.
#[derive(Clone)]
enum Part {
    Text(String),
    /// Characters of a class, so many of them.
    Chars(Chars),
    Repeated(Box<Part>, Times),
    Each(Vec<Part>),
    Either(Vec<Part>),
}

#[derive(Clone)]
struct Chars {
    alphabet: Alphabet,
    /// How many of them, at the front of the alphabet, are ASCII.
    ascii: u32,
    times: Times,
}

#[derive(Clone, Copy)]
struct Times {
    min: usize,
    max: Option<usize>,
}

/// Is a part of the pattern at its beginning, at its end?
#[derive(Clone, Copy)]
struct Ends {
    first: bool,
    last: bool,
}

const ONCE: Times = Times { min: 1, max: Some(1) };

impl Part {
    fn of(hir: &Hir, ends: Ends) -> Result<Part, String> {
        match hir.kind() {
            HirKind::Empty => Ok(Part::Text(String::new())),
            HirKind::Literal(literal) => match std::str::from_utf8(&literal.0) {
                Ok(text) => Ok(Part::Text(text.into())),
                Err(_) => Err("it matches bytes that are no text".into()),
            },
            HirKind::Class(class) => Ok(Part::Chars(Chars::of(class, ONCE)?)),
            HirKind::Look(look) => match look {
                Look::Start | Look::StartLF | Look::StartCRLF if ends.first => {
                    Part::of(&Hir::empty(), ends)
                }
                Look::End | Look::EndLF | Look::EndCRLF if ends.last => {
                    Part::of(&Hir::empty(), ends)
                }
                _ => Err(format!("{} is not supported there", name(*look))),
            },
            HirKind::Repetition(repetition) => Part::repeated(repetition),
            HirKind::Capture(capture) => Part::of(&capture.sub, ends),
            HirKind::Concat(parts) => Part::each(parts, ends),
            HirKind::Alternation(parts) => {
                let parts = parts.iter().map(|part| Part::of(part, ends));
                Ok(Part::Either(parts.collect::<Result<_, _>>()?))
            }
        }
    }

    /// What stands beside assertions only is still at the end.
    fn each(parts: &[Hir], ends: Ends) -> Result<Part, String> {
        let empty = |part: &Hir| part.properties().maximum_len() == Some(0);
        let parts = (0..parts.len()).map(|at| {
            let first = ends.first && parts[..at].iter().all(empty);
            let last = ends.last && parts[at + 1..].iter().all(empty);
            Part::of(&parts[at], Ends { first, last })
        });
        Ok(Part::Each(parts.collect::<Result<_, _>>()?))
    }

    fn repeated(repetition: &Repetition) -> Result<Part, String> {
        let (min, max) = (repetition.min as usize, repetition.max.map(|max| max as usize));
        let times = Times { min, max };
        match Part::of(&repetition.sub, Ends { first: false, last: false })? {
            Part::Chars(Chars { alphabet, ascii, times: Times { min: 1, max: Some(1) } }) => {
                Ok(Part::Chars(Chars { alphabet, ascii, times }))
            }
            part => Ok(Part::Repeated(Box::new(part), times)),
        }
    }

    fn generate(&self, source: &mut Source, text: &mut String) -> Result<(), Reject> {
        match self {
            Part::Text(literal) => text.push_str(literal),
            Part::Chars(chars) => text.push_str(&chars.generate(source)),
            Part::Repeated(part, times) => {
                let times = times.at(source.size());
                source.list(times, |source| part.generate(source, text))?;
            }
            Part::Each(parts) => parts.iter().try_for_each(|part| part.generate(source, text))?,
            Part::Either(parts) => {
                let branch = source.branch(parts.len());
                source.span(Label::BRANCH, |source| parts[branch].generate(source, text))?;
            }
        }
        Ok(())
    }
}

impl Chars {
    /// The characters of the class, in the order of all characters.
    fn of(class: &Class, times: Times) -> Result<Chars, String> {
        let class: ClassUnicode = match class {
            Class::Unicode(class) => class.clone(),
            Class::Bytes(class) => {
                class.to_unicode_class().ok_or("it matches bytes that are no text")?
            }
        };
        let all = Alphabet::ANY.ranges().iter();
        let ranges: Vec<(char, char)> = all
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
        let ascii = ascii.map(|(start, end)| *end as u32 - *start as u32 + 1).sum();
        Ok(Chars { alphabet: Alphabet::new(&ranges), ascii, times })
    }

    fn generate(&self, source: &mut Source) -> String {
        let (min, usual, max) = self.times.at(source.size());
        source.string(&self.alphabet, min..=max, |random| {
            let length = min + random.below((usual - min) as u64 + 1) as usize;
            (0..length).filter_map(|_| self.char(random)).collect()
        })
    }

    /// Every second time one of ASCII: a class such as `\w` has few of those, and programs treat
    /// them in another way.
    fn char(&self, random: &mut Random) -> Option<char> {
        let all = self.alphabet.len();
        let some = if self.ascii > 0 && random.one_in(2) { self.ascii } else { all };
        self.alphabet.get(random.below(u64::from(some)) as u32)
    }
}

impl Times {
    /// The least, what is usual at this size, and the greatest.
    fn at(self, size: u32) -> (usize, usize, usize) {
        let grown = self.min.saturating_add((size as usize).saturating_mul(size as usize));
        let max = self.max.unwrap_or(usize::MAX);
        // A few more are always usual where they are few.
        let usual = if self.max.is_some() { grown.max(self.min + 8) } else { grown };
        (self.min, usual.min(max), max)
    }
}

fn name(look: Look) -> &'static str {
    match look {
        Look::Start | Look::StartLF | Look::StartCRLF => "`^`",
        Look::End | Look::EndLF | Look::EndCRLF => "`$`",
        _ => "a word boundary",
    }
}

impl Domain for Regex {
    type Value = String;

    fn generate(&self, source: &mut Source) -> Result<String, Reject> {
        let mut text = String::new();
        self.part.generate(source, &mut text)?;
        Ok(text)
    }

    fn invert(&self, value: &String, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        invert::invert(&self.part, value, choices)
    }
}

impl Debug for Regex {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "regex({:?})", self.pattern)
    }
}
