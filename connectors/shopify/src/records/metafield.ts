import { allFields, from } from '@connectory/connector-sdk';
import { z } from 'zod';
import { isoTime, paged, text, whole } from '../shared.ts';

/** A field that the shop or an app has added to a record. */
export const Metafield = z.object({
  id: z.int(),
  namespace: text,
  key: text,
  value: z.union([z.string(), z.int(), z.boolean()]).nullish(),
  type: text,
  description: text,
  owner_id: whole,
  created_at: isoTime,
  updated_at: isoTime,
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

/** Members of a metafield that can be changed. */
export const metafieldValue = {
  value: z.string().describe('Value as text; lists and objects as JSON'),
  type: z
    .string()
    .describe('Type of the value, such as single_line_text_field, number_integer, boolean, date or json')
    .meta({ examples: ['single_line_text_field'] }),
};

/** Members of a new metafield, in addition to the owner. */
export const metafieldParams = {
  namespace: z.string().describe('Group of metafields it belongs to, such as custom'),
  key: z.string().describe('Name within the namespace; an owner has it only once'),
  ...metafieldValue,
};
