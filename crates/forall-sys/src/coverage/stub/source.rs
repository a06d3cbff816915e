//! Empty versions of the functions that instrumented code calls. `cargo forall` compiles this file and links
//! it last.
//!
//! The runtime must define every function of this file: the linker takes all of them or none, and then they
//! would replace those of the runtime.
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
        let left_byte = unsafe { left.add(at).read_volatile() };
        let right_byte = unsafe { right.add(at).read_volatile() };
        if left_byte != right_byte {
            return left_byte as i32 - right_byte as i32;
        }
        at += 1;
    }
    0
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __wrap_bcmp(left: *const u8, right: *const u8, size: usize) -> i32 {
    unsafe { __wrap_memcmp(left, right, size) }
}
