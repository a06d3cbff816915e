//! Computes the version of the program: a hash of the code that runs trials. Comments and the code that presents results do
//! not count, so that changes to them leave results valid.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The crates whose code runs in a trial.
const CRATES: [&str; 6] =
    ["forall-format", "forall-core", "forall-runners", "forall-sys", "forall-macros", "workloads"];

/// The files of this crate that present results.
const PRESENTATION: [&str; 10] = [
    "charts.rs",
    "goals.rs",
    "main.rs",
    "matrix.rs",
    "options.rs",
    "packed.rs",
    "page.rs",
    "savings.rs",
    "summary.rs",
    "svg.rs",
];

fn main() -> io::Result<()> {
    let mut files = Vec::new();
    for name in CRATES {
        let folder = Path::new("..").join(name).join("src");
        println!("cargo::rerun-if-changed={}", folder.display());
        collect(&folder, &mut files)?;
    }
    files.sort();
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for file in files {
        let text = fs::read_to_string(&file)?;
        let is_code = |line: &&str| !line.is_empty() && !line.starts_with("//");
        for line in text.lines().map(str::trim).filter(is_code) {
            line.bytes()
                .for_each(|byte| hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
        }
    }
    println!("cargo::rustc-env=PROGRAM_VERSION={hash:016x}");
    Ok(())
}

/// Adds the Rust files of a folder and its folders.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let presents = folder.ends_with("workloads/src") && PRESENTATION.contains(&&*name);
        if path.is_dir() {
            collect(&path, files)?;
        } else if name.ends_with(".rs") && !presents {
            files.push(path);
        }
    }
    Ok(())
}
