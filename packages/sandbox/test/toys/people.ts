import {
  auth,
  type Connector,
  defineConnector,
  defineEntity,
  defineUpstream,
  page,
  restApi,
} from '@connectory/connector-sdk';
import { z } from 'zod';
import { limit, text } from './params.ts';

const Person = z.object({ id: z.string(), name: z.string(), team: z.object({ id: z.string(), title: z.string() }) });
const rpc = restApi({
  recordsAt: 'results',
  recordAt: 'results',
  paging: page.cursor({ param: 'cursor', next: 'nextCursor', more: 'more', size: 'limit' }),
});

/** POST for everything, refusals within a 200, client credentials. */
export const people: Connector = defineConnector({
  id: 'people',
  kind: 'toy people',
  vendor: 'Toy People',
  version: '1.0.0',
  upstream: defineUpstream({
    baseUrl: 'https://people.example.com',
    documentation: 'https://people.example.com',
    version: { pinned: '1', sunset: null },
    authentication: {
      oauth: auth.clientCredentials({
        description: 'Client',
        tokenUrl: 'https://login.people.example.com/token',
        client: 'basic',
      }),
    },
    failure: {
      when: { path: 'ok', is: false },
      message: ['error.text'],
      code: ['error.name'],
      codes: { '*_not_found': 'record_not_found' },
    },
  }),
  entities: [
    defineEntity({
      name: 'persons',
      summary: 'People',
      record: Person,
      key: 'id',
      actions: {
        list: rpc('POST /person.list', {
          summary: 'List people',
          params: z.object({
            cursor: z.string().optional().describe('Cursor'),
            limit,
            name: z.string().optional().describe('Name'),
          }),
        }),
        get: rpc('POST /person.info', { summary: 'Get a person', params: z.object({ personId: text('Person id') }) }),
      },
    }),
    defineEntity({
      name: 'teams',
      summary: 'Teams',
      record: z.object({ id: z.string(), title: z.string(), lead_id: z.string(), lead: Person.omit({ team: true }) }),
      key: 'id',
      actions: {
        list: rpc('POST /team.list', {
          summary: 'List teams',
          params: z.object({ cursor: z.string().optional().describe('Cursor'), limit }),
        }),
      },
    }),
  ],
  check: { entity: 'persons', action: 'list', params: {} },
});
