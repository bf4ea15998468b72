"""
REQUIRED INPUTS: everything in results/, data/prepared/{dataset}.json
OUTPUTS: reports/index.html and reports/tables/*.csv
"""
