import { z } from 'zod';
import { ids, isoTime, text, whole } from '../shared.ts';

/** A picture of a product. */
export const ProductImage = z.object({
  id: z.int(),
  product_id: whole,
  position: whole,
  created_at: isoTime,
  updated_at: isoTime,
  alt: text,
  width: whole,
  height: whole,
  src: text,
  variant_ids: ids,
  admin_graphql_api_id: text,
});
