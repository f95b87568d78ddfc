import { time } from '@connectory/connector-sdk';
import { z } from 'zod';

/** Nullish strings, times, numbers, lists and flags: most of a record may be missing. */
export const text = z.string().nullish();
export const isoTime = time().nullish();
export const number = z.number().nullish();
export const flag = z.boolean().nullish();
export const listOf = <Item extends z.ZodType>(item: Item) => z.array(item).nullish();

/** Several nullish strings, by name. */
export const texts = <const Name extends string>(...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, text])) as Record<Name, typeof text>;

/** Parameters of a list with pages of at most `most` records. */
export const pages = (most: number) =>
  z.object({
    page_size: z.int().min(1).max(most).default(25).describe('Number of records per page'),
    after: z.string().optional().describe('The next_cursor of the previous response; omitted for the first page'),
  });

/** The filter by a time of the record. incident.io documents it with dates only, without a time zone. */
export const filterFrom = <const Field extends 'created_at' | 'updated_at'>(field: Field) =>
  z.object({ [`${field}[gte]`]: z.iso.date() } as Record<`${Field}[gte]`, z.ZodISODate>);

/** Sync cursor: requests what changed since the last pass, plus one day, because the dates may be in another time zone. */
export const changedLast = {
  field: 'updated_at',
  param: 'updated_at[gte]',
  writes: 'date',
  lookBack: { days: 1 },
} as const;

/** Parameters of a get. */
export const byId = (what: string) => z.object({ id: z.string().describe(`Id of the ${what}`) });

/** Creation time and time of the last change, as ISO 8601. */
export const timestamps = { created_at: isoTime, updated_at: isoTime };

/** A part of a record whose fields the contract does not specify. */
export const object = z.record(z.string(), z.unknown());

/** The common fields of the organization's settings. */
export const Named = z.object({ id: z.string(), ...texts('name', 'description') });
