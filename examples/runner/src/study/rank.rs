//! Correlations of ranks.

/// Spearman's rank correlation of two series of the same length; none if one of them is constant.
pub fn correlation(a: &[f64], b: &[f64]) -> Option<f64> {
    let mean = (a.len() as f64 - 1.0) / 2.0;
    let (a, b) = (ranks(a), ranks(b));
    let product = |a: &[f64], b: &[f64]| -> f64 {
        a.iter().zip(b).map(|(a, b)| (a - mean) * (b - mean)).sum()
    };
    let length = (product(&a, &a) * product(&b, &b)).sqrt();
    (length > 0.0).then(|| product(&a, &b) / length)
}

/// The place of each value in their order, from 0; equal ones share the middle of theirs.
fn ranks(values: &[f64]) -> Vec<f64> {
    let below = |v: f64| values.iter().filter(|other| **other < v).count() as f64;
    let equal = |v: f64| values.iter().filter(|other| **other == v).count() as f64;
    values.iter().map(|v| below(*v) + (equal(*v) - 1.0) / 2.0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_order_counts() {
        assert_eq!(correlation(&[1.0, 10.0, 3.0], &[0.1, 0.3, 0.2]), Some(1.0));
        assert_eq!(correlation(&[1.0, 10.0, 3.0], &[-1.0, -9.0, -2.0]), Some(-1.0));
        assert_eq!(correlation(&[1.0, 1.0], &[1.0, 2.0]), None);
        assert_eq!(correlation(&[], &[]), None);
        assert_eq!(ranks(&[3.0, 1.0, 3.0]), [1.5, 0.0, 1.5]);
    }
}
