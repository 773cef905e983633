pipeline::pipeline! {
    fn p(img: [u32; n]) -> out where n ~ 100 {
        out(x) = img.at(x) + img.len();
    }
}
