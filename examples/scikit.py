# SPDX-License-Identifier: Apache-2.0
"""scikit-learn estimators that compute on our tensors: handwritten digits.

With ``array_api_dispatch=True`` scikit-learn calls the functions of the
namespace that its input belongs to. Nothing here is changed for that: the same
estimators fit NumPy arrays and tensors.

    python examples/scikit.py
"""

import os

os.environ["SCIPY_ARRAY_API"] = "1"  # scikit-learn's dispatch needs it; read by SciPy's import

import matplotlib as mpl
import numpy as np
from common import agree, heading, largest_difference, output, table, timed, to_host
from sklearn import config_context
from sklearn.datasets import load_digits
from sklearn.decomposition import PCA
from sklearn.linear_model import Ridge
from sklearn.metrics import r2_score
from sklearn.mixture import GaussianMixture

import lfs_hip_array as lfs

LIMIT = 1e-8
SEED = 3
TRAINING = 1200  # images that Ridge learns from; it predicts the others


def decompose(images):
    """Return the images in the plane of their two main components, and the variances."""
    pca = PCA(n_components=10, svd_solver="full").fit(images)
    return pca.transform(images), pca.explained_variance_


def regress(upper, lower):
    """Learn the lower halves of the first images; return those predicted, and R squared."""
    model = Ridge(alpha=10.0, solver="svd").fit(upper[:TRAINING, :], lower[:TRAINING, :])
    predicted = model.predict(upper[TRAINING:, :])
    return predicted, r2_score(lower[TRAINING:, :], predicted)


def cluster(points, means):
    """Fit a mixture of Gaussians; return its means, weights, and each point's component."""
    mixture = GaussianMixture(
        n_components=means.shape[0], means_init=means, init_params="random_from_data",
        random_state=SEED, max_iter=200, reg_covar=1e-3,
    ).fit(points)  # fmt: skip
    return mixture.means_, mixture.weights_, mixture.predict(points)


def main():
    """Fit each estimator to both kinds of array, compare, and draw the digits."""
    heading("scikit-learn with array_api_dispatch=True, handwritten digits (1797 x 64)")
    digits = load_digits()
    images = digits.data.astype(np.float64)
    upper, lower = images[:, :32], images[:, 32:]
    points = PCA(n_components=10, svd_solver="full").fit_transform(images)
    means = np.stack([points[digits.target == k].mean(axis=0) for k in range(10)])

    rows, kept = [], {}
    for name, function, inputs, parts in (
        ("PCA", decompose, (images,), ("points", "variances")),
        ("Ridge", regress, (upper, lower), ("predictions", "R squared")),
        ("GaussianMixture", cluster, (points, means), ("means", "weights", "labels")),
    ):
        with config_context(array_api_dispatch=True):
            theirs, numpy_time = timed(function, *inputs)
            tensors = [lfs.asarray(x) for x in inputs]
            ours, our_time = timed(function, *tensors)
        kept[name] = ours
        for i, (part, a, b) in enumerate(zip(parts, ours, theirs, strict=True)):
            difference = largest_difference(a, b)
            agree(f"{name} {part}", difference, LIMIT)
            times = [f"{our_time:.3f} s", f"{numpy_time:.3f} s"] if i == 0 else ["", ""]
            rows.append([name if i == 0 else "", part, kind(a), f"{difference:.1e}", *times])
    table(rows, ["estimator", "result", "type", "max |diff|", "ours", "NumPy"])

    labels = to_host(kept["GaussianMixture"][2])
    share = np.mean(labels == digits.target)
    print(f"\n  {share:.1%} of the digits are in the component of their class")
    draw(to_host(kept["PCA"][0]), labels, digits, to_host(kept["Ridge"][0])).savefig(
        output("digits.png"), dpi=100
    )
    print(f"  picture: {output('digits.png')}")


def kind(x):
    """Return an array's type and dtype, or a number's type."""
    return f"{type(x).__name__} {x.dtype}" if hasattr(x, "dtype") else type(x).__name__


def draw(points, labels, digits, predicted):
    """Draw the plane of the components, and lower halves next to their predictions."""
    mpl.use("Agg")
    from matplotlib import pyplot as plt

    figure, (left, right) = plt.subplots(1, 2, figsize=(14, 7), layout="constrained")
    colours = plt.get_cmap("tab10")
    for point, label, digit in zip(points, labels, digits.target, strict=True):
        wrong = label != digit
        left.text(
            point[0], point[1], str(digit), color=colours(int(label)), fontsize=10 if wrong else 7,
            fontweight="bold" if wrong else "normal", ha="center", va="center",
        )  # fmt: skip
    left.set_xlim(points[:, 0].min() - 2, points[:, 0].max() + 2)
    left.set_ylim(points[:, 1].min() - 2, points[:, 1].max() + 2)
    left.set_title("digit: class of an image, colour: its Gaussian (bold: they differ)")
    left.set_xlabel("component 1")
    left.set_ylabel("component 2")
    right.imshow(halves(digits.images[TRAINING:], predicted), cmap="magma")
    right.set_title("pairs: an unseen image, and its lower half predicted by Ridge")
    right.set_axis_off()
    return figure


def halves(images, predicted):
    """Return eight rows of pairs: the image, and the image with the lower half predicted."""
    guess = np.concatenate([images[:, :4], predicted.reshape(-1, 4, 8).clip(0, 16)], axis=1)
    pairs = np.concatenate([images, guess], axis=2)[:40]
    framed = np.pad(pairs, ((0, 0), (1, 1), (1, 3)))
    return np.concatenate(
        [np.concatenate(list(row), axis=1) for row in framed.reshape(8, 5, 10, -1)]
    )


if __name__ == "__main__":
    main()
