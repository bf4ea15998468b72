"""Replacements for the classes that version 1.0.0 had and version 2.0.0 does not."""

from __future__ import annotations

from naivebench.models import catalogue

LIBRARIES = {  # what to use instead -> classes
    "sklearn.tree.DecisionTreeClassifier": ["CART"],
    "sklearn.feature_extraction.FeatureHasher and sklearn.linear_model.LogisticRegression": [
        "HashedLogistic",
    ],
    "sklearn.ensemble.HistGradientBoostingClassifier": ["HistGradientBoosting"],
    "sklearn.ensemble.HistGradientBoostingClassifier(categorical_features='from_dtype')": ["NativeBoosting"],
    "sklearn.preprocessing.TargetEncoder and sklearn.ensemble.HistGradientBoostingClassifier": [
        "TargetEncodingBoosting",
    ],
    "sklearn.neighbors.KNeighborsClassifier": ["KNN"],
    "sklearn.svm.LinearSVC and sklearn.calibration.CalibratedClassifierCV": ["LinearSVM"],
    "sklearn.feature_extraction.text.TfidfVectorizer and sklearn.svm.LinearSVC": [
        "LinearSVMCounts", "LinearSVMCounts300TfIdf",
    ],
    "sklearn.feature_extraction.text.CountVectorizer and sklearn.svm.LinearSVC": ["LinearSVMCounts300"],
    "sklearn.linear_model.LogisticRegression": ["LogisticRegression"],
    "sklearn.ensemble.RandomForestClassifier": ["RandomForest"],
    "sklearn.semi_supervised.SelfTrainingClassifier": ["SemiSupervisedNB"],
    "sklearn.dummy.DummyClassifier(strategy='prior')": ["ClassFrequencies", "Majority"],
    "sklearn.model_selection.GridSearchCV of NB over alpha": ["TunedNB"],
    "sklearn.model_selection.GridSearchCV of TAN over n0": ["TunedTAN"],
    "ColumnNB": ["KMeansNB"],
    "IENB(z=0, population=1, max_generations=0)": ["ResubstitutionNB"],
    "MultinomialNB(k=2, kinds='sequence')": ["MultinomialNB2Gram"],
    "MultinomialNB(k=3, kinds='sequence')": ["MultinomialNB3Gram"],
}  # fmt: skip
METHODS = {  # class -> its method, where the id is not the name in small letters
    "APNBCEGNA": "apnbc_eda_egna", "APNBCMIMICc": "apnbc_eda_mimicc", "AveragedTAN": "tan_averaged",
    "BNCHillClimbing": "bnc_hc", "BNCHillClimbingBDeu": "bnc_hc_bdeu", "BNDecisionGraphsC": "bn_dg_c",
    "BNDecisionGraphsCB": "bn_dg_cb", "BNDecisionGraphsCBM": "bn_dg_cbm", "BNDecisionGraphsCM": "bn_dg_cm",
    "BNDecisionTrees": "bn_hc_dt", "BNDefaultTables": "bn_hc_df", "BernoulliNB300": "nb_bernoulli_300",
    "C45Counts": "c45_300", "DecisionGraphC": "dg_c", "DecisionGraphCB": "dg_cb",
    "DecisionGraphCBM": "dg_cbm", "DecisionGraphCM": "dg_cm", "DiscretizedNB": "dnb",
    "HillClimbingKDB": "kdb_hc", "HillClimbingTAN": "tan_hc", "HybridFullNB": "hybrid_nb_full",
    "HybridPooledNB": "hybrid_nb_pooled", "LikeliestCutNB": "gnb_likeliest_cut",
    "MixtureVonMisesNB": "mixture_vmnb", "MultinomialNB300": "nb_mn_300",
    "MultinomialNB300Occurrence": "nb_mn_300_occurrence", "MultinomialNBBinary": "nb_mn_binary",
    "MultinomialNBFraction": "nb_mn_fraction", "PazzaniEBNA": "pazzani_eda_ebna",
    "PazzaniIENB": "pazzani_eda_ienb", "PazzaniMIMIC": "pazzani_eda_mimic",
    "ProteinNBFraction": "nb_protein_fraction", "SelectiveGaussianNB": "sel_gnb", "VonMisesFisherNB": "vmfnb",
}  # fmt: skip


def find_library(name: str) -> str:
    """Find the library code that replaces a class of version 1; "" for any other name."""
    return next((use for use, names in LIBRARIES.items() if name in names), "")


def find_method_of_class(name: str) -> str:
    """Find the method that a class of version 1 fitted, such as waode for WAODE; "" for any other name."""
    ids = {method.replace("_", ""): method for method in catalogue.read_methods()}
    return METHODS.get(name) or ids.get(name.lower(), "")
