"""The project's folder, ROOT. A module that names the project on a host, github("owner/naivebench", ...), gets a copy
below .snakemake, because the rules also need the package and the catalogues."""

import io
import tarfile
from pathlib import Path

HERE = workflow.current_basedir  # workflow/rules

if hasattr(HERE, "hosted_repo"):
    ROOT = Path(".snakemake", "naivebench", HERE.hosted_repo.repo.commit(HERE.ref).hexsha).absolute()
    if not ROOT.exists():
        packed = io.BytesIO()
        HERE.hosted_repo.repo.archive(packed, HERE.ref)
        packed.seek(0)
        with tarfile.open(fileobj=packed) as tar:
            # Python before 3.11.4 has no filters
            tar.extraction_filter = getattr(tarfile, "data_filter", None)
            tar.extractall(f"{ROOT}.part")
        Path(f"{ROOT}.part").rename(ROOT)
else:
    ROOT = Path(HERE).parents[1]
