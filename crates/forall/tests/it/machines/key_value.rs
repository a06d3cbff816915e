//! A store of files, which are handles.

use std::collections::BTreeMap;

use forall::domain::elements;
use forall::machine::Steps;
use forall::property::forall;
use forall::report::text::{ReportContext, Style, render};
use forall::runner::{Options, quick_check};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Error {
    TooMany,
    Closed,
}

#[forall::machine(model = Memory)]
trait Store {
    type File;

    fn open(
        &mut self,
        #[domain(elements(["a", "b", "c"].map(String::from)))] name: &str,
    ) -> Result<Self::File, Error>;
    #[weight(3)]
    fn write(&mut self, file: &Self::File, bytes: &[u8]) -> Result<usize, Error>;
    #[when(model.is_open(file))]
    fn flush(&mut self, file: &mut Self::File) -> Result<(), Error>;
    fn close(&mut self, file: Self::File);
    #[always]
    fn listing(&self) -> BTreeMap<String, Vec<u8>>;
}

/// The model: the files with their contents, and how many are open.
#[derive(Default, Hash)]
struct Memory {
    files: BTreeMap<String, Vec<u8>>,
    open: usize,
}

impl Memory {
    fn is_open(&self, file: &str) -> bool {
        self.files.contains_key(file)
    }
}

impl Store for Memory {
    type File = String;

    fn open(&mut self, name: &str) -> Result<String, Error> {
        if self.open == 3 {
            return Err(Error::TooMany);
        }
        self.open += 1;
        self.files.entry(name.to_owned()).or_default();
        Ok(name.to_owned())
    }

    fn write(&mut self, file: &String, bytes: &[u8]) -> Result<usize, Error> {
        let contents = self.files.get_mut(file).ok_or(Error::Closed)?;
        contents.extend(bytes);
        Ok(contents.len())
    }

    fn flush(&mut self, _: &mut String) -> Result<(), Error> {
        Ok(())
    }

    fn close(&mut self, _: String) {
        self.open -= 1;
    }

    fn listing(&self) -> BTreeMap<String, Vec<u8>> {
        self.files.clone()
    }
}

/// The system: files by number. It forgets to count a file that was closed while another one of that name is open.
#[derive(Default)]
struct Disk {
    names: Vec<String>,
    contents: BTreeMap<String, Vec<u8>>,
    open: Vec<usize>,
}

impl Store for Disk {
    type File = usize;

    fn open(&mut self, name: &str) -> Result<usize, Error> {
        if self.open.len() == 3 {
            return Err(Error::TooMany);
        }
        self.names.push(name.to_owned());
        self.open.push(self.names.len() - 1);
        self.contents.entry(name.to_owned()).or_default();
        Ok(self.names.len() - 1)
    }

    fn write(&mut self, file: &usize, bytes: &[u8]) -> Result<usize, Error> {
        let contents = self.contents.get_mut(&self.names[*file]).ok_or(Error::Closed)?;
        contents.extend(bytes);
        Ok(contents.len())
    }

    fn flush(&mut self, _: &mut usize) -> Result<(), Error> {
        Ok(())
    }

    fn close(&mut self, file: usize) {
        let is_shared = |open: &&usize| **open != file && self.names[**open] == self.names[file];
        if !self.open.iter().any(|open| is_shared(&open)) {
            self.open.retain(|open| *open != file);
        }
    }

    fn listing(&self) -> BTreeMap<String, Vec<u8>> {
        self.contents.clone()
    }
}

#[test]
fn a_shared_file_is_not_closed() {
    let is_store =
        forall("steps", forall::any::<Steps<Memory>>()).check(|(steps, ())| steps.check::<Disk>());
    let report = quick_check(&is_store, &Options { seed: 1, ..Options::default() });
    let text = render(&report, &ReportContext::default(), Style::Plain);
    let expected = "\
falsified

  steps = 1  let file1 = open(\"a\")  → Ok(())
          2  let file2 = open(\"a\")  → Ok(())
          3  let file3 = open(\"a\")  → Ok(())
          4  close(file1)
          5  let file5 = open(\"a\")  → Ok(())

open: the replies differ at step 5
   model: Ok(())
  system: Err(TooMany)

  found by test 19, shrunk in 14 steps (51 tests)
";
    assert_eq!(text, expected);
}
