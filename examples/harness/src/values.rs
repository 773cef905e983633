//! The inputs and the outputs of an application: tuples of values, each with a name.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use pipeline::Image;

use crate::value::{Number, Output, Value};

/// All inputs of an application.
pub trait Values: Sized + Send + Sync {
    /// Reads `APP_in_NAME.npy` for each name.
    ///
    /// # Errors
    /// If a file is missing or holds something else than this input.
    fn load(folder: &Path, app: &str, names: &[&str]) -> Result<Self>;

    /// Writes these files.
    ///
    /// # Errors
    /// If a file cannot be written.
    fn save(&self, folder: &Path, app: &str, names: &[&str]) -> Result<()>;
}

macro_rules! values {
    ($($($V:ident $i:tt),*;)*) => {$(
        impl<$($V: Value),*> Values for ($($V,)*) {
            fn load(folder: &Path, app: &str, names: &[&str]) -> Result<Self> {
                let path = |i: usize| folder.join(format!("{app}_in_{}.npy", names[i]));
                Ok(($($V::load(&path($i)).with_context(|| format!("input `{}`", names[$i]))?,)*))
            }

            fn save(&self, folder: &Path, app: &str, names: &[&str]) -> Result<()> {
                let path = |i: usize| folder.join(format!("{app}_in_{}.npy", names[i]));
                $(Value::save(&self.$i, &path($i)).with_context(|| format!("input `{}`", names[$i]))?;)*
                Ok(())
            }
        }
    )*};
}

values! {
    A 0;
    A 0, B 1;
    A 0, B 1, C 2;
    A 0, B 1, C 2, D 3;
    A 0, B 1, C 2, D 3, E 4;
    A 0, B 1, C 2, D 3, E 4, F 5;
}

/// All results of an application, as the pipeline returns them.
pub trait Outputs: Sized + Send + Sync {
    /// Writes `APP_out_NAME.npy` for each name and returns the paths.
    ///
    /// # Errors
    /// If a file cannot be written.
    fn save(&self, folder: &Path, app: &str, names: &[&str]) -> Result<Vec<PathBuf>>;

    /// How many numbers the first result holds.
    fn count(&self) -> usize;

    /// The extents of the first result, outermost first.
    fn shape(&self) -> Vec<usize>;

    /// As [`Output::difference`], the largest of all results.
    fn difference(&self, other: &Self) -> f64;

    /// As [`Output::same_bits`], of all results.
    fn same_bits(&self, other: &Self) -> bool;
}

fn save(output: &impl Output, folder: &Path, app: &str, name: &str) -> Result<PathBuf> {
    let path = folder.join(format!("{app}_out_{name}.npy"));
    output.save(&path).with_context(|| format!("output `{name}`"))?;
    Ok(path)
}

impl<T: Number, const R: usize> Outputs for Image<T, R> {
    fn save(&self, folder: &Path, app: &str, names: &[&str]) -> Result<Vec<PathBuf>> {
        Ok(vec![save(self, folder, app, names[0])?])
    }

    fn count(&self) -> usize {
        Output::count(self)
    }

    fn shape(&self) -> Vec<usize> {
        Output::extents(self)
    }

    fn difference(&self, other: &Self) -> f64 {
        Output::difference(self, other)
    }

    fn same_bits(&self, other: &Self) -> bool {
        Output::same_bits(self, other)
    }
}

impl<A: Output, B: Output> Outputs for (A, B) {
    fn save(&self, folder: &Path, app: &str, names: &[&str]) -> Result<Vec<PathBuf>> {
        Ok(vec![save(&self.0, folder, app, names[0])?, save(&self.1, folder, app, names[1])?])
    }

    fn count(&self) -> usize {
        self.0.count()
    }

    fn shape(&self) -> Vec<usize> {
        self.0.extents()
    }

    fn difference(&self, other: &Self) -> f64 {
        self.0.difference(&other.0).max(self.1.difference(&other.1))
    }

    fn same_bits(&self, other: &Self) -> bool {
        self.0.same_bits(&other.0) && self.1.same_bits(&other.1)
    }
}
