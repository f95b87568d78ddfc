import { operations, upstreamFailures } from '@connectory/openapi';
import { z } from 'zod';
import { connectionPathSchema } from '../connections/schemas.ts';
import { ownFieldsQuerySchema, ownFieldsSchema } from './schemas.ts';

const renewal = {
  entity: 'tickets',
  name: '360017',
  path: 'own_fields.360017',
  label: 'Renewal date',
  type: 'string',
  format: 'date',
  description: null,
  options: [],
  copied: true,
  gone_at: null,
};

const fields = (description: string) => ({
  description,
  content: {
    'application/json': {
      schema: ownFieldsSchema,
      examples: {
        renewal: {
          summary: 'One field',
          value: { data: [renewal], meta: { discovered_at: '2026-11-20T10:31:00.000Z', entities: [], failed: [] } },
        },
      },
    },
  },
});

const one = '/api/v1/workspaces/{workspace}/connections/{id}';
const path = `${one}/fields`;

/** What the account of a connection has added to its connector. */
export const ownFieldOperations = operations({
  getOwnFields: {
    method: 'get',
    path,
    access: 'use',
    tag: 'Connections',
    summary: 'Get the own fields of an account',
    description:
      "The fields and entities that the account of the connection has added, as they were last read at the vendor. A field that the vendor no longer has stays with `gone_at`. Entities that the token's policy forbids are left out.",
    pathParameters: connectionPathSchema,
    query: ownFieldsQuerySchema,
    success: { 200: fields('The fields.') },
    errors: ['connector_not_found'],
  },
  discoverOwnFields: {
    method: 'post',
    path,
    access: 'manage',
    tag: 'Connections',
    summary: 'Discover the own fields of an account',
    description:
      'Reads at the vendor which fields and entities the account of the connection has added. The synchronization does so by itself every hour and at full passes.',
    pathParameters: connectionPathSchema,
    success: { 200: fields('The fields.') },
    errors: ['connector_not_found', 'connection_paused', ...upstreamFailures],
  },
  getConnectionDocument: {
    method: 'get',
    path: `${one}/openapi.json`,
    access: 'use',
    tag: 'Connections',
    summary: 'The document of a connection',
    description:
      'The OpenAPI 3.1 description of the connector of the connection, with the fields and entities that its account has added.',
    pathParameters: connectionPathSchema,
    success: {
      200: {
        description: 'The OpenAPI document.',
        content: {
          'application/json': {
            schema: z.looseObject({ openapi: z.string() }),
            examples: { start: { summary: 'How it begins', value: { openapi: '3.1.0' } } },
          },
        },
      },
    },
    errors: ['connector_not_found'],
  },
});
