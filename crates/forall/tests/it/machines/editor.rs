//! An editor with undo and redo.

use forall::machine::Steps;
use forall::property::forall;
use forall::report::text::{ReportContext, Style, render};
use forall::runner::{Options, quick_check};

#[forall::machine(model = History)]
trait Editor {
    fn insert(&mut self, #[domain(0..=model.text().len())] at: usize, #[domain('a'..='z')] c: char);
    #[when(!model.text().is_empty())]
    fn delete(&mut self, #[domain(0..model.text().len())] at: usize);
    fn undo(&mut self) -> bool;
    fn redo(&mut self) -> bool;
    #[always]
    fn text(&self) -> String;
}

/// The model: all versions of the text, and which of them is shown.
#[derive(Hash)]
struct History {
    versions: Vec<String>,
    shown: usize,
}

impl Default for History {
    fn default() -> History {
        History { versions: vec![String::new()], shown: 0 }
    }
}

impl History {
    fn change(&mut self, change: impl FnOnce(&mut String)) {
        let mut text = self.text();
        change(&mut text);
        self.versions.truncate(self.shown + 1);
        self.versions.push(text);
        self.shown += 1;
    }
}

impl Editor for History {
    fn insert(&mut self, at: usize, c: char) {
        self.change(|text| text.insert(at, c));
    }

    fn delete(&mut self, at: usize) {
        self.change(|text| text.replace_range(at..=at, ""));
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

/// The system: the inverse of each change. It keeps what was undone when something else is deleted.
#[derive(Default)]
struct Inverses {
    text: String,
    done: Vec<Change>,
    undone: Vec<Change>,
}

#[derive(Clone, Copy)]
enum Change {
    Insert(usize, char),
    Delete(usize, char),
}

impl Inverses {
    fn apply(&mut self, change: Change) {
        match change {
            Change::Insert(at, c) => self.text.insert(at, c),
            Change::Delete(at, _) => self.text.replace_range(at..=at, ""),
        }
    }
}

impl Editor for Inverses {
    fn insert(&mut self, at: usize, c: char) {
        self.apply(Change::Insert(at, c));
        self.done.push(Change::Insert(at, c));
        self.undone.clear();
    }

    fn delete(&mut self, at: usize) {
        let c = self.text[at..].chars().next().expect("the position is in the text");
        self.apply(Change::Delete(at, c));
        self.done.push(Change::Delete(at, c));
    }

    fn undo(&mut self) -> bool {
        let Some(change) = self.done.pop() else { return false };
        self.undone.push(change);
        self.apply(match change {
            Change::Insert(at, c) => Change::Delete(at, c),
            Change::Delete(at, c) => Change::Insert(at, c),
        });
        true
    }

    fn redo(&mut self) -> bool {
        let Some(change) = self.undone.pop() else { return false };
        self.apply(change);
        self.done.push(change);
        true
    }

    fn text(&self) -> String {
        self.text.clone()
    }
}

#[test]
fn deleting_does_not_forget_what_was_undone() {
    let is_editor = forall("steps", forall::any::<Steps<History>>())
        .check(|(steps, ())| steps.check::<Inverses>());
    let text = |seed| {
        let report = quick_check(&is_editor, &Options { seed, ..Options::default() });
        render(&report, &ReportContext::default(), Style::Plain)
    };
    // With some seeds, a deletion that panics is found first.
    let text = (0..100).map(text).find(|text| text.contains("redo: the replies differ"));
    let expected = "\
falsified

  steps = 1  insert(0, 'a')
          2  insert(0, 'a')
          3  undo()  → true
          4  delete(0)
          5  redo()  → false

redo: the replies differ at step 5
   model: false
  system: true

  found by test ";
    let text = text.expect("one of the seeds finds it");
    assert!(text.starts_with(expected), "{text}");
}
