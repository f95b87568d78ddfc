import { z } from 'zod';

/** Query parameters of every list: `limit` 1 to 100 (default 50) and the `cursor` of the previous page. */
export const listQuerySchema = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(50).describe('Maximum number of entries to return.'),
  cursor: z.string().min(1).max(2_000).optional().describe('`meta.next_cursor` of the previous page.'),
});

/** Metadata of a list; `next_cursor` is null on the last page. */
const listMetaSchema = z
  .object({
    next_cursor: z.string().nullable().describe('The `cursor` of the next page; null on the last page.'),
  })
  .meta({ id: 'ListMeta', description: 'Pagination of a list.' });

/** Response of a list: the entries of one page, and `meta.next_cursor` for the next one. */
export function listOf<Item extends z.ZodType>(id: string, description: string, item: Item) {
  return z
    .object({ data: z.array(item).describe('The entries of the page.'), meta: listMetaSchema })
    .meta({ id, description });
}
