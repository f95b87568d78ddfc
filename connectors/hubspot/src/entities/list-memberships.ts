import { defineEntity, type RawValue, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { hubspot } from '../adapter.ts';
import { contactId, listId } from '../sample-account.ts';

const Membership = z.object({
  listId: z.string(),
  recordId: z.string().describe('Id of the contact, or of another record, that is in the list'),
  membershipTimestamp: time().describe('When it came into the list'),
});

const Changed = z.object({
  recordsIdsAdded: z.array(z.string()).nullish().describe('Ids that were added'),
  recordIdsRemoved: z.array(z.string()).nullish().describe('Ids that were removed'),
  recordIdsMissing: z.array(z.string()).nullish().describe('Ids that no record has'),
});

const inList = z.object({
  listId: z
    .string()
    .describe('List id, as `lists` has it')
    .meta({ examples: [listId(0)] }),
});

const recordIds = z.array(z.string()).min(1).max(100_000);

/** https://developers.hubspot.com/docs/api-reference/crm-lists-v3/guide */
export const listMemberships = defineEntity({
  name: 'list_memberships',
  beyondContract: true,
  summary: 'Which contacts or other records are in a list',
  keywords: ['add to a list', 'remove from a list', 'members of a segment', 'who is in the list'],
  record: Membership,
  key: ['listId', 'recordId'],
  actions: {
    list: hubspot('GET /crm/v3/lists/{listId}/memberships', {
      summary: 'List the members of a list',
      params: inList.extend({
        limit: z.int().min(1).max(250).default(100).describe('Number of records per page'),
        after: z.string().optional().describe('The next_cursor of the previous response'),
      }),
      toRecord: (row: RawValue, params) => ({ listId: params.listId, ...row }),
    }),
    create: hubspot('PUT /crm/v3/lists/{listId}/memberships/add-and-remove', {
      summary: 'Add contacts or other records to a manual list',
      params: inList.extend({
        recordIdsToAdd: recordIds
          .describe('Ids of the records to add; those in the list already are ignored')
          .meta({ examples: [[contactId(20)]] }),
      }),
      wire: ({ recordIdsToAdd }) => ({ body: { recordIdsToAdd, recordIdsToRemove: [] } }),
      result: Changed,
    }),
    delete: hubspot('PUT /crm/v3/lists/{listId}/memberships/add-and-remove', {
      summary: 'Remove contacts or other records from a manual list; the records stay',
      params: inList.extend({
        recordIdsToRemove: recordIds.describe('Ids of the records to remove').meta({ examples: [[contactId(1)]] }),
      }),
      wire: ({ recordIdsToRemove }) => ({ body: { recordIdsToAdd: [], recordIdsToRemove } }),
      result: Changed,
    }),
  },
});
