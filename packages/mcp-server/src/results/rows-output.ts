import type { ToolOutput } from '../tool.ts';

/** JSON Schema of the structured result of rows. */
export const rowsSchema = {
  type: 'object',
  properties: { records: { type: 'array' }, meta: { type: 'object' }, notes: { type: 'array' } },
  required: ['records'],
} as const;

/**
 * Rows that a tool made itself, as `{"data": […], "meta": …}` with one per line. Those that do not fit are left out, and a line below
 * says how many and `howToGoOn`.
 */
export function rowsOutput(
  rows: readonly object[],
  meta: object | undefined,
  { max, howToGoOn }: { readonly max: number; readonly howToGoOn: string },
): ToolOutput {
  const end = meta === undefined ? ']}' : `],"meta":${JSON.stringify(meta)}}`;
  const room = max - end.length - howToGoOn.length - 80;
  const shown: string[] = [];
  let used = 0;
  for (const row of rows) {
    const json = JSON.stringify(row);
    if (used + json.length + 2 > room) break;
    shown.push(json);
    used += json.length + 2;
  }
  const missing = rows.length - shown.length;
  const notes = missing === 0 ? [] : [`Cut: ${missing} of ${rows.length} are missing. ${howToGoOn}`];
  return {
    text: withNotes(`{"data":[\n${shown.join(',\n')}\n${end}`, notes),
    structured: { records: rows.slice(0, shown.length), ...(meta !== undefined && { meta }), ...notesMember(notes) },
  };
}

/** The text of a result with notes for the model below it, a line each. */
export function withNotes(body: string, notes: readonly string[]): string {
  return [body, ...notes.map((note) => `[${note}]`)].join('\n');
}

/** The notes as a member of a structured result, if there are any. */
export const notesMember = (notes: readonly string[]): { readonly notes?: readonly string[] } =>
  notes.length === 0 ? {} : { notes };

/** Default maximum length of a result in characters. */
export const defaultBudget = 20_000;

/** Highest accepted maximum. */
export const maxBudget = 100_000;

/** Lowest accepted maximum. */
export const minBudget = 500;
