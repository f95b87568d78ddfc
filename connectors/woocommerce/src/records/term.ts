import { z } from 'zod';
import { paged, search, sortedBy, text, whole } from '../shared.ts';

/** What products are sorted into, whether a category or a tag. */
export const Term = z.object({ id: z.int(), name: text, slug: text, description: text, count: whole });

/** Parameters of lists of categories and tags. */
export const termParams = z.object({
  ...paged,
  search,
  ...sortedBy(['id', 'include', 'name', 'slug', 'term_group', 'description', 'count'], 'name', 'asc'),
  hide_empty: z.boolean().default(false).describe('Whether to exclude those without products'),
  product: z.int().optional().describe('Only those of the product with this id'),
  slug: z.string().optional().describe('Only the one with this slug'),
});
