//! LZW compression.

use weezl::BitOrder;
use weezl::decode::Decoder;
use weezl::encode::Encoder;

use crate::bug::Bug;
use crate::input::input;

input! {
    /// An image as runs of pixels: a colour and a length.
    struct Image { runs: Vec<(u8, u16)> }
}

/// The number of runs, to bound the time of a test.
const MAX_RUNS: usize = 32;
/// The length of a run is smaller than this.
const MAX_LENGTH: usize = 32_768;

pub(crate) static CLEAR_CODE: Bug<Image> = Bug {
    name: "weezl_clear_code",
    package: "weezl",
    law: "compressed pixels can be decompressed",
    link: "https://github.com/image-rs/weezl/blob/master/Changes.md",
    check: |image| {
        let runs = image.runs.iter().take(MAX_RUNS);
        let pixels: Vec<u8> = runs
            .flat_map(|(colour, length)| vec![*colour; usize::from(*length) % MAX_LENGTH])
            .collect();
        let mut compressed = Vec::new();
        let result =
            Encoder::new(BitOrder::Lsb, 8).into_stream(&mut compressed).encode_all(&pixels[..]);
        assert!(result.status.is_ok());
        let mut decompressed = Vec::new();
        let result = Decoder::new(BitOrder::Lsb, 8)
            .into_stream(&mut decompressed)
            .decode_all(&compressed[..]);
        assert!(result.status.is_ok());
        assert!(decompressed == pixels);
    },
    known_failure: || Image { runs: (0..MAX_RUNS as u8).map(|colour| (colour, 32_767)).collect() },
};
