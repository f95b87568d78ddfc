import { elementLines, parseVerbatim, writeExactly } from '@connectory/exact-json';
import type { ExecuteResponse } from '../calls.ts';
import type { ToolOutput } from '../tool.ts';
import { maxBudget, notesMember, withNotes } from './rows-output.ts';
import { shortenedJson } from './shortened-value.ts';

/** How much of a result to show. */
export interface Portion {
  /** Most characters of the whole text. */
  readonly max: number;
  /** Records of the page to leave out, because an earlier result showed them. */
  readonly skip: number;
  /** What of the arguments of the tool the next page changes. */
  readonly pageIn: 'params' | 'arguments';
}

// What the notes below a response take, without what is quoted in them.
const notesLength = 700;
const maxSizes = 8;

/** JSON Schema of the structured result of a read. `notes` say how `skip` and `next_params` continue. */
export const responseSchema = {
  type: 'object',
  properties: {
    records: { type: 'array' },
    skip: { type: ['integer', 'null'] },
    next_params: { type: ['object', 'null'] },
  },
  required: ['records', 'skip', 'next_params'],
} as const;

/**
 * A response as text: `{"data": …, "meta": …}` with a record per line. What does not fit is left out at the border of a record, and a line
 * below says what is missing and how to go on. A single record is a list of one in the structured result.
 */
export function responseOutput({ data, meta }: ExecuteResponse, { max: most, skip, pageIn }: Portion): ToolOutput {
  const metaText = writeExactly(meta);
  // A note can quote a part of it, and the structured result quotes the note.
  const room = most - JSON.stringify(metaText).length - notesLength;
  if (data[0] !== 0x5b) {
    const { json, note } = wholeOrShortened(data.toString('utf8'), Math.max(room, 0));
    const notes = note === undefined ? [] : [`The record is ${note}`];
    return {
      text: withNotes(`{"data":${json},"meta":${metaText}}`, notes),
      structured: structured({ records: [json], skip: null, next: null, meta }, notes),
    };
  }
  const { lines, count } = elementLines(data);
  const shown: string[] = [];
  const notes: string[] = [];
  let used = 0;
  for (const [position, line] of eachLine(lines)) {
    if (position < skip) continue;
    if (used > 0 && used + line.length > room && (line.length > maxParsed || used + compact(line).length > room)) break;
    const { json, note } = wholeOrShortened(line, Math.max(room - used, 0));
    // Only the first record is shortened: the others can be had whole with the next call.
    if (note !== undefined && shown.length > 0) break;
    if (note !== undefined) notes.push(`Record ${position + 1} is ${note}`);
    shown.push(json);
    used += json.length + 2;
  }
  const end = skip + shown.length;
  const { next_params: next, ...rest } = meta as { readonly next_params?: object | null };
  const hasNext = next !== undefined && next !== null;
  const missing = count - end;
  if (missing > 0) {
    const after = hasNext ? ` After that, the next page has ${pageIn} ${writeExactly(next)}.` : '';
    notes.unshift(
      `Cut: records ${skip + 1} to ${end} of the ${count} of this page are shown, ${missing} are missing. Repeat the call with "skip": ${end} for them; fewer "fields" or a larger "max_characters" (up to ${maxBudget}) show more per call.${after}`,
    );
  } else if (skip > 0 && shown.length === 0) notes.push(`This page has only ${count} records, so none are left.`);
  if (hasNext && missing <= 0) {
    notes.push(`There is another page: repeat the call with meta.next_params merged into ${pageIn}, without "skip".`);
  }
  // Following the next page now would lose what is missing of this one.
  const body = `{"data":[\n${shown.join(',\n')}\n],"meta":${missing > 0 ? writeExactly(rest) : metaText}}`;
  const goesOn = missing > 0 ? { skip: end, next: null } : { skip: null, next: next ?? null };
  return { text: withNotes(body, notes), structured: structured({ records: shown, ...goesOn, meta: rest }, notes) };
}

interface StructuredParts {
  /** The JSON of each record shown. */
  readonly records: readonly string[];
  readonly skip: number | null;
  readonly next: object | null;
  readonly meta: object;
}

function structured({ records, skip, next, meta }: StructuredParts, notes: readonly string[]): object {
  return {
    // With the digits as they came.
    records: records.map((json) => parseVerbatim(json)),
    skip,
    next_params: parseVerbatim(writeExactly(next)),
    meta: parseVerbatim(writeExactly(meta)),
    ...notesMember(notes),
  };
}

function* eachLine(lines: Buffer): Generator<readonly [number, string], void> {
  let start = 0;
  for (let position = 0; start < lines.length; position++) {
    const end = lines.indexOf(0x0a, start);
    yield [position, lines.toString('utf8', start, end)];
    start = end + 1;
  }
}

const compact = (json: string) => JSON.stringify(parseVerbatim(json));

interface Shown {
  readonly json: string;
  readonly note?: string;
}

// Parsing and shortening a longer record would keep the gateway from everything else for seconds.
const maxParsed = 1024 * 1024;

function wholeOrShortened(text: string, room: number): Shown {
  if (text.length > maxParsed) {
    return { json: 'null', note: `not shown, it has ${text.length} characters. Ask for some of its "fields".` };
  }
  const value = parseVerbatim(text);
  const json = JSON.stringify(value);
  if (json.length <= room) return { json };
  const advice = `Ask for some of its "fields"${sizesText(value)}, or for more "max_characters" (up to ${maxBudget}).`;
  const shortened = shortenedJson(value, room);
  if (shortened === undefined) return { json: 'null', note: `not shown, it has ${json.length} characters. ${advice}` };
  return {
    json: shortened,
    note: `shortened from ${json.length} characters: texts and lists in it say how much they lack. ${advice}`,
  };
}

function sizesText(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return '';
  const sizes = Object.entries(value)
    .map(([name, member]) => ({ name: name.slice(0, 40), size: JSON.stringify(member)?.length ?? 0 }))
    .toSorted((one, other) => other.size - one.size)
    .slice(0, maxSizes);
  return ` (longest: ${sizes.map(({ name, size }) => `${name} ${size}`).join(', ')})`;
}
