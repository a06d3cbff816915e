//! The macros of libfuzzer-sys, without libFuzzer.

#[derive(Debug)]
pub enum Corpus {
    Keep,
    Reject,
}

pub fn fuzzer_mutate(_: &mut [u8], size: usize, _: usize) -> usize {
    size
}

#[macro_export]
macro_rules! fuzz_target {
    (|$bytes:ident: &[u8]| -> $result:ty $body:block) => {
        pub fn test_one_input($bytes: &[u8]) -> $result {
            $body
        }
    };
}

#[macro_export]
macro_rules! fuzz_mutator {
    (|$data:ident: &mut [u8], $size:ident: usize, $max:ident: usize, $seed:ident: u32| $body:block) => {
        pub fn mutate($data: &mut [u8], $size: usize, $max: usize, $seed: u32) -> usize {
            $body
        }
    };
}

#[macro_export]
macro_rules! fuzz_crossover {
    (|$one:ident: &[u8], $other:ident: &[u8], $out:ident: &mut [u8], $seed:ident: u32| $body:block) => {
        pub fn crossover($one: &[u8], $other: &[u8], $out: &mut [u8], $seed: u32) -> usize {
            $body
        }
    };
}
