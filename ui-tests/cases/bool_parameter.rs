//! Parameters of bools.

pipeline::pipeline! {
    fn broken(img: [bool; n], flag: bool) -> out {
        out(x) = 1;
    }
}
