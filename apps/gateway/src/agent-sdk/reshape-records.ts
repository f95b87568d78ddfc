import { parseVerbatim } from '@connectory/exact-json';

/** What differs between the records of a search and those an existing client reads. */
export interface Reshaping {
  /** Fields that are omitted if they are null. */
  readonly absentForNull: readonly string[];
  /** Further names of fields, by ours, under which their values are there as well. */
  readonly names: ReadonlyMap<string, string>;
}

/** JSON text of an array of records, reshaped. Text without the fields in question is passed on as it is. */
export function reshapeRecords(json: Buffer, { absentForNull, names }: Reshaping): Buffer {
  if (![...absentForNull, ...names.keys()].some((field) => json.includes(JSON.stringify(field)))) return json;
  const records = parseVerbatim(json.toString('utf8')) as Record<string, unknown>[];
  for (const record of records) {
    for (const field of absentForNull) if (record[field] === null) delete record[field];
    for (const [field, name] of names) if (Object.hasOwn(record, field)) record[name] = record[field];
  }
  return Buffer.from(JSON.stringify(records));
}
