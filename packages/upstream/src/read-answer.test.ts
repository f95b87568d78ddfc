import {
  type Action,
  defineConnector,
  defineEntity,
  defineUpstream,
  fromBody,
  page,
  restApi,
} from '@connectory/connector-sdk';
import type { EntityActions, FailureRules } from '@connectory/connector-sdk/engine';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  gatewayErrorOf,
  testCall,
  testClient,
  testConnection,
  testUpstreamDefinition,
} from '../test/test-connector.ts';
import { type Answer, startTestUpstream } from '../test/test-upstream.ts';

const api = restApi();
const record = z.looseObject({});
const text =
  (body: string, headers: Readonly<Record<string, string>> = {}): Answer =>
  (_request, response) => {
    response.writeHead(200, headers).end(body);
  };

/** Carries out one action with the given differences against an upstream that answers with `body`. */
async function answering(
  body: string | Answer,
  name: 'list' | 'get' | 'create',
  action: Partial<Action>,
  { params = {}, failure = {} as Partial<FailureRules> } = {},
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
  const client = testClient({ retry: { attempts: 1 } });
  const call = testCall(testConnection(upstream.origin, { connector }), `x ${name}`, params);
  return name === 'list' ? { page: await client.records(call) } : { record: await client.record(call) };
}

const list = async (
  ...[body, action, options]: [string | Answer, Partial<Action>?, Parameters<typeof answering>[3]?]
) => {
  const { page: found } = await answering(body, 'list', action ?? {}, options);
  if (found === undefined) throw new Error('no page');
  return { ...found, json: found.json.toString() };
};
const get = async (...[body, action, options]: [string | Answer, Partial<Action>?, Parameters<typeof answering>[3]?]) =>
  (await answering(body, 'get', action ?? {}, options)).record?.json.toString();

describe('records', () => {
  it('pass as the bytes they came as', async () => {
    const rows = '[ {"id" :1.0, "big":12345678901234567890, "e":"\\u00e9"},\n{"id":2e0} ]';
    const answer = await list(`{"data":${rows},"total":2}`, { recordsAt: 'data' });
    expect(answer).toMatchObject({ json: rows, count: 2, status: 200, nextParams: null, meta: {} });
  });

  it('may be the whole body', async () => {
    expect(await list(' [1, 2] ', { recordsAt: '' })).toMatchObject({ json: '[1, 2]', count: 2 });
  });

  it.each(['{"data":null}', '{"data":null,"x":1}'])('that are null are none: %s', async (body) => {
    expect(await list(body, { recordsAt: 'data' })).toMatchObject({ json: '[]', count: 0 });
  });

  it.each(['{}', '{"data":{"id":1}}', '{"data":"text"}', '{"data":[1]', '', '<html>'])(
    'that are not where they should be are no answer: %j',
    async (body) => {
      expect(await gatewayErrorOf(list(body, { recordsAt: 'data' }))).toMatchObject({
        code: 'upstream_unavailable',
        upstream: { status: 200 },
      });
    },
  );

  it('stand below a parent that must exist', async () => {
    const action = { recordsAt: 'data.parent.rows', requiredAt: 'data.parent' };
    expect(await list('{"data":{"parent":{"rows":[1]}}}', action)).toMatchObject({ count: 1 });
    expect(await list('{"data":{"parent":{}}}', action)).toMatchObject({ json: '[]', count: 0 });
    expect((await gatewayErrorOf(list('{"data":{"parent":null}}', action))).code).toBe('record_not_found');
    expect((await gatewayErrorOf(list('{"data":{}}', action))).code).toBe('record_not_found');
  });

  it('are sifted by keep and reshaped by toRecord, with the parameters at hand', async () => {
    const answer = await list(
      '{"data":[{"n":1},{},{"n":3}]}',
      {
        recordsAt: 'data',
        keep: (row) => row.n !== undefined,
        toRecord: (row, { size }) => ({ number: row.n * Number(size) }),
      },
      { params: { size: 10 } },
    );
    expect(answer).toMatchObject({ json: '[{"number":10},{"number":30}]', count: 2 });
  });

  it('that have to be read and are not JSON inside are no answer', async () => {
    const body = '{"data":[{"n":oops}]}';
    expect(await list(body, { recordsAt: 'data' })).toMatchObject({ count: 1 });
    expect((await gatewayErrorOf(list(body, { recordsAt: 'data', keep: () => true }))).code).toBe(
      'upstream_unavailable',
    );
    const paging = page.lastId({ param: 'after', more: 'more', id: 'n' });
    const failing = list('{"data":[{"n":oops}],"more":true}', { recordsAt: 'data', paging });
    expect((await gatewayErrorOf(failing)).code).toBe('upstream_unavailable');
  });
});

describe('pagination', () => {
  it('shows the fields of the connector, null or left out where the body has none', async () => {
    const meta = {
      has_more: fromBody('meta.more', z.boolean()),
      next: fromBody('meta.next', z.string().nullable()),
      total: fromBody('meta.total', z.int()),
    };
    expect(
      (await list('{"data":[],"meta":{"more":true,"next":"n","total":3}}', { recordsAt: 'data', meta })).meta,
    ).toEqual({
      has_more: true,
      next: 'n',
      total: 3,
    });
    expect((await list('{"data":[]}', { recordsAt: 'data', meta })).meta).toEqual({ next: null });
  });

  it.each([
    [
      'a cursor in the body',
      page.cursor({ param: 'after', next: 'next' }),
      '{"data":[1],"next":"c2"}',
      {},
      { after: 'c2' },
    ],
    ['no cursor', page.cursor({ param: 'after', next: 'next' }), '{"data":[1],"next":null}', {}, null],
    [
      'the id of the last record',
      page.lastId({ param: 'after', more: 'more' }),
      '{"more":true,"data":[{"id":"a"},{"id":"b"}]}',
      {},
      { after: 'b' },
    ],
    ['no records', page.lastId({ param: 'after', more: 'more' }), '{"more":true,"data":[]}', {}, null],
    [
      'the number of records',
      page.offset({ param: 'size', size: 'size', total: 'total' }),
      '{"data":[1,2],"total":5}',
      {},
      { size: 2 },
    ],
    [
      'the Link header',
      page.linkHeader({ param: 'after' }),
      '{"data":[1]}',
      { link: '</x?after=c3>; rel="next"' },
      { after: 'c3' },
    ],
    [
      'a URL in the body',
      page.nextUrl({ param: 'after', next: 'url' }),
      '{"data":[1],"url":"https://a/x?after=c4&z=1"}',
      {},
      { after: 'c4' },
    ],
  ])('finds the next page by %s', async (_name, paging, body, headers, nextParams) => {
    const answer = await list(text(body, headers), { recordsAt: 'data', paging });
    expect(answer.nextParams).toEqual(nextParams);
  });

  it('says what the vendor did wrong when a next page is no URL', async () => {
    const paging = page.nextUrl({ param: 'after', next: 'url' });
    const work = list('{"data":[1],"url":"http://["}', { recordsAt: 'data', paging });
    expect((await gatewayErrorOf(work)).code).toBe('upstream_unavailable');
  });
});

describe('a record', () => {
  it('passes as the bytes it came as', async () => {
    expect(await get('{"item": {"id" : 12345678901234567890}}', { recordAt: 'item' })).toBe(
      '{"id" : 12345678901234567890}',
    );
    expect(await get(' {"id":1} ')).toBe('{"id":1}');
    expect(await get('[{"id":1},{"id":2}]', { recordAt: '1' })).toBe('{"id":2}');
  });

  it.each(['{"item":null}', '{}'])('that is null or absent does not exist: %s', async (body) => {
    expect((await gatewayErrorOf(get(body, { recordAt: 'item' }))).code).toBe('record_not_found');
  });

  it.each(['{"item":[1]}', '{"item":"text"}', '{"item":7}'])('is an object: %s', async (body) => {
    expect((await gatewayErrorOf(get(body, { recordAt: 'item' }))).code).toBe('upstream_unavailable');
  });

  it('is refused by keep and reshaped by toRecord', async () => {
    const body = '{"id":1,"kind":"issue"}';
    expect((await gatewayErrorOf(get(body, { keep: (row) => row.kind === 'other' }))).code).toBe('record_not_found');
    const toRecord: Action['toRecord'] = (row, { size }) => ({ id: row.id, size });
    expect(await get(body, { keep: () => true, toRecord }, { params: { size: 4 } })).toBe('{"id":1,"size":4}');
  });

  it('of a read may not be empty', async () => {
    expect((await gatewayErrorOf(get(''))).code).toBe('upstream_unavailable');
  });

  it('of a write that cannot be read leaves the outcome unknown', async () => {
    const error = await gatewayErrorOf(answering('{"item":7}', 'create', { recordAt: 'item' }));
    expect(error).toMatchObject({ code: 'upstream_unavailable', outcome: 'unknown', retryable: false });
  });
});

describe('a failure inside a 200', () => {
  const row = '"data":[{"id":1}]';

  it.each([
    ['{"error":{"message":"no"}}', true],
    ['{"error":"no"}', true],
    ['{"error":["no"]}', true],
    ['{"error":0}', true],
    [`{"error":null,${row}}`, false],
    [`{"error":"",${row}}`, false],
    [`{"error":[],${row}}`, false],
    [`{"error":{},${row}}`, false],
    [`{${row}}`, false],
  ])('is recognised by what is present: %s', async (body, failed) => {
    const work = list(body, { recordsAt: 'data' });
    if (failed) expect((await gatewayErrorOf(work)).upstream?.status).toBe(200);
    else expect((await work).count).toBe(1);
  });

  it.each([
    [false, '{"ok":false}', true],
    [false, `{"ok":true,${row}}`, false],
    [false, `{${row}}`, false],
    ['error', '{"ok":"error"}', true],
    [0, '{"ok":0}', true],
    [0, `{"ok":"0",${row}}`, false],
  ])('is recognised by the value %j: %s', async (is, body, failed) => {
    const work = list(body, { recordsAt: 'data' }, { failure: { when: { path: 'ok', is } } });
    if (failed) expect((await gatewayErrorOf(work)).code).toBe('upstream_rejected');
    else expect((await work).count).toBe(1);
  });

  it('that cannot be read is no answer', async () => {
    expect((await gatewayErrorOf(list('{"error":{"message":oops}}', { recordsAt: 'data' }))).code).toBe(
      'upstream_unavailable',
    );
  });
});
