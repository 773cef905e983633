//! Rows as columns: eight of eight elements, or as many as fill vectors of 32 bytes.
//!
//! What rows are made of are methods and no closures, for these cannot be marked `inline(always)`:
//! one that is not inlined is compiled without AVX2, and calls the intrinsics.

use std::arch::x86_64::*;

use super::macros::avx2;

/// Rows of elements of one size: where the first is, and how far apart they are, in elements.
struct StridedRows<T>(*const T, isize);

impl<T> StridedRows<T> {
    /// The address of an element.
    #[cfg_attr(optimised, inline(always))]
    fn at<To>(&self, row: isize, column: isize) -> *const To {
        self.0.wrapping_offset(row * self.1 + column).cast()
    }

    /// Two rows of bytes, their elements interleaved.
    ///
    /// # Safety
    /// Their elements must be valid for reads.
    #[cfg_attr(optimised, inline(always))]
    unsafe fn two_of_bytes(&self, i: isize) -> __m128i {
        avx2!({
            let (a, b) = (_mm_loadl_epi64(self.at(i, 0)), _mm_loadl_epi64(self.at(i + 1, 0)));
            _mm_unpacklo_epi8(a, b)
        })
    }

    /// Sixteen bytes of row `i`, and those of row `i + apart`.
    ///
    /// # Safety
    /// As above.
    #[cfg_attr(optimised, inline(always))]
    unsafe fn two_of_16_bytes(&self, i: isize, apart: isize) -> __m256i {
        avx2!({
            let low = _mm256_castsi128_si256(_mm_loadu_si128(self.at(i, 0)));
            _mm256_inserti128_si256::<1>(low, _mm_loadu_si128(self.at(i + apart, 0)))
        })
    }

    /// Four rows of elements of two bytes as pairs of columns of four.
    ///
    /// # Safety
    /// As above.
    #[cfg_attr(optimised, inline(always))]
    unsafe fn four_of_words(&self, i: isize) -> [__m128i; 4] {
        avx2!({
            let (a, b) = (_mm_loadu_si128(self.at(i, 0)), _mm_loadu_si128(self.at(i + 1, 0)));
            let (c, d) = (_mm_loadu_si128(self.at(i + 2, 0)), _mm_loadu_si128(self.at(i + 3, 0)));
            let low = (_mm_unpacklo_epi16(a, b), _mm_unpacklo_epi16(c, d));
            let high = (_mm_unpackhi_epi16(a, b), _mm_unpackhi_epi16(c, d));
            [
                _mm_unpacklo_epi32(low.0, low.1),
                _mm_unpackhi_epi32(low.0, low.1),
                _mm_unpacklo_epi32(high.0, high.1),
                _mm_unpackhi_epi32(high.0, high.1),
            ]
        })
    }

    /// Four columns, from `column` on, of row `i`, and the same of row `i + 4`.
    ///
    /// # Safety
    /// As above.
    #[cfg_attr(optimised, inline(always))]
    unsafe fn four_columns(&self, i: isize, column: isize) -> __m256 {
        avx2!({
            let low = _mm256_castps128_ps256(_mm_loadu_ps(self.at(i, column)));
            _mm256_insertf128_ps::<1>(low, _mm_loadu_ps(self.at(i + 4, column)))
        })
    }

    /// Two columns, from `column` on, of row `i`, and the same of row `i + 2`.
    ///
    /// # Safety
    /// As above.
    #[cfg_attr(optimised, inline(always))]
    unsafe fn two_columns(&self, i: isize, column: isize) -> __m256d {
        avx2!({
            let low = _mm256_castpd128_pd256(_mm_loadu_pd(self.at(i, column)));
            _mm256_insertf128_pd::<1>(low, _mm_loadu_pd(self.at(i + 2, column)))
        })
    }
}

/// Elements of one or two bytes of two vectors in turn: of the lower halves of their halves, and of
/// the upper ones.
#[cfg_attr(optimised, inline(always))]
fn in_turn<T>(a: __m256i, b: __m256i) -> [__m256i; 2] {
    avx2!(match size_of::<T>() {
        1 => [_mm256_unpacklo_epi8(a, b), _mm256_unpackhi_epi8(a, b)],
        _ => [_mm256_unpacklo_epi16(a, b), _mm256_unpackhi_epi16(a, b)],
    })
}

/// Copies twice `COLUMNS` rows of so many elements, 16 bytes, as
/// [`Lanes::transpose_large`](crate::lanes::Lanes::transpose_large) does.
///
/// The upper half of each vector has a row that is `COLUMNS` behind that in its lower one. Taking
/// elements of the first and of the second half of all vectors in turn moves a bit of an element's
/// column into its row; after as many times as a column has bits, vectors are columns.
///
/// # Safety
/// As there.
#[cfg_attr(optimised, inline(always))]
pub unsafe fn to_vectors<T, const COLUMNS: usize>(
    from: *const T,
    stride: isize,
    to: *mut T,
    to_stride: isize,
) {
    const { assert!(COLUMNS * size_of::<T>() == 16 && size_of::<T>() <= 2) };
    let rows = StridedRows(from, stride);
    avx2!({
        let mut vectors = [_mm256_setzero_si256(); COLUMNS];
        for (i, vector) in vectors.iter_mut().enumerate() {
            *vector = rows.two_of_16_bytes(i as isize, COLUMNS as isize);
        }
        for _ in 0..COLUMNS.ilog2() {
            let before = vectors;
            for i in 0..COLUMNS / 2 {
                let [low, high] = in_turn::<T>(before[i], before[i + COLUMNS / 2]);
                (vectors[2 * i], vectors[2 * i + 1]) = (low, high);
            }
        }
        for (k, column) in vectors.into_iter().enumerate() {
            let at = to.wrapping_offset(k as isize * to_stride);
            _mm256_storeu_si256(at.cast(), column);
        }
    });
}

/// Copies elements of one byte, as [`Lanes::transpose`](crate::lanes::Lanes::transpose) does.
///
/// # Safety
/// As there.
#[cfg_attr(optimised, inline(always))]
pub unsafe fn of_1_byte<T>(from: *const T, stride: isize, to: *mut T, to_stride: isize) {
    let rows = StridedRows(from, stride);
    avx2!({
        let (a, b) = (rows.two_of_bytes(0), rows.two_of_bytes(2));
        let (c, d) = (rows.two_of_bytes(4), rows.two_of_bytes(6));
        let upper = [_mm_unpacklo_epi16(a, b), _mm_unpackhi_epi16(a, b)];
        let lower = [_mm_unpacklo_epi16(c, d), _mm_unpackhi_epi16(c, d)];
        for half in 0..2 {
            let (u, l) = (upper[half], lower[half]);
            let columns = [_mm_unpacklo_epi32(u, l), _mm_unpackhi_epi32(u, l)];
            for (k, both) in columns.into_iter().enumerate() {
                let column = to.wrapping_offset((4 * half + 2 * k) as isize * to_stride);
                _mm_storel_epi64(column.cast(), both);
                let next = column.wrapping_offset(to_stride);
                _mm_storel_epi64(next.cast(), _mm_unpackhi_epi64(both, both));
            }
        }
    });
}

/// Copies elements of two bytes, as [`Lanes::transpose`](crate::lanes::Lanes::transpose) does.
///
/// # Safety
/// As there.
#[cfg_attr(optimised, inline(always))]
pub unsafe fn of_2_bytes<T>(from: *const T, stride: isize, to: *mut T, to_stride: isize) {
    let rows = StridedRows(from, stride);
    avx2!({
        let (upper, lower) = (rows.four_of_words(0), rows.four_of_words(4));
        for k in 0..4 {
            let column = to.wrapping_offset(2 * k as isize * to_stride);
            _mm_storeu_si128(column.cast(), _mm_unpacklo_epi64(upper[k], lower[k]));
            let next = column.wrapping_offset(to_stride);
            _mm_storeu_si128(next.cast(), _mm_unpackhi_epi64(upper[k], lower[k]));
        }
    });
}

/// Copies elements of four bytes, as [`Lanes::transpose`](crate::lanes::Lanes::transpose) does.
///
/// # Safety
/// As there.
#[cfg_attr(optimised, inline(always))]
pub unsafe fn of_4_bytes<T>(from: *const T, stride: isize, to: *mut T, to_stride: isize) {
    let rows = StridedRows(from, stride);
    avx2!({
        for half in [0, 4] {
            let (a, b) = (rows.four_columns(0, half), rows.four_columns(1, half));
            let (c, d) = (rows.four_columns(2, half), rows.four_columns(3, half));
            let low = (_mm256_unpacklo_ps(a, b), _mm256_unpacklo_ps(c, d));
            let high = (_mm256_unpackhi_ps(a, b), _mm256_unpackhi_ps(c, d));
            let columns = [
                _mm256_shuffle_ps::<0b01_00_01_00>(low.0, low.1),
                _mm256_shuffle_ps::<0b11_10_11_10>(low.0, low.1),
                _mm256_shuffle_ps::<0b01_00_01_00>(high.0, high.1),
                _mm256_shuffle_ps::<0b11_10_11_10>(high.0, high.1),
            ];
            for (k, column) in columns.into_iter().enumerate() {
                let at = to.wrapping_offset((half + k as isize) * to_stride);
                _mm256_storeu_ps(at.cast(), column);
            }
        }
    });
}

/// Copies elements of eight bytes, as [`Lanes::transpose`](crate::lanes::Lanes::transpose) does.
///
/// # Safety
/// As there.
#[cfg_attr(optimised, inline(always))]
pub unsafe fn of_8_bytes<T>(from: *const T, stride: isize, to: *mut T, to_stride: isize) {
    let rows = StridedRows(from, stride);
    avx2!({
        for column in [0, 2, 4, 6] {
            for first in [0, 4] {
                let (a, b) = (rows.two_columns(first, column), rows.two_columns(first + 1, column));
                let at = to.wrapping_offset(column * to_stride + first);
                _mm256_storeu_pd(at.cast(), _mm256_unpacklo_pd(a, b));
                let next = at.wrapping_offset(to_stride);
                _mm256_storeu_pd(next.cast(), _mm256_unpackhi_pd(a, b));
            }
        }
    });
}
