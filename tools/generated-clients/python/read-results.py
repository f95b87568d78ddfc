"""Reads bodies with the types of a generated client: `read-results.py <package> <file>`. Prints each type that fails, with what it said."""

import importlib
import json
import sys

package, path = sys.argv[1:]
models = importlib.import_module(f"{package}.models")
with open(path, encoding="utf-8") as file:
    results = json.load(file)
failures = {}
for result in results:
    try:
        read = getattr(models, result["type"]).from_dict(result["body"])
        assert json.loads(json.dumps(read.to_dict())) == result["body"], "it is not written as it was read"
    except Exception as error:  # whatever a reader raises is a record that cannot be read
        failures.setdefault(f"{result['type']}: {type(error).__name__}: {error}", result["body"])
for failure, body in failures.items():
    print(f"{failure}\n  {json.dumps(body)[:2000]}")
print(f"read {len(results)} bodies, {len(failures)} failures")
sys.exit(1 if failures else 0)
