//! Files: round trips, and errors for everything that is not one.
#![cfg(all(feature = "image", feature = "npy"))]

use std::fs;
use std::path::PathBuf;

use pipeline_runtime::io::*;
use pipeline_runtime::{Element, Error, Image};
use tempfile::TempDir;

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

fn written(folder: &TempDir, name: &str, bytes: &[u8]) -> PathBuf {
    let path = folder.path().join(name);
    fs::write(&path, bytes).unwrap();
    path
}

/// An `.npy` file, version 1.0.
fn npy(header: &str, data: &[u8]) -> Vec<u8> {
    let header = format!("{header:<117}\n");
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((header.len() as u16).to_le_bytes());
    bytes.extend(header.as_bytes());
    bytes.extend(data);
    bytes
}

#[test]
fn png_keeps_8_and_16_bits() {
    let folder = folder();
    let path = folder.path().join("picture.png");
    let grey = Image::<u8, 2>::from_fn([5, 7], |[y, x]| (y * 40 + x) as u8);
    save(&path, &grey).unwrap();
    assert_eq!(load_grey::<u8>(&path).unwrap(), grey);
    let rgb = Image::<u16, 3>::from_fn([5, 7, 3], |[y, x, c]| (y * 9000 + x * 30 + c) as u16);
    save(&path, &rgb).unwrap();
    assert_eq!(load_rgb::<u16>(&path).unwrap(), rgb);
    assert_eq!(load::<u16, 3>(&path).unwrap(), rgb);
    let grey = Image::<u16, 2>::from_fn([5, 7], |[y, x]| (y * 9000 + x) as u16);
    save(&path, &grey.view().permute([1, 0])).unwrap();
    assert_eq!(load_grey::<u16>(&path).unwrap(), grey.view().permute([1, 0]).to_image());
    let rgb = Image::<u8, 3>::from_fn([2, 2, 3], |[y, x, c]| (y * 100 + x * 50 + c) as u8);
    save(&path, &rgb).unwrap();
    assert_eq!(load_rgb::<u8>(&path).unwrap(), rgb);
    let alpha = Image::<u8, 3>::new([2, 2, 4], 200);
    save(&path, &alpha).unwrap();
    assert_eq!(load_rgb::<u8>(&path).unwrap(), Image::new([2, 2, 3], 200));
}

#[test]
fn floats_are_scaled_and_clamped() {
    let folder = folder();
    let path = folder.path().join("picture.PNG");
    let values = vec![0.0, 1.0, 0.5, -3.0, 7.0, f32::NAN, f32::INFINITY, 1.0 / 255.0];
    save(&path, &Image::from_vec(values, [2, 4]).unwrap()).unwrap();
    let bytes = load_grey::<u8>(&path).unwrap();
    assert_eq!(bytes.as_slice(), [0, 255, 128, 0, 255, 0, 255, 1]);
    let floats = load_grey::<f32>(&path).unwrap();
    assert_eq!(floats[[0, 1]], 1.0);
    assert!((floats[[0, 2]] - 128.0 / 255.0).abs() < 1e-6);
    assert_eq!(load_rgb::<f64>(&path).unwrap().shape(), [2, 4, 3]);
}

#[test]
fn jpeg_is_close() {
    let folder = folder();
    let path = folder.path().join("picture.jpg");
    let flat = Image::<u16, 2>::new([16, 16], 0x8080);
    save(&path, &flat).unwrap();
    let back = load_grey::<u8>(&path).unwrap();
    assert!(back.as_slice().iter().all(|x| x.abs_diff(0x80) <= 2));
    save(&path, &Image::<f32, 3>::new([8, 8, 3], 0.25)).unwrap();
    assert!(load_rgb::<u8>(&path).unwrap().as_slice().iter().all(|x| x.abs_diff(64) <= 3));
}

#[test]
fn pictures_refuse_what_they_cannot_hold() {
    let folder = folder();
    let png = folder.path().join("picture.png");
    let refused = |result: pipeline_runtime::Result<()>| {
        assert!(matches!(result.unwrap_err(), Error::Encode { .. }));
    };
    refused(save(&png, &Image::<i32, 2>::new([2, 2], 0)));
    refused(save(&png, &Image::<u8, 1>::new([2], 0)));
    refused(save(&png, &Image::<u8, 3>::new([2, 2, 5], 0)));
    refused(save(&png, &Image::<u8, 2>::new([0, 2], 0)));
    refused(save(folder.path().join("a.jpg"), &Image::<u8, 3>::new([2, 2, 4], 0)));
    save(&png, &Image::<u8, 2>::new([2, 2], 0)).unwrap();
    assert!(matches!(load::<i16, 2>(&png), Err(Error::Decode { .. })));
    assert!(matches!(load::<u8, 1>(&png), Err(Error::Decode { .. })));
    assert!(matches!(load::<u8, 4>(&png), Err(Error::Decode { .. })));
}

#[test]
fn missing_truncated_and_garbage_files_are_errors_with_their_path() {
    let folder = folder();
    let missing = folder.path().join("missing.png");
    let error = load_grey::<u8>(&missing).unwrap_err();
    assert!(matches!(error, Error::Io { .. }) && error.to_string().contains("missing.png"));
    assert!(matches!(load_npy::<u8, 2>(&missing), Err(Error::Io { .. })));
    let nowhere = folder.path().join("none").join("a.png");
    assert!(matches!(save(&nowhere, &Image::<u8, 2>::new([1, 1], 0)), Err(Error::Io { .. })));
    assert!(matches!(save_npy(&nowhere, &Image::<u8, 2>::new([1, 1], 0)), Err(Error::Io { .. })));

    for name in ["garbage.png", "garbage.jpg", "garbage.npy"] {
        for bytes in
            [&b""[..], b"not an image at all", &[0x93, b'N', b'U', b'M', b'P', b'Y'], &[255; 300]]
        {
            let path = written(&folder, name, bytes);
            let error = load::<u8, 2>(&path).unwrap_err();
            assert!(matches!(error, Error::Decode { .. }), "{name}: {error}");
            assert!(error.to_string().contains(name));
        }
    }

    for name in ["whole.png", "whole.jpg", "whole.npy"] {
        let path = folder.path().join(name);
        let noise = |[y, x]: [usize; 2]| (y * 31 + x * 17) as u8;
        save(&path, &Image::<u8, 2>::from_fn([40, 40], noise)).unwrap();
        let bytes = fs::read(&path).unwrap();
        for keep in [10, 60, bytes.len() / 2, bytes.len() - 20] {
            let path = written(&folder, name, &bytes[..keep]);
            assert!(matches!(load::<u8, 2>(&path), Err(Error::Decode { .. })), "{name} to {keep}");
        }
    }
}

#[test]
fn a_jpeg_file_ends_at_its_own_end_marker() {
    let folder = folder();
    let path = folder.path().join("whole.jpg");
    save(&path, &Image::<u8, 2>::from_fn([40, 40], |[y, x]| (y * 31 + x * 17) as u8)).unwrap();
    let bytes = fs::read(&path).unwrap();
    let whole = load_grey::<u8>(&path).unwrap();
    let message = "the file is cut off: a JPEG picture without its end";
    for keep in 2..bytes.len() {
        let error = load_grey::<u8>(written(&folder, "cut.jpg", &bytes[..keep])).unwrap_err();
        assert!(error.to_string().ends_with(message), "to {keep}: {error}");
    }
    // What follows does not matter, and a thumbnail is a picture with an end of its own.
    let path = written(&folder, "longer.jpg", &[&bytes[..], b"and more"].concat());
    assert_eq!(load_grey::<u8>(path).unwrap(), whole);
    let thumbnail = [0xff, 0xd8, 0xff, 0xd9];
    let segment = [&[0xff, 0xd8, 0xff, 0xe2, 0, 6][..], &thumbnail].concat();
    let with_thumbnail = [&segment[..], &bytes[2..]].concat();
    let path = written(&folder, "thumbnail.jpg", &with_thumbnail);
    assert_eq!(load_grey::<u8>(path).unwrap(), whole);
    let cut = &with_thumbnail[..with_thumbnail.len() - 9];
    assert!(load_grey::<u8>(written(&folder, "cut.jpg", cut)).is_err());
}

#[test]
fn unknown_extensions_name_the_known_ones() {
    let error = load::<u8, 2>("picture.bmp").unwrap_err();
    let message = "picture.bmp: unknown extension; what works here: .png, .jpg, .jpeg, .npy";
    assert_eq!(error.to_string(), message);
    assert!(matches!(
        save("picture", &Image::<u8, 2>::new([1, 1], 0)),
        Err(Error::UnknownExtension { .. })
    ));
}

#[test]
fn npy_keeps_every_type_and_rank() {
    fn check<T: Sample>(name: &str) {
        let folder = folder();
        let path = folder.path().join("array.npy");
        let values = |i: usize| T::from_i64(i as i64 * 77 - 30);
        let image = Image::<T, 4>::from_fn([2, 3, 1, 4], |[a, b, _, d]| values(a * 12 + b * 4 + d));
        save(&path, &image).unwrap();
        assert_eq!(load_npy::<T, 4>(&path).unwrap(), image);
        let image = Image::<T, 1>::from_fn([9], |[i]| values(i));
        save_npy(&path, &image.view().flip(0)).unwrap();
        assert_eq!(load::<T, 1>(&path).unwrap(), image.view().flip(0).to_image());
        let error = load_npy::<T, 2>(&path).unwrap_err().to_string();
        let wanted = format!("expected {name} in 2 dimensions, found {name} in 1 dimensions");
        assert!(error.ends_with(&wanted), "{error}");
        save_npy(&path, &Image::<T, 2>::new([3, 0], T::ZERO)).unwrap();
        assert_eq!(load_npy::<T, 2>(&path).unwrap().shape(), [3, 0]);
    }
    check::<u8>("u8");
    check::<i8>("i8");
    check::<u16>("u16");
    check::<i16>("i16");
    check::<u32>("u32");
    check::<i32>("i32");
    check::<f32>("f32");
    check::<f64>("f64");
}

#[test]
fn npy_understands_either_order() {
    let folder = folder();
    let header = "{'descr': '<i2', 'fortran_order': True, 'shape': (2, 3), }";
    let data: Vec<u8> = [1i16, 4, 2, 5, 3, 6].iter().flat_map(|x| x.to_le_bytes()).collect();
    let path = written(&folder, "fortran.npy", &npy(header, &data));
    assert_eq!(load_npy::<i16, 2>(&path).unwrap().as_slice(), [1, 2, 3, 4, 5, 6]);

    let header = "{'descr': '>f4', 'fortran_order': False, 'shape': (2,), }";
    let data: Vec<u8> = [1.5f32, -2.0].iter().flat_map(|x| x.to_be_bytes()).collect();
    let path = written(&folder, "big.npy", &npy(header, &data));
    assert_eq!(load_npy::<f32, 1>(&path).unwrap().as_slice(), [1.5, -2.0]);
}

#[test]
fn npy_scalars_have_no_dimensions() {
    let folder = folder();
    let header = "{'descr': '<f8', 'fortran_order': False, 'shape': (), }";
    let path = written(&folder, "scalar.npy", &npy(header, &2.5f64.to_le_bytes()));
    assert_eq!(load_npy_scalar::<f64>(&path).unwrap(), 2.5);
    save_npy_scalar(&path, 1.25f64).unwrap();
    assert_eq!(load_npy_scalar::<f64>(&path).unwrap(), 1.25);
    assert!(matches!(load_npy_scalar::<f32>(&path), Err(Error::UnsupportedArray { .. })));
    assert!(matches!(load_npy::<f64, 1>(&path), Err(Error::UnsupportedArray { .. })));
    let path = written(&folder, "empty.npy", &npy(header, &[]));
    assert!(matches!(load_npy_scalar::<f64>(&path), Err(Error::Decode { .. })));
}

#[test]
fn npy_headers_are_not_trusted() {
    let folder = folder();
    for shape in ["(4611686018427387904,)", "(4294967296, 4294967296)", "(1000000,)"] {
        let header = format!("{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}, }}");
        let path = written(&folder, "lie.npy", &npy(&header, &[0; 64]));
        for result in [load_npy::<f32, 1>(&path).err(), load_npy::<f32, 2>(&path).err()] {
            let error = result.expect("too little data");
            assert!(
                matches!(error, Error::Decode { .. } | Error::UnsupportedArray { .. }),
                "{error}"
            );
        }
    }
    let tricks = [
        "{'descr': '<f4', 'fortran_order': False, \"shape\": (4294967296, 4294967296), }",
        "{'descr': '<f4', 'fortran_order': False, 'shape': [4294967296, 4294967296], }",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (0x100000000, 0x100000000), }",
        "{'descr': '<f4', 'fortran_order': False, '\\x73hape': (4294967296, 4294967296), }",
        "{'descr': [('a', '<f4', (4294967296, 4294967296))], 'fortran_order': False, 'shape': (1,), }",
        &"[".repeat(60_000),
        &format!("{{'shape': (), 'descr': {}", "(".repeat(60_000)),
    ];
    for header in tricks {
        let path = written(&folder, "trick.npy", &npy(header, &[0; 64]));
        assert!(matches!(load_npy::<f32, 2>(&path), Err(Error::Decode { .. })), "{header:.99}");
    }
    for header in ["{'descr': 'O', 'fortran_order': False, 'shape': (1,), }", "{", "[]", "{'a': 1}"]
    {
        let path = written(&folder, "odd.npy", &npy(header, &[0; 64]));
        assert!(load_npy::<u8, 1>(&path).is_err(), "{header}");
    }
    assert_eq!(u8::NAME, "u8");
}
