pipeline::pipeline! {
    fn p(a: [u8; n], b: [u8; n], c: [u8; n]) -> out where n ~ 100 {
        border a = reflect;
        border b = zero;
        border c = edge;
        out(x) = a(x - 1) + b(x + 1) + c(x + 2);
    }
}
