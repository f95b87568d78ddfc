import { z } from 'zod';
import { isoTime, part, text, whole } from '../shared.ts';

/** What collections have in common, whether products are chosen by hand or by rules. */
export const Collection = z.object({
  id: z.int(),
  handle: text,
  title: text,
  updated_at: isoTime,
  body_html: text,
  published_at: isoTime,
  sort_order: text,
  template_suffix: text,
  published_scope: text,
  admin_graphql_api_id: text,
  image: part,
  products_count: whole,
});

/** Search fields of both kinds of collections. */
export const collectionSearch = [
  'id',
  'handle',
  'title',
  'sort_order',
  'published_scope',
  'published_at',
  'updated_at',
] as const;
