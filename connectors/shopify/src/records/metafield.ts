import { allFields, from, type Sample } from '@connectory/connector-sdk';
import { z } from 'zod';
import { globalId, idAt, series, timeAgo } from '../sample-shop.ts';
import { paged, text, whole } from '../shared.ts';

/** A field that the shop or an app has added to a record. */
export const Metafield = z.object({
  id: z.int(),
  namespace: text,
  key: text,
  value: z.union([z.string(), z.int(), z.boolean()]).nullish(),
  type: text,
  description: text,
  owner_id: whole,
  created_at: text,
  updated_at: text,
  owner_resource: text,
  admin_graphql_api_id: text,
});

/** Parameters of lists of metafields, in addition to the owner. */
export const metafieldFilters = {
  ...paged,
  namespace: z.string().optional().describe('Only metafields in this namespace'),
  key: z.string().optional().describe('Only metafields with this key'),
};

/** What metafields are searched by. Numbers and yes or no are found as text. */
export const metafieldSearch = {
  fields: allFields(Metafield, { except: ['value', 'admin_graphql_api_id'] }),
  derived: { value: from(z.string(), ({ value }) => (value === null || value === undefined ? value : String(value))) },
} as const;

/** A metafield of the samples: namespace, key, type, value, what it is for. */
export type MetafieldLine = readonly [
  namespace: string,
  key: string,
  type: string,
  value: string | number | boolean,
  description: string,
];

/** Owner of sample metafields: its name, the start of its number range, and the id of the owner at a position. */
interface SampleOwners {
  readonly resource: string;
  readonly range: number;
  readonly ownerAt: (position: number) => number;
  /** How many owners there are; one for each metafield unless given. */
  readonly count?: number;
  /** When the metafield at a position was added; more than a month ago unless given. */
  readonly addedAt?: (position: number) => string;
}

/** Samples of metafields. No owner has the same one twice. */
export const sampleMetafields =
  (
    { resource, range, ownerAt, count, addedAt = (position) => timeAgo(40 + position) }: SampleOwners,
    lines: readonly MetafieldLine[],
  ): Sample =>
  ({ index }) => {
    const position = count === undefined ? index : index % (count * lines.length);
    const line = count === undefined ? index % lines.length : Math.floor(position / count);
    const [namespace, key, type, value, description] = lines[line] as MetafieldLine;
    const id = idAt(series.metafield + range, position);
    return {
      id,
      namespace,
      key,
      value,
      type,
      description,
      owner_id: ownerAt(count === undefined ? position : position % count),
      created_at: addedAt(position),
      updated_at: addedAt(position),
      owner_resource: resource,
      admin_graphql_api_id: globalId('Metafield', id),
    };
  };
