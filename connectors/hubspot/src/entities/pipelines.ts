import { defineEntity, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { hubspot } from '../adapter.ts';

const Stage = z.object({
  id: z.string().describe('What `dealstage` of deals and `hs_pipeline_stage` of tickets have'),
  label: z.string(),
  displayOrder: z.int(),
  metadata: z
    .record(z.string(), z.string())
    .nullish()
    .describe('Of deals: `probability` and `isClosed`; of tickets: `ticketState`'),
  createdAt: time(),
  updatedAt: time(),
  archived: z.boolean(),
  archivedAt: time().nullish(),
  writePermissions: z.string().nullish(),
});

const Pipeline = z.object({
  id: z.string().describe('What `pipeline` of deals and `hs_pipeline` of tickets have'),
  label: z.string().describe('Name that people see'),
  displayOrder: z.int().describe('Its position among the pipelines'),
  stages: z.array(Stage).describe('Stages in any order; `displayOrder` has their positions'),
  createdAt: time(),
  updatedAt: time(),
  archived: z.boolean(),
  archivedAt: time().nullish(),
});

const objectType = z
  .string()
  .describe('Object of the pipelines: `deals`, `tickets`, or the object type id of a custom object')
  .meta({ examples: ['deals'] });

/** https://developers.hubspot.com/docs/api-reference/crm-pipelines-v3/guide */
export const pipelines = defineEntity({
  name: 'pipelines',
  beyondContract: true,
  summary: 'Pipelines of deals and tickets, with their stages',
  keywords: ['deal stages', 'stage ids', 'sales process', 'possible stages', 'ticket statuses', 'funnel'],
  record: Pipeline,
  key: 'id',
  actions: {
    list: hubspot('GET /crm/v3/pipelines/{objectType}', {
      summary: 'List the pipelines of deals or tickets, with the ids and labels of their stages',
      params: z.object({ objectType }),
      paging: null,
      meta: {},
    }),
    get: hubspot('GET /crm/v3/pipelines/{objectType}/{pipelineId}', {
      summary: 'Get one pipeline with its stages',
      params: z.object({
        objectType,
        pipelineId: z
          .string()
          .describe('Pipeline id, as the records have it')
          .meta({ examples: ['default'] }),
      }),
    }),
  },
});
