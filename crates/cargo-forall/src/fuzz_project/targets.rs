//! Fuzz targets: one program for each property.

use crate::harness::DiscoveredTest;

/// The options that libFuzzer takes from a file in OSS-Fuzz and ClusterFuzzLite. Inputs may be long from the beginning,
/// because a byte is not the unit of mutation. The value profile guides integers toward those that they are compared
/// with.
pub(super) const OPTIONS: &str =
    "[libfuzzer]\nlen_control = 0\nmax_len = 4096\nuse_value_profile = 1\n";

/// A fuzz target.
#[derive(Debug)]
pub(crate) struct FuzzTarget {
    /// The name of the program.
    pub(crate) name: String,
    /// The position of its crate in the project.
    pub(crate) crate_index: usize,
    /// The full path of the property.
    property: String,
    /// The name of the function.
    function: String,
}

impl FuzzTarget {
    /// Creates the target of a property in the crate with this index.
    pub(crate) fn new(test: &DiscoveredTest<'_>, crate_index: usize) -> Option<FuzzTarget> {
        let property = test.property.as_ref()?.name();
        let name = identifier(property.name);
        Some(FuzzTarget {
            function: name.clone(),
            name,
            crate_index,
            property: property.full_name(),
        })
    }

    /// Adds the modules, and then a number, to names that are not unique.
    pub(crate) fn make_names_unique(targets: &mut [FuzzTarget]) {
        let names: Vec<String> = targets.iter().map(|target| target.name.clone()).collect();
        for target in targets.iter_mut() {
            if names.iter().filter(|name| **name == target.name).count() > 1 {
                target.name = identifier(&target.property);
            }
        }
        for at in 0..targets.len() {
            let (before, rest) = targets.split_at_mut(at);
            let target = &mut rest[0];
            let same = before.iter().filter(|other| other.property == target.property).count();
            if same > 0 {
                target.name += &format!("_{}", same + 1);
            }
        }
    }

    /// Returns the program. `crate_name` is the crate that contains the property.
    pub(super) fn program(&self, crate_name: &str) -> String {
        let FuzzTarget { property, function, .. } = self;
        format!(
            "//! The property `{property}`. Written by `cargo forall export`, which replaces this file.\n\n\
             #![no_main]\n\n\
             extern crate {crate_name} as _;\n\n\
             use forall::__private::{{ExportKey, ExportedTest, export_key, exported}};\n\n\
             forall::libfuzzer_target!(\n    \
                 {function},\n    \
                 exported(<ExportKey<{{ export_key(\"{property}\") }}> as ExportedTest<_>>::run)\n\
             );\n"
        )
    }
}

/// Returns a name that a function and a program can have.
fn identifier(path: &str) -> String {
    match path.strip_prefix("r#") {
        Some(keyword) => format!("{keyword}_"),
        None => path.replace("r#", "").replace("::", "__"),
    }
}
