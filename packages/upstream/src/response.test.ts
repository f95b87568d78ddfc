import {
  type Action,
  ConnectorError,
  fromBody,
  fromLink,
  graphqlApi,
  type Paging,
  page,
  restApi,
} from '@connectory/connector-sdk';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { get, list, responding, text } from '../test/responding.ts';
import { gatewayErrorOf } from '../test/test-connector.ts';
import type { Response } from '../test/test-upstream.ts';

/** Paging as an action with these parameters has it. */
const withParamTypes = (paging: Paging) =>
  restApi({ paging })('GET /x', {
    summary: 'List',
    params: z.object({ after: z.string().optional().describe('Cursor') }),
  }).paging;

describe('records', () => {
  it('pass as the bytes they came as', async () => {
    const rows = '[ {"id" :1.0, "big":12345678901234567890, "e":"\\u00e9"},\n{"id":2e0} ]';
    const reply = await list(`{"data":${rows},"total":2}`, { recordsAt: 'data' });
    expect(reply).toMatchObject({ json: rows, count: 2, status: 200, nextParams: null, meta: {} });
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

  it('are at most 50,000 of one page', async () => {
    const page = (count: number) => `{"data":[${'{},'.repeat(count - 1)}{}]}`;
    expect(await list(page(50_000), { recordsAt: 'data' })).toMatchObject({ count: 50_000 });
    expect(await gatewayErrorOf(list(page(50_001), { recordsAt: 'data' }))).toMatchObject({
      code: 'upstream_unavailable',
      message: expect.stringContaining('more than 50000 records'),
    });
  });

  it('stand below a parent that must exist', async () => {
    const action = { recordsAt: 'data.parent.rows', requiredAt: 'data.parent' };
    expect(await list('{"data":{"parent":{"rows":[1]}}}', action)).toMatchObject({ count: 1 });
    expect(await list('{"data":{"parent":{}}}', action)).toMatchObject({ json: '[]', count: 0 });
    expect((await gatewayErrorOf(list('{"data":{"parent":null}}', action))).code).toBe('record_not_found');
    expect((await gatewayErrorOf(list('{"data":{}}', action))).code).toBe('record_not_found');
  });

  it('are sifted by keep and reshaped by toRecord, with the parameters at hand', async () => {
    const reply = await list(
      '{"data":[{"n":1},{},{"n":3}]}',
      {
        recordsAt: 'data',
        keep: (row) => row.n !== undefined,
        toRecord: (row, { size }) => ({ number: row.n * Number(size) }),
      },
      { params: { size: 10 } },
    );
    expect(reply).toMatchObject({ json: '[{"number":10},{"number":30}]', count: 2 });
  });

  it('that keep leaves are the bytes they came as', async () => {
    const rows = '[{"n" : 1.10}, {"x":1},{"n":90071992547409931,"f":1e999}]';
    const kept = await list(`{"data":${rows}}`, { recordsAt: 'data', keep: (row) => row.n !== undefined });
    expect(kept).toMatchObject({ json: '[{"n" : 1.10},{"n":90071992547409931,"f":1e999}]', count: 2 });
    expect((await list(`{"data":${rows}}`, { recordsAt: 'data', keep: () => true })).json).toBe(rows);
  });

  it('give toRecord integers of any size, and are written with all their digits', async () => {
    const body = '{"data":[{"id":90071992547409931,"n":7}]}';
    const action: Partial<Action> = {
      recordsAt: 'data',
      toRecord: ({ id, n }) => ({ id, text: String(id), n: n + 1 }),
    };
    expect((await list(body, action)).json).toBe('[{"id":90071992547409931,"text":"90071992547409931","n":8}]');
  });

  it('are not nulls, which vendors send for what they may not show', async () => {
    const body = '{"data":[null,{"id":1.0} , null,{"id":"b"},null],"more":true}';
    const paging = page.lastId({ param: 'after', more: 'more' });
    const found = await list(body, { recordsAt: 'data', paging });
    expect(found).toMatchObject({ json: '[{"id":1.0},{"id":"b"}]', count: 2, nextParams: { after: 'b' } });
    const toRecord: Action['toRecord'] = ({ id }) => ({ number: id });
    const shaped = await list(body, { recordsAt: 'data', keep: ({ id }) => id !== 1, toRecord });
    expect(shaped).toMatchObject({ json: '[{"number":"b"}]', count: 1 });
    expect(await list('[null]', { recordsAt: '' })).toMatchObject({ json: '[]', count: 0 });
  });

  it('do not end with a page of nulls', async () => {
    const paging = page.pageNumber({ param: 'after', size: 'size' });
    expect(await list('[null]', { recordsAt: '', paging })).toMatchObject({ count: 0, nextParams: { after: 2 } });
  });

  it('may be plain texts that toRecord makes records of', async () => {
    const body = '{"names":["customers/1","customers/90071992547409931"]}';
    const toRecord: Action['toRecord'] = (name) => ({ id: name.split('/')[1], name });
    const reply = await list(body, { recordsAt: 'names', toRecord });
    expect(reply).toMatchObject({
      json: '[{"id":"1","name":"customers/1"},{"id":"90071992547409931","name":"customers/90071992547409931"}]',
      count: 2,
    });
  });

  it.each(['{}', '{"total":0}', '{"data":{}}', '{"data":{"other":[1]}}'])(
    'that the vendor leaves out where there are none are an empty page: %s',
    async (body) => {
      const action = { recordsAt: 'data.rows', omitsEmptyLists: true };
      expect(await list(body, action)).toMatchObject({ json: '[]', count: 0, nextParams: null });
    },
  );

  it.each([
    '[]',
    '"text"',
    '7',
    '',
    '<html>',
    '{"data":"sorry"}',
    '{"data":[]}',
    '{"data":{"rows":{}}}',
    '{"data":{"rows":7}}',
  ])('are no empty page where something else stands in their place: %j', async (body) => {
    const action = { recordsAt: 'data.rows', omitsEmptyLists: true };
    expect((await gatewayErrorOf(list(body, action))).code).toBe('upstream_unavailable');
  });

  it.each([
    ['a value JSON does not know', '{"data":[{"n":NaN}]}'],
    ['a word', '{"data":[{"n":oops}]}'],
    ['bytes that are no UTF-8', Buffer.from('{"data":[{"n":"\xff\xfe"}]}', 'latin1')],
    ['a raw line break in a string', '{"data":[{"n":"a\nb"}]}'],
    ['100,000 levels', `{"data":[{"n":${'['.repeat(100_000)}${']'.repeat(100_000)}}]}`],
    ['100,000 levels next to them', `{"data":[],"more":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`],
    ['nothing behind a comma', '{"data":[{"n":1,}]}'],
  ])('with %s inside are no answer', async (_name, body) => {
    const reply: Response = (_request, response) => response.end(body);
    const { code, upstream } = await gatewayErrorOf(list(reply, { recordsAt: 'data' }));
    expect([code, upstream?.status]).toEqual(['upstream_unavailable', 200]);
    const write = responding(reply, 'create', {});
    expect(await gatewayErrorOf(write)).toMatchObject({ code: 'upstream_unavailable', outcome: 'unknown' });
  });

  it('keep numbers no program can hold', async () => {
    const records = '[{"a":1e999,"b":123456789012345678901234567890,"c":-0.10}]';
    expect((await list(`{"data":${records}}`, { recordsAt: 'data' })).json).toBe(records);
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
    ['no records', page.lastId({ param: 'after', more: 'more' }), '{"more":false,"data":[]}', {}, null],
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
    const reply = await list(text(body, headers), { recordsAt: 'data', paging });
    expect(reply.nextParams).toEqual(nextParams);
  });

  it('reads a Link header that is sent in several lines', async () => {
    const links: Response = (_request, response) => {
      const lines = ['<https://cdn.example>; rel="preconnect"', '</x?after=c3>; rel="next"'];
      response.writeHead(200, { link: lines }).end('{"data":[1]}');
    };
    const meta = { next: fromLink('next') };
    const found = await list(links, { recordsAt: 'data', meta, paging: page.linkHeader({ param: 'after' }) });
    expect(found).toMatchObject({ nextParams: { after: 'c3' }, meta: { next: '/x?after=c3' } });
  });

  it('is an error when the vendor says that there is more, but not where', async () => {
    const paging = page.cursor({ param: 'after', next: 'next', more: 'more' });
    const error = await gatewayErrorOf(list('{"data":[1],"more":true}', { recordsAt: 'data', paging }));
    expect(error).toMatchObject({
      code: 'upstream_unavailable',
      message: expect.stringMatching(/more, but not where/),
    });
  });

  it('keeps the digits of integers beyond 2^53', async () => {
    const meta = { last: fromBody('last', z.int()) };
    const paging = page.lastId({ param: 'after', more: 'more' });
    const body = '{"data":[{"id":90071992547409931}],"more":true,"last":90071992547409933}';
    const reply = await list(body, { recordsAt: 'data', meta, paging: withParamTypes(paging) });
    expect(reply.nextParams).toEqual({ after: '90071992547409931' });
    expect(reply.meta).toEqual({ last: 90071992547409933n });
  });

  it('may read places inside the records', async () => {
    const meta = { total: fromBody('data.0.total', z.int()) };
    const reply = await list('{"data":[{"total":3},{"total":4}]}', { recordsAt: 'data', meta });
    expect(reply).toMatchObject({ count: 2, meta: { total: 3 } });
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
    expect(await get('{"profiles":[ {"id":1.0} ]}', { recordAt: 'profiles.0' })).toBe('{"id":1.0}');
    expect((await gatewayErrorOf(get('{"profiles":[]}', { recordAt: 'profiles.0' }))).code).toBe('record_not_found');
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

  it.each(['{"item":null}', '{}', 'null', '[]'])(
    'missing in the answer to a write is no proof that nothing was done: %s',
    async (body) => {
      const error = await gatewayErrorOf(responding(body, 'create', { recordAt: 'item' }));
      expect(error).toMatchObject({ code: 'upstream_unavailable', outcome: 'unknown', retryable: false });
      const refused = responding('{"id":1}', 'create', { keep: () => false });
      expect(await gatewayErrorOf(refused)).toMatchObject({ code: 'upstream_unavailable', outcome: 'unknown' });
      const toRecord = () => {
        throw new ConnectorError('record_not_found', 'There is no such record.');
      };
      const thrown = responding('{"id":1}', 'create', { toRecord });
      expect(await gatewayErrorOf(thrown)).toMatchObject({ code: 'upstream_unavailable', outcome: 'unknown' });
    },
  );

  it('of a write that cannot be read leaves the outcome unknown', async () => {
    const error = await gatewayErrorOf(responding('{"item":7}', 'create', { recordAt: 'item' }));
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
  ])('is recognized by what is present: %s', async (body, failed) => {
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
  ])('is recognized by the value %j: %s', async (is, body, failed) => {
    const work = list(body, { recordsAt: 'data' }, { failure: { when: { path: 'ok', is } } });
    if (failed) expect((await gatewayErrorOf(work)).code).toBe('upstream_rejected');
    else expect((await work).count).toBe(1);
  });

  it('may have one of several forms', async () => {
    const when = [
      { path: 'errors', is: 'present' },
      { path: 'error_code', is: 'present' },
    ] as const;
    const failure = {
      when,
      code: ['errors.0.code', 'error_code'],
      codes: { Complex: 'upstream_rate_limited' },
      retryAfter: ['retry_in_seconds'],
    } as const;
    const of = (body: string) => list(body, { recordsAt: 'data' }, { failure });
    const limited = { code: 'upstream_rate_limited', retryAfterSeconds: 7 };
    for (const body of [
      '{"errors":[{"code":"Complex"}],"retry_in_seconds":7}',
      '{"error_code":"Complex","retry_in_seconds":7}',
    ]) {
      expect(await gatewayErrorOf(of(body))).toMatchObject(limited);
    }
    expect((await of(`{"errors":[],"error_code":null,${row}}`)).count).toBe(1);
  });

  it('that cannot be read is no response', async () => {
    expect((await gatewayErrorOf(list('{"error":{"message":oops}}', { recordsAt: 'data' }))).code).toBe(
      'upstream_unavailable',
    );
  });
});

describe('a GraphQL list with errors', () => {
  const failure = {
    when: { path: 'errors', is: 'present' },
    message: ['errors.0.message'],
    code: ['errors.0.type'],
    codes: { FORBIDDEN: 'credential_rejected', RATE_LIMITED: 'upstream_rate_limited' },
  } as const;
  const action = { document: 'query { org { items { nodes } } }', recordsAt: 'data.org.items.nodes' };
  const listed = (nodes: string, errors: readonly object[], changes: Partial<Action> = {}) =>
    list(
      `{"data":{"org":{"items":{"nodes":${nodes}}}},"errors":${JSON.stringify(errors)}}`,
      { ...action, ...changes },
      { failure },
    );
  const at = (...path: readonly (string | number)[]) => ({ type: 'FORBIDDEN', message: 'Protected', path });

  it('returns the other elements, and names those it leaves out', async () => {
    const errors = [at('org', 'items', 'nodes', 1), at('org', 'items', 'nodes', 3, 'author', 'email')];
    expect(await listed('[{"id":1.0}, null, {"id":3},{"id":4,"author":null}]', errors)).toMatchObject({
      json: '[{"id":1.0},{"id":3}]',
      count: 2,
      incomplete: true,
      meta: {
        omitted: [
          { path: 'org.items.nodes.1', code: 'FORBIDDEN', message: 'Protected' },
          { path: 'org.items.nodes.3.author.email', code: 'FORBIDDEN', message: 'Protected' },
        ],
      },
    });
  });

  it('shapes the other elements', async () => {
    const toRecord: Action['toRecord'] = ({ id }) => ({ number: id });
    const found = await listed('[null,{"id":2},{"id":3}]', [at('org', 'items', 'nodes', 0)], {
      keep: ({ id }) => id > 2,
      toRecord,
    });
    expect(found).toMatchObject({ json: '[{"number":3}]', count: 1, incomplete: true });
  });

  it('names at most 20 of them', async () => {
    const errors = Array.from({ length: 50 }, (_, index) => at('org', 'items', 'nodes', index));
    const found = await listed(`[${'null,'.repeat(50)}{"id":1}]`, errors);
    expect(found).toMatchObject({ count: 1, json: '[{"id":1}]' });
    expect(found.meta.omitted).toHaveLength(20);
  });

  it.each([
    ['above the elements', '[{"id":1}]', [at('org', 'items')]],
    ['of no element', '[{"id":1}]', [at('org', 'items', 'nodes', 'total')]],
    ['in another list', '[{"id":1}]', [at('org', 'teams', 'nodes', 0)]],
    ['without a path', '[{"id":1}]', [{ type: 'FORBIDDEN', message: 'Protected' }]],
    ['next to one of an element', '[null,{"id":1}]', [at('org', 'items', 'nodes', 0), at('org')]],
    ['of every element', '[null,null]', [at('org', 'items', 'nodes', 0), at('org', 'items', 'nodes', 1)]],
  ])('fails for an error %s', async (_name, nodes, errors) => {
    expect((await gatewayErrorOf(listed(nodes, errors))).code).toBe('credential_rejected');
  });

  it('fails for an error that ends when the call is repeated', async () => {
    const error = { ...at('org', 'items', 'nodes', 0), type: 'RATE_LIMITED' };
    expect((await gatewayErrorOf(listed('[null,{"id":1}]', [error]))).code).toBe('upstream_rate_limited');
  });

  it('fails where the vendor does not speak GraphQL', async () => {
    const body = '{"data":[null,{"id":1}],"errors":[{"message":"Protected","path":["data",0]}]}';
    expect((await gatewayErrorOf(list(body, { recordsAt: 'data' }, { failure }))).code).toBe('upstream_rejected');
  });
});

describe('a list of which the vendor returns only the first records', () => {
  const paging = page.cursor({ param: 'after', next: 'next', max: { records: 1000, total: 'total', offset: 'after' } });
  const of = (rest: string) => list(`{"data":[{"id":1}],${rest}}`, { recordsAt: 'data', paging });

  it.each(['"next":null,"total":1001', '"next":"1000","total":1001'])('says so on its last page: %s', async (rest) => {
    expect(await of(rest)).toMatchObject({ nextParams: null, cappedAt: 1000, meta: { upstream_capped_at: 1000 } });
  });

  it.each(['"next":null,"total":1000', '"next":"999","total":1001'])('says nothing before that: %s', async (rest) => {
    const found = await of(rest);
    expect(found.meta).toEqual({});
    expect(found.cappedAt).toBeUndefined();
  });
});

describe('a record that stands in a list', () => {
  const rows = '{"rows":[{"id":1,"n":1.10},{"id":"2","in":{"a":[7]}}, {"id" :90071992547409931},{"id":null},"3"]}';
  const params = z.object({
    after: z.string().describe('Id'),
    size: z.int().default(7).describe('Size'),
  });
  const listed = { recordsAt: 'rows', params, match: { id: 'after' } };
  const matching = (after: string, action: Partial<Action> = {}) =>
    get(rows, { ...listed, ...action }, { params: { after } });

  it.each([
    ['1', '{"id":1,"n":1.10}'],
    ['2', '{"id":"2","in":{"a":[7]}}'],
    ['90071992547409931', '{"id" :90071992547409931}'],
  ])('is the row that the parameter %s names, as the bytes it came as', async (after, expected) => {
    expect(await matching(after)).toBe(expected);
  });

  it.each(['3', 'null', '90071992547409932', ''])('is not found where no row is meant by %j', async (after) => {
    expect((await gatewayErrorOf(matching(after))).code).toBe('record_not_found');
  });

  it('is found by several fields, at any path', async () => {
    const action = { ...listed, match: { id: 'after', 'in.a.0': 'size' } };
    expect(await get(rows, action, { params: { after: '2', size: 7 } })).toBe('{"id":"2","in":{"a":[7]}}');
    expect((await gatewayErrorOf(get(rows, action, { params: { after: '2', size: 8 } }))).code).toBe(
      'record_not_found',
    );
  });

  it('may be reshaped', async () => {
    expect(await matching('1', { toRecord: ({ id }) => ({ number: id }) })).toBe('{"number":1}');
  });

  it('needs the list', async () => {
    const from = (body: string, action: Partial<Action> = {}) =>
      gatewayErrorOf(get(body, { ...listed, ...action }, { params: { after: '1' } }));
    expect((await from('{}')).code).toBe('upstream_unavailable');
    expect((await from('{"rows":{"id":1}}')).code).toBe('upstream_unavailable');
    expect((await from('{"rows":null}')).code).toBe('record_not_found');
    expect((await from('{"rows":[]}')).code).toBe('record_not_found');
    expect((await from('{}', { omitsEmptyLists: true })).code).toBe('record_not_found');
  });

  it('works below the data of GraphQL', async () => {
    const action = graphqlApi({
      path: '/graphql',
      cursor: { param: 'after', size: 'first' },
      pageInfo: { hasNextPage: 'has_next_page', endCursor: 'end_cursor' },
    })('query { boards { ...fields } }', {
      summary: 'Get',
      params: z.object({ after: z.string().describe('Id') }),
      at: 'boards',
      match: { id: 'after' },
    });
    const { recordsAt, recordAt, requiredAt = '', match = {} } = action;
    const places = { recordsAt, recordAt, requiredAt, match, params };
    const body = '{"data":{"boards":[{"id":"7"},{"id":"8"}]}}';
    expect(await get(body, places, { params: { after: '8' } })).toBe('{"id":"8"}');
  });
});
