"""Sends the events of files, or on standard input, a JSON object a line, and prints what was refused: see README.md."""

import fileinput
import json
import os
import sys
from decimal import Decimal

from tributary import Tributary, Unavailable


SETTINGS = ("TRIBUTARY_URL", "CUSTOMER_ID", "APP_ID", "SDK_SECRET")


def main() -> int:
    for name in SETTINGS:
        if not os.environ.get(name):
            print(f"{name} is not set: see README.md.", file=sys.stderr)
            return 1
    tributary = Tributary(*(os.environ[name] for name in SETTINGS))
    queued = 0
    for line in filter(str.strip, fileinput.input()):
        tributary.track(**json.loads(line, parse_float=Decimal))
        queued += 1
    try:
        refused = tributary.flush()
    except Unavailable as error:
        print(error, file=sys.stderr)
        return 1
    for event, code, error in refused:
        print(f"{event['event_id']}: {code}: {error}")
    print(f"{queued - len(refused)} of {queued} events stored")
    return 2 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
