import { stackedClass } from './table-cells.ts';

/** Escapes text for HTML. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** A name or value as HTML, set as code. */
export function code(text: string): string {
  return `<code>${escapeHtml(text)}</code>`;
}

/** One row of a table: cells are HTML, `id` is the anchor for links. */
export interface Row {
  readonly id?: string;
  readonly cells: readonly string[];
}

/** Renders a table as one HTML block of a Markdown page, which Vue leaves alone; columns that are empty in every row are omitted. */
export function table(columns: readonly string[], rows: readonly Row[], name?: string): string {
  const shown = columns.map((_, index) => rows.some(({ cells }) => cells[index] !== ''));
  const labels = columns.filter((_, index) => shown[index]);
  const body = rows.map(({ id, cells }) => {
    const texts = cells.filter((_, index) => shown[index]);
    const filled = texts.map((text, index) => `<td data-label="${escapeHtml(labels[index] ?? '')}">${text}</td>`);
    return `<tr${id === undefined ? '' : ` id="${escapeHtml(id)}"`}>${filled.join('')}</tr>`;
  });
  const classes = [stackedClass(labels.length), ...(name === undefined ? [] : [name])].join(' ');
  return [
    `<table class="${classes}" v-pre>`,
    `<thead><tr>${labels.map((label) => `<th>${label}</th>`).join('')}</tr></thead>`,
    '<tbody>',
    ...body,
    '</tbody>',
    '</table>',
  ].join('\n');
}
