/** Text as HTML. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** A name or value as HTML, set as code. */
export function code(text: string): string {
  return `<code>${escapeHtml(text)}</code>`;
}

/** One row of a table: cells are HTML, `id` is the anchor others link to. */
export interface Row {
  readonly id?: string;
  readonly cells: readonly string[];
}

/** A table as one HTML block of a Markdown page, which Vue leaves alone; columns that are empty in every row are left out. */
export function table(columns: readonly string[], rows: readonly Row[]): string {
  const shown = columns.map((_, index) => rows.some(({ cells }) => cells[index] !== ''));
  const pick = (cells: readonly string[], tag: string) =>
    cells.map((cell, index) => (shown[index] ? `<${tag}>${cell}</${tag}>` : '')).join('');
  const body = rows.map(
    ({ id, cells }) => `<tr${id === undefined ? '' : ` id="${escapeHtml(id)}"`}>${pick(cells, 'td')}</tr>`,
  );
  return [
    '<table v-pre>',
    `<thead><tr>${pick(columns, 'th')}</tr></thead>`,
    '<tbody>',
    ...body,
    '</tbody>',
    '</table>',
  ].join('\n');
}
