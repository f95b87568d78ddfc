import { allFields, defineEntity } from '@connectory/connector-sdk';
import { whole } from '../adapter.ts';
import { idAt, lineOrTeam, settled } from '../sample-company.ts';
import { byId, Named, texts, timestamps } from '../shared.ts';

const incidentIo = whole('custom_field', 'custom_fields');

const CustomField = Named.extend({ ...texts('field_type', 'catalog_type_id'), ...timestamps });

// Name, type, description, and the position of the catalog type whose entries it offers.
type Line = readonly [name: string, type: string, description: string, catalogType?: number];
const lines: readonly Line[] = [
  ['Affected team', 'single_select', 'Team whose service failed', 0],
  ['Customers affected', 'numeric', 'How many customers noticed, roughly'],
  ['Affected services', 'multi_select', 'Services that failed or were slow', 1],
  ['Warehouses affected', 'multi_select', 'Warehouses that could not work as usual', 2],
  ['Cause', 'single_select', 'What kind of cause it had'],
  ['Supplier', 'single_select', 'Supplier that was involved', 3],
  ['Release', 'text', 'Release that brought it'],
];
const boardOf = (team: string): Line => [`${team} board`, 'link', `Where the team ${team} keeps its follow-ups`];

/** The sample custom field at a position. */
export function customFieldAt(index: number) {
  const [name, field_type, description, catalogType] = lineOrTeam(lines, index, boardOf);
  return {
    id: idAt('custom_fields', index),
    name,
    description,
    field_type,
    catalog_type_id: catalogType === undefined ? undefined : idAt('catalog_types', catalogType),
    ...settled,
  };
}

/** https://docs.incident.io/api-reference/custom-fields-v2 */
export const customFields = defineEntity({
  name: 'custom_fields',
  summary: 'Fields the organization added to its incidents',
  record: CustomField,
  key: 'id',
  actions: {
    list: incidentIo('GET /v2/custom_fields', { summary: 'List all custom fields' }),
    get: incidentIo('GET /v2/custom_fields/{id}', { summary: 'Get one custom field', params: byId('custom field') }),
  },
  search: { fields: allFields(CustomField, { except: ['catalog_type_id'] }) },
  sync: { via: 'list' },
  sample: ({ index }) => customFieldAt(index),
});
