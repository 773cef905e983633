//! A lint that is denied, and one that there is not.

pipeline::pipeline! {
    #[deny(narrow_sum)]
    #[allow(missing_estimates)]
    fn broken(img: [u8; n]) -> out
    where n ~ 640
    {
        out(x) = img(x) + img(x + 1);
    }
}
