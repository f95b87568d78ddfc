import { defineEntity, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { confluenceV1 } from '../adapter.ts';
import { pagedByStart } from '../shared.ts';

const Affected = z.object({ name: z.string(), objectType: z.string() });

const AuditRecord = z.object({
  author: z
    .object({
      type: z.string().nullish(),
      accountId: z.string().nullish(),
      displayName: z.string().nullish(),
      publicName: z.string().nullish(),
      accountType: z.string().nullish(),
    })
    .nullish(),
  remoteAddress: z.string().describe('IP address of the author'),
  creationDate: time('unix-milliseconds', z.int()).nullish().describe('When it happened, in milliseconds since 1970'),
  summary: z.string(),
  description: z.string(),
  category: z.string().describe('Kind of event, such as `Permissions`'),
  sysAdmin: z.boolean().describe('Whether the author is a system administrator'),
  superAdmin: z.boolean().nullish().describe('Whether the author acted as a super administrator'),
  affectedObject: Affected,
  associatedObjects: z.array(Affected),
  changedValues: z.array(z.object({ name: z.string(), oldValue: z.string(), newValue: z.string() })),
});

/** https://developer.atlassian.com/cloud/confluence/rest/v1/api-group-audit/ */
export const audit = defineEntity({
  name: 'audit',
  summary: 'Audit log: who changed permissions, spaces and settings',
  keywords: ['audit trail', 'who changed', 'security events', 'compliance', 'log of changes'],
  beyondContract: true,
  record: AuditRecord,
  key: null,
  actions: {
    list: confluenceV1('GET /wiki/rest/api/audit', {
      summary: 'List the records of the audit log, newest first; needs the permission of an administrator',
      params: pagedByStart(1000).extend({
        startDate: z.string().optional().describe('Only records from this time on, in milliseconds since 1970'),
        endDate: z.string().optional().describe('Only records until this time, in milliseconds since 1970'),
        searchString: z.string().optional().describe('Only records with this text'),
      }),
    }),
  },
});
