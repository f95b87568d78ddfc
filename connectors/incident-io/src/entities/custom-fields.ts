import { allFields, defineEntity } from '@connectory/connector-sdk';
import { whole } from '../adapter.ts';
import { byId, Named, texts, timestamps } from '../shared.ts';

const incidentIo = whole('custom_field', 'custom_fields');

const CustomField = Named.extend({ ...texts('field_type', 'catalog_type_id'), ...timestamps });

/** https://docs.incident.io/api-reference/custom-fields-v2 */
export const customFields = defineEntity({
  name: 'custom_fields',
  summary: 'Fields the organization added to its incidents',
  keywords: ['extra', 'information', 'own field', 'additional fields', 'fields we defined', 'custom attributes'],
  record: CustomField,
  key: 'id',
  actions: {
    list: incidentIo('GET /v2/custom_fields', { summary: 'List all custom fields' }),
    get: incidentIo('GET /v2/custom_fields/{id}', { summary: 'Get one custom field', params: byId('custom field') }),
  },
  search: { title: 'name', fields: allFields(CustomField, { except: ['catalog_type_id'] }) },
  sync: { via: 'list' },
});
