import {
  auth,
  type Connector,
  defineConnector,
  defineEntity,
  defineUpstream,
  restApi,
} from '@connectory/connector-sdk';
import { z } from 'zod';

const api = restApi();
const byText = z.strictObject({ text: z.string().max(1000).optional().describe('What the failure is to say') });

/** A connector by a careless author: its own code throws while it builds a request or reads a response. */
export const broken: Connector = defineConnector({
  id: 'broken',
  kind: 'broken',
  vendor: 'Faulty Systems',
  version: '1.0.0',
  upstream: defineUpstream({
    baseUrl: 'https://broken.example.com',
    documentation: 'https://broken.example.com/docs',
    version: { pinned: '1', sunset: null },
    authentication: { key: auth.header('x-api-key', 'api_key', 'Key of the account') },
    failure: { message: ['message'] },
  }),
  entities: [
    defineEntity({
      name: 'things',
      summary: 'Things whose connector code throws',
      record: z.object({ id: z.string() }),
      key: 'id',
      actions: {
        list: api('GET /things', { summary: 'List things; works', params: z.strictObject({}) }),
        get: api('GET /things/one', {
          summary: 'Throws while the request is built',
          params: byText,
          wire: ({ text = 'nothing' }) => {
            throw new Error(`the wire broke at ${text}`);
          },
        }),
        update: api('PUT /things/one', {
          summary: 'Throws while the answer is read, after the write',
          params: byText,
          toRecord: () => {
            throw new RangeError('the record is not what was expected');
          },
        }),
      },
    }),
  ],
  check: { entity: 'things', action: 'list', params: {} },
});
