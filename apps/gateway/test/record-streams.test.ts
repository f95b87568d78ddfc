import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { RawValue } from '@connectory/connector-sdk';
import { request } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { executeTrailerSchema } from '../src/execute/schemas.ts';
import { expectProblem } from './expect-problem.ts';
import { type RawUpstream, startRawUpstream } from './raw-upstream.ts';
import { executePath, type Response, type RunningGateway, startRunningGateway } from './running-gateway.ts';

let gateway: RunningGateway;
let upstream: RawUpstream;
/** A ledger connection whose upstream returns what a test says. */
let scripted: string;

beforeAll(async () => {
  gateway = await startRunningGateway();
});

beforeEach(async () => {
  upstream = await startRawUpstream();
  const settings = { base_url: upstream.origin };
  scripted = await gateway.connect('ledger', `scripted ${randomUUID()}`, { settings, check: false });
  return () => upstream.stop();
});

afterAll(() => gateway.stop());

const ndjson = { accept: 'application/x-ndjson' };
const list = (params: object = {}) => ({ entity: 'customers', action: 'list', params });

function linesOf({ text }: Response): { records: RawValue[]; meta: RawValue } {
  expect(text.endsWith('\n')).toBe(true);
  const lines = text
    .slice(0, -1)
    .split('\n')
    .map((line): RawValue => JSON.parse(line));
  const trailer = lines.pop();
  expect(executeTrailerSchema.strict().safeParse(trailer).error, JSON.stringify(trailer)).toBeUndefined();
  return { records: lines, meta: trailer.meta };
}

/** Answers the page that begins behind `starting_after`, of records `rec_0`, `rec_1` …; `filler` makes them heavy. */
function sendPage(response: ServerResponse, after: string | null, size: number, hasMore: boolean, filler = ''): void {
  const first = after === null ? 0 : Number(after.slice(4)) + 1;
  const data = Array.from({ length: size }, (_, index) => ({ id: `rec_${first + index}`, filler }));
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ has_more: hasMore, data }));
}
const afterOf = (url: string | undefined) => new URL(url ?? '', 'http://upstream').searchParams.get('starting_after');

describe('a stream of records', () => {
  it('ends when its token is revoked', async () => {
    const tokens = '/api/v1/workspaces/test/tokens';
    const { id, token } = (await gateway.send('POST', tokens, { body: { name: 'short-lived' } })).json;
    let pages = 0;
    upstream.response(async (request, response) => {
      pages += 1;
      if (pages === 2) await gateway.send('DELETE', `${tokens}/${id}`);
      sendPage(response, afterOf(request.url), 2, pages < 10);
    });
    const { records, meta } = linesOf(await gateway.execute(scripted, list(), { headers: ndjson, token }));
    expect(meta).toMatchObject({ complete: false, reason: 'error', error: { code: 'unauthenticated' } });
    expect(records.length).toBeLessThanOrEqual(4);
    expect(pages).toBeLessThanOrEqual(2);
  });

  it.each([
    ['ledger', 'customers', 'limit', 0],
    ['ledger', 'charges', 'limit', 0],
    // Pages that are only numbered end with an empty one.
    ['help-centre', 'tickets', 'per_page', 1],
    ['hiring-desk', 'candidates', 'limit', 0],
    ['repository-host', 'viewer_repositories', 'per_page', 0],
  ])('follows the pages of %s %s to the end', async (connector, entity, size, emptyPages) => {
    const whole = await gateway.execute(connector, { entity, action: 'list', params: { [size]: 100 } });
    const body = { entity, action: 'list', params: { [size]: 4 } };
    const reply = await gateway.execute(connector, body, { headers: ndjson });
    expect(reply.status).toBe(200);
    expect(reply.headers['content-type']).toBe('application/x-ndjson');
    expect(reply.headers['x-request-id']).toBeTypeOf('string');
    const { records, meta } = linesOf(reply);
    expect(records).toEqual(whole.json.data);
    const pages = Math.ceil(records.length / 4) + emptyPages;
    expect(meta).toEqual({ complete: true, records: records.length, pages, next_params: null });
  });

  it('has the chosen fields only', async () => {
    const body = { ...list({ limit: 10 }), select_fields: ['id'] };
    const { records } = linesOf(await gateway.execute('ledger', body, { headers: ndjson }));
    for (const record of records) expect(Object.keys(record)).toEqual(['id']);
  });

  it('ends at the row cap of the token, and says so', async () => {
    const token = await gateway.tokenWith({ max_records: 7 });
    const reply = await gateway.execute('ledger', list({ limit: 4 }), { headers: ndjson, token });
    const { records, meta } = linesOf(reply);
    expect(records).toHaveLength(7);
    expect(meta).toMatchObject({ complete: false, reason: 'record_cap', records: 7, pages: 2 });
  });

  it('is complete when the cap is just what there is', async () => {
    const all = linesOf(await gateway.execute('ledger', list({ limit: 100 }), { headers: ndjson })).records.length;
    const token = await gateway.tokenWith({ max_records: all });
    const reply = await gateway.execute('ledger', list({ limit: 10 }), { headers: ndjson, token });
    expect(linesOf(reply).meta).toMatchObject({ complete: true, records: all });
  });

  it('tells of a failure in the middle in its last line, and how to go on', async () => {
    upstream.response(({ url }, response) => {
      if (afterOf(url) === 'rec_5') response.writeHead(500).end('{"error":{"message":"disk full"}}');
      else sendPage(response, afterOf(url), 3, true);
    });
    const reply = await gateway.execute(scripted, list({ limit: 3 }), { headers: ndjson });
    expect(reply.status).toBe(200);
    const { records, meta } = linesOf(reply);
    expect(records.map(({ id }) => id)).toEqual(['rec_0', 'rec_1', 'rec_2', 'rec_3', 'rec_4', 'rec_5']);
    expect(meta).toMatchObject({ complete: false, reason: 'error', records: 6, pages: 2 });
    expect(meta.next_params).toEqual({ starting_after: 'rec_5' });
    expect(meta.error).toMatchObject({ code: 'upstream_unavailable', request_id: reply.headers['x-request-id'] });
  });

  it('has the bytes of the vendor, one record per line', async () => {
    const rows = ['{"id" : "a","n":90071992547409931}', '{"id":"b","n":[1.10,\r\n -0]}', '{"id":"c","n":1e999}'];
    upstream.response(({ url }, response) => {
      const isFirst = afterOf(url) === null;
      const data = isFirst ? rows.slice(0, 2) : rows.slice(2);
      response.end(`{"has_more":${isFirst},"data":[ ${data.join(',\n')}]}`);
    });
    const { status, text } = await gateway.execute(scripted, list(), { headers: ndjson });
    expect(status).toBe(200);
    const lines = text.split('\n');
    expect(lines.slice(0, 3)).toEqual([rows[0], '{"id":"b","n":[1.10,   -0]}', rows[2]]);
    expect(JSON.parse(lines[3] ?? '').meta).toMatchObject({ complete: true, records: 3, pages: 2 });
  });

  it('says in its last line that a page is no JSON', async () => {
    upstream.response(({ url }, response) => {
      if (afterOf(url) === null) sendPage(response, null, 1, true);
      else response.end('{"has_more":false,"data":[{"id":oops}]}');
    });
    const { records, meta } = linesOf(await gateway.execute(scripted, list(), { headers: ndjson }));
    expect(records).toMatchObject([{ id: 'rec_0' }]);
    expect(meta).toMatchObject({ complete: false, reason: 'error', error: { code: 'upstream_unavailable' } });
  });

  it('is not complete when the upstream left a record out of a page', async () => {
    const settings = { base_url: upstream.origin };
    const host = await gateway.connect('repository-host', `partial ${randomUUID()}`, { settings, check: false });
    const call = { entity: 'viewer_repositories', action: 'list' };
    let pages = 0;
    upstream.response((_request, response) => {
      pages += 1;
      const repositories = {
        nodes: pages % 2 === 1 ? [{ id: 'a' }, null, { id: 'c' }] : [{ id: 'd' }],
        pageInfo: { hasNextPage: pages % 2 === 1, endCursor: `c${pages}` },
      };
      const errors = [{ type: 'SAML', message: 'Protected', path: ['viewer', 'repositories', 'nodes', 1] }];
      const body = { data: { viewer: { repositories } }, ...(pages % 2 === 1 && { errors }) };
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    });
    const { records, meta } = linesOf(await gateway.execute(host, call, { headers: ndjson }));
    const omitted = [{ path: 'viewer.repositories.nodes.1', code: 'SAML', message: 'Protected' }];
    expect(records.map(({ id }) => id)).toEqual(['a', 'c', 'd']);
    expect(meta).toEqual({ complete: false, reason: 'omitted', records: 3, pages: 2, next_params: null, omitted });
    expect((await gateway.execute(host, call)).json).toMatchObject({
      data: [{ id: 'a' }, { id: 'c' }],
      meta: { omitted, next_params: { after: 'c3' } },
    });
  });

  it('is not complete when the upstream returns no more of a longer list', async () => {
    upstream.response((_request, response) => {
      response.end(JSON.stringify({ has_more: false, total_count: 10_001, data: [{ id: 'a' }] }));
    });
    const search = { entity: 'customers', action: 'api_search', params: { query: 'name:"A"' } };
    const { meta } = linesOf(await gateway.execute(scripted, search, { headers: ndjson }));
    expect(meta).toEqual({ complete: false, reason: 'upstream_cap', records: 1, pages: 1, next_params: null });
    const page = (await gateway.execute(scripted, search)).json;
    expect(page.meta).toMatchObject({ upstream_capped_at: 10_000, next_params: null });
  });

  it('is an ordinary error when the first page fails', async () => {
    upstream.response((_request, response) => response.writeHead(400).end('{"error":{"message":"no"}}'));
    expectProblem(await gateway.execute(scripted, list(), { headers: ndjson }), 'upstream_rejected');
    expectProblem(await gateway.execute('ledger', { entity: 'x' }, { headers: ndjson }), 'malformed_request');
    expectProblem(await gateway.execute('ledger', [], { headers: ndjson }), 'malformed_request');
    expectProblem(await gateway.execute('ledger', 'null', { headers: ndjson }), 'malformed_request');
  });

  it('does not go round in circles when the upstream names the same page again', async () => {
    upstream.response((_request, response) => sendPage(response, null, 2, true));
    const { meta } = linesOf(await gateway.execute(scripted, list(), { headers: ndjson }));
    expect(meta).toMatchObject({ complete: false, reason: 'repeated_page' });
    expect(upstream.count).toBeLessThan(4);
  });

  it('ends where the upstream leads back to a page from before', async () => {
    upstream.response(({ url }, response) => {
      const id = { rec_a: 'rec_b', rec_b: 'rec_c', rec_c: 'rec_a' }[afterOf(url) ?? 'rec_c'] ?? 'rec_a';
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ has_more: true, data: [{ id }] }));
    });
    const { records, meta } = linesOf(await gateway.execute(scripted, list(), { headers: ndjson }));
    expect(records.map(({ id }) => id)).toEqual(['rec_a', 'rec_b', 'rec_c', 'rec_a']);
    expect(meta).toMatchObject({ complete: false, reason: 'repeated_page', next_params: { starting_after: 'rec_a' } });
  });

  it('ends after as many pages as one stream follows, and says how to go on', async () => {
    upstream.response(({ url }, response) => sendPage(response, afterOf(url), 1, true));
    const { meta } = linesOf(await gateway.execute(scripted, list(), { headers: ndjson }));
    expect(meta).toMatchObject({ complete: false, reason: 'page_cap', records: 10_000, pages: 10_000 });
    expect(meta.next_params).toEqual({ starting_after: 'rec_9999' });
  });

  it('stops asking the upstream when the client has gone', async () => {
    upstream.response(({ url }, response) => sendPage(response, afterOf(url), 3, true));
    const { body } = await request(gateway.url + executePath(scripted), {
      method: 'POST',
      headers: { authorization: `Bearer ${gateway.token}`, 'content-type': 'application/json', ...ndjson },
      body: JSON.stringify(list({ limit: 3 })),
    });
    await once(body, 'data');
    body.on('error', () => {});
    body.destroy();
    // Pages without end: a gateway that went on would never come to rest.
    expect(await untilStable(() => upstream.count)).toBeGreaterThan(0);
  });

  it('fetches a page while the one before is written', async () => {
    // More than the buffers of both sockets take, so that the first page is not written before the client reads.
    const filler = 'x'.repeat(300_000);
    const limits = { response_bytes: 64 * 1024 * 1024 };
    const settings = { base_url: upstream.origin };
    const heavy = await gateway.connect('ledger', 'heavy', { settings, limits, check: false });
    upstream.response(({ url }, response) => sendPage(response, afterOf(url), 100, afterOf(url) === null, filler));
    const { body } = await request(gateway.url + executePath(heavy), {
      method: 'POST',
      headers: { authorization: `Bearer ${gateway.token}`, 'content-type': 'application/json', ...ndjson },
      body: JSON.stringify(list({ limit: 100 })),
    });
    await expect.poll(() => upstream.count).toBe(2);
    const text = await body.text();
    expect(JSON.parse(text.slice(text.lastIndexOf('\n', text.length - 2))).meta).toMatchObject({
      complete: true,
      records: 200,
    });
  });

  it('reads no further ahead than the client takes', async () => {
    const warnings: string[] = [];
    const onWarning = ({ name, message }: Error) => warnings.push(`${name}: ${message}`);
    process.on('warning', onWarning);
    const pages = 60;
    const filler = 'x'.repeat(10_000);
    upstream.response(({ url }, response) => {
      sendPage(response, afterOf(url), 100, upstream.count < pages, filler);
    });
    const { body } = await request(gateway.url + executePath(scripted), {
      method: 'POST',
      headers: { authorization: `Bearer ${gateway.token}`, 'content-type': 'application/json', ...ndjson },
      body: JSON.stringify(list({ limit: 100 })),
    });
    await untilStable(() => upstream.count);
    // What fits in the buffers of both sockets and streams is a small part of 60 MB.
    expect(upstream.count).toBeLessThan(30);
    const text = await body.text();
    const trailer = JSON.parse(text.slice(text.lastIndexOf('\n', text.length - 2)));
    expect(trailer.meta).toMatchObject({ complete: true, records: pages * 100, pages });
    process.off('warning', onWarning);
    expect(warnings).toEqual([]);
  });
});

describe('a request for a stream', () => {
  it('of one record gets ordinary JSON', async () => {
    const { id } = (await gateway.execute('ledger', list({ limit: 1 }))).json.data[0];
    const get = { entity: 'customers', action: 'get', params: { id } };
    const reply = await gateway.execute('ledger', get, { headers: ndjson });
    expect(reply.headers['content-type']).toBe('application/json');
    expect(reply.json.data.id).toBe(id);
  });

  it('as a dry run shows the first request', async () => {
    const reply = await gateway.execute('ledger', { ...list(), dry_run: true }, { headers: ndjson });
    expect(reply.json.data.requests).toHaveLength(1);
  });
});

/** Waits until a number has not changed for a while, and gives it. */
async function untilStable(read: () => number): Promise<number> {
  let last = -1;
  for (let unchanged = 0; unchanged < 10; ) {
    await pause(50);
    const current = read();
    unchanged = current === last ? unchanged + 1 : 0;
    last = current;
  }
  return last;
}
