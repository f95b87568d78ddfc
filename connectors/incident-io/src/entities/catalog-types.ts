import { absent, allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { whole } from '../adapter.ts';
import { byId, flag, isoTime, listOf, Named, number, object, text, texts, timestamps } from '../shared.ts';

const incidentIo = whole('catalog_type', 'catalog_types');

const Attribute = z.object({ ...texts('id', 'name', 'type'), array: flag, mode: text });

const CatalogType = Named.extend({
  ...texts('type_name', 'color', 'icon'),
  ranked: flag,
  is_editable: flag,
  ...texts('registry_type', 'semantic_type'),
  ...timestamps,
  last_synced_at: isoTime,
  annotations: object.nullish(),
  categories: listOf(z.string()),
  required_integrations: listOf(z.string()),
  schema: z.object({ version: number, attributes: listOf(Attribute) }).nullish(),
});

/** https://docs.incident.io/api-reference/catalog-types-v3 */
export const catalogTypes = defineEntity({
  name: 'catalog_types',
  summary: 'Kinds of things in the catalog, such as services and teams, with their attributes',
  keywords: ['catalogue', 'component types', 'software catalog'],
  record: CatalogType,
  key: 'id',
  actions: {
    list: incidentIo('GET /v3/catalog_types', { summary: 'List all catalog types, also synchronized ones' }),
    get: incidentIo('GET /v3/catalog_types/{id}', { summary: 'Get one catalog type', params: byId('catalog type') }),
  },
  search: {
    title: 'name',
    fields: allFields(CatalogType, { except: ['semantic_type'] }),
    derived: {
      semantic_type: absent(z.string(), 'incident.io removed it in version 3; before that, it was always empty'),
    },
  },
  sync: { via: 'list' },
});
