import { timeForm } from '@connectory/context-store';
import type { DeclaredColumn } from '../columns.ts';
import { type Cell, timeText } from './cells.ts';
import type { FileBytes } from './file-bytes.ts';

/** Writes records as RFC 4180: lines end with CR and LF, and the first one has the names. Null is nothing, and the empty text is `""`. */
export class CsvFile {
  readonly #bytes: FileBytes;
  readonly #columns: readonly DeclaredColumn[];

  constructor(bytes: FileBytes, columns: readonly DeclaredColumn[]) {
    this.#bytes = bytes;
    this.#columns = columns;
    this.#writeLine(columns.map(({ name }) => quoted(name)));
  }

  add(cells: readonly (Cell | null | undefined)[]): void {
    this.#writeLine(cells.map((cell, index) => field(this.#columns[index], cell)));
  }

  #writeLine(fields: readonly string[]): void {
    this.#bytes.appendText(`${fields.join(',')}\r\n`);
  }
}

function field(column: DeclaredColumn | undefined, cell: Cell | null | undefined): string {
  if (column === undefined || cell === null || cell === undefined) return '';
  return quoted(timeForm(column.type) === null ? String(cell) : timeText(column.type, String(cell)));
}

function quoted(text: string): string {
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
