//! The compiler wrapper: cargo runs this program instead of the compiler, through a symbolic link.
//!
//! The name of the link contains the mode and a hash of the flags, because cargo rebuilds a crate if the path
//! of the wrapper changes, but not if its environment does.

use std::ffi::OsString;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs, io};

use crate::error::Error;
use crate::instrument::Mode;
use crate::stub;

/// The first part of the names of all links.
const LINK_PREFIX: &str = "forall-rustc-";

/// Crates that are not instrumented: the runtime would call itself, and the library is not the code under
/// test.
const EXEMPT: [&str; 6] =
    ["forall", "forall_core", "forall_format", "forall_macros", "forall_runners", "forall_sys"];

/// The environment variable that limits instrumentation to these packages, separated by commas. It is set if cargo
/// uses the wrapper for all crates, and not only for those of the workspace.
pub(crate) const PACKAGES_VARIABLE: &str = "CARGO_FORALL_PACKAGES";

/// Returns whether a crate is never instrumented.
pub(crate) fn is_exempt(name: &str) -> bool {
    EXEMPT.contains(&name)
}

/// Returns the name of the link, which differs if the flags or the stub do.
pub(crate) fn link_name(mode: Mode, target: &str) -> String {
    let mut hasher = DefaultHasher::new();
    (mode.flags(), mode.link_flags(), stub::file_name(target)).hash(&mut hasher);
    format!("{LINK_PREFIX}{}-{:016x}", mode.word(), hasher.finish())
}

/// Creates the link and the stub for this mode, and returns the path of the link.
pub(crate) fn install(folder: &Path, mode: Mode, target: &str) -> Result<PathBuf, Error> {
    fs::create_dir_all(folder).map_err(Error::cannot("create a folder in the target folder"))?;
    stub::build(folder, target)?;
    let link = folder.join(link_name(mode, target));
    let program = env::current_exe().map_err(Error::cannot("find this program"))?;
    refresh(&program, &link).map_err(Error::cannot("create a wrapper for the compiler"))?;
    Ok(link)
}

/// Compiles a crate if this program was started through a link, and otherwise returns `None`.
pub(crate) fn run_as_compiler() -> Option<ExitCode> {
    let mut args = env::args_os();
    let own = PathBuf::from(args.next()?);
    let mode = mode(&own)?;
    let compiler = args.next()?;
    Some(compile(&own, mode, compiler, args.collect()))
}

#[expect(clippy::print_stderr, reason = "cargo shows the standard error of a compiler")]
fn compile(own: &Path, mode: Mode, compiler: OsString, args: Vec<OsString>) -> ExitCode {
    let extra = match Crate::parse(&args) {
        Some(found) if found.is_instrumented() && is_selected() => found.flags(own, mode),
        _ => Vec::new(),
    };
    match Command::new(&compiler).args(args).args(extra).status() {
        Ok(status) => {
            ExitCode::from(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(101))
        }
        Err(error) => {
            eprintln!("error: cannot start {}: {error}", compiler.display());
            ExitCode::from(101)
        }
    }
}

/// Returns whether the package that cargo compiles is to be instrumented.
fn is_selected() -> bool {
    let package = env::var("CARGO_PKG_NAME").unwrap_or_default();
    let packages = env::var(PACKAGES_VARIABLE);
    packages.map_or(true, |packages| packages.split(',').any(|name| name == package))
}

/// A crate, from the arguments of the compiler.
#[derive(Debug, Default, PartialEq, Eq)]
struct Crate {
    name: String,
    kinds: Vec<String>,
    target: String,
    is_test: bool,
}

impl Crate {
    /// Returns `None` if nothing is compiled, and for build scripts and macros, which have no `--target`.
    fn parse(args: &[OsString]) -> Option<Crate> {
        let mut found = Crate::default();
        let mut args = args.iter().filter_map(|arg| arg.to_str());
        while let Some(arg) = args.next() {
            match arg {
                "--crate-name" => found.name = args.next()?.to_owned(),
                "--crate-type" => found.kinds.push(args.next()?.to_owned()),
                "--target" => found.target = args.next()?.to_owned(),
                "--test" => found.is_test = true,
                // Cargo queries the compiler itself.
                "-vV" | "-" => return None,
                _ => {}
            }
        }
        (!found.name.is_empty() && !found.target.is_empty()).then_some(found)
    }

    fn is_instrumented(&self) -> bool {
        let is_macro = self.kinds.iter().any(|kind| kind == "proc-macro");
        // The tests of the runtime have the same crate name, and are not instrumented either.
        !is_macro && !is_exempt(&self.name)
    }

    fn is_linked(&self) -> bool {
        self.is_test || self.kinds.iter().any(|kind| ["bin", "cdylib", "dylib"].contains(&&**kind))
    }

    fn flags(&self, own: &Path, mode: Mode) -> Vec<OsString> {
        let mut flags: Vec<OsString> = mode.flags().into_iter().map(OsString::from).collect();
        if self.is_linked() {
            flags.extend(mode.link_flags().iter().map(OsString::from));
            let mut stub = OsString::from("-Clink-arg=");
            stub.push(own.with_file_name(stub::file_name(&self.target)));
            flags.push(stub);
        }
        flags
    }
}

fn mode(own: &Path) -> Option<Mode> {
    let name = own.file_stem()?.to_str()?.strip_prefix(LINK_PREFIX)?;
    Mode::from_word(name.split_once('-')?.0)
}

/// Makes the link point to this program. It is replaced atomically, since other builds may be using it.
#[cfg(unix)]
fn refresh(program: &Path, link: &Path) -> io::Result<()> {
    if fs::read_link(link).is_ok_and(|target| target == program) {
        return Ok(());
    }
    let fresh = link.with_extension(std::process::id().to_string());
    std::os::unix::fs::symlink(program, &fresh)?;
    fs::rename(fresh, link)
}

/// Copies the program: on Windows, creating links needs a permission.
#[cfg(not(unix))]
fn refresh(program: &Path, link: &Path) -> io::Result<()> {
    fs::copy(program, link).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(args: &str) -> Option<Crate> {
        Crate::parse(&args.split(' ').map(OsString::from).collect::<Vec<_>>())
    }

    #[test]
    fn the_name_of_the_link_contains_the_mode() {
        assert_eq!(mode(Path::new("/t/forall-rustc-edges-00ff")), Some(Mode::Edges));
        assert_eq!(mode(Path::new("/bin/cargo-forall")), None);
    }

    #[test]
    fn tests_libraries_and_programs_are_instrumented() {
        let tested =
            found("--crate-name tests --test --target x --cap-lints warn").expect("it is compiled");
        assert!(tested.is_instrumented() && tested.is_linked());
        let library =
            found("--crate-name tree --crate-type lib --target x").expect("it is compiled");
        assert!(library.is_instrumented() && !library.is_linked());
        let program =
            found("--crate-name tree --crate-type bin --target x").expect("it is compiled");
        assert!(program.is_linked());
    }

    #[test]
    fn build_scripts_macros_and_the_runtime_are_not_instrumented() {
        assert_eq!(found("--crate-name build_script_build --crate-type bin"), None);
        assert_eq!(found("-vV"), None);
        assert_eq!(found("- --crate-name ___ --target x --crate-type bin"), None);
        let is_instrumented = |args| found(args).is_some_and(|found| found.is_instrumented());
        assert!(!is_instrumented("--crate-name m --crate-type proc-macro --target x"));
        assert!(!is_instrumented("--crate-name forall_sys --crate-type lib --target x"));
    }
}
