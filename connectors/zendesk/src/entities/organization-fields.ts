import { defineEntity } from '@connectory/connector-sdk';
import { zendesk } from '../adapter.ts';
import { onlyByCursor } from '../paging.ts';
import { cursorParams } from '../shared.ts';
import { CustomField } from './user-fields.ts';

/** https://developer.zendesk.com/api-reference/ticketing/organizations/organization_fields/ */
export const organizationFields = defineEntity({
  name: 'organization_fields',
  beyondContract: true,
  summary: 'Custom fields that organizations have in the account',
  keywords: ['which properties does an organization have', 'organization properties'],
  record: CustomField,
  key: 'id',
  actions: {
    list: zendesk('GET /organization_fields', {
      summary: 'List the custom fields of organizations',
      recordsAt: 'organization_fields',
      wire: onlyByCursor,
      params: cursorParams,
    }),
  },
});
