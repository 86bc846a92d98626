# SPDX-License-Identifier: Apache-2.0
"""Reduce a photograph to a few colours by k-means, in plain array-API code.

Every function that computes takes the namespace `xp` as its first argument and
runs unchanged with NumPy and with lfs_hip_array. Distances are measured in
Oklab (https://bottosson.github.io/posts/oklab/), where equal steps look equal.

    python examples/quantise.py
"""

import numpy as np
from common import agree, heading, largest_difference, output, table, timed, to_host
from PIL import Image, ImageDraw
from sklearn.datasets import load_sample_image
from tqdm import tqdm

import lfs_hip_array as lfs

COLOURS = 16
ITERATIONS = 15
STEP = 4  # the palette is made from every fourth pixel
SEED = 7
WEIGHTS = [1.0, 2.5, 2.5]  # of lightness and the two colour axes

RGB_TO_CONES = [
    [0.4122214708, 0.5363325363, 0.0514459929],
    [0.2119034982, 0.6806995451, 0.1073969566],
    [0.0883024619, 0.2817188376, 0.6299787005],
]
CONES_TO_LAB = [
    [0.2104542553, 0.7936177850, -0.0040720468],
    [1.9779984951, -2.4285922050, 0.4505937099],
    [0.0259040371, 0.7827717662, -0.8086757660],
]


def rgb_to_oklab(xp, rgb):
    """Return the weighted Oklab coordinates of sRGB values from 0 to 1, shape (n, 3)."""
    linear = xp.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    cones = linear @ xp.asarray(RGB_TO_CONES).T
    return xp.pow(cones, 1 / 3) @ xp.asarray(CONES_TO_LAB).T * xp.asarray(WEIGHTS)


def oklab_to_rgb(xp, lab):
    """Return the sRGB values, from 0 to 1, of weighted Oklab coordinates, shape (n, 3)."""
    cones = (lab / xp.asarray(WEIGHTS) @ xp.linalg.inv(xp.asarray(CONES_TO_LAB)).T) ** 3
    linear = xp.clip(cones @ xp.linalg.inv(xp.asarray(RGB_TO_CONES)).T, 0.0, 1.0)
    return xp.where(linear <= 0.0031308, linear * 12.92, 1.055 * linear ** (1 / 2.4) - 0.055)


def squared_distances(xp, points, centres):
    """Return the squared distances of (n, d) points from (k, d) centres, shape (n, k)."""
    return (
        xp.sum(points * points, axis=1, keepdims=True)
        - 2 * (points @ centres.T)
        + xp.sum(centres * centres, axis=1)
    )


def initial_centres(xp, points, draws):
    """Choose one centre per draw (uniform in [0, 1)) as k-means++ does.

    Each is a point, taken with probability in proportion to its squared
    distance from the nearest centre chosen before.
    """
    chosen = [points[int(draws[0] * points.shape[0]), :]]
    nearest = xp.sum((points - chosen[0]) ** 2, axis=1)
    for i in range(1, draws.shape[0]):
        cumulative = xp.cumulative_sum(nearest)
        place = xp.searchsorted(cumulative, (draws[i] * cumulative[-1])[None], side="right")
        chosen.append(points[int(place[0]), :])
        nearest = xp.minimum(nearest, xp.sum((points - chosen[-1]) ** 2, axis=1))
    return xp.stack(chosen)


def kmeans(xp, points, draws, iterations, progress=iter):
    """Return the centres of the clusters of points, after Lloyd's iterations."""
    centres = initial_centres(xp, points, draws)
    numbers = xp.arange(centres.shape[0])
    for _ in progress(range(iterations)):
        labels = xp.argmin(squared_distances(xp, points, centres), axis=1)
        member = xp.astype(labels[None, :] == numbers[:, None], points.dtype)
        sizes = xp.sum(member, axis=1)[:, None]
        centres = xp.where(
            sizes > 0, (member @ points) / xp.maximum(sizes, xp.ones_like(sizes)), centres
        )
    return centres


def quantise(xp, photograph, draws, iterations=ITERATIONS, progress=iter):
    """Return the palette (k, 3), the palette index of each pixel, and the new picture.

    `photograph` is uint8 of shape (rows, columns, 3); so is the picture.
    """
    rgb = xp.astype(xp.reshape(photograph, (-1, 3)), xp.float64) / 255
    points = rgb_to_oklab(xp, rgb)
    centres = kmeans(xp, points[::STEP, :], draws, iterations, progress)
    labels = xp.argmin(squared_distances(xp, points, centres), axis=1)
    order = xp.argsort(centres[:, 0])  # from dark to light
    palette = xp.take(centres, order, axis=0)
    labels = xp.take(xp.argsort(order), labels)
    colours = xp.astype(xp.round(255 * oklab_to_rgb(xp, palette)), xp.uint8)
    picture = xp.reshape(xp.take(colours, labels, axis=0), photograph.shape)
    return palette, labels, picture


def draw_comparison(before, after, palette, shares):
    """Return one image: before, after, and the palette as a bar of each colour's share."""
    rows, columns, _ = before.shape
    gap, bar = 12, 44
    sheet = Image.new("RGB", (2 * columns + 3 * gap, rows + bar + 3 * gap), "white")
    sheet.paste(Image.fromarray(before), (gap, gap))
    sheet.paste(Image.fromarray(after), (columns + 2 * gap, gap))
    draw = ImageDraw.Draw(sheet)
    edges = np.round(gap + np.concatenate([[0], np.cumsum(shares)]) * (sheet.width - 2 * gap))
    for left, right, colour in zip(edges[:-1], edges[1:], palette, strict=True):
        box = (left, rows + 2 * gap, right - 1, rows + bar + 2 * gap)
        draw.rectangle(box, fill=tuple(int(c) for c in colour))
    return sheet


def quantise_photograph(name):
    """Quantise one of scikit-learn's photographs both ways; return a row for the table."""
    photograph = load_sample_image(f"{name}.jpg")
    draws = lfs.random.Generator(SEED).uniform(COLOURS)

    def bar(label):
        return lambda steps: tqdm(steps, desc=f"{name}, {label}", leave=False, delay=1)

    theirs, numpy_time = timed(quantise, np, photograph, to_host(draws), progress=bar("NumPy"))
    ours, our_time = timed(
        quantise, lfs, lfs.asarray(photograph), draws, progress=bar("lfs_hip_array")
    )
    difference = largest_difference(ours[0], theirs[0])
    changed = int(np.sum(to_host(ours[1]) != theirs[1]))
    agree(f"{name}: palette", difference, 1e-9)

    picture, labels = to_host(ours[2]), to_host(ours[1])
    Image.fromarray(photograph).save(output(f"{name}-before.png"))
    Image.fromarray(picture).save(output(f"{name}-after.png"))
    palette = np.zeros((COLOURS, 3), np.uint8)
    palette[labels] = picture.reshape(-1, 3)
    shares = np.bincount(labels, minlength=COLOURS) / labels.size
    draw_comparison(photograph, picture, palette, shares).save(output(f"{name}-comparison.png"))
    return [
        f"{name} ({labels.size} pixels)", f"{difference:.1e}", str(changed),
        f"{our_time:.2f} s", f"{numpy_time:.2f} s",
    ]  # fmt: skip


def main():
    """Quantise two photographs and print how the two namespaces compare."""
    heading(f"Colour quantisation to {COLOURS} colours, k-means++ and {ITERATIONS} iterations")
    rows = [quantise_photograph(name) for name in ("china", "flower")]
    table(rows, ["photograph", "palette: max |diff|", "pixels that differ", "ours", "NumPy"])
    print(f"\n  pictures: {output('china-comparison.png').parent}")


if __name__ == "__main__":
    main()
