"""Reads a Parquet file as the guide says, with `pandas` or `polars`, and prints its columns as one JSON object.

Decimals, integers, times and JSON are printed as text, so that nothing is rounded.
"""

import datetime
import decimal
import json
import sys

reader, path = sys.argv[1:]


def plain(value):
    if isinstance(value, (str, bool, float)):
        return value
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, int):
        return str(value)
    if isinstance(value, decimal.Decimal):
        return format(value, "f")
    # A time is a date in Python.
    if isinstance(value, datetime.datetime):
        return value.isoformat(timespec="nanoseconds").replace("+00:00", "Z")
    if isinstance(value, datetime.date):
        return value.isoformat()
    raise TypeError(f"a column has values of a type that no export has: {type(value)}")


def with_pandas():
    import pandas

    table = pandas.read_parquet(path, dtype_backend="pyarrow")
    for name in table.columns:
        values = [None if value is pandas.NA or value is pandas.NaT else plain(value) for value in table[name]]
        yield pandas.__version__, name, str(table[name].dtype), values


def with_polars():
    import polars

    table = polars.read_parquet(path)
    for column in table:
        texts = column
        if column.dtype == polars.Binary:
            texts = column.cast(polars.String)
        # Python's own times have no nanoseconds.
        if column.dtype == polars.Datetime:
            texts = column.dt.strftime("%Y-%m-%dT%H:%M:%S%.9fZ")
        values = [None if value is None else plain(value) for value in texts]
        yield polars.__version__, column.name, str(column.dtype), values


found = list({"pandas": with_pandas, "polars": with_polars}[reader]())
columns = [{"name": name, "type": type, "values": values} for _, name, type, values in found]
print(json.dumps({"version": found[0][0], "columns": columns}))
