import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { paged } from '../adapter.ts';
import { isoTime, listOf, object, pages, texts } from '../shared.ts';

const incidentIo = paged('status_page_incident', 'status_page_incidents');

const Update = z.object({
  id: z.string(),
  ...texts('status_page_incident_id', 'message'),
  incident_status: z.string().nullish().describe('State that the update set'),
  published_at: isoTime.describe('When it was published, as ISO 8601'),
  component_statuses: listOf(z.object({ component_id: z.string(), component_status: z.string().nullish() })),
});

const status = z.enum(['investigating', 'identified', 'monitoring', 'resolved']);

const post = {
  message: z.string().min(1).describe('What customers read, in Markdown'),
  notify_subscribers: z.boolean().describe('Whether subscribers get an email'),
  component_statuses: z
    .array(
      z.strictObject({
        component_id: z.string().describe('Id of the component'),
        component_status: z
          .enum(['operational', 'degraded_performance', 'partial_outage', 'full_outage'])
          .describe('How the component is'),
      }),
    )
    .optional()
    .describe('How the affected components are'),
};

/** https://docs.incident.io/api-reference/status-pages-v2 */
export const statusPageIncidents = defineEntity({
  name: 'status_page_incidents',
  summary: 'Incidents as a status page shows them to customers',
  keywords: ['tell customers', 'public incident', 'publish the outage', 'customer communication'],
  beyondContract: true,
  record: z.object({
    id: z.string(),
    ...texts('name', 'status_page_id'),
    incident_status: z.string().nullish().describe('State that customers see'),
    published_at: isoTime.describe('When it was published, as ISO 8601'),
    updates: listOf(Update),
    component_impacts: listOf(object).describe('When which component was affected'),
  }),
  key: 'id',
  actions: {
    list: incidentIo('GET /v2/status_page_incidents', {
      summary: 'List the incidents of a status page',
      params: pages(25).extend({ status_page_id: z.string().describe('Id of the status page') }),
    }),
    get: incidentIo('GET /v2/status_page_incidents/{status_page_incident_id}', {
      summary: 'Get one incident of a status page',
      params: z.object({ status_page_incident_id: z.string().describe('Id of the incident of the status page') }),
    }),
    create: incidentIo('POST /v2/status_page_incidents', {
      summary: 'Publish an incident on a status page',
      effect: 'outward',
      idempotencyField: 'idempotency_key',
      params: z.object({
        status_page_id: z.string().describe('Id of the status page'),
        name: z.string().min(1).describe('Title'),
        incident_status: status.describe('State that customers see'),
        ...post,
      }),
    }),
  },
});

/** https://docs.incident.io/api-reference/status-pages-v2 */
export const statusPageIncidentUpdates = defineEntity({
  name: 'status_page_incident_updates',
  summary: 'Updates on incidents of a status page',
  keywords: ['tell customers', 'resolve the public incident', 'back to normal'],
  beyondContract: true,
  record: Update,
  key: 'id',
  actions: {
    create: paged('status_page_incident_update', '')('POST /v2/status_page_incident_updates', {
      summary: 'Publish an update on an incident of a status page, or resolve it there',
      effect: 'outward',
      params: z.object({
        status_page_incident_id: z.string().describe('Id of the incident of the status page'),
        incident_status: status.optional().describe('New state; resolved ends the incident'),
        ...post,
      }),
    }),
  },
});
