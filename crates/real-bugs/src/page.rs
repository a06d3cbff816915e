//! The page of the guide with the table.

use std::fs;
use std::io;
use std::path::Path;

use crate::table::Table;

/// The line before the table.
const START: &str = "<!-- table: written by forall-real-bugs -->\n";
/// The line after the table.
const END: &str = "<!-- end of table -->\n";

/// Replaces the table between the two marks of a page.
pub fn write(path: &Path, table: &Table) -> io::Result<()> {
    let page = fs::read_to_string(path)?;
    let page = replaced(&page, table).ok_or_else(|| {
        let message = format!("{} has no lines `{START}` and `{END}`", path.display());
        io::Error::other(message.replace('\n', ""))
    })?;
    fs::write(path, page)
}

/// Returns the page with this table, or `None` if it has no marks.
pub fn replaced(page: &str, table: &Table) -> Option<String> {
    let (before, rest) = page.split_once(START)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!("{before}{START}\n{}\n{END}{after}", table.to_markdown()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Stored;

    #[test]
    fn only_the_table_is_replaced() {
        let table = Table::new(&Stored::default(), |_| true);
        let page = replaced(&format!("before\n{START}old\n{END}after\n"), &table).unwrap();
        assert!(page.starts_with("before\n") && page.ends_with("after\n"), "{page}");
        assert!(!page.contains("old"), "{page}");
        assert_eq!(replaced(&page, &table), Some(page));
        assert_eq!(replaced("no marks\n", &table), None);
    }
}
