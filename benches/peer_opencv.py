"""Applications in OpenCV, for `apps compare`: where a function of its own does what one of them does.

    cargo run --release --example apps -- compare --apps harris,clahe \
        --peer "OpenCV=python benches/peer_opencv.py {app} --inputs {inputs} --threads {threads} --runs {runs}"

A line of JSON with `ms_min` and `ms_median`; exit status 1 where OpenCV has no such function. Results go into arrays that
are used again. Borders and rounding are OpenCV's, so a few differ from ours along edges or in the last bit; the bilateral
filter's window is a disc there, and exposure fusion takes as many levels as the picture has.
"""

import argparse
import json
import statistics
import sys
import time

import cv2
import numpy as np


def blur(a):
    """Mean of 3 x 3 of 16 bits: where no pixel outside is needed, as ours."""
    img = a["img"]
    return lambda out: cv2.blur(img, (3, 3), out)


def sobel(a):
    img, memory = a["img"], {}

    def run(out):
        memory["gx"] = cv2.Sobel(img, cv2.CV_32F, 1, 0, memory.get("gx"), borderType=cv2.BORDER_REPLICATE)
        memory["gy"] = cv2.Sobel(img, cv2.CV_32F, 0, 1, memory.get("gy"), borderType=cv2.BORDER_REPLICATE)
        return cv2.magnitude(memory["gx"], memory["gy"], out)

    return run


def clahe(a):
    img, limit = a["img"], int(a["limit"])
    rows, cols = img.shape
    tiles = ((cols + 63) // 64, (rows + 63) // 64)
    equaliser = cv2.createCLAHE(limit * 256 / 4096, tiles)
    return lambda out: equaliser.apply(img, out)


def bilateral(a):
    img = a["img"]
    near, alike = (float(np.sqrt(0.5 / a[name])) for name in ("near", "alike"))
    return lambda out: cv2.bilateralFilter(img, 9, alike, near, out, cv2.BORDER_REPLICATE)


def exposure_fusion(a):
    pictures = [np.ascontiguousarray(np.moveaxis(picture, 0, 2)) for picture in a["img"]]
    merge = cv2.createMergeMertens()
    return lambda out: merge.process(pictures, out)


APPS = {
    "harris": lambda a: lambda out: cv2.cornerHarris(a["img"], 3, 3, 0.04, out),
    "sobel": sobel,
    "blur": blur,
    "transpose": lambda a: lambda out: cv2.transpose(a["img"], out),
    "clahe": clahe,
    "bilateral": bilateral,
    "exposure_fusion": exposure_fusion,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("app")
    parser.add_argument("--inputs", required=True)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    if options.app not in APPS:
        sys.exit(1)
    cv2.setNumThreads(options.threads)
    names = {"clahe": ["img", "limit"], "bilateral": ["img", "near", "alike"]}
    files = {name: f"{options.inputs}/{options.app}_in_{name}.npy" for name in names.get(options.app, ["img"])}
    run = APPS[options.app]({name: np.load(file) for name, file in files.items()})
    out, times = run(None), []
    for _ in range(options.runs):
        start = time.perf_counter()
        out = run(out)
        times.append((time.perf_counter() - start) * 1e3)
    print(json.dumps({"ms_min": min(times), "ms_median": statistics.median(times)}))


if __name__ == "__main__":
    main()
