/**
 * Rows that a tool made itself, as `{"data": […], "meta": …}` with one per line. Those that do not fit are left out, and a line below
 * says how many and `howToGoOn`.
 */
export function rowsText(
  rows: readonly object[],
  meta: object | undefined,
  { max, howToGoOn }: { readonly max: number; readonly howToGoOn: string },
): string {
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
  const text = `{"data":[\n${shown.join(',\n')}\n${end}`;
  const missing = rows.length - shown.length;
  return missing === 0 ? text : `${text}\n[Cut: ${missing} of ${rows.length} are missing. ${howToGoOn}]`;
}

/** Default maximum length of a result in characters. */
export const defaultBudget = 20_000;

/** Highest accepted maximum. */
export const maxBudget = 100_000;

/** Lowest accepted maximum. */
export const minBudget = 500;
