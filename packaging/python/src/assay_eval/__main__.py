"""Run the command: python -m assay_eval score gold.conllu parser.conllu"""
import os
import subprocess
import sys

from . import BinaryNotFoundError, binary


def main() -> int:
    try:
        path = binary()
    except BinaryNotFoundError as err:
        print(f"assay: {err}", file=sys.stderr)
        return 3
    arguments = [path, *sys.argv[1:]]
    if os.name == "nt":
        return subprocess.call(arguments)
    os.execv(path, arguments)
    return 3  # execv does not return


if __name__ == "__main__":
    sys.exit(main())
