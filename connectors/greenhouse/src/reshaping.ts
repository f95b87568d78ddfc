import { from, type RawValue } from '@connectory/connector-sdk';
import { z } from 'zod';

/** A field of the contract's record: the fields of Harvest it is converted from, and both conversions. */
export interface Conversion {
  readonly of: readonly string[];
  readonly read: (...values: RawValue[]) => RawValue;
  /** For the simulated vendor; fields of another conversion are omitted. */
  readonly write: (value: RawValue) => readonly RawValue[];
}

/** A field that has another name. */
export const renamed = (name: string): Conversion => ({
  of: [name],
  read: (value) => value,
  write: (value) => [value],
});

/** Replaces a text by another one; texts that are not listed are kept. */
export const translated = (name: string, texts: Readonly<Record<string, string>>): Conversion => ({
  of: [name],
  read: (text) => (Object.hasOwn(texts, text) ? texts[text] : text),
  write: (text) => [Object.keys(texts).find((one) => texts[one] === text) ?? text],
});

/** A value that the contract has as the member of an object, next to members that Harvest does not have; null without one. */
export const within = (name: string, member: string, others: RawValue = {}): Conversion => ({
  of: [name],
  read: (value) => ((value ?? null) === null ? null : { [member]: value, ...others }),
  write: (object) => [object?.[member] ?? null],
});

/** Another record of which Harvest only has the id. */
export const Reference = z.object({ id: z.int(), name: z.string().nullish() });

/** References to the records with these ids: a list, one id, or nothing. */
export const referencesTo = (ids: RawValue) => [ids ?? []].flat().map((id) => ({ id, name: null }));

const idsOf = (found: RawValue) => found.map(({ id }: RawValue) => id);

/** The record with the id in this field; null without one. */
export const reference = (name: string) => within(name, 'id', { name: null });

/** The records with the ids in this field, or the single one. */
export const references = (name: string, { single = false } = {}): Conversion => ({
  of: [name],
  read: referencesTo,
  write: (found) => [single ? (idsOf(found)[0] ?? null) : idsOf(found)],
});

/** Fields that are always null. */
export const nothing = (missing: object): Readonly<Record<string, Conversion>> =>
  Object.fromEntries(Object.keys(missing).map((name) => [name, { of: [], read: () => null, write: () => [] }]));

/** The names of fields, for `except`. */
export const namesOf = <Fields extends object>(fields: Fields) => Object.keys(fields) as (keyof Fields & string)[];

/** A part of a record whose members the contract leaves open. */
export const object = z.record(z.string(), z.unknown());

/** Custom fields by key: only their values, and also name, type and value of each as in Harvest. */
export const customFields: Readonly<Record<string, Conversion>> = {
  custom_fields: {
    of: ['custom_fields'],
    read: (fields) =>
      fields && Object.fromEntries(Object.entries<RawValue>(fields).map(([key, field]) => [key, field?.value])),
    write: () => [],
  },
  keyed_custom_fields: renamed('custom_fields'),
};

/** Search field: custom fields by key, each with its name, type and value. */
export const keyedCustomFields = from(object, ({ keyed_custom_fields }) => keyed_custom_fields);

/** Why a search field is empty that another resource of Harvest has. */
export const elsewhere = (resource: string) => `Harvest v3 has it in a separate resource, ${resource}`;

/** Why a search field about the rest of a tree is empty. */
export const onlyAbove = 'Harvest v3 returns only the id of the parent';

/** How rows of Harvest become records of the contract. What no conversion takes stays as it is. */
export function reshaping(conversions: Readonly<Record<string, Conversion>>) {
  const taken = new Set(Object.values(conversions).flatMap(({ of }) => of));
  const without = (value: RawValue, names: (name: string) => boolean) =>
    Object.fromEntries(Object.entries<RawValue>(value).filter(([name]) => !names(name)));
  return {
    toRecord(row: RawValue): RawValue {
      const made = Object.entries(conversions).map(([name, { of, read }]) => [
        name,
        read(...of.map((one) => row[one])),
      ]);
      return { ...without(row, (name) => taken.has(name)), ...Object.fromEntries(made) };
    },
    toRow(record: RawValue): RawValue {
      const made = Object.entries(conversions).flatMap(([name, { of, write }]) =>
        write(record[name]).map((value, at) => [of[at], value]),
      );
      return { ...without(record, (name) => Object.hasOwn(conversions, name)), ...Object.fromEntries(made) };
    },
  };
}

/** The result of `reshaping`. */
export type Reshaping = ReturnType<typeof reshaping>;
