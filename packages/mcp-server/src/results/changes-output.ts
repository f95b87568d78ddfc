import { parseVerbatim } from '@connectory/exact-json';
import type { ChangesResponse } from '../calls.ts';
import type { ToolOutput } from '../tool.ts';
import { maxBudget } from './rows-output.ts';

const maxValueLength = 200;
const maxNames = 3;
const maxFields = 20;
const naming = /(?:name|title|subject|label|email|login)$/i;

interface ShownChange {
  readonly cursor: string;
  readonly at: string;
  readonly type: string;
  readonly entity: string;
  readonly key: readonly string[];
  readonly changed_fields: readonly string[];
  readonly cause: string;
  readonly record: Readonly<Record<string, unknown>>;
}

type Counts = Record<string, Record<string, number>>;

/** JSON Schema of the structured result of changes. */
export const changesSchema = {
  type: 'object',
  properties: {
    records: { type: 'array' },
    next_params: { type: ['object', 'null'] },
    counts: { type: 'object' },
    meta: { type: 'object' },
  },
  required: ['records', 'next_params', 'counts', 'meta'],
} as const;

/**
 * Changes as text: how many of each entity and type, one per line with what names the record, and the cursor to continue with. Those that
 * do not fit are left out, and the cursor is then that of the last one shown.
 */
export function changesOutput({ data, meta: whole }: ChangesResponse, max: number): ToolOutput {
  const changes = parseVerbatim(data.toString('utf8')) as readonly ShownChange[];
  const lines: string[] = [];
  let counts: Counts = {};
  let used = 0;
  for (const change of changes) {
    const counted = withOneMore(counts, change);
    const room = max - used - framed([], counted, { cursor: change.cursor, has_more: true }, true).length;
    const line = lineOf(change, lines.length === 0 ? room : Number.POSITIVE_INFINITY);
    // The first one is always shown, so that paging makes progress.
    if (lines.length > 0 && line.length + 2 > room) break;
    lines.push(line);
    used += line.length + 2;
    counts = counted;
  }
  const last = changes[lines.length - 1];
  const isCut = lines.length < changes.length && last !== undefined;
  const meta = isCut ? { cursor: last.cursor, has_more: true } : whole;
  const records = lines.map((line) => parseVerbatim(line));
  const next_params = meta.has_more ? { since: meta.cursor } : null;
  return { text: framed(lines, counts, meta, isCut), structured: { records, next_params, counts, meta } };
}

function framed(lines: readonly string[], counts: Counts, meta: ChangesResponse['meta'], isCut: boolean): string {
  const larger = isCut ? `; a larger "max_characters" (up to ${maxBudget}) shows more per call` : '';
  const next = meta.has_more
    ? `There are more changes: repeat the call with "since": meta.cursor${larger}.`
    : 'For what changes after this, call again later with "since": meta.cursor.';
  return `{"counts":${JSON.stringify(counts)},"data":[\n${lines.join(',\n')}\n],"meta":${JSON.stringify(meta)}}\n[${next}]`;
}

function withOneMore(counts: Counts, { entity, type }: ShownChange): Counts {
  const ofEntity = counts[entity];
  return { ...counts, [entity]: { ...ofEntity, [type]: (ofEntity?.[type] ?? 0) + 1 } };
}

function lineOf({ at, type, entity, key, changed_fields: fields, cause, record }: ShownChange, room: number): string {
  const known = { at, type, entity, key, cause };
  const shown = fields.slice(0, maxFields);
  const names = Object.keys(record).filter(
    (name) => naming.test(name) && typeof record[name] === 'string' && !shown.includes(name),
  );
  const whole = JSON.stringify({
    ...known,
    ...(shown.length > 0 && { changed: valuesOf(record, shown) }),
    ...(fields.length > shown.length && { more_changed_fields: fields.length - shown.length }),
    ...(names.length > 0 && { record: valuesOf(record, names.slice(0, maxNames)) }),
  });
  return whole.length <= room ? whole : JSON.stringify(known);
}

const valuesOf = (record: ShownChange['record'], names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, short(record[name] ?? null)]));

// A long value is there to recognize the change; search_records has it whole.
function short(value: unknown): unknown {
  const json = JSON.stringify(value);
  if (json.length <= maxValueLength) return value;
  const text = typeof value === 'string' ? value : json;
  return `${text.slice(0, maxValueLength).replace(/[\ud800-\udbff]$/, '')}…`;
}
