import { errorTable } from '@connectory/errors';
import { describe, expect, it } from 'vitest';
import { gatewayDocument } from './operations.ts';

interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
}

interface Response {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Readonly<Record<string, { readonly examples?: object }>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description?: string;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security: readonly object[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, Response>>;
}

interface Document {
  readonly openapi: string;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema & { readonly enum?: readonly string[] }>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly examples: Readonly<Record<string, { readonly value: { readonly code: string; readonly status: number } }>>;
  };
}

const document = gatewayDocument() as unknown as Document;
const { schemas, responses, examples } = document.components;

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ route: `${method.toUpperCase()} ${path}`, operation })),
);

const operationOf = (route: string): Operation => {
  const found = operations.find((candidate) => candidate.route === route);
  if (found === undefined) throw new Error(`the document has no ${route}`);
  return found.operation;
};

const nameIn = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1);

/** A schema with everything it is made of, and where it stands. */
function* parts(schema: Schema, where: string): Generator<readonly [string, Schema]> {
  if (schema.$ref !== undefined) {
    yield* parts(schemas[nameIn(schema.$ref)] ?? {}, nameIn(schema.$ref));
    return;
  }
  yield [where, schema];
  for (const [name, property] of Object.entries(schema.properties ?? {})) yield* parts(property, `${where}.${name}`);
  for (const [name, property] of Object.entries(schema.items?.properties ?? {}))
    yield* parts(property, `${where}[].${name}`);
}

describe('the document of the gateway', () => {
  it('has every route', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(operations.map(({ route }) => route).sort()).toEqual(
      [
        'DELETE /api/v1/workspaces/{workspace}',
        'DELETE /api/v1/workspaces/{workspace}/connections/{id}',
        'DELETE /api/v1/workspaces/{workspace}/oauth-apps/{connector}',
        'DELETE /api/v1/workspaces/{workspace}/subscriptions/{id}',
        'DELETE /api/v1/workspaces/{workspace}/tokens/{id}',
        'GET /api/v1/actions',
        'GET /api/v1/audit',
        'GET /api/v1/connectors',
        'GET /api/v1/connectors/{id}',
        'GET /api/v1/connectors/{id}/entities/{entity}',
        'GET /api/v1/integrations/connectors',
        'GET /api/v1/people',
        'POST /api/v1/people',
        'DELETE /api/v1/people/{id}',
        'GET /api/v1/sign-in',
        'GET /api/v1/sessions',
        'DELETE /api/v1/sessions/{id}',
        'GET /api/v1/workspaces/{workspace}/members',
        'POST /api/v1/workspaces/{workspace}/members',
        'PUT /api/v1/workspaces/{workspace}/members/{person}',
        'DELETE /api/v1/workspaces/{workspace}/members/{person}',
        'GET /api/v1/workspaces/{workspace}/roles',
        'GET /api/v1/workspaces/{workspace}/roles/{name}',
        'PUT /api/v1/workspaces/{workspace}/roles/{name}',
        'DELETE /api/v1/workspaces/{workspace}/roles/{name}',
        'GET /api/v1/workspaces/{workspace}/group-roles',
        'PUT /api/v1/workspaces/{workspace}/group-roles',
        'GET /api/v1/whoami',
        'GET /api/v1/workspaces',
        'GET /api/v1/workspaces/{workspace}/audit',
        'GET /api/v1/workspaces/{workspace}/audit/{id}',
        'GET /api/v1/workspaces/{workspace}/held',
        'GET /api/v1/workspaces/{workspace}/held/{id}',
        'POST /api/v1/workspaces/{workspace}/held/{id}/approve',
        'POST /api/v1/workspaces/{workspace}/held/{id}/refuse',
        'GET /api/v1/workspaces/{workspace}/overview',
        'DELETE /api/v1/workspaces/{workspace}/connect-links/{id}',
        'GET /api/v1/workspaces/{workspace}/connect-links',
        'GET /api/v1/workspaces/{workspace}/connect-links/{id}',
        'GET /api/v1/workspaces/{workspace}/connections',
        'GET /api/v1/workspaces/{workspace}/connections/{id}',
        'GET /api/v1/workspaces/{workspace}/connections/{id}/changes',
        'GET /api/v1/workspaces/{workspace}/connections/{id}/events',
        'PUT /api/v1/workspaces/{workspace}/connections/{id}/events',
        'POST /api/v1/workspaces/{workspace}/connections/{id}/events/registration',
        'DELETE /api/v1/workspaces/{workspace}/connections/{id}/events/registration',
        'GET /api/v1/workspaces/{workspace}/connections/{id}/fields',
        'POST /api/v1/workspaces/{workspace}/connections/{id}/fields',
        'GET /api/v1/workspaces/{workspace}/connections/{id}/openapi.json',
        'GET /api/v1/workspaces/{workspace}/connections/{id}/copies/{entity}/export',
        'GET /api/v1/workspaces/{workspace}/connections/{id}/syncs',
        'GET /api/v1/workspaces/{workspace}/connections/{id}/syncs/{entity}/passes',
        'GET /api/v1/workspaces/{workspace}/oauth-apps',
        'GET /api/v1/workspaces/{workspace}/oauth-apps/{connector}',
        'GET /api/v1/workspaces/{workspace}/subscriptions',
        'GET /api/v1/workspaces/{workspace}/subscriptions/{id}',
        'GET /api/v1/workspaces/{workspace}/subscriptions/{id}/deliveries',
        'GET /api/v1/workspaces/{workspace}/tokens',
        'GET /healthz',
        'GET /metrics',
        'GET /openapi.json',
        'GET /openapi/3.0.json',
        'GET /openapi/3.0/{connector}.json',
        'GET /openapi/{connector}.json',
        'GET /readyz',
        'PATCH /api/v1/workspaces/{workspace}',
        'PATCH /api/v1/workspaces/{workspace}/connections/{id}',
        'PATCH /api/v1/workspaces/{workspace}/subscriptions/{id}',
        'POST /api/v1/account/applications/token',
        'POST /api/v1/integrations/connectors/{connector_id}/batch',
        'POST /api/v1/integrations/connectors/{connector_id}/execute',
        'POST /api/v1/integrations/connectors/{connector_id}/execute/{entity}/{action}',
        'POST /api/v1/integrations/connectors/{connector_id}/execute/{entity}/{action}/dry-run',
        'POST /api/v1/workspaces',
        'POST /api/v1/workspaces/{workspace}/connect-links',
        'POST /api/v1/workspaces/{workspace}/connections',
        'POST /api/v1/workspaces/{workspace}/connections/{id}/check',
        'POST /api/v1/workspaces/{workspace}/connections/{id}/syncs',
        'POST /api/v1/workspaces/{workspace}/person-requests/export',
        'POST /api/v1/workspaces/{workspace}/person-requests/find',
        'POST /api/v1/workspaces/{workspace}/person-requests/remove',
        'POST /api/v1/workspaces/{workspace}/search',
        'POST /api/v1/workspaces/{workspace}/subscriptions',
        'POST /api/v1/workspaces/{workspace}/subscriptions/{id}/deliveries/{delivery}/retry',
        'POST /api/v1/workspaces/{workspace}/subscriptions/{id}/replay',
        'POST /api/v1/workspaces/{workspace}/subscriptions/{id}/rotate',
        'POST /api/v1/workspaces/{workspace}/subscriptions/{id}/test',
        'POST /api/v1/workspaces/{workspace}/tokens',
        'POST /api/v1/workspaces/{workspace}/sql',
        'POST /api/v1/workspaces/{workspace}/tokens/preview',
        'POST /api/v1/workspaces/{workspace}/tokens/preview/record',
        'PUT /api/v1/workspaces/{workspace}/oauth-apps/{connector}',
      ].sort(),
    );
  });

  it('describes operations, parameters, tags and every member of a body', () => {
    const tags = new Set(document.tags.map(({ name }) => name));
    const undescribed: string[] = [];
    const need = (where: string, text: string | undefined) => {
      if (text === undefined || text === '') undescribed.push(where);
    };
    for (const { route, operation } of operations) {
      need(`${route} summary`, operation.summary);
      need(route, operation.description);
      for (const parameter of operation.parameters ?? []) need(`${route} ${parameter.name}`, parameter.description);
      expect(operation.tags.filter((tag) => !tags.has(tag))).toEqual([]);
    }
    for (const [name, schema] of Object.entries(schemas)) {
      for (const [where, part] of parts(schema, name)) need(where, part.description);
    }
    expect(undescribed).toEqual([]);
  });

  it('gives each operation its own id', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('needs a token for everything but the service itself', () => {
    const open = operations.filter(({ operation }) => operation.security.length === 0).map(({ route }) => route);
    expect(open).toEqual([
      'GET /api/v1/sign-in',
      'POST /api/v1/account/applications/token',
      'GET /healthz',
      'GET /readyz',
      'GET /metrics',
      'GET /openapi.json',
      'GET /openapi/{connector}.json',
      'GET /openapi/3.0.json',
      'GET /openapi/3.0/{connector}.json',
    ]);
  });

  it('refuses unknown members in every request body', () => {
    const loose: string[] = [];
    let bodies = 0;
    for (const { route, operation } of operations) {
      const body = operation.requestBody?.content['application/json']?.schema;
      if (body === undefined) continue;
      bodies++;
      for (const [where, part] of parts(body, route)) {
        if (part.properties !== undefined && part.additionalProperties !== false) loose.push(where);
      }
    }
    expect(loose).toEqual([]);
    expect(bodies).toBe(32);
  });

  it('pages every list alike', () => {
    const lists = operations.filter(({ operation }) => operation.operationId.startsWith('list'));
    expect(lists).toHaveLength(16);
    for (const { operation } of lists) {
      const names = operation.parameters?.map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(['limit', 'cursor']));
      expect(Object.keys(operation.responses)).toContain('422');
    }
  });
});

describe('errors in the document', () => {
  it('are every code of the error table', () => {
    expect(schemas.ErrorCode?.enum).toEqual(Object.keys(errorTable));
    for (const [code, { sentence }] of Object.entries(errorTable)) {
      expect(schemas.ErrorCode?.description).toContain(`\`${code}\``);
      expect(schemas.ErrorCode?.description).toContain(sentence);
    }
  });

  it('have an example under the status they are answered with', () => {
    let seen = 0;
    for (const { operation } of operations) {
      for (const [status, response] of Object.entries(operation.responses)) {
        const { content } = response.$ref === undefined ? response : (responses[nameIn(response.$ref)] ?? {});
        const problem = content?.['application/problem+json'];
        if (problem === undefined) continue;
        for (const [code, reference] of Object.entries(problem.examples ?? {})) {
          const { value } = examples[nameIn((reference as { $ref: string }).$ref)] ?? {};
          expect(value).toMatchObject({ code, status: Number(status) });
          seen++;
        }
      }
    }
    expect(seen).toBeGreaterThan(100);
  });

  it('of execute are all that do not belong to other routes', () => {
    const { responses: replies } = operationOf('POST /api/v1/integrations/connectors/{connector_id}/execute');
    const documented = Object.values(replies).flatMap((response) => {
      const { content } = response.$ref === undefined ? response : (responses[nameIn(response.$ref)] ?? {});
      return Object.keys(content?.['application/problem+json']?.examples ?? {});
    });
    const remote = ['not_found', 'method_not_allowed', 'changes_expired'];
    expect(documented.sort()).toEqual(
      Object.keys(errorTable)
        .filter((code) => !remote.includes(code))
        .sort(),
    );
  });
});
