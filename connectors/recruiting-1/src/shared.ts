import { from, type RawValue } from '@connectory/connector-sdk';
import { z } from 'zod';
import { greenhouse } from './adapter.ts';

/** A part of a record whose members the contract leaves open. */
export const object = z.record(z.string(), z.unknown());

/** Another record that is known by its id only: Harvest names nothing beside it. */
export const Reference = z.object({ id: z.int(), name: z.string().nullish() });

/** The reference to the record with this id; null without one. */
export const reference = (id: RawValue) => ((id ?? null) === null ? null : { id, name: null });

/** References to the records with these ids. */
export const references = (ids: RawValue) => (ids ?? []).map(reference);

/** The ids of references. */
export const idsOf = (found: RawValue) => (found ?? []).map(({ id }: RawValue) => id);

/** How rows of Harvest become records of the contract, and back for the simulated vendor. */
export interface Reshaping {
  readonly toRecord: (row: RawValue) => RawValue;
  readonly toRow: (record: RawValue) => RawValue;
}

/** One record: Harvest has it as the list of one id. */
export const getFrom = (collection: string, summary: string, reshaping?: Reshaping) =>
  greenhouse(`GET /${collection}` as 'GET /', {
    summary,
    params: z.object({ id: z.int().describe('Id of the record') }),
    wire: ({ id }) => ({ query: { ids: id } }),
    match: { id: 'id' },
    simulate: { answers: ({ id }) => id !== undefined },
    ...reshaping,
  });

/** Custom fields by key, with their values alone. */
export const valuesOf = (fields: RawValue) =>
  fields && Object.fromEntries(Object.entries<RawValue>(fields).map(([key, field]) => [key, field?.value]));

/** Search field: custom fields by key, each with its name, type and value. */
export const keyedCustomFields = from(object, ({ keyed_custom_fields }) => keyed_custom_fields);

/** Why a search field is empty that another resource of Harvest has. */
export const elsewhere = (resource: string) =>
  `Harvest v3 has it in a resource of its own, ${resource}, and not in the record`;
