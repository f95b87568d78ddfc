import { type ConnectorEvents, type Entity, secretUrl } from '@connectory/connector-sdk';

/** Unsigned form-encoded events, from webhooks of each job. */
export const eventsFrom = (webhooks: Entity): ConnectorEvents => ({
  documentation: 'https://hiring-desk.example.com/docs/events',
  entities: ['jobs'],
  signature: secretUrl,
  registration: {
    webhooks,
    url: 'url',
    each: { entity: 'jobs', params: { job_id: 'id' } },
    permission: 'write access to jobs',
  },
  handshake: ({ method }) => (method === 'GET' ? { contentType: 'text/plain', body: '' } : undefined),
  hints: ({ body }) =>
    body?.['job[id]'] === undefined
      ? []
      : [{ entity: 'jobs', params: { id: body['job[id]'] }, gone: body.type === 'removed' }],
});
