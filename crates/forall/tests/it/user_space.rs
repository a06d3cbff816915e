//! Runners and blocks once more, compiled as user code: they use nothing that a user cannot.
#![expect(
    dead_code,
    unreachable_pub,
    reason = "these are compiled here, and called in the library"
)]

macro_rules! recompile {
    ($($folder:literal: $($name:ident)*;)*) => { $($(
        #[path = concat!("../../src/", $folder, "/", stringify!($name), ".rs")]
        mod $name;
    )*)* };
}
