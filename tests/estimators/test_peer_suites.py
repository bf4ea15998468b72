"""The tests of scikit-bayes and mixed-naive-bayes on our classes, if these packages are installed.

`EXPECTED` has every test that fails, with its reason. A test that
passes although it is listed fails here. Two files of scikit-bayes, which test its own list of classes, are
not run.
"""

from __future__ import annotations

import importlib.metadata
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.long, pytest.mark.nightly]

TESTS = Path(__file__).parents[1]
PACKAGES = {"skbn": "scikit-bayes", "mixed_naive_bayes": "mixed-naive-bayes"}
NO_CLASS = "naivebench does not have this class or setting."
OWN = "The test reads attributes that only the other package has."
FLOOR = "The variance floor is a share of each column's variance, not of the largest one."
LABELS = "Labels and values can have any type, including text."
CUT = "`A2DE` cuts numbers where the package keeps densities."
ADAPTER = "The test runs scikit-learn's checks on the adapter."
ERRORS = "Errors of input are `ValueError`s."
# by file and reason: names of tests without parameters
EXPECTED: dict[str, dict[str, tuple[str, ...]]] = {
    "skbn/tests/test_mixed_nb.py": {
        ADAPTER: ("test_check_estimator_mixed_nb",),
        OWN: (
            "test_feature_type_auto_detection",
            "test_feature_type_manual_override",
            "test_predict_proba_on_simple_data",
            "test_single_feature_type",
        ),
    },
    "skbn/tests/test_ande.py": {
        CUT: ("test_ande_n0_equivalence_mixed",),
        OWN: (
            "test_ande_n1_mixed_data_flow",
            "test_ande_n2_logic",
        ),
    },
    "skbn/tests/test_ande_estimation.py": {
        NO_CLASS: (
            "test_anje_is_geometric_mean",
            "test_alr_with_unit_weights_is_anje",
            "test_wande_with_unit_weights_is_ande",
            "test_modular_wande_class_independent_levels_equal_ande",
            "test_modular_wande_class_specific_levels_learn",
            "test_joint_gradient_matches_finite_differences",
            "test_unseen_augmented_state_backs_off_instead_of_vetoing",
            "test_invalid_unseen_state_raises",
        ),
        OWN: (
            "test_ande_is_arithmetic_mean",
            "test_unseen_parent_value_excludes_component_and_falls_back_to_nb",
            "test_mixednb_prior_weight_shrinks_singleton_variances",
            "test_declared_gaussian_integer_parent_is_binned",
            "test_unseen_categorical_parent_value_deactivates_component",
            "test_laplace_unseen_state_uses_uniform_child_conditionals",
        ),
    },
    "skbn/tests/test_ande_extended.py": {
        NO_CLASS: (
            "test_anje_basic_fit_predict",
            "test_anje_n0_runs",
            "test_anje_probabilities_sum_to_one",
            "test_anje_log_proba_consistency",
            "test_anje_categorical_xor",
            "test_anje_gaussian_xor",
            "test_anje_n2_structure",
            "test_anje_vs_ande_different_aggregation",
            "test_alr_n2",
            "test_alr_modular_optimization",
            "test_alr_modular_weight_level_4",
            "test_weighted_ande_basic_fit_predict",
            "test_weighted_ande_learns_weights",
            "test_weighted_ande_weight_level_1",
            "test_weighted_ande_weight_level_2",
            "test_weighted_ande_weight_level_3",
            "test_weighted_ande_weight_level_4",
            "test_weighted_ande_n2",
            "test_weighted_ande_modular_optimization",
            "test_single_feature",
            "test_many_classes",
            "test_binary_features",
            "test_discretization_strategies",
            "test_anje_parallel",
            "test_classes_attribute",
            "test_n_features_in_attribute",
            "test_predict_proba_shape",
            "test_predict_shape",
        ),
        OWN: (
            "test_alr_learns_weights",
            "test_alr_weight_level_1",
            "test_alr_weight_level_2",
            "test_alr_weight_level_3",
            "test_alr_weight_level_4",
            "test_alr_n0",
            "test_alr_regularization_effect",
        ),
    },
    "skbn/tests/test_discretization.py": {
        NO_CLASS: (
            "test_decision_tree_discretizer_basic",
            "test_decision_tree_discretizer_fallback_single",
            "test_decision_tree_discretizer_fallback_quantile",
            "test_decision_tree_discretizer_fallback_uniform",
            "test_decision_tree_discretizer_nan_handling",
            "test_decision_tree_discretizer_invalid_params",
            "test_mdlp_handles_nan_and_max_bins",
        ),
    },
    "skbn/tests/test_integration.py": {
        NO_CLASS: (
            "test_pipeline_integration",
            "test_mixednb_pipeline",
        ),
    },
    "skbn/tests/test_serialization.py": {
        NO_CLASS: ("test_pickle_roundtrip",),
    },
    "tests/test_mixed_naive_bayes.py": {
        ERRORS: ("test_input_param",),
        LABELS: (
            "test_input_string_x",
            "test_input_string_y",
            "test_input_y_not_encoded",
            "test_categorical_data_digits_all_negative",
        ),
        FLOOR: (
            "test_continuous_data_digits",
            "test_continuous_data_breast_cancer",
        ),
    },
}
RENAMED = {"skbn": "SkbnMixedNB as MixedNB", "mixed_naive_bayes": "MnbMixedNB as MixedNB"}


def source(file: str) -> str:
    """The tests of a file with its classes replaced by ours."""
    package = "skbn" if file.startswith("skbn") else "mixed_naive_bayes"
    pytest.importorskip(package, reason=f"{PACKAGES[package]} is not installed")
    files = importlib.metadata.files(PACKAGES[package]) or []
    (path,) = [f.locate() for f in files if f.as_posix() == file]

    def ours(match: re.Match[str]) -> str:
        return f"from support.peer_names import {match[1].replace('MixedNB', RENAMED[package])}"

    return re.sub(rf"from {package}[.\w]* import (.+)", ours, Path(path).read_text(encoding="utf-8"))


@pytest.mark.parametrize("file", EXPECTED)
def test_only_the_listed_tests_fail(file, tmp_path):
    (tmp_path / "test_theirs.py").write_text(source(file), encoding="utf-8")
    results = tmp_path / "results.xml"
    paths = [str(TESTS.parent / "src"), str(TESTS), os.environ.get("PYTHONPATH", "")]
    command = [sys.executable, "-m", "pytest", "-q", f"--junitxml={results}", "-p", "no:cacheprovider"]
    subprocess.run(
        [*command, str(tmp_path)],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)},
        capture_output=True,
        check=False,
    )
    cases = list(ET.parse(results).iter("testcase"))
    assert cases
    failed = {
        case.get("name", "").split("[")[0]: f"{fault.get('message')}"
        for case in cases
        for fault in case
        if fault.tag in ("failure", "error")
    }
    listed = {test for tests in EXPECTED[file].values() for test in tests}
    assert failed.keys() == listed, {test: why for test, why in failed.items() if test not in listed}
