# SPDX-License-Identifier: Apache-2.0
"""scikit-learn with ``array_api_dispatch=True`` on tensors, beside the same on ndarrays."""

import numpy as np
import pytest
import sklearn.metrics as metrics
import sklearn.metrics.pairwise as pairwise
from sklearn import config_context
from sklearn.base import clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.cluster import KMeans
from sklearn.decomposition import PCA
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.ensemble import RandomForestClassifier
from sklearn.kernel_approximation import Nystroem
from sklearn.linear_model import (
    LinearRegression,
    LogisticRegression,
    PoissonRegressor,
    Ridge,
    RidgeClassifier,
    RidgeClassifierCV,
    RidgeCV,
)
from sklearn.mixture import GaussianMixture
from sklearn.model_selection import GridSearchCV, cross_val_predict, train_test_split
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import (
    Binarizer,
    FunctionTransformer,
    KernelCenterer,
    LabelBinarizer,
    LabelEncoder,
    MaxAbsScaler,
    MinMaxScaler,
    Normalizer,
    PolynomialFeatures,
    StandardScaler,
)
from sklearn.svm import SVC

RNG = np.random.default_rng(0)
X = RNG.normal(size=(60, 5))
Y = X @ RNG.normal(size=5) + 0.3 * RNG.normal(size=60)
TWO = (Y > 0).astype("int64")
THREE = np.digitize(Y, [-1, 1])
GRAM = X @ X.T

GMM = {"n_components": 2, "random_state": 0, "init_params": "random_from_data"}
ESTIMATORS = {
    "PCA": (PCA(2), X, None),
    "PCA full": (PCA(2, svd_solver="full", whiten=True), X, None),
    "PCA randomized": (
        PCA(2, svd_solver="randomized", random_state=0, power_iteration_normalizer="QR"),
        X,
        None,
    ),
    "PCA covariance": (PCA(2, svd_solver="covariance_eigh"), X, None),
    "PCA mle": (PCA("mle", svd_solver="full"), X, None),
    "Ridge": (Ridge(solver="svd"), X, Y),
    "RidgeCV": (RidgeCV(), X, Y),
    "RidgeClassifier": (RidgeClassifier(solver="svd"), X, TWO),
    "RidgeClassifierCV": (RidgeClassifierCV(), X, TWO),
    "LinearDiscriminantAnalysis": (LinearDiscriminantAnalysis(), X, TWO),
    "LinearDiscriminantAnalysis of 3": (LinearDiscriminantAnalysis(), X, THREE),
    "GaussianNB": (GaussianNB(), X, THREE),
    "LogisticRegression": (LogisticRegression(solver="lbfgs"), X, TWO),
    "LogisticRegression of 3": (LogisticRegression(solver="lbfgs"), X, THREE),
    "PoissonRegressor": (PoissonRegressor(), X, np.abs(Y)),
    "GaussianMixture": (GaussianMixture(**GMM), X, None),
    "GaussianMixture diag": (GaussianMixture(covariance_type="diag", **GMM), X, None),
    "GaussianMixture tied": (GaussianMixture(covariance_type="tied", **GMM), X, None),
    "GaussianMixture spherical": (GaussianMixture(covariance_type="spherical", **GMM), X, None),
    "StandardScaler": (StandardScaler(), X, None),
    "MinMaxScaler": (MinMaxScaler(), X, None),
    "MaxAbsScaler": (MaxAbsScaler(), X, None),
    "Normalizer": (Normalizer(), X, None),
    "Normalizer l1": (Normalizer("l1"), X, None),
    "Normalizer max": (Normalizer("max"), X, None),
    "Binarizer": (Binarizer(), X, None),
    "KernelCenterer": (KernelCenterer(), GRAM, None),
    "PolynomialFeatures": (PolynomialFeatures(), X, None),
    "FunctionTransformer": (FunctionTransformer(lambda x: x * 2), X, None),
    "Nystroem": (Nystroem(random_state=0, n_components=10), X, None),
    "LabelEncoder": (LabelEncoder(), THREE, None),
    "LabelBinarizer": (LabelBinarizer(), THREE, None),
    "calibrated": (
        CalibratedClassifierCV(LinearDiscriminantAnalysis(), method="temperature"),
        X,
        TWO,
    ),
    "pipeline": (make_pipeline(StandardScaler(), PCA(2), Ridge(solver="svd")), X, Y),
}
METHODS = (
    *("transform", "predict", "predict_proba", "predict_log_proba", "decision_function"),
    *("score_samples",),
)


def same(xp, found, want, rtol=1e-6):
    assert isinstance(found, xp.Tensor), type(found)
    assert found.shape == want.shape
    np.testing.assert_allclose(found.to_numpy(), want, rtol=rtol, atol=1e-8)


def fitted(estimator, of, x, y):
    """Fit a copy of an estimator."""
    return clone(estimator).fit(of(x)) if y is None else clone(estimator).fit(of(x), of(y))


def learned(estimator):
    """What an estimator learned: the arrays among its attributes."""
    return {
        name: value
        for name, value in vars(estimator).items()
        if name.endswith("_") and isinstance(value, np.ndarray) and value.dtype != object
    }


@pytest.mark.parametrize("name", ESTIMATORS)
def test_estimator(xp, name):
    estimator, x, y = ESTIMATORS[name]
    want = fitted(estimator, np.asarray, x, y)
    with config_context(array_api_dispatch=True):
        found = fitted(estimator, xp.asarray, x, y)
        for attribute, value in learned(want).items():
            same(xp, getattr(found, attribute), value)
        called = [m for m in METHODS if hasattr(want, m)]
        assert called
        for method in called:
            same(xp, getattr(found, method)(xp.asarray(x)), getattr(want, method)(x))
        if hasattr(want, "inverse_transform"):
            made = want.transform(x)
            same(xp, found.inverse_transform(xp.asarray(made)), want.inverse_transform(made))
        if y is not None and hasattr(want, "score"):
            score = found.score(xp.asarray(x), xp.asarray(y))
            assert float(score) == pytest.approx(want.score(x, y), rel=1e-6)


@pytest.mark.filterwarnings("ignore:Using Array API dispatch.*solver='auto'")  # says what it picks
def test_ridge_chooses_its_solver(xp):
    with config_context(array_api_dispatch=True):
        same(
            xp, Ridge().fit(xp.asarray(X), xp.asarray(Y)).coef_, Ridge(solver="svd").fit(X, Y).coef_
        )


@pytest.mark.parametrize("name", ["PCA", "Ridge", "StandardScaler", "GaussianMixture"])
def test_float32_stays(xp, name):
    estimator, x, y = ESTIMATORS[name]
    x, y = x.astype("float32"), None if y is None else y.astype("float32")
    with config_context(array_api_dispatch=True):
        found = fitted(estimator, xp.asarray, x, y)
        method = "transform" if hasattr(found, "transform") else "predict"
        result = getattr(found, method)(xp.asarray(x))
        assert isinstance(result, xp.Tensor)
        assert result.dtype == (xp.int64 if name == "GaussianMixture" else xp.float32)


def test_splits_and_cross_validation(xp):
    with config_context(array_api_dispatch=True):
        parts = train_test_split(xp.asarray(X), xp.asarray(TWO), random_state=0)
        for found, want in zip(parts, train_test_split(X, TWO, random_state=0), strict=True):
            same(xp, found, want)
        model = LinearDiscriminantAnalysis()
        found = cross_val_predict(model, xp.asarray(X), xp.asarray(TWO), cv=3)
        same(xp, found, cross_val_predict(model, X, TWO, cv=3))


PAIRWISE = [
    *("euclidean_distances", "cosine_similarity", "cosine_distances", "linear_kernel"),
    *("polynomial_kernel", "rbf_kernel", "sigmoid_kernel", "laplacian_kernel", "chi2_kernel"),
    *("additive_chi2_kernel", "paired_euclidean_distances", "paired_cosine_distances"),
    *("manhattan_distances", "pairwise_distances", "pairwise_kernels"),
]


@pytest.mark.parametrize("name", PAIRWISE)
def test_pairwise(xp, name):
    function = getattr(pairwise, name)
    a, b = (np.abs(X), np.abs(X[:20] + 1)) if "chi2" in name else (X, X + 1)
    with config_context(array_api_dispatch=True):
        found = function(xp.asarray(a), xp.asarray(b))
    same(xp, found, function(a, b))


WRONG = np.where(RNG.random(60) < 0.2, 1 - TWO, TWO)
NEAR = Y + 0.1 * RNG.normal(size=60)
CHANCE = np.clip(np.where(TWO == 1, 0.8, 0.2) + 0.1 * RNG.normal(size=60), 0.01, 0.99)
LABELS, VALUES, POSITIVE = (TWO, WRONG), (Y, NEAR), (np.abs(Y), np.abs(NEAR))
METRICS = {
    **dict.fromkeys(
        (
            *("accuracy_score", "zero_one_loss", "f1_score", "precision_score", "recall_score"),
            *("jaccard_score", "confusion_matrix", "multilabel_confusion_matrix", "hamming_loss"),
            *("balanced_accuracy_score", "cohen_kappa_score", "matthews_corrcoef"),
            *("precision_recall_fscore_support",),
        ),
        LABELS,
    ),
    **dict.fromkeys(
        (
            *("log_loss", "brier_score_loss", "d2_brier_score", "d2_log_loss_score"),
            *("precision_recall_curve", "average_precision_score", "det_curve"),
        ),
        (TWO, CHANCE),
    ),
    **dict.fromkeys(
        (
            *("r2_score", "mean_squared_error", "mean_absolute_error", "root_mean_squared_error"),
            *("max_error", "explained_variance_score", "mean_absolute_percentage_error"),
            *("median_absolute_error", "mean_tweedie_deviance", "mean_pinball_loss"),
            *("d2_tweedie_score", "d2_pinball_score", "d2_absolute_error_score"),
        ),
        VALUES,
    ),
    **dict.fromkeys(
        (
            *("mean_squared_log_error", "root_mean_squared_log_error"),
            *("mean_poisson_deviance", "mean_gamma_deviance"),
        ),
        POSITIVE,
    ),
    "auc": (np.arange(60.0), Y),
    "calinski_harabasz_score": (X, TWO),
    "davies_bouldin_score": (X, TWO),
}


@pytest.mark.parametrize("name", METRICS)
def test_metric(xp, name):
    function, args = getattr(metrics, name), METRICS[name]
    want = function(*args)
    with config_context(array_api_dispatch=True):
        found = function(*map(xp.asarray, args))
    if not isinstance(want, tuple):
        want, found = (want,), (found,)
    assert len(found) == len(want)
    for f, w in zip(found, want, strict=True):
        if isinstance(w, np.ndarray):
            same(xp, f, w, 1e-9)
        else:
            assert (f is None) is (w is None)
            assert f is None or float(f) == pytest.approx(float(w), rel=1e-9)


def test_without_dispatch_nothing_changes(xp, device):
    """The default of scikit-learn: it asks for ndarrays, which a GPU tensor does not give."""
    if device == "cpu":
        assert type(StandardScaler().fit_transform(xp.asarray(X))) is np.ndarray
    else:
        with pytest.raises(TypeError, match="to_numpy"):
            StandardScaler().fit_transform(xp.asarray(X))
    with xp.host_copies():
        found = StandardScaler().fit_transform(xp.asarray(X))
    np.testing.assert_array_equal(found, StandardScaler().fit_transform(X))


@pytest.mark.parametrize(
    "estimator",
    [
        KMeans(2, n_init=1, random_state=0),
        RandomForestClassifier(5, random_state=0),
        SVC(),
        LinearRegression(),
        KNeighborsClassifier(),
        GridSearchCV(SVC(), {"C": [1, 2]}, cv=2),
    ],
    ids=lambda e: type(e).__name__,
)
def test_estimators_that_compute_with_numpy(xp, estimator):
    """They take a tensor's values through ``__array__``."""
    with xp.host_copies():
        found = clone(estimator).fit(xp.asarray(X), xp.asarray(TWO))
        np.testing.assert_array_equal(
            found.predict(xp.asarray(X)), clone(estimator).fit(X, TWO).predict(X)
        )
