import type { OwnField, OwnFields, RawValue } from '@connectory/connector-sdk';

interface Kind extends Pick<OwnField, 'type' | 'format'> {
  /** The value from the text and the parsed JSON of a column value that has a text; the text unless given. */
  readonly read?: (text: string, value: RawValue) => unknown;
}

const inText: Kind = { type: 'string' };
// People separate labels and tags with commas when they write them.
const list: Kind = { type: 'array', read: (text) => text.split(', ') };

/**
 * The kinds of columns whose values monday.com returns as text. It returns none for columns that are computed from others or connect
 * boards, and name, creation and last change are fields of the item itself.
 * https://developer.monday.com/api-reference/reference/column-types-reference
 */
const kinds: Readonly<Record<string, Kind>> = {
  checkbox: { type: 'boolean', read: (_text, value) => value?.checked === true || value?.checked === 'true' },
  color_picker: inText,
  country: inText,
  // The time is in UTC.
  date: {
    type: 'string',
    format: 'iso-8601',
    read: (text, value) => (value?.date && value.time ? `${value.date}T${value.time}Z` : (value?.date ?? text)),
  },
  doc: inText,
  dropdown: list,
  email: inText,
  file: inText,
  hour: inText,
  link: inText,
  location: inText,
  long_text: inText,
  numbers: { type: 'decimal' },
  people: inText,
  phone: inText,
  rating: { type: 'integer', read: (_text, value) => value?.rating ?? null },
  status: inText,
  tags: list,
  team: inText,
  text: inText,
  time_tracking: inText,
  timeline: { type: 'object', read: (_text, value) => value && { from: value.from ?? null, to: value.to ?? null } },
  vote: inText,
  week: inText,
  world_clock: inText,
};

function parsed(json: unknown): RawValue {
  try {
    return typeof json === 'string' ? JSON.parse(json) : json;
  } catch {
    return null;
  }
}

function fieldOf({ id, title, type, description, settings_str: settings }: RawValue): OwnField {
  const { type: ofValues, format } = kinds[type] ?? inText;
  const { labels } = parsed(settings) ?? {};
  const texts = Array.isArray(labels) ? labels.map(({ label, name }: RawValue) => label ?? name) : [];
  return {
    name: id,
    label: title,
    type: ofValues,
    ...(format !== undefined && { format }),
    ...(typeof description === 'string' && { description }),
    options: texts
      .filter((text) => typeof text === 'string' && text !== '')
      .map((text) => ({ value: text, label: text })),
  };
}

function columnValue({ type, text, value }: RawValue): unknown {
  if (typeof text !== 'string' || text === '') return type === 'checkbox' ? false : null;
  const read = kinds[type]?.read;
  return read === undefined ? text : (read(text, parsed(value)) ?? null);
}

const isKnown = (column: RawValue) => column && Object.hasOwn(kinds, column.type);

/** The columns of all boards by their ids, with the texts that people see, or what is in them. */
export const ownColumns: OwnFields = {
  at: 'own_fields',
  reads: [{ entity: 'boards', params: { state: 'all' } }],
  fields: ({ columns }) =>
    (columns ?? []).filter((column: RawValue) => isKnown(column) && column.archived !== true).map(fieldOf),
  values: ({ column_values: values }) =>
    Object.fromEntries((values ?? []).filter(isKnown).map((value: RawValue) => [value.id, columnValue(value)])),
};
