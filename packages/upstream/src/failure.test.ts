import { auth, type Connector, defineConnector, defineEntity, graphqlApi } from '@connectory/connector-sdk';
import { type DirectActionName, type FailureRules, Secret } from '@connectory/connector-sdk/engine';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import {
  gatewayErrorOf,
  testCall,
  testClient,
  testConnection,
  testConnector,
  testUpstreamDefinition,
} from '../test/test-connector.ts';
import { inTurn, json, type Response, reset, startTestUpstream } from '../test/test-upstream.ts';
import { ExchangeError } from './exchange.ts';
import { exchangeFailure, failureContext, failureOf, maskSecrets } from './failure.ts';

const call = (action: DirectActionName, failure: Partial<FailureRules> = {}) => {
  const connector = testConnector({ failure: { ...testUpstreamDefinition().failure, ...failure } });
  const params = { get: { id: '1' }, create: { name: 'x' }, download: { id: '1' } }[action as 'get'] ?? {};
  return testCall(testConnection('https://a.example', { connector }), `things ${action}`, params);
};

function failure(
  status: number,
  body: unknown = {},
  { action = 'get' as DirectActionName, headers = {}, rules = {} as Partial<FailureRules> } = {},
) {
  const made = call(action, rules);
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  return failureOf(
    failureContext(made, () => made.connection.credentials),
    status,
    headers,
    bytes,
  );
}

describe('the status decides the code', () => {
  it.each([
    [301, 'upstream_rejected', 422],
    [400, 'upstream_rejected', 422],
    [401, 'credential_rejected', 424],
    [403, 'credential_rejected', 424],
    [404, 'record_not_found', 404],
    [409, 'upstream_rejected', 422],
    [410, 'record_not_found', 404],
    [413, 'upstream_rejected', 422],
    [418, 'upstream_rejected', 422],
    [422, 'upstream_rejected', 422],
    [429, 'upstream_rate_limited', 429],
    [500, 'upstream_unavailable', 502],
    [503, 'upstream_unavailable', 502],
    [599, 'upstream_unavailable', 502],
  ] as const)('%i is %s', (status, code, responded) => {
    expect(failure(status)).toMatchObject({ code, status: responded, upstream: { status } });
  });

  it.each([
    [404, '<!doctype html><title>Not found</title>'],
    [410, 'Gone'],
    [404, '{"error":'],
    [404, ''],
    [404, ' \n'],
  ])('%i with a page that is not of the API does not mean that the record is missing: %j', (status, body) => {
    expect(failure(status, body)).toMatchObject({
      code: 'upstream_unavailable',
      message: `Thingsmith returned ${status} with a page that is not of its API`,
      upstream: { status },
    });
    expect(failure(status, body, { action: 'download' }).code).toBe('file_not_found');
  });

  it('404 without a body is a missing record of a vendor that declares no code for one', () => {
    expect(failure(404, '', { rules: { codes: {} } }).code).toBe('record_not_found');
    expect(failure(404, 'null', { rules: { codes: {} } }).code).toBe('record_not_found');
    expect(failure(404, '<html>', { rules: { codes: {} } }).code).toBe('upstream_unavailable');
  });

  it('says of a download that the file is missing', () => {
    expect(failure(404, {}, { action: 'download' }).code).toBe('file_not_found');
    expect(failure(400, { error: { code: 'gone_missing' } }, { action: 'download' }).code).toBe('file_not_found');
  });

  it.each([{ 'retry-after': '7' }, { 'x-remaining': '0', 'x-reset': '7' }])(
    'takes a 403 with %j for a rate limit',
    (headers) => {
      expect(failure(403, {}, { headers })).toMatchObject({ code: 'upstream_rate_limited', retryAfterSeconds: 7 });
    },
  );

  it('always says when a rate limit ends', () => {
    expect(failure(429).retryAfterSeconds).toBe(10);
  });
});

describe('a delay in the body', () => {
  const rules = { retryAfter: ['error.seconds', 'error.details.0.retryDelay'] };
  const responded = (error: object, headers = {}, status = 429) =>
    failure(status, { error }, { rules, headers }).retryAfterSeconds;

  it.each([
    [7, 7],
    [0, 1],
    [1.2, 2],
    ['7', 7],
    ['12s', 12],
    ['1.5s', 2],
    [1e9, 86_400],
    ['soon', 10],
    ['-3s', 10],
    [null, 10],
    [{}, 10],
  ])('of %j is %i seconds', (seconds, expected) => {
    expect(responded({ seconds })).toBe(expected);
  });

  it('is the first that is one', () => {
    expect(responded({ seconds: 'soon', details: [{ retryDelay: '3s' }] })).toBe(3);
  });

  it('yields to a header', () => {
    expect(responded({ seconds: 7 }, { 'retry-after': '4' })).toBe(4);
    expect(responded({ seconds: 7 }, { 'x-remaining': '0', 'x-reset': '5' })).toBe(5);
  });

  it('counts for rate limits and outages only', () => {
    expect(responded({ seconds: 7 }, {}, 503)).toBe(7);
    expect(responded({}, {}, 503)).toBeUndefined();
    expect(responded({ seconds: 7 }, {}, 422)).toBeUndefined();
  });
});

describe("the vendor's code decides over the status", () => {
  it.each([
    [400, 'gone_missing', 'record_not_found'],
    [200, 'too_many', 'upstream_rate_limited'],
    [200, 'down', 'upstream_unavailable'],
    [500, 'gone_missing', 'record_not_found'],
    [200, 'account_forbidden', 'credential_rejected'],
    [422, '_forbidden', 'credential_rejected'],
    [200, 'token_is_old', 'credential_rejected'],
    [422, 'forbidden', 'upstream_rejected'],
    [422, 'bone_missing', 'upstream_rejected'],
    [422, 'toString', 'upstream_rejected'],
    [404, 'other', 'record_not_found'],
  ])('%i with the code %s is %s', (status, code, expected) => {
    expect(failure(status, { error: { code } })).toMatchObject({ code: expected, upstream: { status, code } });
  });

  it('reads codes that are numbers', () => {
    const rules = { code: ['errors.0.number'], codes: { '17': 'record_not_found' } } as const;
    expect(failure(400, { errors: [{ number: 17 }] }, { rules })).toMatchObject({
      code: 'record_not_found',
      upstream: { code: '17' },
    });
  });
});

describe('what the vendor said', () => {
  it('is taken from the first place that holds text', () => {
    expect(failure(422, { error: { message: '' }, message: 'second' }).upstream?.message).toBe('second');
    expect(failure(422, { error: { message: 'first' }, message: 'second' }).message).toBe(
      'Thingsmith rejected the request: first',
    );
    expect(failure(422, { message: { nested: true } }).upstream).toEqual({ status: 422 });
  });

  it('names the parameters it is about, if the vendor sorts its messages by them', () => {
    const rules = { message: ['errors', 'errors.*'] };
    const said = (errors: unknown) => failure(422, { errors }, { rules }).upstream?.message;
    expect(said({ email: ['has already been taken', 'is spam'], 'address.zip': 'is invalid', tags: [] })).toBe(
      'email: has already been taken; address.zip: is invalid',
    );
    expect([said('Not found'), said({}), said([]), said(null)]).toEqual(['Not found', undefined, undefined, undefined]);
  });

  it.each(['', 'plain text', '<html>', '{"message": "cut o', '[]', 'null', '"text"'])('may be no JSON: %j', (body) => {
    expect(failure(422, body)).toMatchObject({ code: 'upstream_rejected', upstream: { status: 422 } });
  });

  it('is bounded', () => {
    const long = 'x'.repeat(10_000);
    const { upstream, message } = failure(
      422,
      { error: { message: long, code: long } },
      { headers: { 'x-request-id': long } },
    );
    expect(upstream?.message).toHaveLength(500);
    expect(upstream?.code).toHaveLength(200);
    expect(upstream?.request_id).toHaveLength(200);
    expect(message.length).toBeLessThan(600);
  });

  it("keeps the vendor's request id, from a header or the body", () => {
    expect(failure(500, {}, { headers: { 'x-request-id': 'r-1' } }).upstream?.request_id).toBe('r-1');
    const rules = { requestIdAt: 'meta.id' };
    expect(failure(500, { meta: { id: 'r-2' } }, { rules }).upstream?.request_id).toBe('r-2');
    expect(
      failure(500, { meta: { id: 'r-2' } }, { rules, headers: { 'x-request-id': 'r-1' } }).upstream?.request_id,
    ).toBe('r-1');
  });
});

describe('a write', () => {
  it.each([
    [500, {}, 'unknown'],
    [200, { error: { code: 'down' } }, 'unknown'],
    [500, { error: { code: 'gone_missing' } }, undefined],
    [422, {}, undefined],
    [429, {}, undefined],
  ] as const)('that ended with %i %j has the outcome %s', (status, body, outcome) => {
    expect(failure(status, body, { action: 'create' }).outcome).toBe(outcome);
  });

  it('is different from a read', () => {
    expect(failure(500).outcome).toBeUndefined();
    expect(failure(500).retryable).toBe(true);
    expect(failure(500, {}, { action: 'create' }).retryable).toBe(false);
  });
});

describe('an exchange without a response', () => {
  const ending = (kind: ExchangeError['kind'], sent: boolean, action: DirectActionName) => {
    const made = call(action);
    const context = failureContext(made, () => made.connection.credentials);
    return exchangeFailure(context, new ExchangeError(kind, sent, 'why it ended'));
  };

  it.each([
    ['timeout', 'upstream_timeout', 504],
    ['network', 'upstream_unavailable', 502],
    ['incomplete', 'upstream_unavailable', 502],
    ['aborted', 'request_timeout', 408],
    ['shutdown', 'shutting_down', 503],
    ['no-room', 'gateway_busy', 503],
  ] as const)('by %s is %s', (kind, code, status) => {
    expect(ending(kind, true, 'get')).toMatchObject({ code, status, outcome: undefined });
    expect(ending(kind, true, 'create')).toMatchObject({ code, outcome: 'unknown', retryable: false });
    expect(ending(kind, false, 'create')).toMatchObject({ code, outcome: undefined, retryable: true });
  });

  it('by too-large would only be too large again', () => {
    expect(ending('too-large', true, 'get')).toMatchObject({ code: 'upstream_unavailable', retryable: false });
    expect(ending('too-large', true, 'create')).toMatchObject({ outcome: 'unknown', retryable: false });
  });

  it('says what came of the exchange, and why', () => {
    expect(ending('network', true, 'get').message).toBe('Thingsmith could not be reached: why it ended');
    expect(ending('too-large', true, 'get').message).toContain('cannot be passed on: why it ended');
    expect(ending('timeout', true, 'get').message).toBe('Thingsmith sent no complete response: why it ended');
    expect(ending('timeout', true, 'create').message).toContain('It is not known whether it was carried out');
  });
});

describe('secrets', () => {
  const canary = 'canary-b81f6e';

  it.each([
    ['key', auth.bearer('api_key', 'Key'), { api_key: canary }, `Invalid key ${canary}!`, 'Invalid key ***!'],
    [
      'header',
      auth.header('x-key', 'api_key', 'Key', 'k:{api_key}'),
      { api_key: canary },
      `Bad header k:${canary}`,
      'Bad header ***',
    ],
    [
      'basic',
      auth.basic({
        description: 'User',
        username: '{user}',
        password: '{password}',
        fields: {
          user: { description: 'User', secret: false, required: true },
          password: { description: 'Password', secret: true, required: true },
        },
      }),
      { user: 'someone@example.com', password: canary },
      `someone@example.com:${canary} is Basic ${Buffer.from(`someone@example.com:${canary}`).toString('base64')}`,
      'someone@example.com:*** is Basic ***',
    ],
  ])('that a vendor repeats are masked: %s', async (_name, scheme, credentials, said, shown) => {
    const body = { error: { message: said, code: `code-${canary}` } };
    const upstream = await startTestUpstream(json(body, 401, { 'x-request-id': `id-${canary}` }));
    const connector = testConnector({ authentication: { key: scheme } });
    const connection = testConnection(upstream.origin, { connector, credentials });
    const error = await gatewayErrorOf(testClient().record(testCall(connection, 'things get', { id: '1' })));
    expect(error.upstream?.message).toBe(shown);
    expect(JSON.stringify([error, error.message])).not.toContain(canary);
  });
});

const failing = (status: number) => json({ message: 'no luck' }, status);
const withKeys = testConnector({ idempotencyHeader: 'idempotency-key' });

async function failureOfWrite(response: Response, { connector = withKeys, mayHaveHappened = false, key = true } = {}) {
  const upstream = await startTestUpstream(response);
  const call = testCall(testConnection(upstream.origin, { connector }), 'things delete', { id: '1' });
  const more = { ...(key && { idempotencyKey: 'caller-key' }), ...(mayHaveHappened && { mayHaveHappened }) };
  return { error: await gatewayErrorOf(testClient().record({ ...call, ...more })), received: upstream.received };
}

describe('a write whose first attempt was lost', () => {
  it.each([404, 410, 409, 422, 400, 307])(
    'may have happened, though its repeat is responded to with %i',
    async (status) => {
      const { error, received } = await failureOfWrite(inTurn(reset, failing(status)));
      expect(error).toMatchObject({ code: 'upstream_unavailable', outcome: 'unknown', retryable: false });
      expect(error).toMatchObject({ upstream: { status, message: 'no luck' } });
      expect(received).toHaveLength(2);
    },
  );

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

describe("an error that is the vendor's own", () => {
  it('is recognized by a text, before code and status', () => {
    const signs = [{ path: 'message', contains: 'slow down', means: 'upstream_rate_limited' as const }];
    const body = { message: 'Please Slow Down a little', error: { code: 'account_forbidden' } };
    expect(failure(403, body, { rules: { signs } })).toMatchObject({ code: 'upstream_rate_limited', retryable: true });
    expect(failure(403, { message: 'No access' }, { rules: { signs } }).code).toBe('credential_rejected');
  });

  it('is recognized by a status that other vendors do not use', () => {
    const rules = { statuses: { 430: 'upstream_rate_limited' as const } };
    expect(failure(430, {}, { rules }).code).toBe('upstream_rate_limited');
    expect(failure(430).code).toBe('upstream_rejected');
  });

  it.each([
    ['2026-01-01T23:59:00Z', 60],
    ['2026-01-01T12:00:00Z', 3600],
  ])('is a limit of the day, which at %s is waited for %i s', (now, seconds) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(now) });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const rules = { codes: { day_used_up: 'daily_limit_reached' as const } };
    const body = { error: { code: 'day_used_up' } };
    expect(failure(403, body, { rules })).toMatchObject({ code: 'upstream_rate_limited', retryAfterSeconds: seconds });
    expect(failure(429, body, { rules, headers: { 'retry-after': '7' } }).retryAfterSeconds).toBe(7);
  });

  it('does not end with a limit that has requests left', () => {
    expect(failure(429, {}, { headers: { 'x-remaining': '12', 'x-reset': '900' } }).retryAfterSeconds).toBe(10);
  });
});

describe('a page that is too heavy', () => {
  const rules = { tooHeavy: ['too_much_work'] };

  it.each([
    [502, {}, true],
    [504, {}, true],
    [200, { error: { code: 'too_much_work' } }, true],
    [500, {}, false],
    [503, {}, false],
    [422, { error: { code: 'other' } }, false],
  ])('is recognized by status and vendor code: %i %j', (status, body, expected) => {
    expect(failure(status, body, { rules }).pageTooHeavy).toBe(expected);
  });

  it.each([
    ['too-large', true, true],
    ['timeout', true, true],
    ['timeout', false, false],
    ['network', true, false],
  ] as const)('is recognized without a response: %s, sent %s', (kind, sent, expected) => {
    const context = { vendor: 'Thingsmith', action: 'list', repeatable: false } as const;
    expect(exchangeFailure(context, new ExchangeError(kind, sent, 'no')).pageTooHeavy).toBe(expected);
  });
});

it.each([300, 301, 302, 303, 304, 408])('a write that is responded to with %i may have happened', async (status) => {
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
  const responded = async (body: object) => {
    const upstream = await startTestUpstream(json(body));
    const client = testClient({ retry: { attempts: 1 } });
    return gatewayErrorOf(client.record(testCall(testConnection(upstream.origin, { connector }), 'things create')));
  };
  const gone = { message: 'gone' };

  it.each([
    ['the record stands next to the error', { data: { add: { thing: { id: '1' } } }, errors: [gone] }],
    ['a field of the record failed', { data: { add: null }, errors: [{ ...gone, path: ['add', 'thing', 'owner'] }] }],
    ['nobody knows what failed', { data: null, errors: [gone] }],
  ])('may have happened when %s', async (_why, body) => {
    const error = await responded(body);
    expect(error).toMatchObject({ code: 'upstream_unavailable', outcome: 'unknown', retryable: false });
  });

  it.each([
    ['the mutation itself failed', { data: { add: null }, errors: [{ ...gone, path: ['add'] }] }],
    ['nothing was executed', { errors: [{ ...gone, path: ['mutation', 'add'] }] }],
  ])('surely changed nothing when %s', async (_why, body) => {
    expect(await responded(body)).toMatchObject({ code: 'upstream_rejected', outcome: undefined });
  });
});

const value = 'canary/ä+"value';
const connection = testConnection('http://127.0.0.1:1');
const mask = (text: string) => maskSecrets(text, connection, { api_key: new Secret(value) });

describe('maskSecrets', () => {
  it.each([
    ['plain', value],
    ['base64', Buffer.from(value).toString('base64')],
    ['base64url', Buffer.from(value).toString('base64url')],
    ['hex', Buffer.from(value).toString('hex')],
    ['URL-encoded', encodeURIComponent(value)],
    ['as JSON text', JSON.stringify(value)],
  ])('takes a secret out of a text: %s', (_name, form) => {
    const masked = mask(`Invalid key ${form}, try another`);
    expect(masked).toMatch(/^Invalid key "?\*\*\*=*"?, try another$/);
  });

  it('takes the secrets of a call out of a text', () => {
    const masked = maskSecrets('No such secret: made-up-1', connection, { api_key: new Secret(value) }, ['made-up-1']);
    expect(masked).toBe('No such secret: ***');
  });

  it('leaves other words alone', () => {
    expect(mask('No such customer: cus_1')).toBe('No such customer: cus_1');
  });
});
