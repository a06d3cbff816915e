//! The functions that instrumented code calls, under the names that LLVM gives them.
//!
//! The names are weak symbols. If another runtime defines them (libFuzzer does), that runtime gets the calls,
//! and there is no conflict. Each symbol is a jump to a function of this file: an alias would have to be in
//! the same object file, and the compiler may split this crate into several.
//!
//! This crate may be instrumented too: `RUSTFLAGS` apply to all crates. Then the functions of this file make
//! comparisons that are traced, which would call them again without end. So the symbols for comparisons are a
//! gate in assembly, which is never instrumented. It is open while comparisons are recorded, and each thread closes
//! it for itself while it records one of them.
#![expect(unsafe_code, reason = "instrumented code calls these functions by name")]

use std::arch::global_asm;

use crate::coverage::{comparisons, region};

// A byte for each thread: whether it is recording a comparison. Only the gate uses it. The thread-local values of
// Rust may allocate or call instrumented code.
global_asm!(
    r#".pushsection .tbss.forall_sys,"awT",@nobits"#,
    ".weak forall_sys_busy",
    ".hidden forall_sys_busy",
    ".type forall_sys_busy,@object",
    ".size forall_sys_busy, 1",
    "forall_sys_busy: .zero 1",
    ".popsection",
);

/// Defines weak symbols. The macro `$code` returns the instructions of one, with the placeholder `{function}`.
macro_rules! weak {
    ($code:ident, $($name:literal = $function:path;)*) => {
        $(global_asm!(
            r#".pushsection .text.forall_sys,"ax",@progbits"#,
            concat!(".weak ", $name),
            concat!(".type ", $name, ",@function"),
            concat!($name, ":"),
            $code!(),
            ".popsection",
            function = sym $function,
            recording = sym comparisons::RECORDING,
        );)*
    };
}

/// Jumps to the function.
#[cfg(target_arch = "x86_64")]
macro_rules! jump {
    () => {
        "jmp {function}@PLT
        # {recording}"
    };
}

#[cfg(target_arch = "aarch64")]
macro_rules! jump {
    () => {
        "b {function}
        // {recording}"
    };
}

/// Calls the function if comparisons are recorded and this thread is not recording one.
#[cfg(target_arch = "x86_64")]
macro_rules! gate {
    () => {
        "cmp byte ptr [rip + {recording}], 0
        je 2f
        mov rax, qword ptr [rip + forall_sys_busy@GOTTPOFF]
        cmp byte ptr fs:[rax], 0
        jne 2f
        mov byte ptr fs:[rax], 1
        push rax
        call {function}@PLT
        pop rax
        mov byte ptr fs:[rax], 0
        2: ret"
    };
}

#[cfg(target_arch = "aarch64")]
macro_rules! gate {
    () => {
        "adrp x16, {recording}
        ldrb w16, [x16, :lo12:{recording}]
        cbz w16, 2f
        adrp x16, :gottprel:forall_sys_busy
        ldr x16, [x16, :gottprel_lo12:forall_sys_busy]
        mrs x17, tpidr_el0
        add x16, x16, x17
        ldrb w17, [x16]
        cbnz w17, 2f
        mov w17, #1
        strb w17, [x16]
        stp x29, x30, [sp, #-32]!
        str x16, [sp, #16]
        bl {function}
        ldr x16, [sp, #16]
        strb wzr, [x16]
        ldp x29, x30, [sp], #32
        2: ret"
    };
}

weak! {
    jump,
    "__sanitizer_cov_8bit_counters_init" = counters;
    "__sanitizer_cov_pcs_init" = addresses;
    "__sanitizer_cov_trace_pc_indir" = indirect_call;
    "__wrap_memcmp" = compare_bytes;
    "__wrap_bcmp" = compare_bytes;
}

weak! {
    gate,
    "__sanitizer_cov_trace_cmp1" = compare_1;
    "__sanitizer_cov_trace_cmp2" = compare_2;
    "__sanitizer_cov_trace_cmp4" = compare_4;
    "__sanitizer_cov_trace_cmp8" = compare_8;
    "__sanitizer_cov_trace_const_cmp1" = compare_1;
    "__sanitizer_cov_trace_const_cmp2" = compare_2;
    "__sanitizer_cov_trace_const_cmp4" = compare_4;
    "__sanitizer_cov_trace_const_cmp8" = compare_8;
    "__sanitizer_cov_trace_switch" = switch;
}

/// Registers counters. Every object file calls it before `main`.
unsafe extern "C" fn counters(start: *mut u8, stop: *mut u8) {
    // SAFETY: LLVM passes the bounds of the section that contains its counters.
    unsafe { region::register(start, stop) }
}

/// Registers the code addresses of the counters. They are not used, but a build may pass them.
extern "C" fn addresses(_start: *const usize, _stop: *const usize) {}

/// Ignores an indirect call. A build for another fuzzer may trace them.
extern "C" fn indirect_call(_callee: usize) {}

extern "C" fn compare_1(left: u8, right: u8) {
    comparisons::record_numbers(left.into(), right.into(), 1);
}

extern "C" fn compare_2(left: u16, right: u16) {
    comparisons::record_numbers(left.into(), right.into(), 2);
}

extern "C" fn compare_4(left: u32, right: u32) {
    comparisons::record_numbers(left.into(), right.into(), 4);
}

extern "C" fn compare_8(left: u64, right: u64) {
    comparisons::record_numbers(left, right, 8);
}

/// Records a `switch` over `value`. The array holds the number of cases, the number of bits of each, and the
/// cases.
unsafe extern "C" fn switch(value: u64, cases: *const u64) {
    /// The number of cases that are recorded, so that one switch over many characters does not fill the log.
    const MAX_CASES: usize = 64;
    // SAFETY: LLVM passes a constant array of at least two words.
    let count = unsafe { *cases } as usize;
    // SAFETY: as above.
    let width = (unsafe { *cases.add(1) } / 8) as u8;
    // SAFETY: as above, and `count` words follow the first two.
    let cases = unsafe { std::slice::from_raw_parts(cases.add(2), count) };
    for case in &cases[..count.min(MAX_CASES)] {
        comparisons::record_numbers(*case, value, width);
    }
}

/// Replaces `memcmp` and `bcmp`. If comparisons are traced, the linker redirects all calls here.
///
/// It cannot call the original function, whose symbol exists only if the linker wraps it.
unsafe extern "C" fn compare_bytes(left: *const u8, right: *const u8, size: usize) -> i32 {
    let mut at = 0;
    while at + 8 <= size {
        // SAFETY: by the contract of `memcmp`, there are `size` bytes on both sides.
        let left_word = unsafe { word(left.add(at)) };
        // SAFETY: as above.
        let right_word = unsafe { word(right.add(at)) };
        if left_word != right_word {
            break;
        }
        at += 8;
    }
    while at < size {
        // SAFETY: as above, since `at` is less than `size`.
        let left_byte = unsafe { *left.add(at) };
        // SAFETY: as above.
        let right_byte = unsafe { *right.add(at) };
        if left_byte != right_byte {
            // SAFETY: as above.
            unsafe { record_bytes(left, right, size) };
            return i32::from(left_byte) - i32::from(right_byte);
        }
        at += 1;
    }
    0
}

/// # Safety
///
/// There must be eight bytes at `bytes`.
unsafe fn word(bytes: *const u8) -> u64 {
    // SAFETY: by the contract of this function.
    unsafe { bytes.cast::<u64>().read_unaligned() }
}

/// # Safety
///
/// There must be `size` bytes on both sides.
unsafe fn record_bytes(left: *const u8, right: *const u8, size: usize) {
    if comparisons::is_recording() {
        // SAFETY: by the contract of this function. The bytes do not change during the comparison.
        let left = unsafe { std::slice::from_raw_parts(left, size) };
        // SAFETY: as above.
        let right = unsafe { std::slice::from_raw_parts(right, size) };
        comparisons::record_bytes(left, right);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;

    use crate::coverage::comparisons::exclusively;
    use crate::coverage::{Comparison, Comparisons};

    unsafe extern "C" {
        fn __sanitizer_cov_trace_cmp8(left: u64, right: u64);
        fn __wrap_memcmp(left: *const u8, right: *const u8, size: usize) -> i32;
    }

    #[track_caller]
    fn check(left: &[u8], right: &[u8]) {
        assert_eq!(left.len(), right.len());
        // SAFETY: both slices have this length.
        let ours = unsafe { __wrap_memcmp(left.as_ptr(), right.as_ptr(), left.len()) };
        assert_eq!(ours.cmp(&0), left.cmp(right), "{left:?} {right:?}");
    }

    #[test]
    #[cfg_attr(miri, ignore = "Miri runs no assembly")]
    fn bytes_compare_as_slices_do() {
        let _guard = exclusively();
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

    fn trace(left: u64, right: u64) {
        // SAFETY: it takes two numbers.
        unsafe { __sanitizer_cov_trace_cmp8(left, right) }
    }

    /// A thread that records a comparison does not keep other threads from recording theirs.
    #[test]
    #[cfg_attr(miri, ignore = "Miri runs no assembly")]
    fn the_comparisons_of_all_threads_are_recorded() {
        const RECORDED: u64 = 500;
        let _guard = exclusively();
        let is_done = AtomicBool::new(false);
        thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    while !is_done.load(Ordering::Relaxed) {
                        // Equal numbers pass the gate, but are not recorded.
                        trace(7, 7);
                    }
                });
            }
            let complete = (0..100).filter(|_| {
                let recording = Comparisons::start();
                (0..RECORDED).for_each(|number| trace(number, 1_000));
                let seen = recording.stop();
                thread::yield_now();
                let number = |left| Comparison::Numbers { left, right: 1_000, width: 8 };
                seen == (0..RECORDED).map(number).collect::<Vec<_>>()
            });
            let complete = complete.count();
            is_done.store(true, Ordering::Relaxed);
            assert_eq!(complete, 100);
        });
    }
}
