import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { woocommerce } from '../adapter.ts';
import { days, personAt, productAt, productId, shopAddress, stamps } from '../sample-shop.ts';
import { byId, created, createdWithin, flag, paged, search, text, whole, withTimes } from '../shared.ts';
import { isListed } from '../simulated-lists.ts';

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

// Text of a review, and the number of stars.
const opinions: readonly (readonly [said: string, stars: number])[] = [
  ['Kept me dry through a whole week in Donegal.', 5],
  ['Solid, but heavier than I expected.', 4],
  ['Arrived in two days, exactly as described.', 5],
  ['Good quality, though the color is darker than in the picture.', 4],
  ['A seam came loose after a month; the workshop fixed it for free.', 4],
  ['Too small for me, the exchange went smoothly.', 3],
  ['Bought a second one for my sister.', 5],
  ['Does the job, no more and no less.', 3],
  ['Broke on the first trip.', 1],
];

/** https://woocommerce.github.io/woocommerce-rest-api-docs/#product-reviews */
export const productReviews = defineEntity({
  name: 'product_reviews',
  summary: 'Customer reviews of products, with a rating from 0 to 5',
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
      simulate: { matches: isListed },
    }),
    get: woocommerce('GET /products/reviews/{id}', { summary: 'Get one review', params: byId('Review') }),
  },
  search: {
    fields: allFields(Review, { except: ['product_name', 'product_permalink', 'reviewer_avatar_urls'] }),
  },
  sync: { via: 'list', params: { per_page: 100, status: 'all' } },
  sample: ({ index }) => {
    const product = (index * 6 + 1) % 25;
    const { name, slug } = productAt(product);
    const { first_name, last_name, email } = personAt(index + 3);
    const [said, rating] = opinions[index % opinions.length] ?? ['', 5];
    const avatar = (size: number) =>
      `https://secure.gravatar.com/avatar/${first_name.length}${index}?s=${size}&d=mm&r=g`;
    return {
      id: 6_120 - index * 2,
      ...stamps('date_created', days(index) + 340),
      product_id: productId(product),
      product_name: name,
      product_permalink: `${shopAddress}/product/${slug}/`,
      status: index % 8 === 1 ? 'hold' : 'approved',
      reviewer: `${first_name} ${last_name}`,
      reviewer_email: email,
      review: `<p>${said}</p>\n`,
      rating,
      verified: index % 4 !== 3,
      reviewer_avatar_urls: { 24: avatar(24), 48: avatar(48), 96: avatar(96) },
    };
  },
});
