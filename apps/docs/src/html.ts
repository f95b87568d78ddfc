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

interface Token {
  readonly type: string;
  readonly content: string;
  attrGet(name: string): string | null;
  attrSet(name: string, value: string): void;
  attrJoin(name: string, value: string): void;
  attrIndex(name: string): number;
  attrs: [string, string][] | null;
}

/** The class of a table with this many columns: `stacked` tables show each row as a separate block on a phone. */
const stackedClass = (columns: number): string => (columns > 2 ? 'stacked' : 'paired');

/** Markdown rule that gives the cells of an aligned column a class (`align-right`) instead of a style attribute. */
export function alignByClass({ tokens }: { readonly tokens: readonly Token[] }): void {
  for (const token of tokens) {
    const alignment = /^text-align:(\w+)$/.exec(token.attrGet('style') ?? '')?.[1];
    if (alignment === undefined) continue;
    token.attrs?.splice(token.attrIndex('style'), 1);
    token.attrSet('class', `align-${alignment}`);
  }
}

/** Markdown rule that labels tables and their cells for phones, like tables written as HTML. */
export function labelCells({ tokens }: { readonly tokens: readonly Token[] }): void {
  let labels: string[] = [];
  let column = 0;
  let table: Token | undefined;
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'table_open') {
      table = token;
      labels = [];
    } else if (token.type === 'th_open') {
      labels.push((tokens[index + 1]?.content ?? '').replaceAll('`', ''));
    } else if (token.type === 'thead_close') {
      table?.attrJoin('class', stackedClass(labels.length));
    } else if (token.type === 'tr_open') {
      column = 0;
    } else if (token.type === 'td_open') {
      token.attrSet('data-label', labels[column++] ?? '');
    }
  }
}
