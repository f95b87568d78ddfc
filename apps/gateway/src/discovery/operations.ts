import { operations } from '@connectory/openapi';
import { listQuerySchema } from '../http/schemas.ts';
import {
  actionSearchQuerySchema,
  connectorEntityPathSchema,
  connectorEntitySchema,
  connectorListSchema,
  connectorManifestSchema,
  connectorPathSchema,
  foundActionListSchema,
} from './schemas.ts';

const stripe = {
  id: 'stripe',
  kind: 'payments',
  version: '0.1.0',
  contract: 1,
  vendor: 'Stripe',
  logo: { path: 'M4 6h16v12H4z', color: '#635bff' },
  access: 'read and write',
  events: 'registered',
  documentation: 'https://docs.stripe.com/api',
  upstream: { version: '2025-02-24.acacia', sunset: null },
  auth: [
    {
      name: 'api_key',
      scheme: 'bearer',
      description: 'A secret key of the account',
      fields: [{ name: 'api_key', description: 'Secret key', secret: true, required: true }],
    },
  ],
};

const balance = {
  name: 'balance',
  summary: 'Money of the account',
  key: null,
  personal: {},
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
};

/** Operations that describe the installed connectors. */
export const connectorOperations = operations({
  listConnectors: {
    method: 'get',
    path: '/api/v1/connectors',
    access: 'token',
    tag: 'Connectors',
    summary: 'List the installed connectors',
    description: "The connectors installed on this gateway, without those that the token's policy forbids.",
    query: listQuerySchema,
    success: {
      200: {
        description: 'A page of connectors, ordered by id.',
        content: {
          'application/json': {
            schema: connectorListSchema,
            examples: {
              one: { summary: 'One connector', value: { data: [stripe], meta: { next_cursor: null } } },
            },
          },
        },
      },
    },
    errors: ['invalid_cursor'],
  },
  getConnector: {
    method: 'get',
    path: '/api/v1/connectors/{id}',
    access: 'token',
    tag: 'Connectors',
    summary: 'Describe a connector',
    description:
      "Everything a connector offers: entities, actions, JSON Schemas (draft 2020-12) of parameters and records, pagination names, search fields, settings and authentication methods. Whatever the token's policy forbids is left out.",
    pathParameters: connectorPathSchema,
    success: {
      200: {
        description: 'The manifest of the connector.',
        content: {
          'application/json': {
            schema: connectorManifestSchema,
            examples: {
              stripe: {
                summary: 'The Stripe connector, cut to one action',
                value: {
                  ...stripe,
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
                  entities: [balance],
                },
              },
            },
          },
        },
      },
    },
    errors: ['connector_not_found'],
  },
  getEntity: {
    method: 'get',
    path: '/api/v1/connectors/{id}/entities/{entity}',
    access: 'token',
    tag: 'Connectors',
    summary: 'Describe one entity of a connector',
    description:
      "One entity of a connector: actions with the JSON Schemas of their parameters, records and search fields. Whatever the token's policy forbids is left out.",
    pathParameters: connectorEntityPathSchema,
    success: {
      200: {
        description: 'The entity.',
        content: {
          'application/json': {
            schema: connectorEntitySchema,
            examples: { balance: { summary: 'The balance of a Stripe account', value: balance } },
          },
        },
      },
    },
    errors: ['connector_not_found', 'unknown_entity'],
  },
  findActions: {
    method: 'get',
    path: '/api/v1/actions',
    access: 'token',
    tag: 'Connectors',
    summary: 'Find actions by goal',
    description:
      "The actions that match a goal in plain words, such as `which customers complained yesterday`, best match first. Words are compared with vendors, kinds of systems, entities, summaries and parameters; word endings, everyday synonyms and typos are understood. Actions that the token's policy forbids are not found.",
    query: actionSearchQuerySchema,
    success: {
      200: {
        description: 'The matching actions.',
        content: {
          'application/json': {
            schema: foundActionListSchema,
            examples: {
              refund: {
                summary: 'What `give the money back` finds first',
                value: {
                  data: [
                    {
                      connector: 'stripe',
                      vendor: 'Stripe',
                      entity: 'refunds',
                      action: 'create',
                      effect: 'outward',
                      summary: 'Refund a payment in full or in part',
                      params: [
                        { name: 'charge', type: 'string', required: false },
                        { name: 'amount', type: 'integer', required: false },
                      ],
                      connections: [{ id: '0b6c5d1f-4f3e-4a53-9d5f-0c6f2a8f4b11', name: 'stripe' }],
                    },
                  ],
                  meta: { total: 12 },
                },
              },
            },
          },
        },
      },
    },
    errors: ['connector_not_found'],
  },
});
