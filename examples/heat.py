# SPDX-License-Identifier: Apache-2.0
"""Clean a noisy photograph by letting its colours flow as heat does, in plain array-API code.

The heat equation dI/dt = div(g grad I) with g = 1 removes noise and edges alike.
With a conductivity that falls with the step between two pixels,
g = exp(-(dI / K)^2), it smooths areas and keeps edges (Perona and Malik, 1990,
https://doi.org/10.1109/34.56205).

    python examples/heat.py
"""

import math

import matplotlib as mpl
import numpy as np
from common import agree, heading, largest_difference, output, table, timed, to_host
from sklearn.datasets import load_sample_image
from tqdm import tqdm

import lfs_hip_array as lfs

NOISE = 0.1  # standard deviation; colours go from 0 to 1
EDGE = 0.12  # K: steps well above it are edges
RATE = 0.2  # stable below 1/4
STEPS = 8


def neighbours(xp, image):
    """Return the pixels above, below, left and right of each pixel; edges repeat."""
    above = xp.concat([image[:1, :, :], image[:-1, :, :]], axis=0)
    below = xp.concat([image[1:, :, :], image[-1:, :, :]], axis=0)
    left = xp.concat([image[:, :1, :], image[:, :-1, :]], axis=1)
    right = xp.concat([image[:, 1:, :], image[:, -1:, :]], axis=1)
    return above, below, left, right


def flow(xp, step, edge):
    """Return the flow that a step between two pixels drives; `edge` None: conductivity 1.

    The three colours share one conductivity, so that edges keep their colour.
    """
    if edge is None:
        return step
    return step * xp.exp(-xp.mean((step / edge) ** 2, axis=2, keepdims=True))


def diffuse(xp, image, edge, steps, progress=iter):
    """Return the image, of shape (rows, columns, 3), after explicit steps of the equation."""
    for _ in progress(range(steps)):
        above, below, left, right = neighbours(xp, image)
        vertical = flow(xp, above - image, edge) + flow(xp, below - image, edge)
        horizontal = flow(xp, left - image, edge) + flow(xp, right - image, edge)
        image = image + RATE * (vertical + horizontal)
    return image


def noise_ratio(xp, image, clean):
    """Return the peak signal-to-noise ratio in decibels (higher is closer to `clean`)."""
    return -10 * math.log10(float(xp.mean((xp.clip(image, 0.0, 1.0) - clean) ** 2)))


def plot(pictures):
    """Draw each titled picture and, under it, a detail of it; return the figure."""
    mpl.use("Agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(
        2, len(pictures), figsize=(16, 6.7), layout="constrained", height_ratios=[1, 1.2]
    )
    for (whole, detail), (title, picture) in zip(axes.T, pictures.items(), strict=True):
        picture = np.clip(picture, 0, 1)
        whole.imshow(picture)
        whole.set_title(title)
        whole.add_patch(plt.Rectangle((95, 30), 150, 120, fill=False, edgecolor="white", lw=1.2))
        detail.imshow(picture[30:150, 95:245], interpolation="nearest")
        whole.set_axis_off()
        detail.set_axis_off()
    return figure


def main():
    """Clean the photograph with both namespaces, compare, and draw the result."""
    heading(f"Heat flow in a noisy photograph, {STEPS} steps, float64")
    clean = lfs.asarray(load_sample_image("china.jpg"), dtype=lfs.float64) / 255
    noisy = clean + lfs.random.Generator(1).normal(clean.shape, std=NOISE)
    pictures = {f"noisy: {noise_ratio(lfs, noisy, clean):.1f} dB": to_host(noisy)}
    rows = []
    for label, edge in (("linear", None), ("edges kept", EDGE)):
        results = {}
        for xp in (lfs, np):
            image = noisy if xp is lfs else to_host(noisy)

            def bar(steps, name=f"{label}, {xp.__name__}"):
                return tqdm(steps, desc=name, leave=False, delay=1)

            results[xp] = timed(diffuse, xp, image, edge, STEPS, bar)
        (ours, our_time), (theirs, numpy_time) = results[lfs], results[np]
        difference = largest_difference(ours, theirs)
        agree(label, difference, 1e-12)
        ratio, numpy_ratio = noise_ratio(lfs, ours, clean), noise_ratio(np, theirs, to_host(clean))
        rows.append([
            label, f"{ratio:.4f} dB", f"{numpy_ratio:.4f} dB", f"{difference:.1e}",
            f"{our_time:.2f} s", f"{numpy_time:.2f} s",
        ])  # fmt: skip
        pictures[f"{label}: {ratio:.1f} dB"] = to_host(ours)
    table(rows, ["conductivity", "ours", "NumPy", "max |diff|", "ours", "NumPy"])
    pictures["the photograph"] = to_host(clean)
    plot(pictures).savefig(output("heat.png"), dpi=90)
    print(f"\n  picture: {output('heat.png')}")


if __name__ == "__main__":
    main()
