import type { ConnectorManifest } from '@connectory/connector-sdk/engine';
import type { ExecuteRequest } from '@connectory/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { translateCall } from './translate-call.ts';

const properties = {
  ticket_id: { type: 'integer' },
  score: { type: 'number' },
  name: { type: 'string' },
  either: { type: ['integer', 'string'] },
};
const actions = [{ action: 'get', params: { type: 'object', properties } }];
const listOf = (name: string, list: object) => ({
  name,
  search: { fields: [{ name: 'createdAt', type: 'string' }] },
  record: {},
  actions: [{ action: 'list', params: { type: 'object', properties: list } }],
});
const size = { type: 'integer', minimum: 1 };
const entities = [
  { name: 'tickets', actions, search: null },
  listOf('limited', { limit: size, per_page: size }),
  listOf('paged', { page: { type: 'integer' }, per_page: size }),
  listOf('long', { pageSize: { ...size, minimum: 10 } }),
];
const manifest = { id: 'made-up', entities } as unknown as ConnectorManifest;

const call = (body: unknown) => ({ connectionId: 'one', requestId: 'two', body }) as unknown as ExecuteRequest;
const translated = (body: unknown) => translateCall(call(body), manifest, false).call;
const get = (params: object) => ({ entity: 'tickets', action: 'get', params });

it('says api_search for search', () => {
  const body = { entity: 'tickets', action: 'search', params: { query: 'x' }, intent: 'to see' };
  expect(translated(body)).toEqual(call({ ...body, action: 'api_search' }));
});

it.each([
  [{ ticket_id: '35436' }, { ticket_id: 35436 }],
  [
    { ticket_id: '-1', score: '7' },
    { ticket_id: -1, score: 7 },
  ],
  [
    { ticket_id: 5, name: '35436', either: '1', other: '1' },
    { ticket_id: 5, name: '35436', either: '1', other: '1' },
  ],
  [{ ticket_id: '9007199254740993' }, { ticket_id: '9007199254740993' }],
  [
    { ticket_id: '1e3', score: '' },
    { ticket_id: '1e3', score: '' },
  ],
  [{ ticket_id: ['1'] }, { ticket_id: ['1'] }],
])('makes numbers of texts where the parameter is one: %j', (params, expected) => {
  expect(translated(get(params))).toEqual(call(get(expected)));
});

it('keeps a parameter named as what every object has', () => {
  const body = JSON.parse('{"entity":"tickets","action":"get","params":{"__proto__":"1","constructor":"2"}}');
  expect(JSON.stringify(translated(body).body)).toBe(JSON.stringify(body));
});

it('takes the part of a file to download from the parameters', () => {
  const body = { entity: 'attachments', action: 'download', params: { attachment_id: 1, range_header: 'bytes=0-99' } };
  expect(translated(body)).toEqual({
    ...call({ entity: 'attachments', action: 'download', params: { attachment_id: 1 } }),
    range: 'bytes=0-99',
  });
  expect(translated({ ...body, action: 'get' })).toEqual(call({ ...body, action: 'get' }));
});

it.each([
  ['limited', { limit: 1 }, { limit: 1 }],
  ['paged', { limit: 1 }, { per_page: 1 }],
  ['long', { limit: 1 }, {}],
  ['paged', { limit: 2 }, { limit: 2 }],
  ['paged', { limit: 1, page: 2 }, { limit: 1, page: 2 }],
])('lets a list of %s be checked with a limit of one: %j', (entity, params, expected) => {
  const body = { entity, action: 'list', params };
  expect(translated(body)).toEqual(call({ ...body, params: expected }));
});

it('translates a search, with the fields it selects', () => {
  const body = {
    entity: 'paged',
    action: 'context_store_search',
    params: { query: { filter: { eq: { created_at: 'x' } } } },
  };
  const { call: ours, searched } = translateCall(call({ ...body, select_fields: ['created_at'] }), manifest, false);
  const params = { query: { filter: { eq: { createdAt: 'x' } } } };
  expect(ours).toEqual(call({ ...body, params, select_fields: ['createdAt'] }));
  expect(searched?.names.byField.get('createdAt')).toBe('created_at');
  expect(translateCall(call({ ...body, entity: 'tickets' }), manifest, false)).toEqual({
    call: call({ ...body, entity: 'tickets' }),
  });
});

it.each([[null], [[]], ['text'], [{}], [{ entity: 'tickets', action: 'get', params: null }], [get([])]])(
  'leaves %j to the executor',
  (body) => {
    expect(translated(body)).toEqual(call(body));
    expect(translateCall(call(body), undefined, false)).toEqual({ call: call(body) });
  },
);

it('changes nothing but what it translates, whatever is sent', () => {
  const noDigits = fc.jsonValue().filter((value) => !/"-?\d+"/.test(JSON.stringify(value)));
  const body = fc.record({
    entity: fc.constantFrom('tickets', 'x'),
    action: fc.constantFrom('get', 'list'),
    params: noDigits,
  });
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), body), (sent) => {
      const before = JSON.stringify(sent);
      fc.pre(!before.includes('"search"') && !before.includes('"download"'));
      expect(JSON.stringify(translated(sent).body)).toBe(before);
    }),
  );
});

it('calls the size of a page as the list does, for PyAirbyte', () => {
  const list = (entity: string, params: object) => ({ entity, action: 'list', params });
  const paged = (body: object) => translateCall(call(body), manifest, true).call;
  expect(paged(list('paged', { limit: 10, page: 2 }))).toEqual(call(list('paged', { per_page: 10, page: 2 })));
  expect(paged(list('limited', { limit: 10 }))).toEqual(call(list('limited', { limit: 10 })));
  expect(paged(list('paged', { limit: 10, per_page: 5 }))).toEqual(call(list('paged', { per_page: 5 })));
});
