//! Two texts that share something, texts that normalise to the same, and texts against numbers.

use forall::domain::{Domain, elements, string, vec};
use forall::property::property;
use forall::source::Alphabet;

use super::Problem;

const KIND: &str = "texts";

/// Returns the problems of this kind.
pub(super) fn all() -> Vec<Problem> {
    vec![
        anagram(),
        password(),
        doubled(),
        contained_reverse(),
        folded(),
        folded_unicode(),
        collapsed(),
        number_text(),
        order_as_text(),
        common_end(),
        slug(),
        palindrome(),
    ]
}

fn anagram() -> Problem {
    let word = || string('a'..='z', ..=8);
    let property = property! {
        forall s in word();
        forall t in word();
        check {
            let sorted = |text: &str| {
                let mut letters: Vec<char> = text.chars().collect();
                letters.sort_unstable();
                letters
            };
            s == t || sorted(s) != sorted(t)
        }
    };
    Problem::new(KIND, "an anagram", property).texts("abc", 3)
}

fn password() -> Problem {
    let property = property! {
        forall password: String;
        forall repeated: String;
        check password != repeated
            || !password.contains(|c: char| c.is_ascii_digit())
            || !password.contains(|c: char| c.is_ascii_uppercase())
    };
    Problem::new(KIND, "a password twice", property).texts("a0A", 3)
}

fn doubled() -> Problem {
    let property = property! {
        forall text in string('a'..='f', ..=16);
        check {
            let letters: Vec<char> = text.chars().collect();
            !letters.windows(4).any(|w| w[0] != w[1] && w[..2] == w[2..])
        }
    };
    Problem::new(KIND, "a repeated pair", property).texts("ab", 5)
}

fn contained_reverse() -> Problem {
    let word = || string('a'..='e', ..=10);
    let property = property! {
        forall s in word();
        forall t in word();
        check {
            let reversed: String = s.chars().rev().collect();
            s.len() < 3 || reversed == *s || !t.contains(&reversed)
        }
    };
    Problem::new(KIND, "a reversed text inside", property).texts("ab", 4)
}

fn folded() -> Problem {
    let property = property! {
        forall s: String;
        forall t: String;
        check s == t || s.to_lowercase() != t.to_lowercase()
    };
    Problem::new(KIND, "equal without case", property).texts("abAB", 2)
}

fn folded_unicode() -> Problem {
    let word = || {
        vec(elements(['a', 'k', 's', 'K', 'S', 'ß', '\u{17F}', '\u{212A}']), ..=6)
            .mapped(String::from_iter)
    };
    let property = property! {
        forall s in word();
        forall t in word();
        check s.to_lowercase() == t.to_lowercase() || s.to_uppercase() != t.to_uppercase()
    };
    Problem::new(KIND, "equal in upper case only", property)
}

fn collapsed() -> Problem {
    let word = || string(" ab", ..=8);
    let property = property! {
        forall s in word();
        forall t in word();
        check {
            let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            s == t || words(s).len() < 3 || words(s) != words(t)
        }
    };
    Problem::new(KIND, "equal but for spaces", property).texts(" ab", 4)
}

fn number_text() -> Problem {
    let property = property! {
        forall text in string('0'..='9', ..=6);
        forall number in 0..=2000_u32;
        check *number < 20 || text.parse() != Ok(*number)
    };
    Problem::new(KIND, "a number and its text", property).numbers(30).texts("0123456789", 3)
}

fn order_as_text() -> Problem {
    let property = property! {
        forall a in 10..=5000_u32;
        forall b in 10..=5000_u32;
        check a >= b || a.to_string() <= b.to_string()
    };
    Problem::new(KIND, "compared as text", property).numbers(100)
}

fn common_end() -> Problem {
    let word = || string(Alphabet::LETTERS, ..=10);
    let property = property! {
        forall s in word();
        forall t in word();
        check {
            let end: usize = s.chars().rev().zip(t.chars().rev()).take_while(|(a, b)| a == b).count();
            end < 2 || s.len() == end || t.len() == end
        }
    };
    Problem::new(KIND, "a common end", property).texts("ab", 3)
}

fn slug() -> Problem {
    let title = || string("ab -_", ..=8);
    let property = property! {
        forall s in title();
        forall t in title();
        check {
            let slug = |text: &str| text.replace([' ', '_'], "-").trim_matches('-').to_owned();
            s == t || !slug(s).contains('-') || slug(s) != slug(t)
        }
    };
    Problem::new(KIND, "two titles with one slug", property).texts("ab -_", 3)
}

fn palindrome() -> Problem {
    let property = property! {
        forall text in string('a'..='z', ..=12);
        check {
            let letters: Vec<char> = text.chars().collect();
            letters.len() < 5 || letters[0] == letters[1] || !letters.iter().rev().eq(&letters)
        }
    };
    Problem::new(KIND, "a palindrome of five", property).texts("ab", 5)
}
