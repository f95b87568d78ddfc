import type { RawValue } from '@connectory/connector-sdk';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectProblem } from './expect-problem.ts';
import { startHostedGateway, untilSynced } from './hosted-gateway.ts';
import { adminToken, type Response, type RunningGateway } from './running-gateway.ts';
import { startReceiver, type WebhookReceiver } from './webhook-receiver.ts';

const workspace = '/api/v1/workspaces/test';
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

const send = (method: string, path: string, body?: object, token: string = adminToken): Promise<Response> =>
  gateway.send(method, `${workspace}${path}`, { token, ...(body !== undefined && { body }) });

const newName = (what: string) => `${what} ${++names}`;

async function subscribe(changes: object, token?: string): Promise<RawValue> {
  const body = { name: newName('subscription'), url: receiver.url, ...changes };
  const response = await send('POST', '/subscriptions', body, token);
  expect(response.status, response.text).toBe(201);
  return response.json;
}

async function newToken(policy: object): Promise<RawValue> {
  const body = { name: newName('token'), policy: { manage: true, ...policy } };
  return (await send('POST', '/tokens', body)).json;
}

const settings = async (): Promise<Readonly<Record<string, unknown>>> =>
  (await send('GET', `/connections/${gateway.connection('ledger')}`)).json.settings;
const connect = async (name: string): Promise<string> =>
  gateway.connect('ledger', name, { settings: await settings() });
const report = async (id: string, state: 'failing' | 'working'): Promise<void> => {
  const { workspaces, connections } = gateway.gateway.controlPlane;
  const found = await workspaces.find('test');
  if (found === null) throw new Error('There is a workspace.');
  await connections.report(
    found.id,
    id,
    state === 'failing' ? { event: 'failing', reason: 'The vendor is away.' } : { event: 'working' },
  );
};
const events = () => receiver.received.map(({ event }) => event);
const types = () => events().map(({ type }) => type);

describe('a subscription to lifecycle events', () => {
  it('gets each state of a connection once, signed and in order, and no changes of records', async () => {
    const { id, secret, events: selected } = await subscribe({ events: ['connection.*'] });
    expect(selected).toEqual(['connection.*']);
    const connection = await connect(newName('short-lived'));
    for (const state of ['failing', 'failing', 'working'] as const) await report(connection, state);
    await send('DELETE', `/connections/${connection}`);
    await expect.poll(() => types().length).toBe(4);
    expect(types()).toEqual([
      'connection.created',
      'connection.degraded',
      'connection.recovered',
      'connection.removed',
    ]);
    expect(events()[1]).toMatchObject({
      workspace: { name: 'test' },
      data: {
        subscription_id: id,
        connection_id: connection,
        connector: 'ledger',
        state: 'degraded',
        reason: 'The vendor is away.',
      },
    });
    for (const { text, headers } of receiver.received)
      new Webhook(secret).verify(text, headers as Record<string, string>);
    await send('DELETE', `/subscriptions/${id}`);
  });

  it('gets those of the connections that it selects, and of the types that it lists', async () => {
    const [one, other] = [await connect(newName('one')), await connect(newName('other'))];
    const { id } = await subscribe({ events: ['connection.degraded'], connections: [one] });
    for (const connection of [other, one])
      for (const state of ['failing', 'working'] as const) await report(connection, state);
    await expect.poll(() => types()).toEqual(['connection.degraded']);
    expect(events()[0].data.connection_id).toBe(one);
    await send('DELETE', `/subscriptions/${id}`);
  });

  it('gets a link to connect an account again if it asks for one, which is not in its log', async () => {
    const { id } = await subscribe({ events: ['connection.reauthorization_required'], reconnect_links: true });
    const connection = await connect(newName('expired'));
    const { workspaces, connections } = gateway.gateway.controlPlane;
    const found = await workspaces.find('test');
    if (found === null) throw new Error('There is a workspace.');
    // Its synchronization would find that it works.
    await send('PATCH', `/connections/${connection}`, { paused: true });
    const refused = { event: 'credentials_refused', reason: 'Expired.', credentialsVersion: 1 } as const;
    await connections.report(found.id, connection, refused);
    await expect.poll(() => types()).toEqual(['connection.reauthorization_required']);
    const { reconnect_link: link, reason } = events()[0].data;
    expect(reason).toBe('Expired.');
    expect(Date.parse(link.expires_at)).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    const page = await fetch(link.url);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Connect')]);
    const [logged] = (await send('GET', `/subscriptions/${id}/deliveries`)).json.data;
    expect(logged.body).not.toContain('/connect/');
    await send('DELETE', `/subscriptions/${id}`);
  });

  it('to the audit gets each request of the workspace once, with who sent it', async () => {
    const { id } = await subscribe({ events: ['audit.*'] });
    const { id: tokenId, token } = await newToken({});
    const call = { entity: 'customers', action: 'list', params: {} };
    await gateway.execute('ledger', call, { token });
    await send('POST', '/tokens', { name: '' }, token);
    const ofToken = () => events().filter(({ data }) => data.token_id === tokenId);
    await expect.poll(() => ofToken().length, { timeout: 30_000 }).toBe(2);
    expect(ofToken().toSorted((one, other) => one.data.kind.localeCompare(other.data.kind))).toMatchObject([
      { type: 'audit.recorded', data: { subscription_id: id, kind: 'execute', action: 'list', outcome: 200 } },
      { type: 'audit.recorded', data: { kind: 'manage', entity: 'tokens', error_code: 'invalid_params' } },
    ]);
    expect(events().find(({ data }) => data.subject_id === tokenId)).toMatchObject({
      data: { actor: { token: null } },
    });
    const ids = receiver.received.map((one) => one.id);
    expect(new Set(ids).size).toBe(ids.length);
    await send('DELETE', `/subscriptions/${id}`);
  });

  it('can get changes of records as well', async () => {
    const { id } = await subscribe({
      events: ['record.*', 'token.*'],
      connections: ['ledger'],
      entities: ['customers'],
    });
    await gateway.execute('ledger', { entity: 'customers', action: 'create', params: { name: 'Ada' } });
    const { id: token } = await newToken({});
    await send('DELETE', `/tokens/${token}`);
    await expect.poll(() => types().toSorted()).toEqual(['record.added', 'token.created', 'token.revoked']);
    await send('DELETE', `/subscriptions/${id}`);
  });

  it('starts with what happens after it was created or asked for more, or with a time', async () => {
    const before = new Date().toISOString();
    await newToken({});
    const { id } = await subscribe({ events: ['held.*'] });
    await newToken({});
    expect((await send('PATCH', `/subscriptions/${id}`, { events: ['token.created'] })).json.events).toEqual([
      'token.created',
    ]);
    const { id: last } = await newToken({});
    await expect.poll(() => events().map(({ data }) => data.token_id)).toContain(last);
    const count = types().length;
    expect((await send('POST', `/subscriptions/${id}/replay`, { from: before })).status).toBe(202);
    await expect.poll(() => types().length).toBe(count + 3);
    expect(new Set(receiver.received.map((one) => one.id)).size).toBe(3);
    await send('DELETE', `/subscriptions/${id}`);
  });
});

describe('a token whose policy names connectors', () => {
  it('is refused events of all connections, and of tokens', async () => {
    const { token } = await newToken({ connectors: ['ledger'] });
    const wanted = (changes: object) => ({ name: newName('limited'), url: receiver.url, ...changes });
    const ofLedger = ['token.*', 'audit.*'].map((type) => ({ events: [type], connections: ['ledger'] }));
    for (const changes of [{ events: ['connection.*'] }, ...ofLedger])
      expectProblem(await send('POST', '/subscriptions', wanted(changes), token), 'forbidden');
    const { id } = await subscribe({ events: ['connection.*'], connections: ['ledger'] }, token);
    await send('DELETE', `/subscriptions/${id}`);
  });

  it('does not see the subscriptions that it could not make', async () => {
    const { id } = await subscribe({ events: ['token.*'], connections: ['ledger'] });
    const { token } = await newToken({ connectors: ['ledger'] });
    expectProblem(await send('GET', `/subscriptions/${id}`, undefined, token), 'not_found');
    await send('DELETE', `/subscriptions/${id}`);
  });
});

it('refuses an unknown type of event', async () => {
  const body = { name: newName('unknown'), url: receiver.url, events: ['connection.exploded'] };
  expectProblem(await send('POST', '/subscriptions', body), 'invalid_params');
});
