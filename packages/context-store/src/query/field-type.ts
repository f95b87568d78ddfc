import type { TimeForm } from '@connectory/connector-sdk';
import { decimalKey, isDecimalKey } from './exact-number.ts';
import { isTimeKey, timeKey } from './instant.ts';

/** The types of a field whose values are times: the JSON type of the values, and how they write a time. */
export type TimeType = `${'string' | 'integer' | 'number'}:${TimeForm}`;

/** The type of a search field as named in its manifest; `any` is a member of an open object, whose type only the records show. */
export type FieldType = 'string' | 'integer' | 'number' | 'decimal' | 'boolean' | 'object' | 'array' | 'any' | TimeType;

/** The types of JSON values, by which values are stored. */
export type ValueType = Exclude<FieldType, 'decimal' | TimeType>;

/** A type whose values are compared by a key, which is derived from them. */
export type KeyedType = 'decimal' | TimeType;

/** The JSON type of the values of a field. */
export function valueType(type: FieldType): ValueType {
  return type === 'decimal' ? 'string' : (type.split(':', 1)[0] as ValueType);
}

/** How the values of a field write a time; null if they are no times. */
export function timeForm(type: TimeType): TimeForm;
export function timeForm(type: FieldType): TimeForm | null;
export function timeForm(type: FieldType): TimeForm | null {
  return (type.split(':')[1] ?? null) as TimeForm | null;
}

/** Whether values are compared by a key. */
export function isKeyed(type: FieldType): type is KeyedType {
  return type === 'decimal' || type.includes(':');
}

/** The key of a value: a text whose order by code points is the order of the values. Null for a value that is not of the type. */
export function keyOf(type: KeyedType, value: unknown): string | null {
  const form = timeForm(type);
  return form === null ? decimalKey(value) : timeKey(form, value);
}

/** Whether a text is a result of `keyOf`. */
export function isKeyOf(type: KeyedType, key: string): boolean {
  return type === 'decimal' ? isDecimalKey(key) : isTimeKey(key);
}

const scalars: readonly ValueType[] = ['string', 'integer', 'number', 'boolean'];

/** Whether all values of a field have one scalar type, so that they have an order. */
export function isScalar(type: FieldType): boolean {
  return scalars.includes(valueType(type));
}

/** The name of a type in messages. */
export function typeName(type: FieldType): string {
  return timeForm(type) === null ? type : 'time';
}
