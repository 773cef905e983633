//! Four generations of Conway's game of life on a torus, whose first row is below its last one:
//! with the border `repeat`, the first and the last rank are neighbours.

harness::variants! {
    /// The cells that are alive after four generations.
    pub fn life(cells: [u8 in 0..=1; rows, cols]) -> alive[GENERATIONS]
    where rows ~ 4096, cols ~ 4096
    {
        const GENERATIONS = 4;
        alive[0](y, x) = cells(y, x);
        for k in 1..=GENERATIONS {
            border alive[k - 1] = repeat;
            around[k](y, x) = sum(dy in -1..=1, dx in -1..=1; alive[k - 1](y + dy, x + dx));
            alive[k](y, x) =
                (around[k](y, x) == 3 || around[k](y, x) == 4 && alive[k - 1](y, x) == 1) as u8;
        }
    }
}
