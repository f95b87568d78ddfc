import { z } from 'zod';
import { mediaType, type WrittenList } from './adapter.ts';

interface Written {
  /** The vendor's name of the list in request and response. */
  readonly list: WrittenList;
  /** The vendor's name of one of its records. */
  readonly record: string;
  /** Name of the vendor's media type, such as `spKeyword.v3`. */
  readonly media: string;
}

/** What a creation or change of one record declares. Amazon takes and returns lists, with the record or its error. */
export const writesOne = ({ list, record, media }: Written) =>
  ({
    beyondContract: true,
    headers: { ...mediaType(media), prefer: 'return=representation' },
    recordAt: `${list}.success.0.${record}`,
    paging: null,
    wire: (values: Readonly<Record<string, unknown>>) => ({ body: { [list]: [values] } }),
  }) as const;

/** What the deletion of one record declares, which Amazon archives for good. */
export const archivesOne = <Key extends string>({ list, record, media }: Written, key: Key) =>
  ({
    beyondContract: true,
    headers: mediaType(media),
    params: z.object({ [key]: idParam(record) } as Record<Key, z.ZodString>),
    recordAt: `${list}.success.0`,
    result: z.object({ [key]: z.string() } as Record<Key, z.ZodString>),
    paging: null,
    wire: (values: Readonly<Record<Key, string>>) => ({ body: { [`${key}Filter`]: { include: [values[key]] } } }),
  }) as const;

/** The id of a record, as lists have it. */
export const idParam = (record: string) => z.string().regex(/^\d+$/, 'must be digits').describe(`Id of the ${record}`);

/** The state of a new record. */
export const state = z.enum(['ENABLED', 'PAUSED']).describe('Whether it runs');

/** The state of a changed record. */
export const changedState = state.optional().describe('Whether it runs from now on');

/** An amount of money in the currency of the profile. */
export const amount = z.number().positive();
