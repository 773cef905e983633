//! Pipelines in a crate that depends on the façade by another name, `px`.

use px::{Image, pipeline};

pipeline! {
    /// Sums of neighbours; before the line stands its first point once more.
    pub fn doubled(line: [f32; n]) -> (out, first)
    where n ~ 1000
    {
        border line = clamp;
        out(x) in [0..n] = line(x) + line(x - 1);
        first(x) in [0..1] = line(x);
    }
}

px::pipeline! {
    /// The larger one of two neighbours.
    pub fn larger<T: u8, f32>(line: [T; n]) -> out
    where n ~ 1000
    {
        out(x) = max(line(x), line(x + 1));
    }
}

/// The façade as another crate hands it on.
pub mod handed_on {
    pub use px as images;
}

handed_on::images::pipeline! {
    /// How often each value occurs.
    pub fn histogram(line: [u8; n]) -> counts
    where n ~ 1000
    {
        counts(b) in [0..256]: u32 = 0;
        counts(line(x)) += 1 for x in [0..n];
    }
}

/// All of them, and one inside a function.
///
/// # Errors
/// If memory runs out.
pub fn together() -> px::Result<(f32, u8, u32)> {
    px::pipeline! {
        fn halved(line: [f32; n]) -> out where n ~ 1000 { out(x) = line(x) / 2.0; }
    }
    let line = halved(&Image::from_fn([3], |[x]| x as f32))?;
    let bytes = Image::from_fn([3], |[x]| x as u8);
    let (sums, _) = doubled(&line)?;
    Ok((sums[[2]], larger(&bytes)?[[1]], histogram(&bytes)?[[2]]))
}

#[cfg(test)]
mod tests {
    use super::{Image, doubled, histogram, larger, together};

    #[test]
    fn they_compute() {
        assert_eq!(together().expect("enough memory"), (1.5, 2, 1));
    }

    #[test]
    fn so_does_everything_beside_them() {
        let line = Image::from_fn([4], |[x]| x as f32);
        let reference = doubled::reference(&line).expect("enough memory");
        assert!(doubled(&line).expect("enough memory") == reference);
        let mut out = Image::new([3], 0.0);
        larger::into(&line, &mut out).expect("enough memory");
        assert_eq!(out.as_slice(), [1.0, 2.0, 3.0]);
        assert!(larger::plan::<u8>().text().starts_with("Plan of larger"));
        assert!(histogram::stages().contains("stage counts"));
    }
}
