//! Levels of lints on a block and around it.

pipeline::pipeline! {
    #[expect(narrow_sum, lossy_cast)]
    fn expected(img: [u8; n]) -> out
    where n ~ 640
    {
        out(x) = img(x) + 1;
    }
}

/// To rustc a warning is a deprecation, which a module can allow.
#[allow(deprecated)]
mod quiet {
    pipeline::pipeline! {
        fn blur(img: [u8; n]) -> out {
            out(x) = sum(d in -1..=1; img(x + d)) / 3;
        }
    }
}
