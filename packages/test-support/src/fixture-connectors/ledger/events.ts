import { type ConnectorEvents, hmacSignature } from '@connectory/connector-sdk';
import { webhooks } from './webhooks.ts';

const verbs = { added: 'created', changed: 'updated', removed: 'deleted' };
const entityOf: Readonly<Record<string, string>> = { customer: 'customers', invoice: 'invoices' };
const kindOf: Readonly<Record<string, string>> = { customers: 'customer', invoices: 'invoice' };

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
  simulate: ({ entity, kind, record, number }) => {
    const thing = kindOf[entity];
    if (thing === undefined) return undefined;
    return { body: { id: `evt_${number}`, type: `${thing}.${verbs[kind]}`, data: { id: record.id } } };
  },
};
