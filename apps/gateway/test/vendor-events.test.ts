import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { EventRequest } from '@connectory/connector-sdk';
import { signEvent } from '@connectory/connector-sdk/engine';
import { helpCentre, hiringDesk, ledger } from '@connectory/test-support/fixture-connectors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EventEndpointBody } from '../src/events/schemas.ts';
import { found, startHostedGateway, untilSynced } from './hosted-gateway.ts';
import { adminToken, type Response, type RunningGateway } from './running-gateway.ts';

let gateway: RunningGateway;
beforeAll(async () => {
  gateway = await startHostedGateway();
  for (const { id } of [ledger, helpCentre, hiringDesk]) await untilSynced(gateway, id);
});
afterAll(() => gateway.stop());

const pathOf = (connection: string) => `/api/v1/workspaces/test/connections/${gateway.connection(connection)}/events`;

async function endpoint(connection: string, change?: object): Promise<EventEndpointBody> {
  const response = await gateway.send(change === undefined ? 'GET' : 'PUT', pathOf(connection), { body: change });
  expect(response.status, response.text).toBe(200);
  return response.json;
}

/** The endpoint of a connection, ready to receive. */
async function ready(connection: string): Promise<string> {
  const { url } = await endpoint(connection, { secret: gateway.sandbox.eventSecret(connection) ?? undefined });
  return url ?? '';
}

function deliver({ method, url, headers, body }: EventRequest, changed: Partial<EventRequest> = {}): Promise<Response> {
  const sent = { method, url, headers, body, ...changed };
  const { pathname, search } = new URL(sent.url);
  return gateway.send(sent.method, pathname + search, {
    token: null,
    headers: sent.headers,
    body: Buffer.from(sent.body),
  });
}

const someEvent = (connection: string, entity: string, url: string): EventRequest => {
  const [record] = gateway.sandbox.records(connection, entity);
  const event = record && gateway.sandbox.eventOf(connection, entity, 'changed', record, url);
  if (event === undefined) throw new Error(`${connection} has no event of ${entity}`);
  return event;
};

async function until<Value>(read: () => Promise<Value>, isWanted: (value: Value) => boolean): Promise<Value> {
  for (;;) {
    const value = await read();
    if (isWanted(value)) return value;
    await pause(25);
  }
}

describe('a change at the vendor', () => {
  it.each([
    [ledger.id, 'customers', 'name'],
    [helpCentre.id, 'tickets', 'subject'],
    [hiringDesk.id, 'jobs', 'title'],
  ])('stands in the copy without a pass: %s %s', async (connection, entity, field) => {
    gateway.sandbox.sendEvents(connection, await ready(connection));
    const added = gateway.sandbox.add(connection, entity);
    const byId = () => found(gateway, connection, entity, { eq: { id: added.id } });
    const [stored] = await until(byId, ({ length }) => length === 1);
    expect(stored?.[field]).toBe(added[field]);
    gateway.sandbox.remove(connection, entity, added);
    expect(await until(byId, ({ length }) => length === 0)).toEqual([]);
    const {
      received,
      applied,
      refused,
      last_received_at: at,
    } = await until(
      () => endpoint(connection),
      (counted) => counted.applied === 2,
    );
    expect({ received, applied, refused }).toEqual({ received: 2, applied: 2, refused: 0 });
    expect(at).not.toBeNull();
  });

  it('is read from the vendor, whatever the event says', async () => {
    const url = await ready(ledger.id);
    const [customer] = gateway.sandbox.records(ledger.id, 'customers');
    const body = { id: `evt_${randomUUID()}`, type: 'customer.updated', data: { id: customer?.id, name: 'Invented' } };
    const reads = await gateway.arrivalsDuring(async () => {
      expect((await deliver(signedBody(ledger.id, url, body))).status).toBe(200);
      await until(
        async () => gateway.sandbox.requests.at(-1)?.url,
        (last) => last === `/${ledger.id}/v1/customers/${customer?.id}`,
      );
    });
    expect(reads.map(({ method }) => method)).toEqual(['GET']);
    const [stored] = await found(gateway, ledger.id, 'customers', { eq: { id: customer?.id } });
    expect(stored?.name).toBe(customer?.name);
  });
});

/** A request with a body of our own, signed as the vendor would. */
function signedBody(connection: string, url: string, body: unknown, now = Date.now()): EventRequest {
  const { events } = [ledger, helpCentre].find(({ id }) => id === connection) ?? {};
  const headers = { 'content-type': 'application/json' };
  const request = { method: 'POST', url, headers, body: Buffer.from(JSON.stringify(body)) };
  if (events === undefined) throw new Error(`${connection} has no events`);
  const secret = gateway.sandbox.eventSecret(connection) ?? '';
  return { ...request, headers: { ...headers, ...signEvent(events.signature, request, secret, now) } };
}

describe('what the vendor did not send', () => {
  it('is refused alike, whatever is wrong with it', async () => {
    const url = await ready(ledger.id);
    const event = someEvent(ledger.id, 'customers', url);
    const { origin, pathname } = new URL(url);
    const [, , id = '', secret = ''] = pathname.split('/');
    const at = (path: string) => deliver(event, { url: origin + path });
    const responses = [
      await deliver(event, { headers: { 'content-type': 'application/json' } }),
      await deliver(event, { body: Buffer.from(event.body.toString().replace('evt_', 'evt-')) }),
      await deliver(event, { body: new Uint8Array() }),
      await deliver(event, { headers: { ...event.headers, 'ledger-signature': `t=1,v1=${'0'.repeat(64)}` } }),
      await at(`/events/${id}/${secret.slice(0, -1)}_`),
      await at(`/events/${id}/x`),
      await at(`/events/${randomUUID()}/${secret}`),
      await at(`/events/nobody/${secret}`),
      await at(`/events/${gateway.connection(helpCentre.id)}/${secret}`),
      await deliver(event, { method: 'GET', body: new Uint8Array() }),
    ];
    const reported = responses.map(({ status, json }) => ({
      status,
      code: json.code,
      message: json.message ?? json.detail,
    }));
    expect(new Set(reported.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(reported[0]).toMatchObject({ status: 401, code: 'unauthenticated' });
    expect((await deliver(event)).status).toBe(200);
  });

  it('is refused when it was signed too long ago, or for a time that is still to come', async () => {
    const url = await ready(ledger.id);
    const minute = 60_000;
    for (const distance of [-6 * minute, 6 * minute]) {
      const body = { id: `evt_${randomUUID()}`, type: 'other', data: {} };
      expect((await deliver(signedBody(ledger.id, url, body, Date.now() + distance))).status).toBe(401);
    }
    const body = { id: `evt_${randomUUID()}`, type: 'other', data: {} };
    expect((await deliver(signedBody(ledger.id, url, body, Date.now() - 4 * minute))).status).toBe(200);
  });

  it('is refused with the secret of another connection', async () => {
    const url = await ready(ledger.id);
    const created = await gateway.connect(ledger.id, 'second ledger');
    const path = `/api/v1/workspaces/test/connections/${created}/events`;
    const other: EventEndpointBody = (await gateway.send('PUT', path, { body: { secret: 'another secret' } })).json;
    const event = someEvent(ledger.id, 'customers', url);
    expect((await deliver(event, { url: other.url ?? '' })).status).toBe(401);
    expect((await deliver(event)).status).toBe(200);
  });

  it('changes nothing when it arrives again', async () => {
    const url = await ready(helpCentre.id);
    const event = someEvent(helpCentre.id, 'tickets', url);
    const before = await endpoint(helpCentre.id);
    for (let time = 0; time < 3; time++) expect((await deliver(event)).status).toBe(200);
    const after = await endpoint(helpCentre.id);
    expect(after.received - before.received).toBe(1);
    expect(after.repeated - before.repeated).toBe(2);
  });

  it('is refused before the secret is stored, and with a former URL', async () => {
    const url = await ready(ledger.id);
    const event = someEvent(ledger.id, 'customers', url);
    expect((await endpoint(ledger.id, { secret: null })).state).toBe('secret_missing');
    expect((await deliver(event)).status).toBe(401);
    const changed = await endpoint(ledger.id, { secret: gateway.sandbox.eventSecret(ledger.id), new_url: true });
    expect(changed.state).toBe('ready');
    expect(changed.url).not.toBe(url);
    expect((await deliver(event)).status).toBe(401);
    expect((await deliver(event, { url: changed.url ?? '' })).status).toBe(200);
  });
});

describe('a vendor that checks the URL', () => {
  it('is answered at the right URL only', async () => {
    const { url } = await endpoint(helpCentre.id);
    const { pathname } = new URL(url ?? '');
    const challenge = { challenge: 'a-challenge' };
    const response = await gateway.send('POST', pathname, { token: null, body: challenge });
    expect([response.status, response.text, response.headers['content-type']]).toEqual([
      200,
      'a-challenge',
      'text/plain',
    ]);
    expect((await gateway.send('POST', `${pathname}x`, { token: null, body: challenge })).status).toBe(401);
    const asked = await gateway.send('GET', new URL((await endpoint(hiringDesk.id)).url ?? '').pathname, {
      token: null,
    });
    expect(asked.status).toBe(200);
  });
});

describe('the endpoint of a connection', () => {
  it('is shown with what the vendor documents, and never with its secret', async () => {
    await ready(ledger.id);
    const shown = await endpoint(ledger.id);
    expect(shown).toMatchObject({
      documentation: ledger.events?.documentation,
      entities: ['customers', 'invoices'],
      secret_description: ledger.events?.secret,
      state: 'ready',
    });
    expect(shown.url).toMatch(new RegExp(`^${gateway.url}/events/${gateway.connection(ledger.id)}/[\\w-]{43}$`));
    expect(JSON.stringify(shown)).not.toContain(gateway.sandbox.eventSecret(ledger.id));
    expect(gateway.log()).not.toContain(gateway.sandbox.eventSecret(ledger.id));
    expect(gateway.log()).not.toContain(new URL(shown.url ?? '').pathname.split('/').at(-1));
  });

  it('takes no secret where nothing is signed', async () => {
    const response = await gateway.send('PUT', pathOf(hiringDesk.id), { body: { secret: 'x' } });
    expect([response.status, response.json.code]).toEqual([422, 'invalid_params']);
  });

  it('is there only where the vendor has events', async () => {
    const response = await gateway.send('GET', pathOf('repository-host'));
    expect([response.status, response.json.code]).toEqual([404, 'not_found']);
  });

  it('is for those who may manage the workspace', async () => {
    const token = await gateway.tokenWith({});
    for (const method of ['GET', 'PUT']) {
      const response = await gateway.send(method, pathOf(ledger.id), { token, ...(method === 'PUT' && { body: {} }) });
      expect([response.status, response.json.code]).toEqual([403, 'forbidden']);
    }
    expect((await gateway.send('GET', pathOf(ledger.id), { token: adminToken })).status).toBe(200);
  });
});

describe('a flood', () => {
  it('of one connection is cut off, and costs another workspace neither its searches nor its events', async () => {
    const url = await ready(ledger.id);
    const others = await ready(hiringDesk.id);
    const body = (number: number) => ({
      id: `evt_flood_${number}`,
      type: 'customer.updated',
      data: { id: `cus_${number}` },
    });
    const statuses: number[] = [];
    // The bucket is refilled while it is emptied, and the more so on a slow machine.
    while (!statuses.includes(429) && statuses.length < 20_000) {
      const first = statuses.length;
      const batch = Array.from({ length: 8 }, (_, index) => deliver(signedBody(ledger.id, url, body(first + index))));
      for (const { status } of await Promise.all(batch)) statuses.push(status);
    }
    expect(statuses.slice(0, 1_200)).toEqual(Array.from({ length: 1_200 }, () => 200));
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect((await deliver(someEvent(hiringDesk.id, 'jobs', others))).status).toBe(200);
    expect((await found(gateway, hiringDesk.id, 'jobs', {})).length).toBeGreaterThan(0);
  });

  it('of large bodies is refused before they are read', async () => {
    const url = await ready(helpCentre.id);
    const event = someEvent(helpCentre.id, 'tickets', url);
    const large = await deliver(event, { body: Buffer.alloc(1024 * 1024 + 1, 'x') });
    expect([large.status, large.json.code]).toEqual([413, 'payload_too_large']);
    const deep = await deliver(event, { body: Buffer.from('['.repeat(10_000)) });
    expect([deep.status, deep.json.code]).toEqual([413, 'payload_too_large']);
  });
});
