import { allFields, defineEntity } from '@connectory/connector-sdk';
import { woocommerce } from '../adapter.ts';
import { Term, termParams } from '../records/term.ts';
import { countOf, slugOf, tagId, tags } from '../sample-shop.ts';
import { byId, inOrder } from '../shared.ts';
import { isListed } from '../simulated-lists.ts';

/** https://woocommerce.github.io/woocommerce-rest-api-docs/#product-tags */
export const productTags = defineEntity({
  name: 'product_tags',
  summary: 'Labels of products',
  record: Term,
  key: 'id',
  actions: {
    list: woocommerce('GET /products/tags', {
      summary: 'List tags by name',
      params: termParams,
      simulate: { matches: isListed },
    }),
    get: woocommerce('GET /products/tags/{id}', { summary: 'Get one tag', params: byId('Tag') }),
  },
  search: { fields: allFields(Term) },
  sync: { via: 'list', params: inOrder },
  sample: (source) => {
    const index = source.index % tags.length;
    const name = tags[index] ?? '';
    return { id: tagId(index), name, slug: slugOf(name), description: '', count: countOf('tag', index) };
  },
});
