//! Applications whose inner loops a test looks at, compiled here as users get them.

use harness::{Application, From, Job};

#[path = "../../../examples/apps/blur/src/lib.rs"]
mod blur;
#[path = "../../../examples/apps/camera_pipeline/src/lib.rs"]
mod camera_pipeline;
#[path = "../../../examples/apps/enhance/src/lib.rs"]
mod enhance;
#[path = "../../../examples/apps/harris/src/lib.rs"]
mod harris;
#[path = "../../../examples/apps/harris_hipacc/src/lib.rs"]
mod harris_hipacc;
#[path = "../../../examples/apps/resize/src/lib.rs"]
mod resize;
#[path = "../../../examples/apps/shi_tomasi/src/lib.rs"]
mod shi_tomasi;
#[path = "../../../examples/apps/sobel/src/lib.rs"]
mod sobel;
#[path = "../../../examples/apps/transpose/src/lib.rs"]
mod transpose;
#[path = "../../../examples/apps/unsharp_hipacc/src/lib.rs"]
mod unsharp_hipacc;
#[path = "../../../examples/apps/unsharp_mask/src/lib.rs"]
mod unsharp_mask;

/// Runs each once, at its small size.
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let apps: [Box<dyn Application>; 11] = [
        blur::app(),
        camera_pipeline::app(),
        enhance::app(),
        harris::app(),
        harris_hipacc::app(),
        resize::app(),
        shi_tomasi::app(),
        sobel::app(),
        transpose::app(),
        unsharp_hipacc::app(),
        unsharp_mask::app(),
    ];
    for app in apps {
        let job = Job {
            from: From::Made { size: app.about().small.parse()?, seed: 0 },
            out: None,
            threads: Some(1),
            instructions: None,
            runs: 1,
            variant: "default".into(),
            check: None,
            nests: false,
        };
        let outcome = app.run(&job, &mut |_| {})?;
        println!("{}: {:?}", app.about().name, outcome.difference);
    }
    Ok(())
}
