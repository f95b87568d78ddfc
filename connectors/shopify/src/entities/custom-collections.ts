import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify, shopifyList } from '../adapter.ts';
import { Collection, collectionSearch } from '../records/collection.ts';
import {
  byChange,
  changesOnly,
  collectionFilters,
  Deleted,
  id,
  imageParam,
  paged,
  settable,
  under,
} from '../shared.ts';

const byId = z.object({ collection_id: id('collection') });

const editable = z.object({
  title: settable.text('Title'),
  body_html: settable.text('Text as HTML'),
  handle: settable.text('Its part of the URL; by default made of the title'),
  template_suffix: settable.text('Template of the theme that shows it'),
  image: imageParam.describe('Picture'),
  published: settable.flag('Whether visitors of the online shop see it; true by default'),
  sort_order: z
    .enum(['alpha-asc', 'alpha-desc', 'best-selling', 'created', 'created-desc', 'manual', 'price-asc', 'price-desc'])
    .optional()
    .describe('How its products are sorted'),
});

/** https://shopify.dev/docs/api/admin-rest/latest/resources/customcollection */
export const customCollections = defineEntity({
  name: 'custom_collections',
  summary: 'Collections whose products are chosen by hand',
  keywords: ['hand picked', 'curated', 'product groups', 'manual collection'],
  record: Collection,
  key: 'id',
  actions: {
    list: shopifyList('GET /custom_collections.json', {
      summary: 'List custom collections',
      params: z.object({ ...paged, ...collectionFilters, ...byChange }),
      recordsAt: 'custom_collections',
    }),
    get: shopify('GET /custom_collections/{collection_id}.json', {
      summary: 'Get one custom collection',
      params: byId,
      recordAt: 'custom_collection',
    }),
    create: shopify('POST /custom_collections.json', {
      beyondContract: true,
      summary: 'Create a collection whose products are chosen by hand',
      params: editable.extend({ title: z.string().describe('Title') }),
      wire: under('custom_collection'),
      recordAt: 'custom_collection',
    }),
    update: shopify('PUT /custom_collections/{collection_id}.json', {
      beyondContract: true,
      summary: 'Change a custom collection; omitted fields stay unchanged',
      params: byId.extend(editable.shape),
      wire: under('custom_collection'),
      recordAt: 'custom_collection',
    }),
    delete: shopify('DELETE /custom_collections/{collection_id}.json', {
      beyondContract: true,
      summary: 'Delete a custom collection; its products stay',
      params: byId,
      result: Deleted,
    }),
  },
  search: {
    title: 'title',
    link: 'https://{setting:shop}.myshopify.com/admin/collections/{id}',
    fields: collectionSearch,
  },
  sync: changesOnly,
});
