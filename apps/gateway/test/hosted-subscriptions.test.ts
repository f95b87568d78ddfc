import type { RawValue } from '@connectory/connector-sdk';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectProblem } from './expect-problem.ts';
import { startHostedGateway, untilSynced } from './hosted-gateway.ts';
import { adminToken, type Response, type RunningGateway } from './running-gateway.ts';
import { startReceiver, type WebhookReceiver } from './webhook-receiver.ts';

const collection = '/api/v1/workspaces/test/subscriptions';
let gateway: RunningGateway;
let receiver: WebhookReceiver;
let names = 0;

beforeAll(async () => {
  gateway = await startHostedGateway({ recordsPerEntity: 3 });
  await untilSynced(gateway, 'ledger');
});

afterAll(() => gateway.stop());

beforeEach(async () => {
  receiver = await startReceiver();
  return () => receiver.close();
});

const send = (method: string, path = '', body?: object, token: string = adminToken): Promise<Response> =>
  gateway.send(method, `${collection}${path}`, { token, ...(body !== undefined && { body }) });

async function subscribe(changes: object = {}): Promise<RawValue> {
  names += 1;
  const selection = { connections: ['ledger'], entities: ['customers'], ...changes };
  const response = await send('POST', '', { name: `subscription ${names}`, url: receiver.url, ...selection });
  expect(response.status, response.text).toBe(201);
  return response.json;
}

async function run(action: string, params: object): Promise<RawValue> {
  const response = await gateway.execute('ledger', { entity: 'customers', action, params });
  expect(response.status, response.text.slice(0, 500)).toBe(200);
  return response.json.data;
}

const connectionSettings = async (): Promise<RawValue> =>
  (await gateway.send('GET', `/api/v1/workspaces/test/connections/${gateway.connection('ledger')}`)).json.settings;

const events = () => receiver.received.map(({ event }) => event);

describe('a subscription', () => {
  it('is told of each change, signed, in order, with its own secret', async () => {
    const { id, secret } = await subscribe();
    const { id: customer } = await run('create', { name: 'Ada Lovelace' });
    await run('update', { id: customer, name: 'Ada King' });
    await run('delete', { id: customer });
    await expect.poll(() => receiver.received.length).toBe(3);
    expect(events()).toMatchObject([
      { type: 'record.added', data: { key: [customer], record: { name: 'Ada Lovelace' }, subscription_id: id } },
      { type: 'record.changed', data: { changed_fields: ['name'], record: { name: 'Ada King' }, entity: 'customers' } },
      { type: 'record.removed', data: { key: [customer], connection_id: gateway.connection('ledger') } },
    ]);
    for (const { text, headers } of receiver.received) {
      expect(new Webhook(secret).verify(text, headers as Record<string, string>)).toEqual(JSON.parse(text));
      expect(headers['content-type']).toBe('application/json');
    }
    const log = await send('GET', `/${id}/deliveries?state=delivered`);
    expect(log.json.data.map((one: RawValue) => [one.type, one.attempts, one.last_status])).toEqual([
      ['record.removed', 1, 204],
      ['record.changed', 1, 204],
      ['record.added', 1, 204],
    ]);
    expect((await send('DELETE', `/${id}`)).status).toBe(200);
    expectProblem(await send('GET', `/${id}`), 'not_found');
  });

  it('takes a record that begins or ceases to match its filter for added or removed, and leaves other fields out', async () => {
    const { id } = await subscribe({ filter: { eq: { name: 'Wanted' } }, fields: ['id', 'name'] });
    const { id: customer } = await run('create', { name: 'Nobody' });
    await run('update', { id: customer, name: 'Wanted' });
    await run('update', { id: customer, email: 'wanted@x.example' });
    await run('update', { id: customer, name: 'Nobody again' });
    await run('delete', { id: customer });
    const { id: another } = await run('create', { name: 'Wanted' });
    await expect.poll(() => receiver.received.length).toBe(3);
    expect(events().map(({ data }) => data.key[0])).toEqual(expect.arrayContaining([another]));
    const ofCustomer = events().filter(({ data }) => data.key[0] === customer);
    expect(ofCustomer.map(({ type, data }) => [type, data.record.name, Object.keys(data.record)])).toEqual([
      ['record.added', 'Wanted', ['id', 'name']],
      ['record.removed', 'Nobody again', ['id', 'name']],
    ]);
    await send('DELETE', `/${id}`);
  });

  it('is sent what its receiver refused again, in order for a record, with the same id', async () => {
    const { id } = await subscribe();
    const refused = new Set<string>();
    receiver.response = ({ id: delivery, event }) => {
      if (event.data.record.name !== 'Slow' || refused.has(delivery)) return 204;
      refused.add(delivery);
      return 503;
    };
    const { id: slow } = await run('create', { name: 'Slow' });
    await run('update', { id: slow, email: 'slow@x.example' });
    await run('create', { name: 'Quick' });
    await expect.poll(() => events().map(({ data }) => data.record.name)).toContain('Quick');
    const [waiting] = (await send('GET', `/${id}/deliveries?state=waiting&limit=1`)).json.data;
    expect(waiting.type).toBe('record.changed');
    const log = await send('GET', `/${id}/deliveries?state=waiting`);
    const first = log.json.data.at(-1);
    expect(first).toMatchObject({ type: 'record.added', attempts: 1, last_status: 503 });
    expect((await send('POST', `/${id}/deliveries/${first.id}/retry`)).status).toBe(202);
    await expect.poll(() => events().filter(({ data }) => data.key[0] === slow).length).toBeGreaterThan(2);
    const ofSlow = receiver.received.filter(({ event }) => event.data.key[0] === slow);
    expect(ofSlow.slice(0, 3).map(({ event }) => event.type)).toEqual([
      'record.added',
      'record.added',
      'record.changed',
    ]);
    expect(ofSlow[0]?.id).toBe(ofSlow[1]?.id);
    await send('DELETE', `/${id}`);
  });

  it('can be paused, continued, replayed, tested and given another secret', async () => {
    const { id, secret } = await subscribe();
    expect((await send('PATCH', `/${id}`, { state: 'paused' })).json).toMatchObject({
      state: 'paused',
      state_reason: null,
    });
    const begun = new Date().toISOString();
    const { id: customer } = await run('create', { name: 'Paused' });
    expect((await send('POST', `/${id}/test`)).json).toEqual({ delivered: true, status: 204, error: null });
    const rotated = (await send('POST', `/${id}/rotate`)).json.secret;
    expect(rotated).not.toBe(secret);
    expect((await send('PATCH', `/${id}`, { state: 'active' })).json.state).toBe('active');
    await expect.poll(() => receiver.received.length).toBe(2);
    const [test, added] = receiver.received;
    expect(test?.event.type).toBe('subscription.test');
    expect(added?.event.data.key).toEqual([customer]);
    for (const known of [secret, rotated]) {
      new Webhook(known).verify(added?.text ?? '', added?.headers as Record<string, string>);
    }
    expect((await send('POST', `/${id}/replay`, { from: begun })).status).toBe(202);
    await expect.poll(() => receiver.received.filter((one) => one.id === added?.id).length).toBe(2);
    await send('DELETE', `/${id}`);
  });

  it('that its receiver calls gone is paused, with the reason', async () => {
    const { id } = await subscribe();
    receiver.response = () => 410;
    await run('create', { name: 'Gone' });
    await expect
      .poll(async () => (await send('GET', `/${id}`)).json)
      .toMatchObject({
        state: 'paused',
        state_reason: 'The receiver responded with 410 Gone.',
      });
    await send('DELETE', `/${id}`);
  });
});

describe('a subscription that a token made', () => {
  const tokens = '/api/v1/workspaces/test/tokens';
  const newToken = async (policy: object): Promise<RawValue> => {
    names += 1;
    const body = { name: `token ${names}`, policy: { manage: true, ...policy } };
    return (await gateway.send('POST', tokens, { token: adminToken, body })).json;
  };
  const made = async (token: string): Promise<RawValue> => {
    names += 1;
    const selection = { connections: ['ledger'], entities: ['customers'] };
    return (await send('POST', '', { name: `subscription ${names}`, url: receiver.url, ...selection }, token)).json;
  };

  it('is paused when the token is revoked, is named there, and goes on once another token resumes it', async () => {
    const { id: tokenId, token } = await newToken({});
    const { id, name, token_id } = await made(token);
    expect(token_id).toBe(tokenId);
    const revoked = await gateway.send('DELETE', `${tokens}/${tokenId}`, { token: adminToken });
    expect(revoked.json.paused_subscriptions).toEqual([{ id, name }]);
    await run('create', { name: 'Ada' });
    const paused = await send('GET', `/${id}`);
    expect(paused.json).toMatchObject({ state: 'paused', state_reason: expect.stringContaining('revoked') });
    expect(receiver.received).toEqual([]);
    expect((await send('PATCH', `/${id}`, { state: 'active' })).json.token_id).toBeNull();
    await expect.poll(() => receiver.received.length).toBe(1);
    await send('DELETE', `/${id}`);
  });

  it.each([{ max_records: 1 }, { calls_per_day: 5 }, { calls_per_minute: 5 }])(
    'is refused if the token is limited: %j',
    async (limit) => {
      const { token } = await newToken(limit);
      const body = { name: 'limited', url: receiver.url, connections: ['ledger'], entities: ['customers'] };
      expectProblem(await send('POST', '', body, token), 'forbidden');
      const { id } = await subscribe();
      expectProblem(await send('PATCH', `/${id}`, { fields: ['id'] }, token), 'forbidden');
      await send('DELETE', `/${id}`);
    },
  );
});

describe('a subscription is refused', () => {
  it.each([
    ['an address inside the network', { url: 'http://10.0.0.1/hook' }, 'address_not_allowed'],
    ['an address without TLS', { url: 'http://example.com/hook' }, 'address_not_allowed'],
    ['an unknown connection', { connections: ['nothing'] }, 'connector_not_found'],
    ['an unknown entity', { entities: ['nothing'] }, 'unknown_entity'],
    ['a filter that does not fit', { filter: { eq: { nothing: 1 } } }, 'invalid_query'],
    ['a filter of two entities', { entities: null, filter: { eq: { name: 'x' } } }, 'invalid_params'],
    ['an unknown field', { fields: ['nothing'] }, 'invalid_params'],
    ['an unknown member', { secret: 'mine' }, 'invalid_params'],
  ] as const)('for %s', async (_, change, code) => {
    const selection = { connections: ['ledger'], entities: ['customers'], ...change };
    expectProblem(await send('POST', '', { name: 'refused', url: receiver.url, ...selection }), code);
  });

  it('for what the policy of the token does not allow, and not shown to it', async () => {
    const body = { name: 'limited', policy: { manage: true, entities: ['invoices'] } };
    const { token } = (await gateway.send('POST', '/api/v1/workspaces/test/tokens', { body, token: adminToken })).json;
    const { id } = await subscribe();
    for (const entities of [['customers'], null]) {
      const wanted = { name: 'wider', url: receiver.url, connections: ['ledger'], entities };
      expectProblem(await send('POST', '', wanted, token), 'forbidden');
    }
    expectProblem(await send('GET', `/${id}`, undefined, token), 'not_found');
    expectProblem(await send('GET', `/${id}/deliveries`, undefined, token), 'not_found');
    expect((await send('GET', '', undefined, token)).json.data).toEqual([]);
    await send('DELETE', `/${id}`);
  });

  it('to those who may not read what it delivered before', async () => {
    const newToken = async (policy: object): Promise<string> => {
      const body = { name: JSON.stringify(policy), policy: { manage: true, ...policy } };
      return (await gateway.send('POST', '/api/v1/workspaces/test/tokens', { body, token: adminToken })).json.token;
    };
    const bodies = async (id: string, token?: string) =>
      (await send('GET', `/${id}/deliveries`, undefined, token)).json.data.map(({ body }: RawValue) => body);
    const { id } = await subscribe({ entities: ['customers', 'invoices'] });
    await run('create', { name: 'Confidential' });
    await expect.poll(() => bodies(id)).toEqual([expect.stringContaining('Confidential')]);
    await send('PATCH', `/${id}`, { entities: ['invoices'] });
    expect(await bodies(id, await newToken({ entities: ['invoices'] }))).toEqual([]);
    await send('DELETE', `/${id}`);

    const connection = await gateway.connect('ledger', 'short-lived', {
      settings: { ...(await connectionSettings()) },
    });
    const { id: orphan } = await subscribe({ connections: [connection] });
    const params = { name: 'Confidential' };
    await gateway.execute(connection, { entity: 'customers', action: 'create', params });
    await expect.poll(() => bodies(orphan)).toContainEqual(expect.stringContaining('Confidential'));
    await gateway.send('DELETE', `/api/v1/workspaces/test/connections/${connection}`);
    for (const policy of [{ connectors: ['help-centre'] }, { entities: ['invoices'] }])
      expectProblem(await send('GET', `/${orphan}/deliveries`, undefined, await newToken(policy)), 'not_found');
    await send('DELETE', `/${orphan}`);
  });

  it('with a name that is taken', async () => {
    const { id, name } = await subscribe();
    const again = { name, url: receiver.url, connections: ['ledger'], entities: ['customers'] };
    expectProblem(await send('POST', '', again), 'conflict');
    await send('DELETE', `/${id}`);
  });
});
