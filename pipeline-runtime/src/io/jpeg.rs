//! Whether a JPEG file is whole. Decoders fill in what is missing of one with grey.

/// Start of an image, its end, start of a scan: ITU-T T.81, Table B.1.
const SOI: u8 = 0xd8;
const EOI: u8 = 0xd9;
const SOS: u8 = 0xda;

/// Whether these are the bytes of a JPEG file.
pub(super) fn is_jpeg(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0xff, SOI])
}

/// Whether the segments of a JPEG file lead to its end-of-image marker.
///
/// Segments are stepped over by their lengths, so that the end of a thumbnail within one is not
/// taken for the file's; what follows the end does not matter. In the data of a scan, 0xff is
/// followed by 0 or by a marker for restarts (ITU-T T.81, Section B.1.1).
pub(super) fn is_whole(bytes: &[u8]) -> bool {
    let mut at = 2;
    while let Some(marker) = next_marker(bytes, at) {
        match bytes[marker] {
            EOI => return true,
            // Markers that have no length.
            0x01 | 0xd0..=0xd8 => at = marker + 1,
            kind => {
                let Some([high, low]) = bytes.get(marker + 1..marker + 3) else { return false };
                at = marker + 1 + usize::from(u16::from_be_bytes([*high, *low]));
                if kind == SOS {
                    at = end_of_scan(bytes, at);
                }
            }
        }
    }
    false
}

/// Where the code of the next marker is, behind what does not belong to any.
fn next_marker(bytes: &[u8], from: usize) -> Option<usize> {
    let start = from + bytes.get(from..)?.iter().position(|b| *b == 0xff)?;
    // A marker may be preceded by any number of 0xff.
    Some(start + bytes[start..].iter().position(|b| *b != 0xff)?)
}

/// Where the data of a scan end: at a marker, or with the file.
fn end_of_scan(bytes: &[u8], from: usize) -> usize {
    let data = bytes.get(from..).unwrap_or_default();
    let is_end = |pair: &[u8]| pair[0] == 0xff && !matches!(pair[1], 0 | 0xd0..=0xd7 | 0xff);
    from + data.windows(2).position(is_end).unwrap_or(data.len())
}
