//! A blur on all ranks of an MPI program.

use pipeline::pipeline;
use pipeline::ranks::Communicator;
use pipeline_mpi::Mpi;

pipeline! {
    #[distribute(y)]
    #[allow(narrow_sum)]
    fn blur(img: [u16; rows, cols]) -> down
    where rows ~ 6000, cols ~ 8000
    {
        across(y, x) = (img(y, x) + img(y, x + 1) + img(y, x + 2)) / 3;
        down(y, x) = (across(y, x) + across(y + 1, x) + across(y + 2, x)) / 3;
    }
}

fn main() -> pipeline::Result<()> {
    let mpi = Mpi::start()?;
    let mut img = blur::inputs(&mpi, [601, 800])?;
    img.fill(|[y, x]| (y * 31 + x * 7) as u16 % 1009);
    let out = blur::on(&mpi, &mut img)?;
    println!("rank {} of {}: rows {:?}", mpi.rank(), mpi.size(), out.owned()[0]);
    if let Some(image) = out.gather(&mpi, 0)? {
        let whole = pipeline::Image::from_fn([601, 800], |[y, x]| (y * 31 + x * 7) as u16 % 1009);
        assert_eq!(image, blur(&whole)?);
        println!("the result is that of one process");
    }
    Ok(())
}
