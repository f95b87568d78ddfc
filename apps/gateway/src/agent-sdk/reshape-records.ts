import { parseVerbatim } from '@connectory/exact-json';

/** JSON text of an array of records, without the named fields where they are null. Text without these fields is passed on as it is. */
export function leaveOutNulls(json: Buffer, fields: readonly string[]): Buffer {
  if (!fields.some((field) => json.includes(JSON.stringify(field)))) return json;
  const records = parseVerbatim(json.toString('utf8')) as Record<string, unknown>[];
  for (const record of records) {
    for (const field of fields) if (record[field] === null) delete record[field];
  }
  return Buffer.from(JSON.stringify(records));
}
