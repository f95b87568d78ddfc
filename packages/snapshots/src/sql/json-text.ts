import type * as DuckDb from '@duckdb/node-api';

type Type = DuckDb.DuckDBType;
type Value = DuckDb.DuckDBValue;

/** Writes a value of the engine as JSON text. */
export type ValueWriter = (value: Value) => string;

const maxDate = 8_640_000_000_000_000n;

/**
 * How values of a type are written (spec/sql.md): integers with all digits, decimals as text, times in ISO 8601, binary data as base64, and
 * null for a number that JSON does not have.
 */
export function valueWriter(type: Type, typeIds: typeof DuckDb.DuckDBTypeId): ValueWriter {
  const write = writerOf(type, typeIds);
  return (value) => (value === null ? 'null' : write(value));
}

function writerOf(type: Type, ids: typeof DuckDb.DuckDBTypeId): ValueWriter {
  switch (type.typeId) {
    case ids.BOOLEAN:
    case ids.TINYINT:
    case ids.SMALLINT:
    case ids.INTEGER:
    case ids.UTINYINT:
    case ids.USMALLINT:
    case ids.UINTEGER:
    case ids.BIGINT:
    case ids.UBIGINT:
    case ids.HUGEINT:
    case ids.UHUGEINT:
      return String;
    case ids.FLOAT:
    case ids.DOUBLE:
      return (value) => JSON.stringify(value);
    case ids.VARCHAR:
      return type.alias === 'JSON' ? (value) => jsonOrText(String(value)) : (value) => JSON.stringify(value);
    case ids.BLOB:
      return (value) => JSON.stringify(Buffer.from((value as DuckDb.DuckDBBlobValue).bytes).toString('base64'));
    case ids.TIMESTAMP:
    case ids.TIMESTAMP_TZ:
      return (value) => instant((value as DuckDb.DuckDBTimestampValue).micros, 6, value);
    case ids.TIMESTAMP_S:
      return (value) => instant((value as DuckDb.DuckDBTimestampSecondsValue).seconds, 0, value);
    case ids.TIMESTAMP_MS:
      return (value) => instant((value as DuckDb.DuckDBTimestampMillisecondsValue).millis, 3, value);
    case ids.TIMESTAMP_NS:
      return (value) => instant((value as DuckDb.DuckDBTimestampNanosecondsValue).nanos, 9, value);
    case ids.LIST:
    case ids.ARRAY: {
      const write = valueWriter((type as DuckDb.DuckDBListType).valueType, ids);
      return (value) => `[${(value as DuckDb.DuckDBListValue).items.map(write).join(',')}]`;
    }
    case ids.STRUCT: {
      const { entryNames, entryTypes } = type as DuckDb.DuckDBStructType;
      const members = entryNames.map((name, index) => ({ name, write: valueWriter(entryTypes[index] as Type, ids) }));
      return (value) => {
        const { entries } = value as DuckDb.DuckDBStructValue;
        const texts = members.map(({ name, write }) => {
          const member = Object.hasOwn(entries, name) ? (entries[name] as Value) : null;
          return `${JSON.stringify(name)}:${write(member)}`;
        });
        return `{${texts.join(',')}}`;
      };
    }
    case ids.MAP: {
      const { keyType, valueType } = type as DuckDb.DuckDBMapType;
      const writeKey = valueWriter(keyType, ids);
      const write = valueWriter(valueType, ids);
      const key = keyType.typeId === ids.VARCHAR ? writeKey : (value: Value) => JSON.stringify(writeKey(value));
      return (value) => {
        const { entries } = value as DuckDb.DuckDBMapValue;
        return `{${entries.map((entry) => `${key(entry.key)}:${write(entry.value)}`).join(',')}}`;
      };
    }
    case ids.UNION: {
      const { memberTags, memberTypes } = type as DuckDb.DuckDBUnionType;
      const writers = new Map(memberTags.map((tag, index) => [tag, valueWriter(memberTypes[index] as Type, ids)]));
      return (value) => {
        const { tag, value: member } = value as DuckDb.DuckDBUnionValue;
        return writers.get(tag)?.(member) ?? 'null';
      };
    }
    default:
      return (value) => JSON.stringify(String(value));
  }
}

/** JSON as it is stored; a text that is not JSON after all becomes a JSON string. */
function jsonOrText(text: string): string {
  try {
    JSON.parse(text);
    return text;
  } catch {
    return JSON.stringify(text);
  }
}

/** An instant in ISO 8601 in UTC; `digits` is the number of decimals of a second that the count has. */
function instant(count: bigint, digits: number, value: Value): string {
  const perSecond = 10n ** BigInt(digits);
  const seconds = count / perSecond - (count % perSecond < 0n ? 1n : 0n);
  // Infinite, or beyond what ISO 8601 can write.
  if (seconds * 1000n > maxDate || seconds * 1000n < -maxDate) return JSON.stringify(String(value));
  let fraction = String(count - seconds * perSecond).padStart(digits, '0');
  while (fraction.length > 3 && fraction.endsWith('0')) fraction = fraction.slice(0, -1);
  fraction = fraction.padEnd(3, '0');
  return `"${new Date(Number(seconds) * 1000).toISOString().slice(0, -4)}${fraction}Z"`;
}
