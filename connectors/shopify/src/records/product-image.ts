import { z } from 'zod';
import { globalId, productAt } from '../sample-shop.ts';
import { ids, nothingOf, text, whole } from '../shared.ts';

/** A picture of a product. */
export const ProductImage = z.object({
  id: z.int(),
  product_id: whole,
  position: whole,
  created_at: text,
  updated_at: text,
  alt: text,
  width: whole,
  height: whole,
  src: text,
  variant_ids: ids,
  admin_graphql_api_id: text,
});

/** The picture of the sample product at a position. */
export function sampleProductImage(index: number) {
  const { id, imageId, variantId, title, option, picture, createdAt, updatedAt } = productAt(index);
  return {
    ...nothingOf(ProductImage),
    id: imageId,
    product_id: id,
    position: 1,
    created_at: createdAt,
    updated_at: updatedAt,
    alt: `${title}, ${option}`,
    width: 2048,
    height: 1536,
    src: picture,
    variant_ids: [variantId],
    admin_graphql_api_id: globalId('ProductImage', imageId),
  };
}
