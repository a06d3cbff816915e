//! Minimizing the corpus of a property: of the inputs in a store, those that reach nothing new are removed.
//!
//! Inputs are judged from the smallest on, and the results are added before anything is removed. So what an input reaches is
//! always reached by smaller ones that the store has, also if this process is killed at any time, and if another one minimizes
//! the same corpus. Only entries that were judged are removed, and none that others have added since.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use forall_format::ChoiceSequence;
use forall_format::corpus::MAX_CORPUS_BYTES;

use super::{Entry, EntryName, Store, StoreFolder};
use crate::error::Error;

/// The size of the inputs that are judged together: there must be room for what a run adds.
const MAX_JUDGED_BYTES: usize = MAX_CORPUS_BYTES / 2;

/// The numbers of inputs before and after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Minimized {
    /// The inputs that were judged, and those of them that were removed.
    pub(crate) judged: usize,
    pub(crate) removed: usize,
    /// Smaller inputs that replace others.
    pub(crate) added: usize,
}

/// Minimizes a corpus. `judge` returns those of its inputs that reach something new when they are tried from the smallest on, or
/// smaller ones that reach the same.
pub(crate) fn minimize(
    store: &dyn Store,
    folder: &StoreFolder,
    mut judge: impl FnMut(&[String]) -> Result<Vec<String>, Error>,
) -> Result<Minimized, Error> {
    let names = store.list(folder)?;
    let mut there: BTreeMap<String, EntryName> = BTreeMap::new();
    for (name, entry) in names.iter().zip(super::read(store, folder, &names)?) {
        // What another program has put there stays.
        if let Entry::Content(text) = entry
            && text.trim().parse::<ChoiceSequence>().is_ok()
        {
            there.insert(text.trim().to_owned(), name.clone());
        }
    }
    let mut waiting: VecDeque<String> = there.keys().cloned().collect();
    waiting.make_contiguous().sort_by_key(String::len);
    let mut total = Minimized { judged: 0, removed: 0, added: 0 };
    let mut needed: Vec<String> = Vec::new();
    while let Some(more) = take_judged(&needed, &mut waiting) {
        total.judged += more.len();
        let judged = [needed, more].concat();
        needed = judge(&judged)?;
        let new: Vec<Vec<u8>> =
            needed.iter().filter(|input| !there.contains_key(*input)).map(content).collect();
        store.put_all(folder, &new)?;
        total.added += new.len();
        let stays: BTreeSet<&String> = needed.iter().collect();
        for input in judged.iter().filter(|input| !stays.contains(input)) {
            if let Some(name) = there.remove(input) {
                store.remove(folder, &name)?;
                total.removed += 1;
            }
        }
    }
    Ok(total)
}

/// Returns the next inputs that are judged together with those that are `needed`, or `None` if there are no more, or no room.
fn take_judged(needed: &[String], waiting: &mut VecDeque<String>) -> Option<Vec<String>> {
    let mut size: usize = needed.iter().map(|input| input.len() + 1).sum();
    let mut taken = Vec::new();
    while waiting.front().is_some_and(|input| size + input.len() < MAX_JUDGED_BYTES) {
        taken.extend(waiting.pop_front());
        size += taken.last().map_or(0, |input| input.len() + 1);
    }
    (!taken.is_empty()).then_some(taken)
}

/// Returns the content of the entry for an input.
fn content(input: &String) -> Vec<u8> {
    format!("{input}\n").into_bytes()
}

#[cfg(test)]
mod tests {
    use forall_format::ChoiceValue;
    use forall_format::state_path::PropertyName;

    use super::super::Kind;
    use super::super::directory::Directory;
    use super::*;

    fn folder() -> StoreFolder {
        let property = PropertyName { module: "words", name: "starts" };
        StoreFolder::new(Kind::Corpus, "dictionary", property)
    }

    /// Returns an input that reaches these letters.
    fn input(letters: &str) -> String {
        ChoiceSequence(vec![ChoiceValue::String(letters.to_owned())]).to_string()
    }

    /// Returns what an input reaches.
    fn reached(input: &str) -> BTreeSet<char> {
        match &input.parse::<ChoiceSequence>().expect("it is one").0[..] {
            [ChoiceValue::String(letters)] => letters.chars().collect(),
            _ => BTreeSet::new(),
        }
    }

    /// Tries inputs from the smallest on, like a run.
    fn judge(inputs: &[String]) -> Vec<String> {
        let mut inputs = inputs.to_vec();
        inputs.sort_by_key(String::len);
        let mut known = BTreeSet::new();
        inputs.retain(|input| {
            let before = known.len();
            known.extend(reached(input));
            known.len() > before
        });
        inputs
    }

    fn put(store: &Directory, letters: &str) {
        store.put(&folder(), &content(&input(letters))).expect("tests may write there");
    }

    fn inputs(store: &Directory) -> BTreeSet<String> {
        let names = store.list(&folder()).expect("the store is there");
        let contents = names.iter().map(|name| store.get(&folder(), name).expect("it is there"));
        contents.map(|content| String::from_utf8_lossy(&content).trim().to_owned()).collect()
    }

    fn store(letters: &[&str]) -> (tempfile::TempDir, Directory) {
        let root = tempfile::tempdir().expect("tests may write there");
        let store = Directory::new(root.path());
        letters.iter().for_each(|letters| put(&store, letters));
        (root, store)
    }

    fn set(letters: &[&str]) -> BTreeSet<String> {
        letters.iter().map(|letters| input(letters)).collect()
    }

    #[test]
    fn coverage_stays_and_concurrent_entries_survive() {
        let (_root, store) = store(&["a", "b", "ab", "ca", "cab", "d"]);
        store.put(&folder(), b"of another program").expect("tests may write there");
        let total = minimize(&store, &folder(), |listed| {
            // Another worker adds something, although it reaches nothing new.
            put(&store, "abba");
            Ok(judge(listed))
        });
        assert_eq!(total, Ok(Minimized { judged: 6, removed: 2, added: 0 }));
        let mut expected = set(&["a", "b", "ca", "d", "abba"]);
        expected.insert("of another program".to_owned());
        assert_eq!(inputs(&store), expected);
    }

    #[test]
    fn smaller_inputs_are_added_before_others_are_removed() {
        let (_root, store) = store(&["aaaa", "b"]);
        let total = minimize(&store, &folder(), |_| Ok(vec![input("a"), input("b")]));
        assert_eq!(total, Ok(Minimized { judged: 2, removed: 1, added: 1 }));
        assert_eq!(inputs(&store), set(&["a", "b"]));
    }

    #[test]
    fn nothing_is_removed_if_the_run_fails() {
        let (_root, store) = store(&["a", "aa"]);
        let killed = || Error::Internal("killed".to_owned());
        assert_eq!(minimize(&store, &folder(), |_| Err(killed())), Err(killed()));
        assert_eq!(inputs(&store), set(&["a", "aa"]));
    }

    /// One lists the corpus before a worker adds a smaller input, and removes after another one that knows it.
    #[test]
    fn two_that_minimize_at_the_same_time_lose_no_coverage() {
        let (_root, store) = store(&["abc", "abccc"]);
        let total = minimize(&store, &folder(), |listed| {
            put(&store, "ab");
            put(&store, "c");
            minimize(&store, &folder(), |listed| Ok(judge(listed)))?;
            Ok(judge(listed))
        });
        total.expect("the store is there");
        let left: BTreeSet<char> = inputs(&store).iter().flat_map(|input| reached(input)).collect();
        assert_eq!(left, BTreeSet::from(['a', 'b', 'c']));
        assert_eq!(inputs(&store), set(&["ab", "c"]));
    }

    #[test]
    fn large_corpora_are_judged_in_parts() {
        let long = |letter: &str| letter.repeat(MAX_JUDGED_BYTES / 3);
        let (_root, store) = store(&[&long("a"), &long("b"), &long("c"), "a", "b", "c"]);
        let mut parts = Vec::new();
        let total = minimize(&store, &folder(), |listed| {
            parts.push(listed.len());
            Ok(judge(listed))
        });
        assert_eq!(total, Ok(Minimized { judged: 6, removed: 3, added: 0 }));
        assert_eq!(parts, [5, 4], "the small ones, two long ones, and then the last");
        assert_eq!(inputs(&store), set(&["a", "b", "c"]));
    }
}
