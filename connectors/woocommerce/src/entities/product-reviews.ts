import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { woocommerce } from '../adapter.ts';
import {
  byId,
  created,
  createdWithin,
  flag,
  force,
  paged,
  search,
  settable,
  text,
  whole,
  withTimes,
} from '../shared.ts';

const Review = z.object({
  id: z.int(),
  ...created,
  product_id: whole,
  product_name: text,
  product_permalink: text,
  status: text,
  reviewer: text,
  reviewer_email: text,
  review: text,
  rating: whole,
  verified: flag,
  reviewer_avatar_urls: z.record(z.string(), z.string()).nullish(),
});

/** https://woocommerce.github.io/woocommerce-rest-api-docs/#product-reviews */
export const productReviews = defineEntity({
  name: 'product_reviews',
  summary: 'Customer reviews of products, with a rating from 0 to 5',
  keywords: ['stars', 'opinion', 'five star', 'say about', 'shop reviews', 'testimonials', 'product feedback'],
  record: Review,
  key: 'id',
  actions: {
    list: woocommerce('GET /products/reviews', {
      summary: 'List reviews, newest first',
      params: z.object({
        ...paged,
        search,
        ...createdWithin,
        product: z.array(z.int()).optional().describe('Only reviews of the products with these ids'),
        status: z
          .enum(['all', 'hold', 'approved', 'spam', 'trash'])
          .default('approved')
          .describe('Only reviews with this status; all means on hold and approved'),
      }),
      wire: withTimes,
    }),
    get: woocommerce('GET /products/reviews/{id}', { summary: 'Get one review', params: byId('Review') }),
    update: woocommerce('PUT /products/reviews/{id}', {
      beyondContract: true,
      summary: 'Moderate a review: visitors of the shop see approved ones',
      effect: 'outward',
      params: byId('Review').extend({
        status: z
          .enum(['approved', 'hold', 'spam', 'unspam', 'trash', 'untrash'])
          .optional()
          .describe('State: approved is shown; unspam and untrash undo the others'),
        review: settable.text('Text of the review'),
        rating: z.int().min(0).max(5).optional().describe('Stars from 0 to 5'),
      }),
    }),
    delete: woocommerce('DELETE /products/reviews/{id}', {
      beyondContract: true,
      summary: 'Move a review to the trash, or delete it permanently',
      params: byId('Review').extend({ force }),
      // A review that is only moved to the trash is returned itself.
      result: z.looseObject({
        deleted: z.boolean().optional().describe('True if it was deleted permanently'),
        previous: Review.optional().describe('The review as it was, if it was deleted permanently'),
      }),
    }),
  },
  search: {
    title: 'reviewer',
    fields: allFields(Review, { except: ['product_name', 'product_permalink', 'reviewer_avatar_urls'] }),
  },
  sync: { via: 'list', params: { per_page: 100, status: 'all' } },
});
