//! Something else than a pipeline.

pipeline::pipeline! {
    struct Broken;
}
