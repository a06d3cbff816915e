//! Decoders that are fed in chunks.

use forall::domain::{elements, vec};
use forall::property::property;

use super::Problem;

const KIND: &str = "decoders";

/// Returns the problems of this kind.
pub(super) fn all() -> Vec<Problem> {
    vec![
        split_frame(),
        split_number(),
        split_escape(),
        run_lengths(),
        nested_frames(),
        tag_and_length(),
    ]
}

/// Returns the frames of a stream: a length, and then as many bytes.
fn frames(bytes: &[u8]) -> Vec<&[u8]> {
    let mut frames = Vec::new();
    let mut rest = bytes;
    while let [length, more @ ..] = rest {
        let Some((frame, after)) = more.split_at_checked(usize::from(*length)) else { break };
        frames.push(frame);
        rest = after;
    }
    frames
}

fn split_frame() -> Problem {
    let property = property! {
        forall chunks in vec(vec(0..=20_u8, ..=8), ..=6);
        check {
            let whole = chunks.concat();
            let split: usize = chunks.iter().map(|chunk| frames(chunk).iter().filter(|f| f.len() > 1).count()).sum();
            split == frames(&whole).iter().filter(|f| f.len() > 1).count()
        }
    };
    Problem::new(KIND, "a frame in two chunks", property).numbers(4)
}

/// Decodes numbers of seven bits per byte, as far as they are complete.
fn numbers(bytes: &[u8]) -> Vec<u32> {
    let mut numbers = Vec::new();
    let mut number = 0_u32;
    let mut shift = 0;
    for byte in bytes {
        number |= u32::from(byte & 0x7F) << (shift % 28);
        shift += 7;
        if byte & 0x80 == 0 {
            numbers.push(number);
            number = 0;
            shift = 0;
        }
    }
    numbers
}

fn split_number() -> Problem {
    let property = property! {
        forall chunks in vec(vec(elements([0, 1, 2, 3, 0x7F, 0x80, 0x81, 0xAC, 0xFF]), ..=6), ..=6);
        check {
            let apart: Vec<u32> = chunks.iter().flat_map(|chunk| numbers(chunk)).collect();
            let whole = numbers(&chunks.concat());
            whole == apart || whole.iter().all(|number| *number < 300)
        }
    };
    Problem::new(KIND, "a number in two chunks", property).choices(9)
}

fn split_escape() -> Problem {
    let chars = || elements(['a', 'b', '\\', '"', 'n']);
    let property = property! {
        forall chunks in vec(vec(chars(), ..=6), ..=5);
        check {
            let unescaped = |text: &[char]| {
                let mut out = Vec::new();
                let mut escaped = false;
                for c in text {
                    if *c == '\\' && !escaped {
                        escaped = true;
                    } else {
                        out.push((*c, escaped));
                        escaped = false;
                    }
                }
                out
            };
            let apart: Vec<(char, bool)> = chunks.iter().flat_map(|chunk| unescaped(chunk)).collect();
            apart == unescaped(&chunks.concat())
        }
    };
    Problem::new(KIND, "an escape in two chunks", property)
}

fn run_lengths() -> Problem {
    let property = property! {
        forall runs in vec((1..=9_u8, elements(['x', 'y', 'z'])), ..=8);
        check {
            let text: String =
                runs.iter().map(|(count, c)| c.to_string().repeat(usize::from(*count))).collect();
            !text.contains("xxyyx")
        }
    };
    Problem::new(KIND, "runs that spell a text", property).numbers(9)
}

fn nested_frames() -> Problem {
    let property = property! {
        forall bytes in vec(0..=30_u8, ..=12);
        check !frames(bytes).iter().any(|frame| frames(frame).len() == 2 && frames(frame)[1].len() == 1)
    };
    Problem::new(KIND, "frames in a frame", property).numbers(8)
}

fn tag_and_length() -> Problem {
    let property = property! {
        forall bytes: Vec<u8>;
        check {
            let fields = frames(bytes.get(1..).unwrap_or_default());
            bytes.first().is_none_or(|tag| tag % 16 != 9)
                || fields.len() < 2
                || fields[0].len() + 1 != fields[1].len()
        }
    };
    Problem::new(KIND, "two fields after a tag", property).numbers(12)
}
