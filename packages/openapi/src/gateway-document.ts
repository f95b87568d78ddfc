import { OpenAPIRegistry, OpenApiGeneratorV31 } from '@asteasolutions/zod-to-openapi';
import type { z } from 'zod';
import { describeOperation, type Operation } from './operation.ts';
import { problemSchema } from './problem.ts';
import { ProblemResponses } from './problem-responses.ts';
import { responseHeaders } from './response-headers.ts';
import { withUnsetContainers } from './unset-containers.ts';

/** An OpenAPI 3.1 document. */
export type OpenApiDocument = ReturnType<OpenApiGeneratorV31['generateDocument']>;

type PathItem = NonNullable<OpenApiDocument['paths']>[string];

const description = `Connectory runs one action on one entity of one business system through one endpoint: \`POST /api/v1/integrations/connectors/{connector_id}/execute\`.

Every call except those under "Service" needs a bearer token. A response is either a success or an error (\`application/problem+json\`, RFC 9457) with one of the codes of \`ErrorCode\`; a failure is never a 200. Every response has \`X-Request-Id\`.

Lists return \`{"data": […], "meta": {"next_cursor": …}}\`; send \`next_cursor\` as \`cursor\` for the next page.`;

/**
 * The OpenAPI document of a gateway with these operations, independent of its connectors, as `GET /openapi.json` returns it. `named` are
 * schemas that are only referred to by name.
 */
export function describeOperations(operations: readonly Operation[], named: readonly z.ZodType[]): OpenApiDocument {
  const registry = new OpenAPIRegistry();
  registry.registerComponent('securitySchemes', 'token', {
    type: 'http',
    scheme: 'bearer',
    description: 'A token of a workspace (`cty_…`), or the admin token of the operator.',
  });
  for (const [name, header] of Object.entries(responseHeaders)) registry.registerComponent('headers', name, header);
  const problems = new ProblemResponses(registry);
  for (const operation of operations) registry.registerPath(describeOperation(operation, problems));
  const schemas = [problemSchema, ...named].map((schema) => ({ type: 'schema' as const, schema }));
  const definitions = [...registry.definitions, ...schemas];
  const { webhooks: _none, ...document }: OpenApiDocument = new OpenApiGeneratorV31(definitions, {
    sortComponents: 'alphabetically',
  }).generateDocument({
    openapi: '3.1.0',
    info: {
      title: 'Connectory',
      version: '1.0.0',
      description,
      contact: { name: 'Connectory' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The gateway that serves this document.' }],
    tags: [
      { name: 'Execute', description: 'Run actions on business systems.' },
      { name: 'Connectors', description: 'What the installed connectors offer.' },
      { name: 'Connections', description: 'Accounts in business systems, with credentials and settings.' },
      { name: 'Connect links', description: 'Links with which people connect their own accounts in a browser.' },
      { name: 'Subscriptions', description: 'Deliver changes of records to a URL (webhooks).' },
      {
        name: 'Workspaces',
        description: 'Separate customers or teams: every connection and token belongs to one workspace.',
      },
      { name: 'People', description: 'People of the gateway, and their roles in workspaces.' },
      { name: 'Person requests', description: 'What a workspace holds about a person, and its erasure.' },
      { name: 'Tokens', description: 'Access tokens of a workspace, and what they may do.' },
      { name: 'Held writes', description: 'Writes that wait for approval.' },
      { name: 'Audit', description: 'What was done through the gateway.' },
      { name: 'Service', description: 'The process itself.' },
    ],
  });
  for (const item of Object.values(document.paths ?? {})) dropRepeatedDescriptions(item);
  return withUnsetContainers(document);
}

// The generator writes the description of a parameter a second time into its schema.
function dropRepeatedDescriptions(item: PathItem): void {
  for (const operation of [item.get, item.post, item.put, item.patch, item.delete]) {
    for (const parameter of operation?.parameters ?? []) {
      if ('schema' in parameter && parameter.schema !== undefined && 'description' in parameter.schema) {
        delete parameter.schema.description;
      }
    }
  }
}
