"""`python -m tests.golden` prints the hash of every golden log; with `--record` it chooses and writes them anew."""

import json
import sys

from tests.golden.recorded import hashes, record

if __name__ == "__main__":
    if sys.argv[1:] == ["--record"]:
        record()
    else:
        sys.stdout.write(json.dumps(hashes()))
