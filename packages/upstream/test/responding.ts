import { type Action, defineConnector, defineEntity, defineUpstream, restApi } from '@connectory/connector-sdk';
import type { EntityActions, FailureRules } from '@connectory/connector-sdk/engine';
import { z } from 'zod';
import { testCall, testClient, testConnection, testUpstreamDefinition } from './test-connector.ts';
import { type Response, startTestUpstream } from './test-upstream.ts';

const api = restApi();
const record = z.looseObject({});
/** A response with status 200 and this body. */
export const text =
  (body: string, headers: Readonly<Record<string, string>> = {}): Response =>
  (_request, response) => {
    response.writeHead(200, headers).end(body);
  };

/** Runs one action, with the given changes, against an upstream that responds with `body`. */
export async function responding(
  body: string | Response,
  name: 'list' | 'get' | 'create',
  action: Partial<Action>,
  { params = {}, failure = {} as Partial<FailureRules>, attempts = 1 } = {},
) {
  const upstream = await startTestUpstream(typeof body === 'string' ? text(body) : body);
  const base = api(name === 'create' ? 'POST /x' : 'GET /x', {
    summary: 'Read',
    params: z.object({ after: z.string().optional().describe('Cursor'), size: z.int().optional().describe('Size') }),
  });
  const actions: EntityActions = { [name]: { ...base, ...action } };
  const definition = testUpstreamDefinition();
  const connector = defineConnector({
    id: 'answers',
    kind: 'answers',
    vendor: 'Answers',
    version: '1.0.0',
    upstream: defineUpstream({ ...definition, failure: { ...definition.failure, ...failure } }),
    entities: [defineEntity({ name: 'x', summary: 'X', record, key: null, actions })],
    check: { entity: 'x', action: name, params: {} },
  });
  const client = testClient({ retry: { attempts } });
  const call = testCall(
    testConnection(upstream.origin, { connector, limits: { responseBytes: 4 * 1024 * 1024 } }),
    `x ${name}`,
    params,
  );
  return name === 'list' ? { page: await client.records(call) } : { record: await client.record(call) };
}

/** The page that `list` makes of a body. */
export const list = async (
  ...[body, action, options]: [string | Response, Partial<Action>?, Parameters<typeof responding>[3]?]
) => {
  const { page: found } = await responding(body, 'list', action ?? {}, options);
  if (found === undefined) throw new Error('no page');
  return { ...found, json: found.json.toString() };
};
/** The text of the record that `get` makes of a body. */
export const get = async (
  ...[body, action, options]: [string | Response, Partial<Action>?, Parameters<typeof responding>[3]?]
) => (await responding(body, 'get', action ?? {}, options)).record?.json.toString();
