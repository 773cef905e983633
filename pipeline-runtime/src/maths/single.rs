//! Functions of `f32`, written once over the lanes of any instruction set.
//!
//! There are no branches on values, and what is rounded once is so on every instruction set, so
//! all compute the same bits. `exp` and `ln` stay in single precision; the others take the detour
//! through double precision, which buys exact reductions and results rounded once. Polynomials are
//! Chebyshev fits on the reduced interval.

use crate::lanes::{FloatLanes, IntLanes, Isa, Lanes, MaskLanes};

/// Up to here, `sin`, `cos` and `tan` reduce their argument in lanes.
const REDUCIBLE: f32 = 1048576.0;

/// The same `f32` in every lane.
#[cfg_attr(optimised, inline(always))]
fn single<V: Isa>(x: f32) -> V::F32 {
    V::F32::splat(x)
}

/// The same `f64` in every lane.
#[cfg_attr(optimised, inline(always))]
fn double<V: Isa>(x: f64) -> V::F64 {
    V::F64::splat(x)
}

/// The polynomial of these coefficients, lowest degree first.
#[cfg_attr(optimised, inline(always))]
fn polynomial<V: Isa, L: FloatLanes<V>, const N: usize>(x: L, coefficients: [L::Elem; N]) -> L {
    let mut sum = L::splat(coefficients[N - 1]);
    for k in (0..N - 1).rev() {
        sum = sum.mul_add(x, L::splat(coefficients[k]));
    }
    sum
}

/// `2^n`, for `n` in `-126..=127`.
#[cfg_attr(optimised, inline(always))]
pub(crate) fn power_of_two<V: Isa>(n: V::I32) -> V::F32 {
    V::f32_from_bits((n + V::I32::splat(127)).shl_by(23))
}

/// `(e, m)` with `x = m * 2^e` and `m` in `√½..√2`, for positive finite `x`.
#[cfg_attr(optimised, inline(always))]
fn split<V: Isa>(x: V::F32) -> (V::F32, V::F32) {
    let subnormal = x.lt(single::<V>(f32::MIN_POSITIVE));
    let normal = V::F32::select(subnormal, x * single::<V>(33554432.0), x);
    let bias = V::F32::select(subnormal, single::<V>(-25.0), single::<V>(0.0));
    let bits = V::f32_to_bits(normal);
    let exponent =
        (bits - V::I32::splat(std::f32::consts::FRAC_1_SQRT_2.to_bits() as i32)).shr_by(23);
    (exponent.to_f32() + bias, V::f32_from_bits(bits - exponent.shl_by(23)))
}

/// `e` to the power of each lane, within 1 ulp.
#[cfg_attr(optimised, inline(always))]
pub fn exp<V: Isa>(x: V::F32) -> V::F32 {
    // Beyond these bounds the result is 0 or infinite anyway.
    // In this order, what is no number stays one.
    let clamped = single::<V>(-104.0).max(single::<V>(89.0).min(x));
    // Adding 1.5 · 2²³ leaves the nearest integer in the low bits.
    let magic = 12582912.0f32;
    let shifted = clamped.mul_add(single::<V>(std::f32::consts::LOG2_E), single::<V>(magic));
    let n = V::f32_to_bits(shifted) - V::I32::splat(magic.to_bits() as i32);
    let whole = shifted - single::<V>(magic);
    // ln 2 in two parts.
    let r = whole.mul_add(single::<V>(-0.693_359_4), clamped);
    let r = whole.mul_add(single::<V>(2.121_944_4e-4), r);
    let tail = polynomial::<V, V::F32, 6>(
        r,
        [0.5, 0.166_666_67, 0.041_666_463, 0.008_333_31, 0.001_393_367_4, 0.000_198_910_17],
    );
    let y = (r * r).mul_add(tail, r) + single::<V>(1.0);
    V::scaled(y, whole, n)
}

/// The natural logarithm, within 1 ulp: NaN of negative numbers, `-inf` of zeros.
#[cfg_attr(optimised, inline(always))]
pub fn ln<V: Isa>(x: V::F32) -> V::F32 {
    let (e, m) = split::<V>(x);
    let f = m - single::<V>(1.0);
    let s = f / (f + single::<V>(2.0));
    let z = s * s;
    let series =
        z * polynomial::<V, V::F32, 4>(z, [0.666_666_7, 0.400_001_23, 0.285_507_8, 0.233_316_14]);
    let half_square = single::<V>(0.5) * f * f;
    // ln 2 in two parts; small terms first.
    let low = s.mul_add(half_square + series, e * single::<V>(1.428_606_8e-6));
    let y = e.mul_add(single::<V>(0.693_145_75), (low - half_square) + f);
    let y = V::F32::select(x.eq(single::<V>(0.0)), single::<V>(f32::NEG_INFINITY), y);
    let y = V::F32::select(x.lt(single::<V>(0.0)), single::<V>(f32::NAN), y);
    V::F32::select(x.lt(single::<V>(f32::INFINITY)), y, x)
}

/// What `sin`, `cos` and `tan` start from: the sine and cosine of `x - n · π/2`, in `±π/4`, and
/// `n`.
struct Reduced<V: Isa> {
    sin: V::F64,
    cos: V::F64,
    quadrant: V::I32,
}

/// Meaningless beyond [`REDUCIBLE`].
#[cfg_attr(optimised, inline(always))]
fn reduce<V: Isa>(x: V::F32) -> Reduced<V> {
    let x = x.to_f64();
    // Adding 1.5 · 2⁵² rounds to the nearest integer.
    let magic = double::<V>(6755399441055744.0);
    let n = x.mul_add(double::<V>(std::f64::consts::FRAC_2_PI), magic) - magic;
    // π/2 in two parts.
    let r = n.mul_add(double::<V>(-1.5707963109016418), x);
    let r = n.mul_add(double::<V>(-1.5893254773528196e-8), r);
    let z = r * r;
    let sin = polynomial::<V, V::F64, 5>(
        z,
        [
            1.0,
            -0.16666666663853044,
            0.008333331873837089,
            -0.00019840086263755443,
            2.7249864655139585e-6,
        ],
    );
    let cos = polynomial::<V, V::F64, 6>(
        z,
        [
            1.0,
            -0.49999999999963857,
            0.041666666637372694,
            -0.0013888885089126252,
            2.479986150250612e-5,
            -2.7237076731325097e-7,
        ],
    );
    Reduced { sin: r * sin, cos, quadrant: n.to_f32().to_i32() }
}

/// `y`, with the lanes where `x` is too large for [`reduce`], or not finite, computed one by one.
#[cfg_attr(optimised, inline(always))]
fn patched<V: Isa>(x: V::F32, y: V::F32, slow: fn(f32) -> f32) -> V::F32 {
    let reducible = x.abs().le(single::<V>(REDUCIBLE));
    if reducible.all() {
        return y;
    }
    V::F32::select(reducible, y, V::F32::from_fn(|i| slow(x.lane(i))))
}

/// Whether a bit of the lanes is set.
#[cfg_attr(optimised, inline(always))]
fn has_bit<V: Isa>(x: V::I32, bit: i32) -> V::Mask {
    (x & V::I32::splat(bit)).ne(V::I32::splat(0))
}

/// The sine, of radians, within 1 ulp.
#[cfg_attr(optimised, inline(always))]
pub fn sin<V: Isa>(x: V::F32) -> V::F32 {
    let Reduced { sin, cos, quadrant } = reduce::<V>(x);
    let y = V::F64::select(has_bit::<V>(quadrant, 1), cos, sin).to_f32();
    let y = V::F32::select(has_bit::<V>(quadrant, 2), -y, y);
    patched::<V>(x, y, libm::sinf)
}

/// The cosine, of radians, within 1 ulp.
#[cfg_attr(optimised, inline(always))]
pub fn cos<V: Isa>(x: V::F32) -> V::F32 {
    let Reduced { sin, cos, quadrant } = reduce::<V>(x);
    let y = V::F64::select(has_bit::<V>(quadrant, 1), sin, cos).to_f32();
    let y = V::F32::select(has_bit::<V>(quadrant + V::I32::splat(1), 2), -y, y);
    patched::<V>(x, y, libm::cosf)
}

/// The tangent, of radians, within 1 ulp.
#[cfg_attr(optimised, inline(always))]
pub fn tan<V: Isa>(x: V::F32) -> V::F32 {
    let Reduced { sin, cos, quadrant } = reduce::<V>(x);
    let odd = has_bit::<V>(quadrant, 1);
    let y = V::F64::select(odd, -cos, sin) / V::F64::select(odd, sin, cos);
    patched::<V>(x, y.to_f32(), libm::tanf)
}

/// Each lane of `x` to the power of `y`, within 1 ulp; special cases as C's `pow`.
///
/// `pow(x, 0)` and `pow(1, y)` are 1 even for NaN; negative numbers have powers where `y` is an
/// integer, and NaN elsewhere.
#[cfg_attr(optimised, inline(always))]
pub fn pow<V: Isa>(x: V::F32, y: V::F32) -> V::F32 {
    let (zero, one) = (single::<V>(0.0), single::<V>(1.0));
    let infinity = single::<V>(f32::INFINITY);
    let size = x.abs();

    // log₂ of the size, from the series of artanh.
    let (e, m) = split::<V>(size);
    let m = m.to_f64();
    let s = (m - double::<V>(1.0)) / (m + double::<V>(1.0));
    let z = s * s;
    let series = polynomial::<V, V::F64, 7>(
        z,
        [
            1.0,
            0.3333333333333103,
            0.2000000000563177,
            0.14285712060110414,
            0.11111432124687459,
            0.09070053878305173,
            0.08311558292141735,
        ],
    );
    let log = double::<V>(2.8853900817779268).mul_add(s * series, e.to_f64());
    let log = V::F64::select(size.eq(zero), double::<V>(f64::NEG_INFINITY), log);
    let log = V::F64::select(size.eq(infinity), double::<V>(f64::INFINITY), log);

    // 2 to the power of `y` times that. Beyond these bounds the result is 0 or infinite anyway.
    let t = (y.to_f64() * log).max(double::<V>(-200.0)).min(double::<V>(200.0));
    let magic = double::<V>(6755399441055744.0);
    let n = (t + magic) - magic;
    let fraction = polynomial::<V, V::F64, 9>(
        t - n,
        [
            1.0,
            0.6931471805568274,
            0.24022650695888467,
            0.05550410906373737,
            0.009618129135269306,
            0.0013333478409865399,
            0.00015403475142315847,
            1.5303721130801367e-5,
            1.3250819664096275e-6,
        ],
    );
    let n = n.to_f32().to_i32();
    let half = n.shr_by(1);
    let scale = power_of_two::<V>(half).to_f64() * power_of_two::<V>(n - half).to_f64();
    let power = (fraction * scale).to_f32();

    let power = V::F32::select(size.eq(one), one, power);
    let integer = is_whole::<V>(y);
    let odd = integer & !is_whole::<V>(y * single::<V>(0.5));
    let negative = V::f32_to_bits(x).lt(V::I32::splat(0));
    let power = V::F32::select(negative & odd, -power, power);
    let undefined = x.lt(zero) & size.lt(infinity) & !integer;
    let power = V::F32::select(undefined, single::<V>(f32::NAN), power);
    let power = V::F32::select(x.ne(x) | y.ne(y), x + y, power);
    V::F32::select(x.eq(one) | y.eq(zero), one, power)
}

/// Whether a lane is an integer; infinities count as (even) integers.
#[cfg_attr(optimised, inline(always))]
fn is_whole<V: Isa>(x: V::F32) -> V::Mask {
    x.trunc().eq(x)
}

/// The angle of the point `(x, y)`, in radians, in `-π..=π`, within 1 ulp; special cases as C's
/// `atan2`.
#[cfg_attr(optimised, inline(always))]
pub fn atan2<V: Isa>(y: V::F32, x: V::F32) -> V::F32 {
    let sign = V::I32::splat(i32::MIN);
    let (wide, high) = (x.abs(), y.abs());
    let (short, long) = (wide.min(high), wide.max(high));

    // The angle to the nearer axis, at most π/4; equal sides may both be zero or infinite.
    let ratio = short.to_f64() / long.to_f64();
    let ratio = V::F64::select(short.eq(long), double::<V>(1.0), ratio);
    let ratio = V::F64::select(long.eq(single::<V>(0.0)), double::<V>(0.0), ratio);
    let series = polynomial::<V, V::F64, 12>(
        ratio * ratio,
        [
            1.0,
            -0.33333333293301176,
            0.19999990275947271,
            -0.14285317963907304,
            0.1110470678864422,
            -0.09036742342070782,
            0.0741749696430051,
            -0.05760716083128117,
            0.038327445983064846,
            -0.019261081322765883,
            0.00620725453378005,
            -0.0009362994719496015,
        ],
    );
    let angle = ratio * series;
    let angle =
        V::F64::select(high.gt(wide), double::<V>(std::f64::consts::FRAC_PI_2) - angle, angle);
    let left = V::f32_to_bits(x).lt(V::I32::splat(0));
    let angle = V::F64::select(left, double::<V>(std::f64::consts::PI) - angle, angle);

    let bits = V::f32_to_bits(angle.to_f32()) | (V::f32_to_bits(y) & sign);
    V::F32::select(x.ne(x) | y.ne(y), x + y, V::f32_from_bits(bits))
}
