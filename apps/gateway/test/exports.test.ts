import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { expectProblem } from './expect-problem.ts';
import { found, startHostedGateway, untilSynced } from './hosted-gateway.ts';
import { adminToken, type RunningGateway, type SendOptions } from './running-gateway.ts';

let gateway: RunningGateway;

beforeAll(async () => {
  gateway = await startHostedGateway();
  await untilSynced(gateway, 'ledger');
});

afterAll(() => gateway.stop());

const pathOf = (entity: string, query = '') =>
  `/api/v1/workspaces/test/connections/${gateway.connection('ledger')}/copies/${entity}/export${query}`;

const exported = (query = '', options: SendOptions = {}, entity = 'customers') =>
  gateway.send('GET', pathOf(entity, query), options);

describe('an export', () => {
  it('has the records that a search finds, as lines', async () => {
    const { status, headers, text } = await exported('?format=ndjson');
    const records = await found(gateway, 'ledger', 'customers', {});
    expect(status).toBe(200);
    expect(
      text
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line)),
    ).toEqual(records);
    expect(records.length).toBeGreaterThan(10);
    expect(headers).toMatchObject({
      'accept-ranges': 'bytes',
      'connectory-records': String(records.length),
      'connectory-synced-at': expect.stringMatching(/^\d{4}-.*Z$/),
      'content-disposition': expect.stringMatching(/^attachment; filename="ledger[\w-]*-customers\.ndjson"$/),
      'content-length': String(Buffer.byteLength(text)),
      'content-type': 'application/x-ndjson',
      etag: expect.stringMatching(/^"[\w-]{43}"$/),
      'x-content-type-options': 'nosniff',
    });
  });

  it('is a Parquet file by default, and a table as CSV', async () => {
    const parquet = await exported();
    expect(parquet.headers).toMatchObject({
      'connectory-unreadable-values': '0',
      'content-type': 'application/vnd.apache.parquet',
    });
    expect(parquet.bytes.subarray(0, 4).toString()).toBe('PAR1');
    expect(parquet.bytes.subarray(-4).toString()).toBe('PAR1');
    const csv = await exported('?format=csv');
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(csv.text).toMatch(/^id,[^\r\n]+\r\n/);
  });

  it('can be resumed, and is sent whole if the file is another one', async () => {
    const whole = await exported();
    const { etag = '' } = whole.headers;
    const rest = await exported('', { headers: { range: 'bytes=100-', 'if-range': etag } });
    expect(rest.status).toBe(206);
    expect(rest.headers).toMatchObject({
      'content-range': `bytes 100-${whole.bytes.length - 1}/${whole.bytes.length}`,
      etag,
    });
    expect(rest.bytes).toEqual(whole.bytes.subarray(100));
    const other = await exported('', { headers: { range: 'bytes=100-', 'if-range': '"other"' } });
    expect(other.status).toBe(200);
    expect(other.bytes).toEqual(whole.bytes);
    const beyond = await exported('', { headers: { range: `bytes=${whole.bytes.length}-` } });
    expectProblem(beyond, 'range_not_satisfiable');
    expect(beyond.headers['content-range']).toBe(`bytes */${whole.bytes.length}`);
  });

  it('has what a write has just changed, with another etag', async () => {
    const before = await exported('?format=ndjson');
    expect((await exported('?format=ndjson')).headers.etag).toBe(before.headers.etag);
    const write = { entity: 'customers', action: 'create', params: { name: 'Grace Hopper' } };
    const { json } = await gateway.execute('ledger', write);
    const after = await exported('?format=ndjson');
    expect(after.text).toContain(json.data.id);
    expect(after.headers.etag).not.toBe(before.headers.etag);
  });

  it('stops when the client is gone', async () => {
    const request = get(`${gateway.url}${pathOf('customers')}`, {
      agent: false,
      headers: { authorization: `Bearer ${gateway.token}` },
    });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.destroy();
    await vi.waitFor(async () => {
      const metrics = await gateway.send('GET', '/metrics');
      expect(metrics.text).toMatch(/^connectory_exports_in_use(?:\{.*\})? 0$/m);
    });
    expect((await exported()).status).toBe(200);
  });

  it('is in the audit, with the number of records or the error', async () => {
    const { headers } = await exported('?format=csv', { headers: { 'x-request-id': 'export-1' } });
    await exported('', { headers: { 'x-request-id': 'export-2' } }, 'customer');
    await vi.waitFor(async () => {
      const { json } = await gateway.send('GET', '/api/v1/workspaces/test/audit?limit=20', { token: adminToken });
      const entries = (json.data as readonly { request_id: string }[]).filter(({ request_id: id }) =>
        id.startsWith('export-'),
      );
      expect(entries).toMatchObject([
        { request_id: 'export-2', entity: 'customer', action: 'export', outcome: 400, error_code: 'unknown_entity' },
        {
          request_id: 'export-1',
          entity: 'customers',
          action: 'export',
          outcome: 200,
          records: Number(headers['connectory-records']),
        },
      ]);
    });
  });
});

describe('an export is refused', () => {
  it('for an entity or a format that is not there, with a suggestion', async () => {
    const unknown = await exported('', {}, 'custmers');
    expectProblem(unknown, 'unknown_entity');
    expect(unknown.json.errors[0].did_you_mean).toBe('customers');
    expectProblem(await exported('?format=xlsx'), 'invalid_params');
  });

  it('for a token that may not search the entity, or not all of it', async () => {
    for (const policy of [{ entities: ['charges'] }, { actions: ['list'] }, { max_records: 5 }]) {
      const token = await gateway.tokenWith(policy);
      const refused = await exported('', { token });
      expectProblem(refused, 'forbidden');
    }
    expectProblem(
      await exported('', { token: await gateway.tokenWith({ connectors: ['other'] }) }),
      'connector_not_found',
    );
    expect((await exported('', { token: await gateway.tokenWith({ read_only: true }) })).status).toBe(200);
  });
});

it('the files of a connection are removed with it', async () => {
  const id = await gateway.connect('ledger', 'short-lived');
  const path = `/api/v1/workspaces/test/connections/${id}`;
  await vi.waitFor(async () => expect((await gateway.send('GET', `${path}/copies/customers/export`)).status).toBe(200));
  const files = () => readdirSync(join(gateway.dataDirectory, 'exports'), { recursive: true }).map(String);
  expect(files().some((name) => name.includes(id))).toBe(true);
  expect((await gateway.send('DELETE', path, { token: adminToken })).status).toBe(200);
  await vi.waitFor(() => expect(files().some((name) => name.includes(id))).toBe(false));
});
