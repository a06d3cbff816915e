//! A state machine of many operations, against as many properties.

use std::io;

use super::project::Project;
use crate::measure::median;
use crate::options::Options;
use crate::row::{Bar, Row};

const NAME: &str = "machine of 20 operations";

/// The number of operations, and of properties.
const COUNT: usize = 20;

/// The number of builds of each file.
const ROUNDS: usize = 15;

/// Measures what the machine adds to the build of an empty file, and what the properties add. Returns no row if
/// `options` do not select it.
pub(super) fn row(project: &Project, options: &Options) -> io::Result<Option<Row>> {
    if !options.wants(NAME) {
        return Ok(None);
    }
    let files = [machine(COUNT), project.properties(COUNT), String::new()];
    let mut seconds = [Vec::new(), Vec::new(), Vec::new()];
    // The first build compiles the dependencies.
    project.compile_file(&files[0])?;
    for _ in 0..if options.quick { 1 } else { ROUNDS } {
        for (seconds, file) in seconds.iter_mut().zip(&files) {
            seconds.push(project.compile_file(file)?);
        }
    }
    let [machine, properties, empty] = seconds.map(median);
    Ok(Some(Row {
        name: NAME.to_owned(),
        ours: machine - empty,
        theirs: properties - empty,
        bar: Some(Bar::AtMost(1.0)),
        unit: "s",
        note: format!("CPU time above an empty file, against {COUNT} properties"),
    }))
}

/// Returns a file with a machine, whose operations take the arguments that the properties take.
fn machine(count: usize) -> String {
    let operations = |body: &dyn Fn(usize) -> String| -> String {
        let operation = |i| {
            format!(
                "    fn op{i}(&mut self, a: Vec<i32>, b: String, c: (u8, Option<u64>)) -> bool{}\n",
                body(i)
            )
        };
        (0..count).map(operation).collect()
    };
    let declared = operations(&|_| ";".to_owned());
    let implemented = operations(&|i| {
        format!(
            " {{\n        a.len() + b.len() + c.0 as usize + c.1.unwrap_or(0) as usize % 7 < 1_000_000 + {i}\n    }}"
        )
    });
    format!(
        "use forall::machine::Steps;\n\
         use forall::property;\n\n\
         #[forall::machine(model = Model)]\n\
         trait Operations {{\n{declared}}}\n\n\
         #[derive(Default, Hash)]\n\
         struct Model;\n\n\
         impl Operations for Model {{\n{implemented}}}\n\n\
         #[derive(Default)]\n\
         struct System;\n\n\
         impl Operations for System {{\n{implemented}}}\n\n\
         #[property]\n\
         fn the_system_is_right(steps: Steps<Model>) {{\n    steps.check::<System>();\n}}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_operations_are_declared_once_and_implemented_twice() {
        let file = machine(3);
        assert_eq!(file.matches("c: (u8, Option<u64>)) -> bool;").count(), 3);
        assert_eq!(file.matches("c: (u8, Option<u64>)) -> bool {").count(), 6);
    }
}
