import { type ConnectorEvents, secretUrl } from '@connectory/connector-sdk';

/** Forms that nobody signs. */
export const events: ConnectorEvents = {
  documentation: 'https://hiring-desk.example.com/docs/events',
  entities: ['jobs'],
  signature: secretUrl,
  handshake: ({ method }) => (method === 'GET' ? { contentType: 'text/plain', body: '' } : undefined),
  hints: ({ body }) =>
    body?.['job[id]'] === undefined
      ? []
      : [{ entity: 'jobs', params: { id: body['job[id]'] }, gone: body.type === 'removed' }],
  simulate: ({ entity, kind, record, number }) =>
    entity === 'jobs'
      ? { encoding: 'form', body: { type: kind, 'job[id]': record.id, number: String(number) } }
      : undefined,
};
