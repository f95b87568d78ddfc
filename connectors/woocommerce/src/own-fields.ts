import type { OwnField, OwnFields, RawValue } from '@connectory/connector-sdk';

type Type = Pick<OwnField, 'type' | 'format'>;

// WordPress stores single values as text. Digits with a leading zero, such as a postal code, are no number.
const texts: readonly (readonly [RegExp, Type])[] = [
  [/^-?(0|[1-9]\d{0,14})(\.\d+)?$/, { type: 'decimal' }],
  [/^\d{4}-\d{2}-\d{2}$/, { type: 'string', format: 'date' }],
  [/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/, { type: 'string', format: 'iso-8601' }],
];

function typeOf(value: unknown): Type {
  if (typeof value === 'string') return texts.find(([text]) => text.test(value))?.[1] ?? { type: 'string' };
  if (Array.isArray(value)) return { type: 'array' };
  const kind = typeof value;
  return { type: kind === 'boolean' || kind === 'number' || kind === 'object' ? kind : 'any' };
}

// Keys that begin with an underscore are internal to WordPress and plugins.
const isShown = ({ key, value }: RawValue) =>
  typeof key === 'string' &&
  key !== '' &&
  !key.startsWith('_') &&
  value !== null &&
  value !== undefined &&
  value !== '';

const nameOf = (key: string) => key.replaceAll('.', '_');

const shownOf = ({ meta_data: all }: RawValue): readonly RawValue[] => (all ?? []).filter(isShown);

/**
 * The additional values of records by their keys. WooCommerce lists no definitions, so fields and their types are those of the newest
 * records of the entity. Where two values have the same key, the last one counts.
 */
export const ownMeta = (entity: string, params: Readonly<Record<string, unknown>> = {}): OwnFields => ({
  at: 'own_fields',
  reads: [{ entity, params: { per_page: 100, orderby: 'id', order: 'desc', ...params }, pages: 1 }],
  fields: (record) => shownOf(record).map(({ key, value }) => ({ name: nameOf(key), label: key, ...typeOf(value) })),
  values: (record) => Object.fromEntries(shownOf(record).map(({ key, value }) => [nameOf(key), value])),
});
