import { defineEntity } from '@connectory/connector-sdk';
import { paged } from '../adapter.ts';
import { Named, pages, text } from '../shared.ts';

/** https://docs.incident.io/api-reference/status-pages-v2 */
export const statusPages = defineEntity({
  name: 'status_pages',
  summary: 'Status pages, which show customers how services are',
  keywords: ['public status', 'uptime page', 'customer-facing status'],
  beyondContract: true,
  record: Named.extend({ public_url: text }),
  key: 'id',
  actions: {
    list: paged('status_page', 'status_pages')('GET /v2/status_pages', {
      summary: 'List status pages',
      params: pages(25),
    }),
  },
});
