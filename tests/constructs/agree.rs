//! One pipeline, every way to call it.

/// Runs a pipeline in every way there is, asserts that the results agree bit for bit, and gives
/// the result. The names after the `;` are needed where there are several outputs.
macro_rules! agree {
    ($f:ident($($arg:expr),* $(,)?)) => { $crate::agree::agree!($f($($arg),*); only) };
    ($f:ident($($arg:expr),* $(,)?); $($out:ident),+) => {{
        let fast = $f($($arg),*).unwrap_or_else(|e| panic!("{}: {e}", stringify!($f)));
        let slow = $f::reference($($arg),*).expect("the reference accepts what the pipeline does");
        $crate::common::Same::assert_same(&fast, &slow, concat!(stringify!($f), "::reference"));
        for set in pipeline::__rt::InstructionSet::available() {
            let alone = pipeline::__rt::on(*set, || pipeline::serially(|| $f($($arg),*)));
            let what = format!("{}, serially on {set:?}", stringify!($f));
            $crate::common::Same::assert_same(&fast, &alone.expect("serially as well"), &what);
        }
        for layout in $crate::common::Layout::ALL {
            #[allow(unused_parens)]
            let ($($out),+) = &fast;
            $(let mut $out = $crate::common::Framed::like($out, layout);)+
            $f::into($($arg,)* $(&mut $out.view_mut()),+).expect("into accepts it as well");
            $($out.assert_written(concat!(stringify!($f), "::into"));)+
        }
        fast
    }};
}
pub(crate) use agree;
