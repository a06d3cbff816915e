//! An editor with undo and redo.

#[forall::machine(model = Versions)]
pub(super) trait Editor {
    fn insert(&mut self, #[domain(0..=model.text().len())] at: usize, #[domain('a'..='z')] c: char);
    #[when(!model.text().is_empty())]
    fn delete(&mut self, #[domain(0..model.text().len())] at: usize);
    fn undo(&mut self) -> bool;
    fn redo(&mut self) -> bool;
    #[always]
    fn text(&self) -> String;
}

/// All versions of the text. One of them is shown, and those after it can be redone.
#[derive(Hash)]
pub(super) struct Versions {
    versions: Vec<String>,
    shown: usize,
}

impl Default for Versions {
    fn default() -> Versions {
        Versions { versions: vec![String::new()], shown: 0 }
    }
}

impl Versions {
    fn add(&mut self, text: String) {
        self.shown += 1;
        self.versions.truncate(self.shown);
        self.versions.push(text);
    }
}

impl Editor for Versions {
    fn insert(&mut self, at: usize, c: char) {
        let mut text = self.text();
        text.insert(at, c);
        self.add(text);
    }

    fn delete(&mut self, at: usize) {
        let mut text = self.text();
        text.remove(at);
        self.add(text);
    }

    fn undo(&mut self) -> bool {
        let is_possible = self.shown > 0;
        self.shown -= usize::from(is_possible);
        is_possible
    }

    fn redo(&mut self) -> bool {
        let is_possible = self.shown + 1 < self.versions.len();
        self.shown += usize::from(is_possible);
        is_possible
    }

    fn text(&self) -> String {
        self.versions[self.shown].clone()
    }
}

/// The changes that were made and undone. If the mistake is 1, deleting does not forget what was undone; if it
/// is 2, the third undo in a row inserts at the wrong place.
#[derive(Default)]
pub(super) struct Changes<const MISTAKE: u8> {
    text: String,
    made: Vec<Change>,
    undone: Vec<Change>,
}

#[derive(Clone, Copy)]
enum Change {
    Insert(usize, char),
    Delete(usize, char),
}

impl<const MISTAKE: u8> Changes<MISTAKE> {
    fn apply(&mut self, change: Change) {
        match change {
            Change::Insert(at, c) => self.text.insert(at, c),
            Change::Delete(at, _) => self.text.replace_range(at..=at, ""),
        }
    }
}

impl<const MISTAKE: u8> Editor for Changes<MISTAKE> {
    fn insert(&mut self, at: usize, c: char) {
        self.apply(Change::Insert(at, c));
        self.made.push(Change::Insert(at, c));
        self.undone.clear();
    }

    fn delete(&mut self, at: usize) {
        let deleted = self.text[at..].chars().next();
        let change = Change::Delete(at, deleted.expect("the model has this character"));
        self.apply(change);
        self.made.push(change);
        if MISTAKE != 1 {
            self.undone.clear();
        }
    }

    fn undo(&mut self) -> bool {
        let Some(change) = self.made.pop() else { return false };
        self.undone.push(change);
        let is_wrong = MISTAKE == 2 && self.undone.len() == 3;
        self.apply(match change {
            Change::Insert(at, c) => Change::Delete(at, c),
            Change::Delete(_, c) if is_wrong => Change::Insert(0, c),
            Change::Delete(at, c) => Change::Insert(at, c),
        });
        true
    }

    fn redo(&mut self) -> bool {
        let Some(change) = self.undone.pop() else { return false };
        self.apply(change);
        self.made.push(change);
        true
    }

    fn text(&self) -> String {
        self.text.clone()
    }
}
