import { timeForm, type ValueType, valueType } from '@connectory/context-store';
import type { ColumnType, DeclaredColumn } from '../columns.ts';
import { type Cell, decimalParts, isMidnight } from './cells.ts';

/** The precision of a decimal is one of these: readers store them in 8 and 16 bytes. */
const precisions = [18, 38];
const maxInteger = 2n ** 63n - 1n;
const firstNanos = '1677-09-21T00:12:43.145224193Z';
const lastNanos = '2262-04-11T23:47:16.854775807Z';

/** Collects what the values of a column need, so that its type holds each of them exactly. */
export class ColumnRange {
  readonly #valueType: ValueType;
  readonly #isTime: boolean;
  readonly #isDecimal: boolean;
  /** Values that are not of the declared type. */
  unreadable = 0;
  #fitsInteger = true;
  #fitsDouble = true;
  #wholeDigits = 1;
  #scale = 0;
  #needsNanos = false;
  #fitsNanos = true;
  #fitsDate: boolean;

  constructor({ type }: DeclaredColumn) {
    this.#valueType = valueType(type);
    this.#isTime = timeForm(type) !== null;
    this.#isDecimal = type === 'decimal';
    this.#fitsDate = timeForm(type) === 'date';
  }

  add(cell: Cell | null | undefined): void {
    if (cell === undefined) this.unreadable += 1;
    else if (typeof cell === 'bigint') this.#addBig(cell);
    else if (typeof cell === 'string') this.#addText(cell);
  }

  /** The type that all values so far fit in. */
  columnType(): ColumnType {
    if (this.#isTime) return this.#timeType();
    if (this.#isDecimal) return this.#decimalType();
    switch (this.#valueType) {
      case 'boolean':
        return { kind: 'boolean' };
      case 'string':
        return { kind: 'text' };
      case 'integer':
        return this.#fitsInteger ? { kind: 'integer' } : this.#decimalType();
      case 'number':
        return { kind: this.#fitsDouble ? 'double' : 'text' };
      case 'object':
      case 'array':
      case 'any':
        return { kind: 'json' };
    }
  }

  #decimalType(): ColumnType {
    const digits = this.#wholeDigits + this.#scale;
    const precision = precisions.find((most) => digits <= most);
    return precision === undefined ? { kind: 'text' } : { kind: 'decimal', precision, scale: this.#scale };
  }

  #timeType(): ColumnType {
    if (this.#fitsDate) return { kind: 'date' };
    if (!this.#needsNanos) return { kind: 'timestamp', unit: 'micros' };
    return this.#fitsNanos ? { kind: 'timestamp', unit: 'nanos' } : { kind: 'text' };
  }

  // Only integers beyond 2^53 are bigints.
  #addBig(value: bigint): void {
    if (value > maxInteger || value < -maxInteger - 1n) this.#fitsInteger = false;
    if (BigInt(Number(value)) !== value) this.#fitsDouble = false;
    this.#wholeDigits = Math.max(this.#wholeDigits, digitsOf(value));
  }

  #addText(cell: string): void {
    if (this.#isDecimal) {
      const { digits, scale } = decimalParts(cell);
      this.#wholeDigits = Math.max(this.#wholeDigits, digitsOf(digits) - scale);
      this.#scale = Math.max(this.#scale, scale);
    } else if (this.#isTime) {
      this.#fitsDate &&= isMidnight(cell);
      this.#needsNanos ||= !cell.endsWith('000Z');
      this.#fitsNanos &&= cell >= firstNanos && cell <= lastNanos;
    }
  }
}

function digitsOf(value: bigint): number {
  return String(value < 0n ? -value : value).length;
}
