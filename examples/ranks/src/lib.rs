//! Applications on many ranks: the blocks of `examples/apps`, each with one more line, such as
//! `#[distribute(y)]`, which the build script adds.

use pipeline::ranks::{Communicator, Network, Traffic};
use pipeline::{Element, Error, Image, Result};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The bits of an image.
fn bytes<T: Element, const R: usize>(image: &Image<T, R>) -> Vec<u8> {
    let mut text = String::new();
    for point in image.as_slice() {
        // Floats to the bit, integers as they print.
        write!(text, "{point:?} ").expect("a text grows");
    }
    text.into_bytes()
}

/// A number that follows from an input and an index, the same on every rank.
fn mixed(input: u64, index: &[usize]) -> u64 {
    let mix = |m: u64, i: u64| (m ^ i).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(31);
    index.iter().fold(mix(input + 1, 7), |m, i| mix(m, *i as u64))
}

/// An element from 0 to 1.
fn real(input: u64, index: &[usize]) -> f64 {
    (mixed(input, index) >> 40) as f64 / (1u64 << 24) as f64
}

/// An element from one integer to another.
fn whole_number(input: u64, index: &[usize], lo: i64, hi: i64) -> i64 {
    lo + (mixed(input, index) >> 20) as i64 % (hi - lo + 1)
}

/// How the files of an application are called: `APP_in_NAME.npy`, `APP_out_NAME.npy`.
#[derive(Clone, Copy, Debug)]
pub struct Naming<'n> {
    /// Their folder.
    pub folder: &'n Path,
    /// The application.
    pub app: &'n str,
}

fn named(of: &Naming<'_>, way: &str, name: &str) -> PathBuf {
    of.folder.join(format!("{}_{way}_{name}.npy", of.app))
}

/// The shape of the array in a file, of the rank that is expected.
fn shape<const R: usize>(path: impl AsRef<Path>) -> Result<[usize; R]> {
    let path = path.as_ref();
    let found = pipeline::io::npy_shape(path)?;
    found.as_slice().try_into().map_err(|_| Error::Decode {
        path: path.into(),
        message: format!("{R} dimensions are expected, not {}", found.len()),
    })
}

/// An application, distributed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Application {
    /// Its name.
    pub name: &'static str,
    /// Along which variables.
    pub along: &'static str,
    /// The names of its sizes.
    pub sizes: &'static [&'static str],
    number: usize,
}

macro_rules! applications {
    ($($module:ident = $name:literal $along:literal $sizes:tt,)*) => {
        /// All applications.
        pub fn applications() -> Vec<Application> {
            let mut all: Vec<Application> = Vec::new();
            $(
                let number = all.len();
                all.push(Application { name: $name, along: $along, sizes: &$sizes, number });
            )*
            all
        }

        impl Application {
            /// The results on ranks, on the first of them. All ranks call it.
            ///
            /// # Errors
            /// Those of the pipeline.
            pub fn on<C: Communicator>(
                &self,
                comm: &C,
                sizes: &[i64],
            ) -> Result<Option<Vec<Vec<u8>>>> {
                let functions = [$($module::on_ranks::<C>),*];
                functions[self.number](comm, sizes)
            }

            /// Runs it on the files of a folder, of which each rank reads its parts, and writes the
            /// results to another one. All ranks call it.
            ///
            /// # Errors
            /// Those of the pipeline, and of the files.
            pub fn on_files<C: Communicator>(
                &self,
                comm: &C,
                from: &Path,
                to: &Path,
            ) -> Result<()> {
                let functions = [$($module::on_files::<C>),*];
                let naming = |folder| Naming { folder, app: self.name };
                functions[self.number](comm, &naming(from), &naming(to))
            }

            /// Writes files for it, with the inputs that the other functions make up.
            ///
            /// # Errors
            /// Those of the files.
            pub fn make_files(&self, sizes: &[i64], folder: &Path) -> Result<()> {
                let functions = [$($module::make_files),*];
                functions[self.number](sizes, &Naming { folder, app: self.name })
            }

            /// The messages between so many ranks on such a network, without results being
            /// gathered.
            ///
            /// # Errors
            /// Those of the pipeline.
            pub fn traffic(
                &self,
                ranks: usize,
                network: Network,
                sizes: &[i64],
            ) -> Result<Vec<Traffic>> {
                let functions = [$($module::traffic),*];
                functions[self.number](ranks, network, sizes)
            }

            /// The results of one machine.
            ///
            /// # Errors
            /// Those of the pipeline.
            pub fn whole(&self, sizes: &[i64]) -> Result<Vec<Vec<u8>>> {
                let functions = [$($module::whole),*];
                functions[self.number](sizes)
            }

            /// The results of the reference evaluator.
            ///
            /// # Errors
            /// Those of the pipeline.
            pub fn reference(&self, sizes: &[i64]) -> Result<Vec<Vec<u8>>> {
                let functions = [$($module::reference),*];
                functions[self.number](sizes)
            }
        }
    };
}

include!(concat!(env!("OUT_DIR"), "/applications.rs"));

impl Application {
    /// Some sizes that it can have: odd and prime where nothing says otherwise, larger ones where
    /// it has many levels.
    pub fn some_sizes(&self) -> Vec<Vec<i64>> {
        match self.name {
            "bilateral_grid" => vec![vec![40, 56], vec![136, 72]],
            "camera_pipeline" => vec![vec![86, 94], vec![138, 110]],
            "local_laplacian" => vec![vec![131, 137]],
            "multigrid_2d_v_4_4_4" => vec![vec![3], vec![15]],
            "multiscale_interpolate" => vec![vec![521, 523]],
            "pyramid_blending" => vec![vec![40, 56], vec![136, 72]],
            "wavelet" => vec![vec![38, 58], vec![134, 62]],
            _ => vec![vec![7, 11], vec![61, 67], vec![131, 37]],
        }
    }
}
