import { z } from 'zod';

/** Parameters of every list. */
export const paged = z.object({
  cursor: z.string().optional().describe('Cursor of the next page, from next_params of the previous response'),
  limit: z.int().min(1).max(250).default(25).describe('Number of records per page'),
});

/** Sort orders of a list: each field ascending and, with a minus sign, descending. */
export const orders = <const Field extends string>(...fields: readonly Field[]) =>
  z.enum(fields.flatMap((field) => [field, `-${field}`] as const));

/** The parameter that sorts a list. */
export const sortedBy = <Order extends z.ZodType<string>>(order: Order) =>
  order.optional().describe('Order of the list; a minus sign sorts descending');

/** A text in one of its formats. */
export const Representation = z.object({ representation: z.string().nullish(), value: z.string().nullish() });
