"""Names that 1.0.0 had and 2.0.0 does not, and what to use instead."""

from __future__ import annotations

from collections.abc import Sequence

# what to use instead -> names with their place: the path of a key or value without the user's own ids
INSTEAD = {
    "a job fits all methods of a data set under a protocol": [" grain"],
    "reports/tables/ and results/scores.parquet contain every number": [
        *(f"naivebench {name}" for name in ("archive", "export --run", "export --openml", "export --flow")),
        *(f"naivebench compare --{name}" for name in ("data", "folds", "name", "page")),
        *(f"naivebench compare --{name}" for name in ("published", "with-published")),
    ],
    "`naivebench COMMAND --help` lists the options": ["naivebench completion"],
    "run `naivebench explain` on a model of `naivebench fit`": ["naivebench predict --explain"],
    "run `naivebench fit`, which has this option": ["naivebench predict --summary"],
    "decide by the columns P(...) of the output: docs/deploying.md": [
        *(f"naivebench predict --{name}" for name in ("costs", "id", "positive", "threshold", "top")),
    ],
    "docs/extending.md#predictions-of-another-tool writes the rows with one line of Python": [
        "naivebench folds"
    ],
    "name the table as the first argument": ["naivebench compare --scores"],
    "keep the rows of one metric and one protocol in the table": [
        "naivebench compare --metric", "naivebench compare --protocol",
    ],
    "open the page that the last line names": ["naivebench try --open"],
    "`naivebench methods` and `naivebench datasets` print text": [
        "naivebench methods --json", "naivebench datasets --json",
    ],
    "`snakemake --cores 8` writes the report": ["naivebench report"],
    "save the model with `naivebench fit --out` or `save`": ["naivebench export", "estimator to_onnx"],
    "use pgmpy or pyAgrum for networks": [
        "naivebench infer", "naivebench fit --bif", "naivebench fit --plain-words", "estimator to_bif",
    ],
    'read the rows with duckdb.sql("...").df(), or use Dask': [
        "naivebench fit --sql", "naivebench fit --table", "naivebench predict --as-sql",
        "naivebench predict --only-posteriors", "naivebench predict --table",
    ],
    "use Dask (naivebench.distributed), or a sample of the rows": [
        *(f"datasets {key}" for key in ("stream", "shards", "most_values", "cuts")),
        "protocols folds tested", "protocols folds scheme row_hash",
    ],
    "use `file`, or Dask for rows beyond memory": ["datasets source csv", "datasets source parquet"],
    "name the data set with `{openml: ID}`, and choose a scheme of folds": [
        "datasets source openml_task", "protocols folds scheme openml",
    ],
    "use the step `keep_rows`": ["datasets steps choose"],
    "all tests are computed": ["statistics ids"],
    "use the method itself, or RandomizedSearchCV of scikit-learn": [
        f"method {name}_searched"
        for name in ("nb", "tan", "skdb", "hpb", "lightgbm", "xgboost", "catboost", "ebm")
    ],
    "use `column_nb`, or `nb` on columns that k-means has made": ["method kmeans_nb"],
    "missing cells are left out, as by default": ["parameter missing"],
    "use permutation_importance of scikit-learn, or `explain`": [
        "estimator importance", "estimator nomogram", "estimator top_values",
    ],
    "add up `predict_joint_log_proba`, or cross-validate log_loss of scikit-learn": [
        "estimator log_likelihood", "estimator aic", "estimator bic",
    ],
}  # fmt: skip
REMOVED = {name: use for use, names in INSTEAD.items() for name in names}

CLASSES_INSTEAD = {  # what to use instead -> classes of naivebench.estimators that 1.0.0 had
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
    "NB": ["DiscretizedNB"],
    "WANBIA(objective='mse')": ["WANBIAMSE"],
    "AODE(weighting='information')": ["WAODE"],
    "A2DE": ["WekaA2DE"],
    "A2DE(n=1)": ["WekaA1DE"],
    "A2DE(n=1, subsumption_resolution=True)": ["AODESR"],
    "ALR": ["ALRNB"],
    "ALR(structure='tan')": ["ALRTAN"],
    "ALR(structure='aode')": ["ALRAODE"],
    "IENB(z=0, population=1, max_generations=0)": ["ResubstitutionNB"],
    "IENB(fitness='leave_one_out')": ["IENBLeaveOneOut"],
    "IENB(optimiser='mimicc')": ["IENBMIMICc"],
    "IENB(optimiser='egna')": ["IENBEGNA"],
    "PazzaniEDA(optimiser='mimic')": ["PazzaniMIMIC"],
    "PazzaniEDA(optimiser='ebna')": ["PazzaniEBNA"],
    "APNBCEDA(optimiser='mimicc')": ["APNBCMIMICc"],
    "APNBCEDA(optimiser='egna')": ["APNBCEGNA"],
    "IterativeBayes(table='counts')": ["IterativeBayesCounts"],
    "IterativeBayes(increment='printed')": ["IterativeBayesPrinted"],
    "HybridNB": ["VonMisesFisherNB"],
    "HybridNB(covariance='full')": ["HybridFullNB"],
    "HybridNB(covariance='pooled')": ["HybridPooledNB"],
    "HPB(calibration='V2')": ["HPBV2"],
    "HPB(calibration='V3')": ["HPBV3"],
    "HPB(loo_depth='family')": ["HPBFamilyLOO"],
    "HPB(criterion='log_loss', b_criterion='log_loss')": ["HPBLogLoss"],
    "DecisionGraph(operators='C')": ["DecisionGraphC"],
    "DecisionGraph(operators='CB')": ["DecisionGraphCB"],
    "DecisionGraph(operators='CM')": ["DecisionGraphCM"],
    "DecisionGraph": ["DecisionGraphCBM"],
    "C45(resolution=1e-5, laplace=0, first_of_equals=True)": ["WekaJ48"],
    "RNBL(cll_scale='node')": ["RNBLNodeScale"],
    "MultinomialNB(n_words=300)": ["MultinomialNB300"],
    "MultinomialNB(n_words=300, words_by='occurrence')": ["MultinomialNB300Occurrence"],
    "MultinomialNB(k=2, kinds='sequence')": ["MultinomialNB2Gram"],
    "MultinomialNB(k=3, kinds='sequence')": ["MultinomialNB3Gram"],
    "MultinomialNB(composition='fraction')": ["MultinomialNBFraction"],
    "MultinomialNB(composition='binary')": ["MultinomialNBBinary"],
    "BernoulliNB(n_words=300)": ["BernoulliNB300"],
    "ComplementNB(normalize_weights=True, tf_idf=True)": ["TWCNB"],
    "ProteinNB(composition='fraction')": ["ProteinNBFraction"],
    "RNBLMN(cll_scale='node')": ["RNBLMNNode"],
    "RNBLMN(growth='level')": ["RNBLMNLevel"],
    "RNBLMN(words_by='occurrence')": ["RNBLMNOccurrence"],
    "ClassHMM(model_score='per_residue')": ["ClassHMMPerResidue"],
    **{
        f"`naivebench predict --method {method}`": [name]
        for method, name in {
            "weka_nb": "WekaNB", "weka_tan": "WekaTAN", "c45_300": "C45Counts", "de": "DE",
            "tan_hc": "HillClimbingTAN", "kdb_hc": "HillClimbingKDB", "tan_averaged": "AveragedTAN",
            "bnc_hc": "BNCHillClimbing", "bnc_hc_bdeu": "BNCHillClimbingBDeu", "aibn_tan": "AIBNTAN",
            "bsej_restarts": "BSEJRestarts", "random_structure": "RandomStructure",
            "pazzani_eda_ienb": "PazzaniIENB", "gnb_likeliest_cut": "LikeliestCutNB",
            "mixture_vmnb": "MixtureVonMisesNB", "sel_gnb": "SelectiveGaussianNB", "hc_dt": "HCDT",
            "hc_df": "HCDF", "bn_dg_c": "BNDecisionGraphsC", "bn_dg_cb": "BNDecisionGraphsCB",
            "bn_dg_cm": "BNDecisionGraphsCM", "bn_dg_cbm": "BNDecisionGraphsCBM",
            "bn_hc_dt": "BNDecisionTrees", "bn_hc_df": "BNDefaultTables",
        }.items()
    },
}  # fmt: skip
CLASSES = {name: use for use, names in CLASSES_INSTEAD.items() for name in names}


def advice(place: str, name: object) -> str:
    """Return ``"; it was removed in 2.0.0: USE"`` for a name that `REMOVED` has at this place, or ``""``."""
    use = REMOVED.get(f"{place} {name}")
    return f"; it was removed in 2.0.0: {use}" if use else ""


def find_argument(argv: Sequence[str]) -> str:
    """Return a sentence on the first removed command or option of `naivebench` in `argv`, or ``""``."""
    command = f"naivebench {argv[0] if argv else ''}"
    names = [*(f"{command} {word.partition('=')[0]}" for word in argv[1:] if word.startswith("--")), command]
    name = next((name for name in names if name in REMOVED), "")
    return f"there is no `{name}`{advice(*name.split(' ', 1))}" if name else ""
