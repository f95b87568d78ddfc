import { type ConnectorEvents, hmacSignature } from '@connectory/connector-sdk';
import { webhooks } from './webhooks.ts';

const entityOf: Readonly<Record<string, string>> = { customer: 'customers', invoice: 'invoices' };

/** Events with their own id and a signature that includes a timestamp. */
export const events: ConnectorEvents = {
  documentation: 'https://ledger.example.com/docs/events',
  entities: ['customers', 'invoices'],
  secret: 'Signing secret, shown by Ledger Books under Webhooks',
  signature: hmacSignature({
    header: 'ledger-signature',
    prefix: 'v1=',
    separator: ',',
    content: '{timestamp}.{body}',
    timestamp: { header: 'ledger-signature', prefix: 't=' },
  }),
  registration: { webhooks, url: 'url', secretAt: 'secret', permission: 'the scope webhooks:write' },
  id: { body: 'id' },
  hints: ({ body }) => {
    const [kind = '', verb] = String(body?.type).split('.');
    const entity = entityOf[kind];
    return entity === undefined ? [] : [{ entity, params: { id: body.data.id }, gone: verb === 'deleted' }];
  },
};
