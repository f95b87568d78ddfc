/** The lines of a Markdown file between which a generated part is. */
export interface Marks {
  readonly begin: string;
  readonly end: string;
}

/** Returns a text with its part between two marks replaced. Throws a `TypeError` without the marks. */
export function withPart(text: string, { begin, end }: Marks, part: string): string {
  const [first, last] = [text.indexOf(begin), text.indexOf(end)];
  if (first === -1 || last < first) throw new TypeError(`README.md must have the lines ${begin} and ${end}`);
  return `${text.slice(0, first)}${begin}\n\n${part}\n${text.slice(last)}`;
}

/** A table whose columns are aligned, as the formatter of the repository leaves it. The cells of the first row are headings. */
export function markdownTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((cells) => cells[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |\n`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('');
}
