import { type DerivedField, type FieldPath, from, valueAt } from '@connectory/connector-sdk';
import { z } from 'zod';
import { googleAds, inAccount } from './adapter.ts';

type CamelCase<Path extends string> = Path extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Path;

// An unknown name is replaced by a sentence, so that the compiler prints the reason.
type InRecord<Row extends z.ZodObject, Fields> = {
  readonly [Name in keyof Fields & string]: CamelCase<Name> extends FieldPath<z.output<Row>>
    ? z.ZodType
    : `the record has no ${CamelCase<Name>}`;
};

const camelCase = (path: string) => path.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** Search fields under the names the query language has for members of a record: `ad_group.cpc_bid_micros` is `adGroup.cpcBidMicros`. */
export function searchFields<Row extends z.ZodObject, Fields extends Readonly<Record<string, z.ZodType>>>(
  _record: Row,
  fields: Fields & InRecord<Row, Fields>,
): { readonly [Name in keyof Fields]: DerivedField<never, Fields[Name]> } {
  const derived = Object.entries<z.ZodType>(fields).map(([name, type]) => {
    const path = camelCase(name);
    return [name, from(type, (row) => valueAt(row, path))] as const;
  });
  return Object.fromEntries(derived) as { [Name in keyof Fields]: DerivedField<never, Fields[Name]> };
}

/** Why fields of `segments` are never in the copy. */
export const segmented = 'Selecting a segment divides each row into several; the copy has one row each';

/** A query of all rows of a resource. */
export const select = (resource: string, fields: readonly string[]) => `SELECT ${fields.join(', ')} FROM ${resource}`;

/**
 * Recognizes a query of a resource; any other resource is another entity. From the first word on, so that no text within quotation marks
 * passes for the clause.
 */
export const fromClause = (resource: string) =>
  new RegExp(`^\\s*SELECT\\s+[\\w.]+(?:\\s*,\\s*[\\w.]+)*\\s+FROM\\s+${resource}(?:\\s|$)`, 'i');

/** A list of the rows of a resource; `fields` are those of the default query. */
export function searchOf(resource: string, summary: string, fields: readonly string[]) {
  const isFrom = fromClause(resource);
  return googleAds('POST /customers/{customer_id}/googleAds:search', {
    summary,
    params: inAccount.extend({
      query: z
        .string()
        .refine((query) => isFrom.test(query), `must be SELECT … FROM ${resource}`)
        .default(select(resource, fields))
        .describe(`Query in the Google Ads Query Language, FROM ${resource}`),
      pageToken: z
        .string()
        .optional()
        .describe('The next_page_token of the previous response; the query must be the same'),
      pageSize: z
        .int()
        .max(10_000)
        .optional()
        .describe('Has no effect: Google Ads determines the page size, up to 10,000 rows'),
    }),
    queryIn: 'query',
    // Google Ads rejects a call with a pageSize.
    wire: ({ query, pageToken }) => ({ body: { query, pageToken } }),
  });
}
