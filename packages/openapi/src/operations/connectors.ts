import type { Operation } from '../operation.ts';
import { connectorListSchema, connectorManifestSchema, connectorPathSchema } from '../schemas/connector.ts';
import { listQuerySchema } from '../schemas/list.ts';

const payments = {
  id: 'payments',
  kind: 'payments',
  version: '0.1.0',
  contract: 1,
  vendor: 'Stripe',
  documentation: 'https://docs.stripe.com/api',
  upstream: { version: '2025-02-24.acacia', sunset: null },
};

/** What the installed connectors offer. */
export const connectorOperations: readonly Operation[] = [
  {
    id: 'listConnectors',
    method: 'get',
    path: '/api/v1/connectors',
    tag: 'Connectors',
    summary: 'List the installed connectors',
    description: 'The connectors this gateway has installed, without those the policy of the token forbids.',
    query: listQuerySchema,
    success: {
      200: {
        description: 'A page of connectors, ordered by id.',
        content: {
          'application/json': {
            schema: connectorListSchema,
            examples: {
              one: { summary: 'One connector', value: { data: [payments], meta: { next_cursor: null } } },
            },
          },
        },
      },
    },
    errors: ['invalid_cursor'],
  },
  {
    id: 'getConnector',
    method: 'get',
    path: '/api/v1/connectors/{id}',
    tag: 'Connectors',
    summary: 'Describe a connector',
    description:
      'Everything a connector offers: entities, actions, JSON Schemas (draft 2020-12) of parameters and records, pagination names, search fields, settings and ways to authenticate. What the policy of the token forbids is left out.',
    pathParameters: connectorPathSchema,
    success: {
      200: {
        description: 'The manifest of the connector.',
        content: {
          'application/json': {
            schema: connectorManifestSchema,
            examples: {
              payments: {
                summary: 'The payments connector, cut to one action',
                value: {
                  ...payments,
                  auth: [
                    {
                      name: 'api_key',
                      scheme: 'bearer',
                      description: 'Secret or restricted API key of the Stripe account (sk_… or rk_…)',
                      fields: [
                        {
                          name: 'api_key',
                          description: 'Secret or restricted API key of the Stripe account (sk_… or rk_…)',
                          secret: true,
                          required: true,
                        },
                      ],
                    },
                  ],
                  settings: { type: 'object', properties: {}, additionalProperties: false },
                  entities: [
                    {
                      name: 'balance',
                      summary: 'Money of the account',
                      key: null,
                      record: { type: 'object', properties: { livemode: { type: ['boolean', 'null'] } } },
                      actions: [
                        {
                          action: 'get',
                          summary: 'Get the balance',
                          effect: 'read',
                          params: { type: 'object', properties: {}, additionalProperties: false },
                          result: 'record',
                          meta: [],
                        },
                      ],
                      search: null,
                    },
                  ],
                },
              },
            },
          },
        },
      },
    },
    errors: ['connector_not_found'],
  },
];
