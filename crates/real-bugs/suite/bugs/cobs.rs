//! Framing of packets with consistent overhead byte stuffing.

use crate::bug::Bug;

pub(crate) static FULL_BLOCK: Bug<Vec<u8>> = Bug {
    name: "cobs_full_block",
    package: "cobs",
    law: "an encoded packet fits into `max_encoding_length`, has no zeros, and can be decoded",
    link: "https://github.com/jamesmunns/cobs.rs/issues/19",
    check: |packet| {
        if packet.is_empty() {
            // Later versions treat empty packets in another way.
            return;
        }
        let mut buffer = vec![0; cobs::max_encoding_length(packet.len())];
        let length = cobs::encode(packet, &mut buffer);
        let encoded = &buffer[..length];
        assert!(!encoded.contains(&0));
        assert_eq!(cobs::decode_vec(encoded).ok().as_ref(), Some(packet));
    },
    known_failure: || vec![1; 254],
};
