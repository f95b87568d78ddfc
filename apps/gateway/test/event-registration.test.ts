import type { IncomingMessage, ServerResponse } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { helpCentre, hiringDesk, ledger } from '@connectory/test-support/fixture-connectors';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { found, startHostedGateway, untilSynced } from './hosted-gateway.ts';
import { startRawUpstream } from './raw-upstream.ts';
import type { Response, RunningGateway } from './running-gateway.ts';
import { found as leaked, needlesOf } from './secret-needles.ts';

let gateway: RunningGateway;
beforeAll(async () => {
  gateway = await startHostedGateway();
  for (const { id } of [ledger, helpCentre, hiringDesk]) await untilSynced(gateway, id);
});
afterAll(() => gateway.stop());

const endpointPath = (connection: string) =>
  `/api/v1/workspaces/test/connections/${gateway.connection(connection)}/events`;
const register = (connection: string, body: object = {}): Promise<Response> =>
  gateway.send('POST', `${endpointPath(connection)}/registration`, { body });
const unregister = (connection: string): Promise<Response> =>
  gateway.send('DELETE', `${endpointPath(connection)}/registration`);

async function outcomeOf(reply: Promise<Response>) {
  const { status, json, text } = await reply;
  expect(status, text).toBe(200);
  return json;
}

const nothing = { created: 0, unchanged: 0, removed: 0, failed: [], state: 'ready' };

async function untilFound(connection: string, entity: string, id: unknown, count: number) {
  for (;;) {
    const records = await found(gateway, connection, entity, { eq: { id } });
    if (records.length === count) return;
    await pause(25);
  }
}

const received = async (connection: string): Promise<number> =>
  (await gateway.send('GET', endpointPath(connection))).json.received;

describe('a registered webhook', () => {
  it.each([
    [ledger.id, 'customers', 1],
    [helpCentre.id, 'tickets', 3],
  ])('brings changes into the copy, until it is removed: %s', async (connection, entity, webhooks) => {
    expect(await outcomeOf(register(connection))).toEqual({ ...nothing, created: webhooks });
    const added = gateway.sandbox.add(connection, entity);
    await untilFound(connection, entity, added.id, 1);

    expect(await outcomeOf(register(connection))).toEqual({ ...nothing, unchanged: webhooks });
    expect(await outcomeOf(unregister(connection))).toEqual({ ...nothing, removed: webhooks, state: 'secret_missing' });
    expect(await outcomeOf(unregister(connection))).toEqual({ ...nothing, state: 'secret_missing' });
    const before = await received(connection);
    gateway.sandbox.add(connection, entity);
    await gateway.sandbox.eventsSent();
    expect(await received(connection)).toBe(before);
  });

  it('is replaced when the connection has a new URL, or when its secret is not known', async () => {
    await outcomeOf(register(ledger.id));
    await gateway.send('PUT', endpointPath(ledger.id), { body: { new_url: true } });
    expect(await outcomeOf(register(ledger.id))).toEqual({ ...nothing, created: 1, removed: 1 });
    await gateway.send('PUT', endpointPath(ledger.id), { body: { secret: null } });
    const arrivals = await gateway.arrivalsDuring(async () => {
      expect(await outcomeOf(register(ledger.id))).toEqual({ ...nothing, created: 1, removed: 1 });
    });
    // A vendor that has only one webhook for a URL would refuse the new one.
    const changes = arrivals.filter(({ url, method }) => url.includes('/v1/webhooks') && method !== 'GET');
    expect(changes.map(({ method }) => method)).toEqual(['DELETE', 'POST']);
    const added = gateway.sandbox.add(ledger.id, 'customers');
    await untilFound(ledger.id, 'customers', added.id, 1);
    expect(await outcomeOf(unregister(ledger.id))).toMatchObject({ removed: 1, failed: [] });
  });

  it('leaves those of others alone', async () => {
    const others = await gateway.connect(ledger.id, 'another ledger');
    const path = `/api/v1/workspaces/test/connections/${others}/events/registration`;
    expect(await outcomeOf(gateway.send('POST', path, { body: {} }))).toMatchObject({ created: 1, removed: 0 });
    expect(await outcomeOf(register(ledger.id))).toMatchObject({ created: 1, removed: 0 });
    expect(await outcomeOf(unregister(ledger.id))).toMatchObject({ removed: 1 });
    expect(await outcomeOf(gateway.send('POST', path, { body: {} }))).toMatchObject({ unchanged: 1 });
  });

  it('is registered once by two requests at the same time', async () => {
    const outcomes = await Promise.all([outcomeOf(register(ledger.id)), outcomeOf(register(ledger.id))]);
    expect(outcomes.map(({ created }) => created).toSorted()).toEqual([0, 1]);
    await outcomeOf(unregister(ledger.id));
  });
});

describe('webhooks of records', () => {
  const jobs = () => gateway.sandbox.records(hiringDesk.id, 'jobs');

  it('are registered for all records of the copy', async () => {
    const { length } = await found(gateway, hiringDesk.id, 'jobs', {});
    expect(length).toBeGreaterThan(1);
    expect(await outcomeOf(register(hiringDesk.id))).toEqual({ ...nothing, created: length });
    expect(await outcomeOf(register(hiringDesk.id))).toEqual({ ...nothing, unchanged: length });
    expect(await outcomeOf(unregister(hiringDesk.id))).toEqual({ ...nothing, removed: length });
  });

  it('are registered for the named records only', async () => {
    const each = [{ job_id: jobs()[0]?.id }];
    expect(await outcomeOf(register(hiringDesk.id, { each }))).toEqual({ ...nothing, created: 1 });
    expect(await outcomeOf(unregister(hiringDesk.id))).toMatchObject({ removed: 1 });
  });

  it('are not registered for what names no record', async () => {
    expect(await register(hiringDesk.id, { each: [{ job: 1 }] })).toMatchObject({
      status: 422,
      json: { code: 'invalid_params' },
    });
    expect(await register(ledger.id, { each: [{ id: 'x' }] })).toMatchObject({
      status: 422,
      json: { code: 'invalid_params' },
    });
  });
});

describe('what cannot be registered', () => {
  it('says what the credential must be allowed to do when the vendor refuses', async () => {
    gateway.sandbox.behaviors.next(ledger.id, { kind: 'missing-permission' }, { match: { path: '/v1/webhooks' } });
    const { created, failed } = await outcomeOf(register(ledger.id));
    gateway.sandbox.behaviors.clear(ledger.id);
    expect(created).toBe(0);
    expect(failed).toEqual([
      { for: null, detail: expect.stringContaining('The credential needs the scope webhooks:write.') },
    ]);
  });

  it('is said by connections whose vendor has no such thing', async () => {
    expect(await register('repository-host')).toMatchObject({ status: 404, json: { code: 'not_found' } });
  });

  it('is shown by the endpoint, and leaves no secret in the log', async () => {
    const shown = await gateway.send('GET', endpointPath(ledger.id));
    expect(shown.json.registration).toBe('automatic');
    await outcomeOf(register(ledger.id));
    expect(gateway.log()).not.toContain(gateway.sandbox.eventSecret(ledger.id));
  });

  it('leaves no secret anywhere when the vendor repeats what it refuses', async () => {
    const vendor = await startRawUpstream();
    onTestFinished(() => vendor.stop());
    const created: string[] = [];
    vendor.response((request, response) => void refuseWithItsWords(request, response, created));
    const settings = { base_url: vendor.origin };
    const connection = await gateway.connect(helpCentre.id, 'refusing', { settings, check: false });
    const path = `/api/v1/workspaces/test/connections/${connection}`;
    const outcome = await gateway.send('POST', `${path}/events/registration`, { body: {} });
    expect(outcome.json.failed).toHaveLength(3);
    expect(outcome.json.failed[0].detail).toContain('***');

    const { endpoint, signing_secret: secret } = JSON.parse(created[0] ?? '');
    const needles = [
      ...needlesOf('secret', secret),
      ...needlesOf('URL', endpoint.slice(endpoint.lastIndexOf('/') + 1)),
    ];
    const metrics = await gateway.send('GET', '/metrics');
    const audit = await gateway.send('GET', '/api/v1/workspaces/test/audit?limit=100');
    expect(audit.text).toContain('registration');
    const texts = {
      outcome: outcome.text,
      connection: (await gateway.send('GET', path)).text,
      log: gateway.log(),
      metrics: metrics.text,
      audit: audit.text,
    };
    expect(Object.entries(texts).flatMap(([where, text]) => leaked(needles, where, text))).toEqual([]);
  });

  it('is refused to those who may not manage the workspace', async () => {
    const token = await gateway.tokenWith({});
    for (const method of ['POST', 'DELETE']) {
      const path = `${endpointPath(ledger.id)}/registration`;
      const reply = await gateway.send(method, path, { token, ...(method === 'POST' && { body: {} }) });
      expect([reply.status, reply.json.code]).toEqual([403, 'forbidden']);
    }
  });
});

describe('a token that may manage, but not everything,', () => {
  it.each([
    ['only reads', ledger.id, { read_only: true }],
    ['deletes nothing', ledger.id, { effects: { deny: ['delete'] } }],
    ['knows other entities', ledger.id, { entities: ['customers'] }],
    ['only gets', ledger.id, { actions: ['get'] }],
    ['may not know the records', hiringDesk.id, { entities: ['job_webhooks'] }],
  ])('registers and removes nothing at the vendor if it %s', async (_, connection, policy) => {
    const token = await gateway.tokenWith({ manage: true, ...policy });
    const arrivals = await gateway.arrivalsDuring(async () => {
      for (const method of ['POST', 'DELETE']) {
        const path = `${endpointPath(connection)}/registration`;
        const reply = await gateway.send(method, path, { token, ...(method === 'POST' && { body: {} }) });
        expect([reply.status, reply.json.code]).toEqual([403, 'forbidden']);
      }
    });
    expect(arrivals.filter(({ url }) => url.includes('webhooks'))).toEqual([]);
  });

  it('registers webhooks if its policy allows everything that this does', async () => {
    const policy = { manage: true, entities: ['job_webhooks', 'jobs'] };
    const token = await gateway.tokenWith(policy);
    const path = `${endpointPath(hiringDesk.id)}/registration`;
    const registered = await outcomeOf(gateway.send('POST', path, { token, body: {} }));
    expect(registered.failed).toEqual([]);
    expect(await outcomeOf(gateway.send('DELETE', path, { token }))).toMatchObject({ failed: [] });
  });
});

/** Lists no webhooks, and refuses to create one in the words of the request, which it adds to `created`. */
async function refuseWithItsWords(request: IncomingMessage, response: ServerResponse, created: string[]) {
  const body = await textOf(request);
  response.setHeader('content-type', 'application/json');
  if (request.method === 'GET') return response.end('{"webhooks":[]}');
  created.push(body);
  return response.writeHead(422).end(JSON.stringify({ error: 'RecordInvalid', description: `Refused: ${body}` }));
}
