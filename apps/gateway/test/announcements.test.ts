import type { Connector } from '@connectory/connector-sdk';
import { directActions } from '@connectory/connector-sdk/engine';
import { ledger } from '@connectory/test-support/fixture-connectors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningGateway, startRunningGateway } from './running-gateway.ts';

const deprecated = { since: '2026-11-21', until: '2027-06-01', instead: 'Call list.' };

// Every action of every other entity stays.
const announcing: Connector = {
  ...ledger,
  upstream: { ...ledger.upstream, version: { pinned: '2020-01-01', sunset: '2020-03-01' } },
  entities: ledger.entities.map((entity) => {
    if (entity.name !== 'customers') return entity;
    const marked = directActions.flatMap((name) => {
      const action = entity.actions[name];
      return action === undefined ? [] : [[name, { ...action, deprecated }]];
    });
    return { ...entity, actions: Object.fromEntries(marked) };
  }),
};

let gateway: RunningGateway;

beforeAll(async () => {
  gateway = await startRunningGateway({ connectors: [announcing] });
});

afterAll(() => gateway.stop());

describe('an action that is going to be removed', () => {
  const headers = { deprecation: '@1795219200', sunset: 'Tue, 01 Jun 2027 00:00:00 GMT' };
  const list = (entity: string, params: object = {}) => ({ entity, action: 'list', params });

  it('says so in every response, also when it fails, and in every page of a stream', async () => {
    const response = await gateway.execute('ledger', list('customers'));
    expect(response).toMatchObject({ status: 200, headers });
    expect(await gateway.execute('ledger', list('customers', { limit: 'x' }))).toMatchObject({
      status: 422,
      headers,
    });
    expect(await gateway.execute('ledger', { ...list('customers'), dry_run: true })).toMatchObject({ headers });
    const accept = { headers: { accept: 'application/x-ndjson' } };
    const stream = await gateway.execute('ledger', list('customers', { limit: 10 }), accept);
    expect(stream).toMatchObject({ status: 200, headers });
    expect(stream.text).toContain('"complete":true,"records":25,"pages":3');
  });

  it('leaves the responses of the others alone', async () => {
    const response = await gateway.execute('ledger', list('invoices'));
    expect(response.status).toBe(200);
    expect(Object.keys(response.headers)).not.toContain('deprecation');
    expect(Object.keys(response.headers)).not.toContain('sunset');
  });

  it('shows in the manifest', async () => {
    const { json } = await gateway.send('GET', '/api/v1/connectors/ledger');
    const entity = (name: string) => json.entities.find((one: { name: string }) => one.name === name);
    expect(entity('customers').actions[0]).toMatchObject({ action: 'list', deprecated });
    expect(entity('invoices').actions[0]).not.toHaveProperty('deprecated');
  });
});

describe('an API version the vendor is about to end', () => {
  it('shows in the readiness of the gateway, which stays ready', async () => {
    const { status, json } = await gateway.send('GET', '/readyz', { token: null });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      status: 'ready',
      reason: null,
      upstreams: [{ connector: 'ledger', version: '2020-01-01', sunset: '2020-03-01' }],
    });
    expect(json.upstreams[0].days_left).toBeLessThan(-2000);
  });

  it('shows in the metrics and in the log', async () => {
    const { text } = await gateway.send('GET', '/metrics', { token: null });
    expect(text).toContain(
      'connectory_upstream_sunset_timestamp_seconds{connector="ledger",version="2020-01-01"} 1583020800',
    );
    expect(gateway.log()).toMatch(/"level":40[^\n]*"connector":"ledger","version":"2020-01-01","sunset":"2020-03-01"/);
  });
});
