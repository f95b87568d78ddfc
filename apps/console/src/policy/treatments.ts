import type { NewPolicy } from '@connectory/client';

/** A rule for fields of records. */
export type FieldRule = NonNullable<NewPolicy['fields']>[number];

/** A rule for records of an entity. */
export type RecordRule = NonNullable<NewPolicy['records']>[number];

/** What becomes of each kind of something, by its name; `all` for kinds that are not named. */
export type Treatments = Readonly<Record<string, string>>;

/** The lists of a rule for fields, in the order in which they are entered. */
export const fieldLists = ['allow', 'drop', 'mask', 'hash'] as const;

/** What each list of a rule for fields does. */
export const fieldListWords: Readonly<Record<(typeof fieldLists)[number], string>> = {
  allow: 'Show only',
  drop: 'Leave out',
  mask: 'Show only the form',
  hash: 'Replace by a hash',
};

/** What can become of a field with personal data. */
export const fieldTreatmentWords: Treatments = {
  drop: fieldListWords.drop,
  mask: fieldListWords.mask,
  hash: fieldListWords.hash,
};

/** What can become of personal data in a text. */
export const textTreatmentWords: Treatments = {
  redact: 'Replace by a placeholder',
  hash: 'Replace by a hash',
  refuse: 'Refuse the call',
};

/** What a policy still lacks before the gateway accepts it, in a sentence; undefined if it lacks nothing. */
export function lackOf({ fields = [], records = [] }: NewPolicy): string | undefined {
  const empty = fields.findIndex((rule) => fieldLists.every((list) => rule[list] === undefined));
  if (empty !== -1) return `Choose fields for rule ${empty + 1} of Fields.`;
  const unnamed = records.findIndex(({ connector, entity }) => connector === '' || entity === '');
  return unnamed === -1 ? undefined : `Choose a connection and an entity for rule ${unnamed + 1} of Records.`;
}
