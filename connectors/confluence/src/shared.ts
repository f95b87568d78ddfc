import { z } from 'zod';

/** Parameters of every list. */
export const paged = z.object({
  cursor: z.string().optional().describe('Cursor of the next page, from next_params of the previous response'),
  limit: z.int().min(1).max(250).default(25).describe('Number of records per page'),
});

/** Parameters of a list that is paged by position. */
export const pagedByStart = (most: number) =>
  z.object({
    start: z.int().min(0).default(0).describe('Position of the first record, from 0'),
    limit: z.int().min(1).max(most).default(25).describe('Number of records per page'),
  });

/** Sort orders of a list: each field ascending and, with a minus sign, descending. */
export const orders = <const Field extends string>(...fields: readonly Field[]) =>
  z.enum(fields.flatMap((field) => [field, `-${field}`] as const));

/** The parameter that sorts a list. */
export const sortedBy = <Order extends z.ZodType<string>>(order: Order) =>
  order.optional().describe('Order of the list; a minus sign sorts descending');

/** A text in one of its formats. */
export const Representation = z.object({ representation: z.string().nullish(), value: z.string().nullish() });

/** A text to write, in the format that it names. */
export const NewBody = z.strictObject({
  representation: z
    .enum(['storage', 'atlas_doc_format', 'wiki'])
    .default('storage')
    .describe('Format: XHTML of Confluence, Atlassian Document Format as JSON in a string, or wiki markup'),
  value: z
    .string()
    .describe('The text in this format')
    .meta({ examples: ['<p>Thirty days a year.</p>'] }),
});

/** The version that a change creates. Confluence rejects any other number than the next one, so no change of others is lost. */
export const NextVersion = z
  .strictObject({
    number: z.int().min(1).describe('Number of the version that was read, plus 1; 1 publishes a draft'),
    message: z.string().optional().describe('What was changed and why, for the history'),
  })
  .describe('The version that the change creates; rejected if somebody else was faster');
