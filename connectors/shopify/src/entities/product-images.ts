import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify } from '../adapter.ts';
import { ProductImage } from '../records/product-image.ts';
import { afterId, id } from '../shared.ts';
import { products } from './products.ts';

const ofProduct = z.object({ product_id: id('product') });

/** https://shopify.dev/docs/api/admin-rest/latest/resources/product-image */
export const productImages = defineEntity({
  name: 'product_images',
  summary: 'Pictures of products',
  keywords: ['photo', 'gallery', 'packshots', 'image alt text'],
  record: ProductImage,
  key: 'id',
  actions: {
    list: shopify('GET /products/{product_id}/images.json', {
      summary: 'List the pictures of a product',
      params: ofProduct.extend(afterId),
      recordsAt: 'images',
    }),
    get: shopify('GET /products/{product_id}/images/{image_id}.json', {
      summary: 'Get one picture of a product',
      params: ofProduct.extend({ image_id: id('picture') }),
      recordAt: 'image',
    }),
  },
  search: { fields: allFields(ProductImage, { except: ['variant_ids', 'admin_graphql_api_id'] }) },
  sync: { via: 'list', each: products, changedBy: 'updated_at', bind: { product_id: 'id' }, notFound: 'empty' },
});
