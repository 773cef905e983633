//! Nothing here: see `benches/`.
