import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { twilio } from '../adapter.ts';
import { ofEachAccount } from '../of-each-account.ts';
import { listParams, oneOf, resource, SubresourceUris } from '../shared.ts';

const Queue = z.object({
  ...resource,
  friendly_name: z.string().nullish(),
  current_size: z.int().nullish(),
  max_size: z.int().nullish(),
  average_wait_time: z.int().nullish(),
  subresource_uris: SubresourceUris,
});

/** https://www.twilio.com/docs/voice/api/queue-resource */
export const queues = defineEntity({
  name: 'queues',
  summary: 'Queues in which callers wait',
  keywords: ['on hold', 'line', 'average wait', 'how many are waiting', 'call queue', 'waiting time'],
  record: Queue,
  key: 'sid',
  actions: {
    list: twilio('GET /Accounts/{AccountSid}/Queues.json', {
      summary: 'List the queues of an account',
      params: listParams,
      recordsAt: 'queues',
    }),
    get: twilio('GET /Accounts/{AccountSid}/Queues/{sid}.json', {
      summary: 'Get one queue',
      params: oneOf('QU', 'queue'),
    }),
  },
  search: {
    title: 'friendly_name',
    fields: [
      ...allFields(Queue, { except: ['date_created', 'date_updated', 'uri', 'subresource_uris'] }),
      'date_created',
      'date_updated',
    ],
  },
  sync: ofEachAccount,
});
