import { type JsonObject, pointerTo } from '@connectory/testkit/schema-values';
import type { CheckedAction, CheckedResult } from './checked-connector.ts';
import type { Deviation } from './description/deviation.ts';
import { resolveWithin } from './description/document-references.ts';
import type { VendorSchema } from './description/vendor-schema.ts';
import { compareRecord } from './records/compare-record.ts';
import { compareReshaped } from './records/compare-reshaped.ts';
import { elementsOf, followPath } from './records/follow-path.ts';
import { fullRows } from './records/sample-row.ts';

/** The result of comparing an action's records with the vendor's response. */
export interface RecordCheck {
  readonly deviations: readonly Deviation[];
  /** What was not compared, and why. */
  readonly notes: readonly string[];
}

/** The place of every response body in deviations. */
export const answerPlace = '/answer';

/** Compares the paths an action reads, and the record it declares, with the schema of the vendor's response. */
export function checkRecord({ reads, result }: CheckedAction, answer: VendorSchema): RecordCheck {
  const deviations: Deviation[] = reads.flatMap((path) => {
    const end = followPath(answer, path);
    return 'missing' in end ? [missingPlace(path, end)] : [];
  });
  if (result === undefined) return { deviations, notes: [] };
  const end = followPath(answer, result.at);
  if ('missing' in end) return { deviations: [...deviations, missingPlace(result.at, end)], notes: [] };
  const place = placeOf(result.at);
  if ('open' in end) return { deviations, notes: [`the description leaves open what stands at ${place}`] };
  const row = result.kind === 'records' ? elementsOf(end.found) : end.found;
  if (row === undefined) {
    const message = 'the records are read from here, the vendor has no list there';
    return { deviations: [...deviations, { kind: 'wrong_type', where: place, message }], notes: [] };
  }
  const { found, notes } = result.reshape === undefined ? compared(result, row) : reshaped(result, result.reshape, row);
  return { deviations: [...deviations, ...found.filter((one) => !isHandled(one, result))], notes };
}

interface Compared {
  readonly found: readonly Deviation[];
  readonly notes: readonly string[];
}

function compared(result: CheckedResult, row: VendorSchema): Compared {
  const { deviations, unchecked } = compareRecord(declaredBy(result), row, rowPlace(result));
  return {
    found: deviations,
    notes: unchecked.length === 0 ? [] : [`the description leaves open ${listed(unchecked)}`],
  };
}

function reshaped(result: CheckedResult, reshape: (row: unknown) => unknown, row: VendorSchema): Compared {
  if (fullRows(row).length === 0) return { found: [], notes: [`the description leaves open ${rowPlace(result)}`] };
  try {
    const found = compareReshaped(declaredBy(result), row, reshape, rowPlace(result));
    return { found, notes: ['its rows are reshaped, so the types of its record are not compared'] };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return {
      found: [],
      notes: [`its rows are reshaped, which fails for made-up ones, so its record is not compared: ${text}`],
    };
  }
}

/** The schema an action declares for one record, with what finds its own references. */
export function declaredBy({ record }: CheckedResult): VendorSchema {
  return { schema: asRecord(record), resolve: resolveWithin(record) };
}

// `$defs` beside a reference at the top would make it more than a reference.
function asRecord(record: JsonObject): JsonObject {
  const { $defs: _, $schema: _schema, ...schema } = record;
  return schema;
}

/** The place of one record in deviations. */
export function rowPlace({ at, kind }: CheckedResult): string {
  return kind === 'records' ? `${placeOf(at)}/*` : placeOf(at);
}

/** The place of a dotted path in deviations. */
export function placeOf(path: string): string {
  const steps = path === '' ? [] : path.split('.');
  return steps.reduce((place, step) => pointerTo(place, /^\d+$/.test(step) ? '*' : step), answerPlace);
}

// A null in the place of the record is a record that was not found; rows that are dropped need no fields.
function isHandled({ kind, where }: Deviation, result: CheckedResult): boolean {
  return (kind === 'null_denied' && where === rowPlace(result)) || (kind === 'absence_denied' && result.filtered);
}

function missingPlace(path: string, { missing, nearest }: { missing: string; nearest?: string }): Deviation {
  const message = `"${path}" is read, the vendor's answer has no "${missing}"`;
  return { kind: 'unknown_place', where: placeOf(missing), message, ...(nearest !== undefined && { nearest }) };
}

function listed(places: readonly string[]): string {
  const few = places.slice(0, 5).join(', ');
  return places.length > 5 ? `${few} and ${places.length - 5} more` : few;
}
