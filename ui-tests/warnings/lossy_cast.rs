//! Casts that lose every value.

pipeline::pipeline! {
    fn lost(img: [u8; n]) -> (bright, dark)
    where n ~ 640
    {
        bright(x) = (img(x) as i32 + 300) as u8;
        dark(x) = (img(x) as f32 / 256.0) as i32;
    }
}

pipeline::pipeline! {
    fn kept(img: [u8; n]) -> (bright, dark)
    where n ~ 640
    {
        bright(x) = (img(x) as i32 + 100) as u8;
        dark(x) = (img(x) as f32 / 255.0) as i32;
    }
}

pipeline::pipeline! {
    #[allow(lossy_cast)]
    fn meant(img: [u8; n]) -> bright
    where n ~ 640
    {
        bright(x) = (img(x) as i32 + 300) as u8;
    }
}
