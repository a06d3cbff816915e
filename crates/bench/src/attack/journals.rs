//! Damaged journals, which a test that is not isolated reads when it starts.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::damage::damaged;
use super::tally::Tally;
use super::victims::{Victims, finish};

/// Words that mark a page as busy, and lengths around the sizes of pages and inputs.
const WORDS: [u64; 12] = [
    0,
    1,
    2,
    127,
    128,
    129,
    (1 << 16) - 1,
    1 << 16,
    (1 << 16) + 1,
    u32::MAX as u64,
    1 << 63,
    u64::MAX,
];

/// The number of words at the start of a journal that describe its pages.
const HEADER_WORDS: usize = 160;

/// Runs a property that passes with damaged journals of an earlier run. It must still pass.
pub(super) fn damaged_journals(victims: &Victims, times: u64) -> io::Result<Tally> {
    let mut tally = Tally::default();
    let folder = tempfile::tempdir()?;
    let program = folder.path().join("tests");
    fs::copy(&victims.program, &program)?;
    let run = || finish(victims.command_of(&program, "victims", &["trivial"], "journal"));
    run()?;
    let path = journal(&folder.path().join("forall-journals"))?;
    let intact = fs::read(&path)?;
    for number in 0..times {
        let journal = damaged_journal(&intact, number);
        fs::write(&path, &journal)?;
        let ended = run()?;
        tally.add(ended.code == Some(0), || format!("damage {number}: {ended:?}"));
    }
    Ok(tally)
}

/// Returns the path of the only journal below a folder.
fn journal(folder: &Path) -> io::Result<PathBuf> {
    let first = fs::read_dir(folder)?.next().ok_or(io::ErrorKind::NotFound)??;
    match first.file_type()?.is_dir() {
        true => journal(&first.path()),
        false => Ok(first.path()),
    }
}

/// Returns a journal with pages that seem to be busy, which may also be cut or changed elsewhere.
fn damaged_journal(intact: &[u8], number: u64) -> Vec<u8> {
    let mut words: Vec<[u8; 8]> = intact.as_chunks().0.to_vec();
    let mut state = number.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut random = |below: usize| {
        state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
        (state >> 33) as usize % below
    };
    for _ in 0..=random(40) {
        let at = random(HEADER_WORDS.min(words.len()));
        words[at] = WORDS[random(WORDS.len())].to_ne_bytes();
    }
    for _ in 0..random(40) {
        let at = random(words.len());
        words[at] = WORDS[random(WORDS.len())].to_ne_bytes();
    }
    let bytes = words.concat();
    if random(4) == 0 { damaged(&bytes, number) } else { bytes }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_journal_is_damaged_in_another_way() {
        let intact = vec![0; 22_528];
        let damaged: Vec<Vec<u8>> = (0..50).map(|n| damaged_journal(&intact, n)).collect();
        assert!(damaged.iter().all(|journal| *journal != intact));
        let different: std::collections::HashSet<&Vec<u8>> = damaged.iter().collect();
        assert_eq!(different.len(), damaged.len());
    }
}
