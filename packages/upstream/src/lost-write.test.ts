import { type Connector, defineConnector, defineEntity, graphqlApi } from '@connectory/connector-sdk';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { gatewayErrorOf, testCall, testClient, testConnection, testConnector } from '../test/test-connector.ts';
import { type Answer, inTurn, json, reset, startTestUpstream } from '../test/test-upstream.ts';

const failing = (status: number) => json({ message: 'no luck' }, status);
const withKeys = testConnector({ idempotencyHeader: 'idempotency-key' });

async function failureOfWrite(answer: Answer, { connector = withKeys, mayHaveHappened = false, key = true } = {}) {
  const upstream = await startTestUpstream(answer);
  const call = testCall(testConnection(upstream.origin, { connector }), 'things delete', { id: '1' });
  const more = { ...(key && { idempotencyKey: 'caller-key' }), ...(mayHaveHappened && { mayHaveHappened }) };
  return { error: await gatewayErrorOf(testClient().record({ ...call, ...more })), received: upstream.received };
}

describe('a write whose first attempt was lost', () => {
  it.each([404, 410, 409, 422, 400, 307])('may have happened, though its repeat is answered %i', async (status) => {
    const { error, received } = await failureOfWrite(inTurn(reset, failing(status)));
    expect(error).toMatchObject({ code: 'upstream_unavailable', outcome: 'unknown', retryable: false });
    expect(error).toMatchObject({ upstream: { status, message: 'no luck' } });
    expect(received).toHaveLength(2);
  });

  it.each([
    [401, 'credential_rejected', false],
    [429, 'upstream_rate_limited', true],
  ])('keeps the code of a repeat that was not looked at: %i', async (status, code, retryable) => {
    const { error } = await failureOfWrite(inTurn(reset, failing(status)));
    expect(error).toMatchObject({ code, outcome: 'unknown', retryable });
    const { error: withoutKey } = await failureOfWrite(inTurn(reset, failing(status)), { key: false });
    expect(withoutKey).toMatchObject({ code, outcome: 'unknown', retryable: false });
  });

  it('is the same in another call', async () => {
    const { error } = await failureOfWrite(failing(404), { mayHaveHappened: true });
    expect(error).toMatchObject({ code: 'upstream_unavailable', outcome: 'unknown', retryable: false });
  });
});

it.each([300, 301, 302, 303, 304, 408])('a write that is answered %i may have happened', async (status) => {
  const { error, received } = await failureOfWrite(failing(status), { connector: testConnector() });
  expect(error).toMatchObject({ code: 'upstream_unavailable', outcome: 'unknown', retryable: false });
  expect(received).toHaveLength(1);
});

describe('a write of a GraphQL upstream', () => {
  const graphql = graphqlApi({ path: '/graphql' });
  const base = testConnector({ failure: { ...withKeys.upstream.failure, when: { path: 'errors', is: 'present' } } });
  const connector: Connector = defineConnector({
    ...base,
    upstream: base.upstream,
    entities: [
      defineEntity({
        name: 'things',
        summary: 'Things',
        record: z.looseObject({ id: z.string() }),
        key: 'id',
        actions: {
          get: graphql('query { thing { id } }', { summary: 'Get a thing', at: 'thing' }),
          create: graphql('mutation { add { thing { id } } }', { summary: 'Add a thing', at: 'add.thing' }),
        },
      }),
    ],
    check: { entity: 'things', action: 'get', params: {} },
  });
  const answered = async (body: object) => {
    const upstream = await startTestUpstream(json(body));
    const client = testClient({ retry: { attempts: 1 } });
    return gatewayErrorOf(client.record(testCall(testConnection(upstream.origin, { connector }), 'things create')));
  };
  const gone = { message: 'gone' };

  it.each([
    ['the record stands beside the error', { data: { add: { thing: { id: '1' } } }, errors: [gone] }],
    ['a field of the record failed', { data: { add: null }, errors: [{ ...gone, path: ['add', 'thing', 'owner'] }] }],
    ['nobody knows what failed', { data: null, errors: [gone] }],
  ])('may have happened when %s', async (_why, body) => {
    const error = await answered(body);
    expect(error).toMatchObject({ code: 'upstream_unavailable', outcome: 'unknown', retryable: false });
  });

  it.each([
    ['the mutation itself failed', { data: { add: null }, errors: [{ ...gone, path: ['add'] }] }],
    ['nothing was executed', { errors: [{ ...gone, path: ['mutation', 'add'] }] }],
  ])('surely changed nothing when %s', async (_why, body) => {
    expect(await answered(body)).toMatchObject({ code: 'upstream_rejected', outcome: undefined });
  });
});
