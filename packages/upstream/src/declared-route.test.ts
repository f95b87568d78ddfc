import { defineConnector, defineEntity, defineUpstream, restApi } from '@connectory/connector-sdk';
import { GatewayError } from '@connectory/errors';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  gatewayErrorOf,
  testCall,
  testClient,
  testConnection,
  testUpstreamDefinition,
} from '../test/test-connector.ts';
import { json, startTestUpstream } from '../test/test-upstream.ts';

const api = restApi();
const text = z.string().optional().describe('Part of the path');
const record = z.looseObject({});
const summary = 'Something';

const entity = (name: string, actions: Parameters<typeof defineEntity>[0]['actions']) =>
  defineEntity({ name, summary, record, key: null, actions });

const connector = defineConnector({
  id: 'routes',
  kind: 'routes',
  vendor: 'Routes',
  version: '1.0.0',
  upstream: defineUpstream(testUpstreamDefinition()),
  check: { entity: 'customers', action: 'api_search', params: {} },
  entities: [
    entity('customers', {
      get: api('GET /customers/{id}', { summary, params: z.object({ id: text }) }),
      delete: api('DELETE /customers/{id}', { summary, params: z.object({ id: text }) }),
      api_search: api('GET /customers/search', { summary }),
    }),
    entity('me', { get: api('GET /customers/@me', { summary }) }),
    entity('releases', {
      get: api('GET /repos/{owner}/{repo}/releases/{tag}.json', {
        summary,
        params: z.object({ owner: text, repo: text, tag: text }),
      }),
    }),
    entity('latest', {
      get: api('GET /repos/{owner}/{repo}/releases/latest.json', {
        summary,
        params: z.object({ owner: text, repo: text }),
      }),
    }),
    entity('pages', {
      get: api(['GET /pages/{section}/{page}', 'GET /pages/{page}'], {
        summary,
        params: z.object({ section: text, page: text }),
      }),
      list: api('GET /pages/all?deep=1', { summary }),
    }),
    entity('files', { get: api('GET /{kind}/{name}', { summary, params: z.object({ kind: text, name: text }) }) }),
  ],
});

type What = Parameters<typeof testCall>[1];

async function refusal(what: What, params: Readonly<Record<string, string>>): Promise<GatewayError | undefined> {
  const client = testClient();
  const call = testCall(testConnection('https://a.example', { connector }), what, params);
  try {
    await client.preview(call);
    return undefined;
  } catch (error) {
    if (!GatewayError.is(error)) throw error;
    return error;
  }
}

describe('a filled path', () => {
  it.each([
    ['customers get', { id: 'search' }, '/params/id'],
    ['customers get', { id: 'SEARCH' }, '/params/id'],
    ['customers get', { id: '@me' }, '/params/id'],
    ['releases get', { owner: 'o', repo: 'r', tag: 'latest' }, '/params/tag'],
    ['pages get', { page: 'all' }, '/params/page'],
    ['files get', { kind: 'customers', name: 'search' }, '/params/kind'],
  ] as const)('is refused where it is the route of another action: %s %j', async (what, params, field) => {
    const error = await refusal(what, params);
    expect(error?.code).toBe('invalid_params');
    expect(error?.errors[0]).toMatchObject({ field, error_code: 'invalid_path_segment' });
    expect(error?.message).toContain(field.slice('/params/'.length));
  });

  it.each([
    ['customers get', { id: 'searching' }],
    ['customers get', { id: 'search/' }],
    ['customers delete', { id: 'search' }],
    ['customers api_search', {}],
    ['me get', {}],
    ['latest get', { owner: 'customers', repo: 'search' }],
    ['releases get', { owner: 'latest', repo: 'latest', tag: 'latest1' }],
    ['pages get', { section: 'all', page: 'all' }],
    ['pages list', {}],
  ] as const)('goes out otherwise: %s %j', async (what, params) => {
    expect(await refusal(what, params)).toBeUndefined();
  });

  it('is refused before anything is sent', async () => {
    const upstream = await startTestUpstream(json({ id: 'x' }));
    const connection = testConnection(upstream.origin, { connector });
    const error = await gatewayErrorOf(testClient().record(testCall(connection, 'customers get', { id: 'search' })));
    expect(error.code).toBe('invalid_params');
    expect(upstream.received).toEqual([]);
  });
});
