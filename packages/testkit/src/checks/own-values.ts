import type { OwnField } from '@connectory/connector-sdk';

type Typed = Pick<OwnField, 'type' | 'format' | 'options'>;

/** Whether a value of the copy is of the type, time format and options that were discovered of its field. */
export function fitsType({ type, format, options = [] }: Typed, value: unknown): boolean {
  if (!hasType[type](value)) return false;
  if (format !== undefined) return !Number.isNaN(milliseconds(format, value));
  return type !== 'string' || options.length === 0 || options.some((option) => option.value === value);
}

const hasType: Readonly<Record<OwnField['type'], (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  integer: Number.isInteger,
  number: (value) => typeof value === 'number',
  decimal: (value) => typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)),
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  object: (value) => typeof value === 'object' && !Array.isArray(value),
  any: () => true,
};

function milliseconds(format: NonNullable<OwnField['format']>, value: unknown): number {
  const perUnit = { 'unix-seconds': 1000, 'unix-decimal': 1000, 'unix-milliseconds': 1, 'unix-100-nanoseconds': 1e-4 };
  return Object.hasOwn(perUnit, format)
    ? Number(value) * perUnit[format as keyof typeof perUnit]
    : Date.parse(String(value));
}

/** Whether values of the field are numbers that can be added. */
export const isNumeric = ({ type, format }: Typed) =>
  format === undefined && ['integer', 'number', 'decimal'].includes(type);

/** Whether values of the field have an order that `gt` compares by. */
export const isOrdered = ({ type }: Typed) => ['string', 'integer', 'number', 'decimal'].includes(type);

/** A value of the field as what searches compare: a number, or a text. */
export function comparable({ type, format }: Typed, value: unknown): number | string {
  if (format !== undefined) return milliseconds(format, value);
  return type === 'integer' || type === 'number' || type === 'decimal' || type === 'boolean'
    ? Number(value)
    : String(value);
}

/** The order of two comparable values: numbers by value, texts by code point. */
export function textOrder(one: number | string | undefined, other: number | string): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)));
}
