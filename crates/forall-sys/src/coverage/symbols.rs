//! The functions that instrumented code calls, under the names that LLVM gives them.
//!
//! The names are weak symbols. Beside another runtime that defines them (libFuzzer's does), that one gets
//! the calls, and there is no clash. A name is a jump to a function of ours: an alias would have to
//! stand in the same object file, and the compiler may split this crate as it likes.
//!
//! This crate must not be instrumented itself: with compares traced, it would call itself for ever.
#![expect(unsafe_code, reason = "these are called from code that knows only their names")]

use std::arch::global_asm;

use crate::coverage::{comparisons, region};

macro_rules! weak {
    ($($name:literal = $function:path;)*) => {
        global_asm!(
            r#".pushsection .text.forall_sys,"ax",@progbits"#,
            $(
                concat!(".weak ", $name),
                concat!(".type ", $name, ",@function"),
                concat!($name, ":"),
                jump!(),
            )*
            ".popsection",
            $(sym $function,)*
        );
    };
}

#[cfg(target_arch = "x86_64")]
macro_rules! jump {
    () => {
        "jmp {}@PLT"
    };
}

#[cfg(target_arch = "aarch64")]
macro_rules! jump {
    () => {
        "b {}"
    };
}

weak! {
    "__sanitizer_cov_8bit_counters_init" = counters;
    "__sanitizer_cov_pcs_init" = places;
    "__sanitizer_cov_trace_cmp1" = compare_1;
    "__sanitizer_cov_trace_cmp2" = compare_2;
    "__sanitizer_cov_trace_cmp4" = compare_4;
    "__sanitizer_cov_trace_cmp8" = compare_8;
    "__sanitizer_cov_trace_const_cmp1" = compare_1;
    "__sanitizer_cov_trace_const_cmp2" = compare_2;
    "__sanitizer_cov_trace_const_cmp4" = compare_4;
    "__sanitizer_cov_trace_const_cmp8" = compare_8;
    "__sanitizer_cov_trace_switch" = switch;
    "__wrap_memcmp" = compare_bytes;
    "__wrap_bcmp" = compare_bytes;
}

/// Here are counters. Every object file says so before `main`.
unsafe extern "C" fn counters(start: *mut u8, stop: *mut u8) {
    // SAFETY: LLVM passes the bounds of the section in which it put its counters.
    unsafe { region::register(start, stop) }
}

/// Where in the code each counter belongs. Nobody asks yet, but a build may tell.
extern "C" fn places(_start: *const usize, _stop: *const usize) {}

extern "C" fn compare_1(left: u8, right: u8) {
    comparisons::numbers(left.into(), right.into(), 1);
}

extern "C" fn compare_2(left: u16, right: u16) {
    comparisons::numbers(left.into(), right.into(), 2);
}

extern "C" fn compare_4(left: u32, right: u32) {
    comparisons::numbers(left.into(), right.into(), 4);
}

extern "C" fn compare_8(left: u64, right: u64) {
    comparisons::numbers(left, right, 8);
}

/// `value` chooses among cases: how many there are, how many bits each has, and then they.
unsafe extern "C" fn switch(value: u64, cases: *const u64) {
    /// A switch over the characters of a language shall not fill the log alone.
    const MOST: usize = 64;
    if !comparisons::listening() {
        return;
    }
    // SAFETY: LLVM passes a constant array of this form.
    let (count, width) = unsafe { (*cases as usize, (*cases.add(1) / 8) as u8) };
    // SAFETY: as above; there are `count` words after the first two.
    let cases = unsafe { std::slice::from_raw_parts(cases.add(2), count) };
    for case in &cases[..count.min(MOST)] {
        comparisons::numbers(*case, value, width);
    }
}

/// `memcmp`, and as such also `bcmp`. With compares traced, the linker leads all calls here.
///
/// It cannot call the original: that exists only if the linker is told to wrap it.
unsafe extern "C" fn compare_bytes(left: *const u8, right: *const u8, size: usize) -> i32 {
    let mut at = 0;
    while at + 8 <= size {
        // SAFETY: who calls `memcmp` promises that there are `size` bytes on both sides.
        let words = unsafe { (word(left.add(at)), word(right.add(at))) };
        if words.0 != words.1 {
            break;
        }
        at += 8;
    }
    while at < size {
        // SAFETY: as above.
        let (l, r) = unsafe { (*left.add(at), *right.add(at)) };
        if l != r {
            // SAFETY: as above.
            unsafe { tell(left, right, size) };
            return i32::from(l) - i32::from(r);
        }
        at += 1;
    }
    0
}

unsafe fn word(bytes: *const u8) -> u64 {
    // SAFETY: the caller has eight bytes there.
    unsafe { bytes.cast::<u64>().read_unaligned() }
}

unsafe fn tell(left: *const u8, right: *const u8, size: usize) {
    if comparisons::listening() {
        // SAFETY: the caller has `size` bytes on both sides, which nobody changes while he compares them.
        let sides = unsafe {
            (std::slice::from_raw_parts(left, size), std::slice::from_raw_parts(right, size))
        };
        comparisons::bytes(sides.0, sides.1);
    }
}

#[cfg(test)]
mod tests {
    use crate::coverage::comparisons::alone;

    unsafe extern "C" {
        fn __wrap_memcmp(left: *const u8, right: *const u8, size: usize) -> i32;
    }

    #[track_caller]
    fn check(left: &[u8], right: &[u8]) {
        assert_eq!(left.len(), right.len());
        // SAFETY: both are so long.
        let ours = unsafe { __wrap_memcmp(left.as_ptr(), right.as_ptr(), left.len()) };
        assert_eq!(ours.cmp(&0), left.cmp(right), "{left:?} {right:?}");
    }

    #[test]
    fn bytes_compare_as_slices_do() {
        let _alone = alone();
        for size in 0..40 {
            let left: Vec<u8> = (0..size).map(|at| at as u8).collect();
            check(&left, &left);
            for at in 0..size {
                let mut right = left.clone();
                right[at] = right[at].wrapping_sub(1);
                check(&left, &right);
                check(&right, &left);
            }
        }
    }
}
