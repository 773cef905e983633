//! A machine that is not known, and figures that are none.

pipeline::pipeline! {
    #[machine(haswel)]
    fn unknown(img: [f32; n]) -> out { out(x) = img(x); }
}

pipeline::pipeline! {
    #[machine(zen3, l1 = "32KB", l4 = "64MiB", cores = "many", cores = 2)]
    fn unreadable(img: [f32; n]) -> out { out(x) = img(x); }
}

pipeline::pipeline! {
    #[machine(zen3, l1 = "1MiB", cores = 0, lanes = 12)]
    fn nonsense(img: [f32; n]) -> out { out(x) = img(x); }
}

pipeline::pipeline! {
    #[machine(zen3, memory = 0, launch = "15us", task = 30)]
    fn rates(img: [f32; n]) -> out { out(x) = img(x); }
}

pipeline::pipeline! {
    #[machine(zen3, memory = 0, operations = 1e12)]
    fn no_rates(img: [f32; n]) -> out { out(x) = img(x); }
}
