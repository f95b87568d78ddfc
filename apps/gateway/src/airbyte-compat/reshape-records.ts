import { parseVerbatim } from '@connectory/exact-json';

/** How records for an existing client differ from those of a search. */
export interface Reshaping {
  /** Fields that are omitted if they are null. */
  readonly absentForNull: readonly string[];
  /** Additional names under which the values of fields are repeated, by our name. */
  readonly names: ReadonlyMap<string, string>;
}

/** Reshapes the JSON text of an array of records. Text without any of these fields is passed on unchanged. */
export function reshapeRecords(json: Buffer, { absentForNull, names }: Reshaping): Buffer {
  if (![...absentForNull, ...names.keys()].some((field) => json.includes(JSON.stringify(field)))) return json;
  const records = parseVerbatim(json.toString('utf8')) as Record<string, unknown>[];
  for (const record of records) {
    for (const field of absentForNull) if (record[field] === null) delete record[field];
    for (const [field, name] of names) if (Object.hasOwn(record, field)) record[name] = record[field];
  }
  return Buffer.from(JSON.stringify(records));
}
