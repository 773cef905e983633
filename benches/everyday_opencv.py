"""Everyday operations on pictures of 12 megapixels, in OpenCV.

    python everyday_opencv.py --threads 2 --runs 15     a JSON line for each operation
    python everyday_opencv.py --threads 2 --serve       does what the bench `everyday` asks for

The pictures and the names are those of the bench. Results go into arrays that are used again.
"""

import argparse
import json
import os
import statistics
import sys
import tempfile
import time

import cv2
import numpy as np

ROWS, COLS = 3000, 4000
EDGE = cv2.BORDER_REPLICATE


def picture(dtype, channels):
    """A ramp with a texture on it, as `data.rs` makes it."""
    y, x, c = np.ogrid[:ROWS, :COLS, :channels]
    ramp = x + 2 * y + 80 * c
    texture = (37 * x) ^ (91 * y) ^ (53 * c)
    if dtype == np.uint8:
        samples = ramp // 16 + texture % 64
    else:
        samples = 16 * ramp + 97 * texture % 16384
    return np.ascontiguousarray(samples.astype(dtype).squeeze())


def table(dtype):
    """Brightens dark samples."""
    largest = np.iinfo(dtype).max
    brighter = largest * np.sqrt(np.arange(largest + 1) / largest)
    return np.floor(brighter + 0.5).astype(dtype)


def sobel(img, memory):
    """Length of the gradient. OpenCV has no function for it all."""
    memory["gx"] = cv2.Sobel(img, cv2.CV_32F, 1, 0, memory.get("gx"), borderType=EDGE)
    memory["gy"] = cv2.Sobel(img, cv2.CV_32F, 0, 1, memory.get("gy"), borderType=EDGE)
    memory["length"] = cv2.magnitude(memory["gx"], memory["gy"], memory.get("length"))
    if img.dtype == np.uint8:
        return cv2.convertScaleAbs(memory["length"], memory.get("out"))
    # The fastest of its functions that convert to 16 bits.
    length = memory["length"]
    return cv2.addWeighted(length, 1, length, 0, 0, memory.get("out"), cv2.CV_16U)


def operations():
    """By name, the kind of picture, and a function of it and of the last run's arrays."""
    square = np.ones((5, 5), np.uint8)
    half, twice = (COLS // 2, ROWS // 2), (2 * COLS, 2 * ROWS)
    entries = {np.dtype(dtype): table(dtype) for dtype in (np.uint8, np.uint16)}

    def gaussian(img, m):
        return cv2.GaussianBlur(img, (7, 7), 0, m.get("out"), 0, EDGE)

    def box5(img, m):
        return cv2.blur(img, (5, 5), m.get("out"), borderType=EDGE)

    def box31(img, m):
        return cv2.blur(img, (31, 31), m.get("out"), borderType=EDGE)

    def erode5(img, m):
        return cv2.erode(img, square, m.get("out"))

    def invert(img, m):
        return cv2.bitwise_not(img, m.get("out"))

    def lut(img, m):
        return cv2.LUT(img, entries[img.dtype], m.get("out"))

    def demosaic(img, m):
        return cv2.demosaicing(img, cv2.COLOR_BayerRGGB2RGB, m.get("out"))

    def halve(img, m):
        return cv2.resize(img, half, m.get("out"), interpolation=cv2.INTER_AREA)

    def double(img, m):
        return cv2.resize(img, twice, m.get("out"), interpolation=cv2.INTER_LINEAR)

    def median5(img, m):
        return cv2.medianBlur(img, 5, m.get("out"))

    def laplacian(img, m):
        return cv2.Laplacian(img, -1, m.get("out"), borderType=EDGE)

    def grey(img, m):
        return cv2.cvtColor(img, cv2.COLOR_RGB2GRAY, m.get("out"))

    def ycbcr420(img, m):
        return cv2.cvtColor(img, cv2.COLOR_RGB2YUV_I420, m.get("out"))

    everywhere = {
        "gaussian": gaussian,
        "box5": box5,
        "box31": box31,
        "sobel": sobel,
        "erode5": erode5,
        "median5": median5,
        "laplacian": laplacian,
        "invert": invert,
        "lut": lut,
        "halve": halve,
        "double": double,
    }
    kinds = ("grey8", "grey16", "rgb8", "rgb16")
    return {f"{name}_{kind}": (kind, f) for name, f in everywhere.items() for kind in kinds} | {
        "box31_steps_grey8": ("grey8", box31),
        "box31_steps_grey16": ("grey16", box31),
        "grey_rgb8": ("rgb8", grey),
        "grey_rgb16": ("rgb16", grey),
        "ycbcr420_rgb8": ("rgb8", ycbcr420),
        "demosaic_8": ("grey8", demosaic),
        "demosaic_16": ("grey16", demosaic),
    }


class Runner:
    """Runs operations, and keeps the pictures and the last operation's arrays."""

    def __init__(self):
        self.operations = operations()
        self.pictures = {}
        self.name, self.memory = None, {}

    def run(self, name):
        """Milliseconds of a run."""
        kind, compute = self.operations[name]
        if kind not in self.pictures:
            dtype = np.uint16 if kind.endswith("16") else np.uint8
            self.pictures[kind] = picture(dtype, 3 if kind.startswith("rgb") else 1)
        if name != self.name:
            self.name, self.memory = name, {}
        img, memory = self.pictures[kind], self.memory
        start = time.perf_counter()
        memory["out"] = compute(img, memory)
        return (time.perf_counter() - start) * 1e3


def serve(runner):
    """Answers `run NAME` with milliseconds, `result NAME` with a file, until `end`."""
    for line in sys.stdin:
        request, _, name = line.strip().partition(" ")
        if request == "end":
            break
        if request == "run":
            print(runner.run(name), flush=True)
        else:
            file, path = tempfile.mkstemp(suffix=".everyday")
            with os.fdopen(file, "wb") as file:
                runner.memory["out"].astype("<u2").tofile(file)
            print(path, flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--only", default="", help="names that contain one of these")
    parser.add_argument("--serve", action="store_true", help="read requests from the input")
    options = parser.parse_args()
    cv2.setNumThreads(options.threads)
    runner = Runner()
    if options.serve:
        serve(runner)
        return
    for name in runner.operations:
        if any(only in name for only in options.only.split(",")):
            runner.run(name)
            times = [runner.run(name) for _ in range(options.runs)]
            figures = {"min": round(min(times), 3), "median": round(statistics.median(times), 3)}
            print(json.dumps({"program": name, "threads": options.threads, **figures}), flush=True)


if __name__ == "__main__":
    main()
