//! The wrapper: what this program does when cargo calls it in the place of the compiler.
//!
//! It is called by a link to it, whose name says the mode. Cargo compares that name, and nothing of the
//! environment, to see whether a crate is to be built anew. So the name also has a hash of the flags.

use std::ffi::OsString;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs, io};

use crate::error::Error;
use crate::instrument::Mode;
use crate::stub;

/// How all links begin.
const NAME: &str = "forall-rustc-";

/// Compiled as they are: the runtime would call itself, and what the loops of the library do says nothing
/// about the code under test.
const EXEMPT: [&str; 6] =
    ["forall", "forall_core", "forall_format", "forall_macros", "forall_runners", "forall_sys"];

/// Makes a wrapper for this mode, and all that it needs: its path.
pub(crate) fn install(folder: &Path, mode: Mode, target: &str) -> Result<PathBuf, Error> {
    fs::create_dir_all(folder).map_err(Error::cannot("make a folder in the target folder"))?;
    stub::make(folder, target)?;
    let mut hasher = DefaultHasher::new();
    (mode.flags(), mode.link_flags(), stub::file(target)).hash(&mut hasher);
    let link = folder.join(format!("{NAME}{}-{:016x}", mode.word(), hasher.finish()));
    let program = env::current_exe().map_err(Error::cannot("find this program"))?;
    refresh(&program, &link).map_err(Error::cannot("make a wrapper for the compiler"))?;
    Ok(link)
}

/// Compiles, if this program was called by the name of a wrapper.
pub(crate) fn if_called() -> Option<ExitCode> {
    let mut args = env::args_os();
    let own = PathBuf::from(args.next()?);
    let mode = mode(&own)?;
    let compiler = args.next()?;
    Some(compile(&own, mode, compiler, args.collect()))
}

#[expect(clippy::print_stderr, reason = "cargo shows what a compiler says")]
fn compile(own: &Path, mode: Mode, compiler: OsString, args: Vec<OsString>) -> ExitCode {
    let extra = match Crate::of(&args) {
        Some(found) if found.is_measured() => found.flags(own, mode),
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

/// What the arguments of the compiler say about the crate.
#[derive(Debug, Default, PartialEq, Eq)]
struct Crate {
    name: String,
    kinds: Vec<String>,
    target: String,
    is_test: bool,
}

impl Crate {
    /// None if nothing is compiled, or for the machine that builds: a build script, a macro.
    fn of(args: &[OsString]) -> Option<Crate> {
        let mut found = Crate::default();
        let mut args = args.iter().filter_map(|arg| arg.to_str());
        while let Some(arg) = args.next() {
            match arg {
                "--crate-name" => found.name = args.next()?.to_owned(),
                "--crate-type" => found.kinds.push(args.next()?.to_owned()),
                "--target" => found.target = args.next()?.to_owned(),
                "--test" => found.is_test = true,
                // Cargo asks the compiler about itself.
                "-vV" | "-" => return None,
                _ => {}
            }
        }
        (!found.name.is_empty() && !found.target.is_empty()).then_some(found)
    }

    fn is_measured(&self) -> bool {
        let for_the_compiler = self.kinds.iter().any(|kind| kind == "proc-macro");
        // The tests of the runtime are as little to be instrumented as itself.
        !for_the_compiler && !EXEMPT.contains(&self.name.as_str())
    }

    fn is_linked(&self) -> bool {
        self.is_test || self.kinds.iter().any(|kind| ["bin", "cdylib", "dylib"].contains(&&**kind))
    }

    fn flags(&self, own: &Path, mode: Mode) -> Vec<OsString> {
        let mut flags: Vec<OsString> = mode.flags().into_iter().map(OsString::from).collect();
        if self.is_linked() {
            flags.extend(mode.link_flags().iter().map(OsString::from));
            let mut stub = OsString::from("-Clink-arg=");
            stub.push(own.with_file_name(stub::file(&self.target)));
            flags.push(stub);
        }
        flags
    }
}

fn mode(own: &Path) -> Option<Mode> {
    let name = own.file_stem()?.to_str()?.strip_prefix(NAME)?;
    Mode::of(name.split_once('-')?.0)
}

/// Other runs may use the link right now, so it is replaced and not rewritten.
#[cfg(unix)]
fn refresh(program: &Path, link: &Path) -> io::Result<()> {
    if fs::read_link(link).is_ok_and(|known| known == program) {
        return Ok(());
    }
    let fresh = link.with_extension(std::process::id().to_string());
    std::os::unix::fs::symlink(program, &fresh)?;
    fs::rename(fresh, link)
}

/// Not everybody may make links everywhere.
#[cfg(not(unix))]
fn refresh(program: &Path, link: &Path) -> io::Result<()> {
    fs::copy(program, link).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(args: &str) -> Option<Crate> {
        Crate::of(&args.split(' ').map(OsString::from).collect::<Vec<_>>())
    }

    #[test]
    fn the_mode_is_in_the_name() {
        assert_eq!(mode(Path::new("/t/forall-rustc-edges-00ff")), Some(Mode::Edges));
        assert_eq!(mode(Path::new("/bin/cargo-forall")), None);
    }

    #[test]
    fn crates_of_the_target_are_measured() {
        let tested = found("--crate-name tests --test --target x --cap-lints warn").unwrap();
        assert!(tested.is_measured() && tested.is_linked());
        let library = found("--crate-name tree --crate-type lib --target x").unwrap();
        assert!(library.is_measured() && !library.is_linked());
        let program = found("--crate-name tree --crate-type bin --target x").unwrap();
        assert!(program.is_linked());
    }

    #[test]
    fn what_runs_while_building_is_not() {
        assert_eq!(found("--crate-name build_script_build --crate-type bin"), None);
        assert_eq!(found("-vV"), None);
        assert_eq!(found("- --crate-name ___ --target x --crate-type bin"), None);
        let is_measured = |args| found(args).is_some_and(|found| found.is_measured());
        assert!(!is_measured("--crate-name m --crate-type proc-macro --target x"));
        assert!(!is_measured("--crate-name forall_sys --crate-type lib --target x"));
    }
}
