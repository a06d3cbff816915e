// Compiled by `cargo forall` itself, and linked last. All that is here must also be in the runtime: the
// linker takes all of it or nothing, and what it takes would win.
#![no_std]

#[unsafe(no_mangle)]
extern "C" fn __sanitizer_cov_8bit_counters_init(_: *mut u8, _: *mut u8) {}
#[unsafe(no_mangle)]
extern "C" fn __sanitizer_cov_trace_cmp1(_: u8, _: u8) {}
#[unsafe(no_mangle)]
extern "C" fn __sanitizer_cov_trace_cmp2(_: u16, _: u16) {}
#[unsafe(no_mangle)]
extern "C" fn __sanitizer_cov_trace_cmp4(_: u32, _: u32) {}
#[unsafe(no_mangle)]
extern "C" fn __sanitizer_cov_trace_cmp8(_: u64, _: u64) {}
#[unsafe(no_mangle)]
extern "C" fn __sanitizer_cov_trace_const_cmp1(_: u8, _: u8) {}
#[unsafe(no_mangle)]
extern "C" fn __sanitizer_cov_trace_const_cmp2(_: u16, _: u16) {}
#[unsafe(no_mangle)]
extern "C" fn __sanitizer_cov_trace_const_cmp4(_: u32, _: u32) {}
#[unsafe(no_mangle)]
extern "C" fn __sanitizer_cov_trace_const_cmp8(_: u64, _: u64) {}
#[unsafe(no_mangle)]
extern "C" fn __sanitizer_cov_trace_switch(_: u64, _: *const u64) {}

#[unsafe(no_mangle)]
unsafe extern "C" fn __wrap_memcmp(left: *const u8, right: *const u8, size: usize) -> i32 {
    let mut at = 0;
    while at < size {
        let (l, r) = unsafe { (left.add(at).read_volatile(), right.add(at).read_volatile()) };
        if l != r {
            return l as i32 - r as i32;
        }
        at += 1;
    }
    0
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __wrap_bcmp(left: *const u8, right: *const u8, size: usize) -> i32 {
    unsafe { __wrap_memcmp(left, right, size) }
}
