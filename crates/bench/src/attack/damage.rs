//! Damage to files and texts: what merges, editors, crashes and bad memory do.

/// Returns damaged bytes. The same number damages the same bytes in the same way.
pub(super) fn damaged(original: &[u8], number: u64) -> Vec<u8> {
    let mut damage =
        Damage { bytes: original.to_vec(), state: number.wrapping_mul(0x9E37_79B9) | 1 };
    for _ in 0..=number % 3 {
        damage.apply();
    }
    damage.bytes
}

/// Text that does not belong in a file of ours.
const FOREIGN: [&[u8]; 10] = [
    b"\0",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"\r\n",
    b"<<<<<<< HEAD\n",
    b"=======\n>>>>>>> theirs\n",
    b"99999999999999999999999999999999999999999",
    b"fails fails",
    b"then ",
    b"@4294967295",
];

struct Damage {
    bytes: Vec<u8>,
    /// The state of a xorshift generator.
    state: u64,
}

impl Damage {
    fn random(&mut self, below: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state >> 11) as usize % below.max(1)
    }

    fn apply(&mut self) {
        let at = self.random(self.bytes.len());
        match self.random(7) {
            0 => self.flip_bit(at),
            1 => self.bytes.truncate(at),
            2 => self.delete(at),
            3 => self.insert_foreign(at),
            4 => self.repeat_line(),
            5 => self.swap_lines(),
            _ => self.bytes.splice(at..at, *b"\n").for_each(drop),
        }
    }

    fn flip_bit(&mut self, at: usize) {
        let bit = self.random(8);
        if let Some(byte) = self.bytes.get_mut(at) {
            *byte ^= 1 << bit;
        }
    }

    fn delete(&mut self, at: usize) {
        let end = at + self.random(20);
        self.bytes.drain(at..end.min(self.bytes.len()).max(at));
    }

    fn insert_foreign(&mut self, at: usize) {
        let foreign = FOREIGN[self.random(FOREIGN.len())];
        self.bytes.splice(at..at, foreign.iter().copied());
    }

    fn repeat_line(&mut self) {
        let mut lines = self.lines();
        let line = lines[self.random(lines.len())].clone();
        lines.insert(self.random(lines.len()), line);
        self.bytes = lines.concat();
    }

    fn swap_lines(&mut self) {
        let mut lines = self.lines();
        let one = self.random(lines.len());
        let other = self.random(lines.len());
        lines.swap(one, other);
        self.bytes = lines.concat();
    }

    /// Returns the lines, with their ends. There is at least one.
    fn lines(&self) -> Vec<Vec<u8>> {
        self.bytes
            .split_inclusive(|byte| *byte == b'\n')
            .map(<[u8]>::to_vec)
            .chain([Vec::new()])
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damage_is_reproducible_and_changes_most_texts() {
        let text = b"forall-regressions 1\nfails t,1000,f.0f0722\n";
        let changed = (0..1_000).filter(|number| damaged(text, *number) != text).count();
        assert!(changed > 900, "{changed}");
        assert!((0..1_000).all(|number| damaged(text, number) == damaged(text, number)));
        assert!((0..1_000).all(|number| damaged(b"", number).len() < 1_000), "an empty text too");
    }
}
