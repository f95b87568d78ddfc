import { z } from 'zod';

/** A text, a number, a list and a flag: most of a record may be missing. */
export const text = z.string().nullish();
export const number = z.number().nullish();
export const flag = z.boolean().nullish();
export const listOf = <Item extends z.ZodType>(item: Item) => z.array(item).nullish();

/** Several texts that may be missing, by name. */
export const texts = <const Name extends string>(...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, text])) as Record<Name, typeof text>;

/** Parameters of a list in pages of at most so many records. */
export const pages = (most: number) =>
  z.object({
    page_size: z.int().min(1).max(most).default(25).describe('Number of records per page'),
    after: z.string().optional().describe('The next_cursor of the previous response; omitted for the first page'),
  });

/** The filter by a time of the record. incident.io shows it with days alone, without saying whose days they are. */
export const filterFrom = <const Field extends 'created_at' | 'updated_at'>(field: Field) =>
  z.object({ [`${field}[gte]`]: z.iso.date() } as Record<`${Field}[gte]`, z.ZodISODate>);

/** Sync cursor: asks for what changed since the last pass; a day more, because the days may be those of another time zone. */
export const changedLast = {
  field: 'updated_at',
  param: 'updated_at[gte]',
  writes: 'date',
  lookBack: { days: 1 },
} as const;

/** Parameters of reading one record. */
export const byId = (what: string) => z.object({ id: z.string().describe(`Id of the ${what}`) });

/** When a record was made and last changed, as ISO 8601 times. */
export const timestamps = texts('created_at', 'updated_at');

/** A part of a record whose members the contract leaves open. */
export const object = z.record(z.string(), z.unknown());

/** What the records of the organization's settings have in common. */
export const Named = z.object({ id: z.string(), ...texts('name', 'description') });
