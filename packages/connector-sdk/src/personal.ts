import type { JsonSchema } from './manifest.ts';
import { fieldsOfSchema, type SchemaField } from './schema-fields.ts';

/** Kinds of personal data. */
export const personalKinds = [
  'name',
  'contact',
  'address',
  'identity',
  'payment',
  'online',
  'picture',
  'free_text',
] as const;

/**
 * What a field says about people: `name` of a person; `contact` (e-mail, phone, handle); `address` or location; `identity` (birth date,
 * sex, official numbers); `payment` (bank account, card); `online` (IP address, device, browser); `picture`, or the URL of one; `free_text`
 * that people write, in which anything may stand.
 */
export type PersonalKind = (typeof personalKinds)[number];

/**
 * Which fields hold personal data, by kind, and under `none` those that do not: names separated by white space. A name stands for every
 * field so called, at any depth of every entity (`email`), or for the path below an entity (`orders.customer.note`), which takes precedence.
 * A field without a mark of its own has that of the nearest field around it.
 */
export type PersonalFields = { readonly [Kind in PersonalKind | 'none']?: string };

/** The mark of a field. */
export type PersonalMark = PersonalKind | 'none';

/** Finds the mark of a field by its path; undefined if nothing is said about it, or about a field around it. */
export type PersonalMarks = (entity: string, path: readonly string[]) => PersonalMark | undefined;

const known = new WeakMap<PersonalFields, PersonalMarks>();

/** Prepares the marks of a connector for look-up. */
export function personalMarks(fields: PersonalFields): PersonalMarks {
  const found = known.get(fields);
  if (found !== undefined) return found;
  const byName = new Map(
    Object.entries(fields).flatMap(([kind, names]) => markedNames(names).map((name) => [name, kind as PersonalMark])),
  );
  const marks: PersonalMarks = (entity, path) => {
    for (let length = path.length; length > 0; length--) {
      const own = byName.get(`${entity}.${path.slice(0, length).join('.')}`) ?? byName.get(path[length - 1] ?? '');
      if (own !== undefined) return own;
    }
    return undefined;
  };
  known.set(fields, marks);
  return marks;
}

/** The names in one list of marks. */
export const markedNames = (names: string): readonly string[] => names.split(/\s+/).filter((name) => name !== '');

/** The declared fields of a record that hold personal data, by dotted path. */
export function personalFieldsOf(
  record: JsonSchema,
  entity: string,
  fields: PersonalFields,
): Readonly<Record<string, PersonalKind>> {
  const marks = personalMarks(fields);
  const marked = fieldsOfSchema(record).flatMap(({ path, holds }): [string, PersonalKind][] => {
    const mark = marks(entity, path);
    const isLeaf = holds !== 'fields';
    return isLeaf && mark !== undefined && mark !== 'none' && isPersonal(holds, mark) ? [[path.join('.'), mark]] : [];
  });
  return Object.fromEntries(marked);
}

// A count or state in a block of free text is none.
const isPersonal = (holds: SchemaField['holds'], mark: PersonalKind): boolean =>
  holds === 'text' || mark !== 'free_text';
