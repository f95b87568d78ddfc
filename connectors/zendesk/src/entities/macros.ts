import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { zendesk } from '../adapter.ts';
import { byCursor } from '../paging.ts';
import { listParams, object, timestamps } from '../shared.ts';
import { menuParams } from './views.ts';

const Macro = z.object({
  id: z.int(),
  url: z.string(),
  title: z.string(),
  active: z.boolean(),
  position: z.int(),
  description: z.string().nullish(),
  actions: z.array(object),
  restriction: object.nullish(),
  raw_title: z.string(),
  ...timestamps,
});

/** https://developer.zendesk.com/api-reference/ticketing/business-rules/macros/ */
export const macros = defineEntity({
  name: 'macros',
  summary: 'Prepared replies and changes that agents apply manually',
  keywords: ['ready made answer', 'canned response', 'template answer', 'boilerplate answers', 'snippets'],
  record: Macro,
  key: 'id',
  actions: {
    get: zendesk('GET /macros/{macro_id}', {
      summary: 'Get one macro',
      recordAt: 'macro',
      params: z.object({ macro_id: z.int().describe('Macro id') }),
    }),
    list: zendesk('GET /macros', {
      summary: 'List the macros that the user of the credential can see',
      recordsAt: 'macros',
      wire: byCursor(),
      params: listParams.extend({
        ...menuParams.shape,
        category: z.int().optional().describe('Only macros of this category'),
        only_viewable: z.boolean().optional().describe('Whether to exclude macros that you can edit but not apply'),
      }),
    }),
  },
  search: {
    title: 'title',
    fields: [
      'id',
      'url',
      'title',
      'active',
      'position',
      'description',
      'actions',
      'restriction',
      'raw_title',
      'created_at',
      'updated_at',
    ],
  },
  sync: { via: 'list', params: { per_page: 100 } },
});
