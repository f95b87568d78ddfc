import Table from 'cli-table3';

const noLines = Object.fromEntries(
  [
    'top',
    'top-mid',
    'top-left',
    'top-right',
    'bottom',
    'bottom-mid',
    'bottom-left',
    'bottom-right',
    'left',
    'left-mid',
    'mid',
    'mid-mid',
    'right',
    'right-mid',
  ].map((place) => [place, '']),
);

/** A value of a table; null and undefined are empty. */
export type Cell = string | number | null | undefined;

/** Formats rows as columns of text under a header, without lines; null and undefined are empty. Line breaks in values do not break rows. */
export function tableText(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const table = new Table({
    head: [...head],
    chars: { ...noLines, middle: '  ' },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  });
  for (const row of rows) table.push(row.map((cell) => printable(String(cell ?? ''))));
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

/** Formats a time for people, to the minute. */
export const momentOf = (time: string | null | undefined): string =>
  time === null || time === undefined ? '' : `${time.slice(0, 16).replace('T', ' ')} UTC`;

/** Removes control characters, so that external names cannot move the cursor or color the terminal. */
export const printable = (text: string) => text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ');
