import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { paged } from '../adapter.ts';
import { byId, filterFrom, flag, isoTime, listOf, pages, texts, timestamps } from '../shared.ts';

const incidentIo = paged('alert', 'alerts');

/** An alert without its attributes, as escalations hold it. */
export const AlertHead = z.object({
  id: z.string(),
  ...texts('title', 'description', 'status', 'alert_source_id', 'deduplication_key', 'source_url'),
  ...timestamps,
  resolved_at: isoTime,
});

const CatalogEntry = z.object({ id: z.string(), ...texts('name', 'catalog_type_id') });

const Alert = AlertHead.extend({
  attributes: listOf(
    z.object({
      attribute: z.object({ id: z.string(), ...texts('name', 'type'), array: flag }).nullish(),
      value: z.object({ ...texts('literal', 'label'), catalog_entry: CatalogEntry.nullish() }).nullish(),
    }),
  ),
});

/** https://docs.incident.io/api-reference/alerts-v2 */
export const alerts = defineEntity({
  name: 'alerts',
  summary: 'Alerts that monitoring raised',
  keywords: ['fired', 'broken', 'noisy', 'alarm', 'grafana', 'prometheus', 'pager alert', 'datadog alert'],
  record: Alert,
  key: 'id',
  actions: {
    list: incidentIo('GET /v2/alerts', {
      summary: 'List alerts, newest first',
      params: pages(50),
      syncOnly: filterFrom('created_at'),
    }),
    get: incidentIo('GET /v2/alerts/{id}', { summary: 'Get one alert', params: byId('alert') }),
  },
  search: { title: 'title', fields: allFields(Alert) },
  sync: {
    via: 'list',
    params: { page_size: 50 },
    // Only the newest descriptions have a filter by the last change of an alert, and most are resolved within days.
    cursor: { field: 'created_at', param: 'created_at[gte]', writes: 'date', lookBack: { days: 7 } },
  },
});
