import { operations } from '@connectory/openapi';
import { z } from 'zod';
import { connectorIdSchema } from '../http/schemas.ts';
import { healthSchema, readinessSchema } from './schemas.ts';

const connectorDocumentPathSchema = z.object({ connector: connectorIdSchema.describe('Id of the connector.') });

const documentResponse = (openapi: string) => ({
  200: {
    description: 'The document.',
    content: {
      'application/json': {
        schema: z.looseObject({ openapi: z.string() }),
        examples: { head: { summary: 'Its first member', value: { openapi } } },
      },
    },
  },
});

/** Operations about the process itself. */
export const serviceOperations = operations({
  getHealth: {
    method: 'get',
    path: '/healthz',
    access: 'open',
    tag: 'Service',
    summary: 'Whether the process runs',
    description: 'Responds as long as the process runs, even if its dependencies are unavailable.',
    success: {
      200: {
        description: 'The process runs.',
        content: {
          'application/json': {
            schema: healthSchema,
            examples: { ok: { summary: 'It runs', value: { status: 'ok' } } },
          },
        },
      },
    },
  },
  getReadiness: {
    method: 'get',
    path: '/readyz',
    access: 'open',
    tag: 'Service',
    summary: 'Whether the process accepts requests',
    description:
      'Tells a load balancer whether to send requests to this process and, if not, the first reason. Updated at most once a second.',
    success: {
      200: {
        description: 'The process accepts requests.',
        content: {
          'application/json': {
            schema: readinessSchema,
            examples: {
              ready: { summary: 'Ready', value: { status: 'ready', reason: null, upstreams: [] } },
              sunset: {
                summary: 'Ready, and one API version is about to end',
                value: {
                  status: 'ready',
                  reason: null,
                  upstreams: [{ connector: 'github', version: '2022-11-28', sunset: '2028-03-10', days_left: 42 }],
                },
              },
            },
          },
        },
      },
      503: {
        description: 'The process does not accept requests right now.',
        content: {
          'application/json': {
            schema: readinessSchema,
            examples: {
              stopping: {
                summary: 'Shutting down',
                value: { status: 'not_ready', reason: 'shutting_down', upstreams: [] },
              },
            },
          },
        },
      },
    },
  },
  getMetrics: {
    method: 'get',
    path: '/metrics',
    access: 'open',
    tag: 'Service',
    summary: 'Metrics of the process',
    description:
      'Metrics in the text format of Prometheus; names of connectors, entities and actions, never data or secrets. Requires the token of `CONNECTORY_METRICS_TOKEN` as a bearer token if it is set; otherwise only programs on the same machine can read them.',
    success: {
      200: {
        description: 'The metrics.',
        content: {
          'text/plain': {
            schema: { type: 'string' },
            examples: {
              uptime: {
                summary: 'One metric',
                value: '# TYPE process_start_time_seconds gauge\nprocess_start_time_seconds 1795168200\n',
              },
            },
          },
        },
      },
    },
    errors: ['unauthenticated', 'forbidden'],
  },
  getOpenApiDocument: {
    method: 'get',
    path: '/openapi.json',
    access: 'open',
    tag: 'Service',
    summary: 'This document',
    description: 'The OpenAPI 3.1 description of the gateway.',
    success: documentResponse('3.1.0'),
  },
  getConnectorDocument: {
    method: 'get',
    path: '/openapi/{connector}.json',
    access: 'open',
    tag: 'Service',
    summary: 'The document of a connector',
    description:
      'The OpenAPI 3.1 description of one installed connector: every action at its own URL, with typed parameters and records. Use it to generate clients.',
    pathParameters: connectorDocumentPathSchema,
    success: documentResponse('3.1.0'),
    errors: ['connector_not_found'],
  },
  getOpenApi30Document: {
    method: 'get',
    path: '/openapi/3.0.json',
    access: 'open',
    tag: 'Service',
    summary: 'This document in OpenAPI 3.0',
    description: 'The description of the gateway for tools that do not read OpenAPI 3.1.',
    success: documentResponse('3.0.3'),
  },
  getConnectorOpenApi30Document: {
    method: 'get',
    path: '/openapi/3.0/{connector}.json',
    access: 'open',
    tag: 'Service',
    summary: 'The document of a connector in OpenAPI 3.0',
    description: 'The description of one installed connector for tools that do not read OpenAPI 3.1.',
    pathParameters: connectorDocumentPathSchema,
    success: documentResponse('3.0.3'),
    errors: ['connector_not_found'],
  },
});
