"""List known vulnerabilities of the packages of a lock file: `python audit.py LOCK`.

Run it in the environment of the validators. The exit status is 1 if a package has one. If the database (OSV)
cannot be reached, nothing is audited: the program prints one line and exits with status 0.
"""

import json
import subprocess
import sys


def main(lock, command=(sys.executable, "-m", "pip_audit")):
    asked = [*command, "-s", "osv", "--disable-pip", "--require-hashes", "-f", "json", "-r", lock]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    try:
        packages = json.loads(done.stdout)["dependencies"]
    except ValueError:
        why = (done.stderr.strip().splitlines() or ["no answer"])[-1]
        if "onnection" not in done.stderr and "name resolution" not in done.stderr:
            print(f"{lock}: the audit failed: {why}", file=sys.stderr)
            return 1
        print(f"{lock}: not audited, the database of known faults cannot be reached ({why[:200]})")
        return 0
    faults = [(p["name"], p["version"], v["id"]) for p in packages for v in p.get("vulns", [])]
    print(f"{lock}: {len(packages)} packages, {len(faults)} known faults", *map(" ".join, faults), sep="\n  ")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
