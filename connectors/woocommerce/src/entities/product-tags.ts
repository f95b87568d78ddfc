import { allFields, defineEntity } from '@connectory/connector-sdk';
import { woocommerce } from '../adapter.ts';
import { Term, termParams } from '../records/term.ts';
import { byId, inOrder } from '../shared.ts';

/** https://woocommerce.github.io/woocommerce-rest-api-docs/#product-tags */
export const productTags = defineEntity({
  name: 'product_tags',
  summary: 'Labels of products',
  keywords: ['keyword', 'marked'],
  record: Term,
  key: 'id',
  actions: {
    list: woocommerce('GET /products/tags', {
      summary: 'List tags by name',
      params: termParams,
    }),
    get: woocommerce('GET /products/tags/{id}', { summary: 'Get one tag', params: byId('Tag') }),
  },
  search: { title: 'name', fields: allFields(Term) },
  sync: { via: 'list', params: inOrder },
});
