//! Stages that read themselves where nothing is yet.

pipeline::pipeline! {
    fn broken(a: [f32; rows, cols]) -> (sat, both, here, edge, mixed, gathered) {
        sat(y, x) = sat(y - 1, x) + a(y, x);
        border both = constant(0.0);
        both(y, x) = a(y, x) + both(y, x - 1) + both(y, x + 1);
        here(y, x) = a(y, x) + here(y, x);
        border edge = clamp;
        edge(y, x) = a(y, x) + edge(y - 1, x);
        border mixed = constant(0.0);
        mixed(y, x) = a(y, x) + mixed(y - 1, x + 1) + mixed(y + 1, x - 1);
        border gathered = constant(0.0);
        gathered(y, x) = a(y, x) + gathered(y, a(y, x) as i32);
    }
}
