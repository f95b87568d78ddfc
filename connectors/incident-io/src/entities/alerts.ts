import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { paged } from '../adapter.ts';
import { entry, idAt } from '../sample-company.ts';
import { occurrenceAt } from '../sample-incidents.ts';
import { byId, filterFrom, flag, listOf, pages, text, texts, timestamps } from '../shared.ts';
import { typeNameOf } from './catalog-types.ts';

const incidentIo = paged('alert', 'alerts');

/** An alert without its attributes, as escalations hold it. */
export const AlertHead = z.object({
  id: z.string(),
  ...texts('title', 'description', 'status', 'alert_source_id', 'deduplication_key', 'source_url'),
  ...timestamps,
  resolved_at: text,
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

const sources = ['datadog', 'grafana', 'sentry'];

/** The sample alert at a position, which led to the incident at that position, without its attributes. */
export function alertAt(index: number) {
  const { alert, name, team, isOpen, reported, acknowledged, updated } = occurrenceAt(index);
  const id = idAt('alerts', index);
  const source = entry(sources, index);
  return {
    id,
    title: alert,
    description: `${name}. See the runbook of ${team.name}.`,
    status: isOpen ? 'firing' : 'resolved',
    alert_source_id: idAt(source, 0),
    deduplication_key: `${source}-${48_210 + index * 17}`,
    source_url: `https://${source}.example.com/monitors/${48_210 + index * 17}`,
    created_at: reported,
    updated_at: isOpen ? acknowledged : updated,
    resolved_at: isOpen ? undefined : updated,
  };
}

const told = (name: string, type: string, value: object) => ({
  attribute: { id: idAt(`attribute ${name}`, 0), name, type, array: false, required: false },
  value,
});

/** https://docs.incident.io/api-reference/alerts-v2 */
export const alerts = defineEntity({
  name: 'alerts',
  summary: 'Alerts that monitoring raised',
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
  search: { fields: allFields(Alert) },
  sync: {
    via: 'list',
    params: { page_size: 50 },
    // Only the newest descriptions have a filter by the last change of an alert, and most are resolved within days.
    cursor: { field: 'created_at', param: 'created_at[gte]', writes: 'date', lookBack: { days: 7 } },
  },
  sample: ({ index }) => {
    const { team } = occurrenceAt(index);
    const entryId = idAt('catalog_entries', team.position);
    const catalog_entry = { id: entryId, name: team.name, catalog_type_id: idAt('catalog_types', 0) };
    return {
      ...alertAt(index),
      attributes: [
        told('Team', typeNameOf('Team'), { label: team.name, catalog_entry }),
        told('Environment', 'String', { label: 'production', literal: 'production' }),
      ],
    };
  },
});
