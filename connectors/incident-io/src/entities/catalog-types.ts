import { absent, allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { whole } from '../adapter.ts';
import { daysAgo, idAt, lineOrTeam, settled } from '../sample-company.ts';
import { byId, flag, listOf, Named, number, object, text, texts, timestamps } from '../shared.ts';

const incidentIo = whole('catalog_type', 'catalog_types');

const Attribute = z.object({ ...texts('id', 'name', 'type'), array: flag, mode: text });

const CatalogType = Named.extend({
  ...texts('type_name', 'color', 'icon'),
  ranked: flag,
  is_editable: flag,
  ...texts('registry_type', 'semantic_type'),
  ...timestamps,
  last_synced_at: text,
  annotations: object.nullish(),
  categories: listOf(z.string()),
  required_integrations: listOf(z.string()),
  schema: z.object({ version: number, attributes: listOf(Attribute) }).nullish(),
});

// Name, icon, categories, and the integration that fills it.
type Line = readonly [name: string, icon: string, categories: readonly string[], integration?: string];
const lines: readonly Line[] = [
  ['Team', 'users', ['team']],
  ['Service', 'server', ['service']],
  ['Warehouse', 'store', []],
  ['Supplier', 'briefcase', ['customer']],
  ['GitHub Repository', 'files', [], 'github'],
  ['GitHub Team', 'users', ['team'], 'github'],
  ['Jira Project', 'folder', ['issue-tracker'], 'jira'],
];

const serviceOf = (team: string): Line => [`${team} Service`, 'server', ['service']];

/** The catalog type as attributes name it. */
export const typeNameOf = (name: string) => `Custom["${name.replaceAll(' ', '')}"]`;

const attribute = (id: string, name: string, type: string, mode: string) => ({ id, name, type, array: false, mode });

/** https://docs.incident.io/api-reference/catalog-types-v3 */
export const catalogTypes = defineEntity({
  name: 'catalog_types',
  summary: 'Kinds of things in the catalog, such as services and teams, with their attributes',
  record: CatalogType,
  key: 'id',
  actions: {
    list: incidentIo('GET /v3/catalog_types', { summary: 'List all catalog types, also synchronized ones' }),
    get: incidentIo('GET /v3/catalog_types/{id}', { summary: 'Get one catalog type', params: byId('catalog type') }),
  },
  search: {
    fields: allFields(CatalogType, { except: ['semantic_type'] }),
    derived: {
      semantic_type: absent(z.string(), 'incident.io removed it in version 3; before that, it was always empty'),
    },
  },
  sync: { via: 'list' },
  sample: ({ index, pick }) => {
    const [name, icon, categories, integration] = lineOrTeam(lines, index, serviceOf);
    const mode = integration === undefined ? 'dashboard' : 'external';
    return {
      id: idAt('catalog_types', index),
      name,
      description: integration === undefined ? 'Kept by the team that needs it' : `Kept in step with ${integration}`,
      type_name: integration === undefined ? typeNameOf(name) : name.replaceAll(' ', ''),
      color: pick(['blue', 'green', 'orange', 'violet']),
      icon,
      ranked: false,
      is_editable: integration === undefined,
      registry_type: integration && name.replaceAll(' ', ''),
      semantic_type: undefined,
      ...settled,
      last_synced_at: integration && daysAgo(0.1),
      annotations: { managed_by: integration ?? 'dashboard' },
      categories,
      required_integrations: integration === undefined ? undefined : [integration],
      schema: { version: 3, attributes: [attribute(idAt('owner', index), 'Owner', typeNameOf('Team'), mode)] },
    };
  },
});
