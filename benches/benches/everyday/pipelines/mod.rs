//! The pipelines, each as the language reference would have it: the algorithm and nothing else.

pub mod colours;
pub mod edges;
pub mod mosaic;
pub mod order;
pub mod points;
pub mod sizes;
pub mod smooth;
