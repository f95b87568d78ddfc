import { type Action, graphqlApi, restApi, selection } from '@connectory/connector-sdk';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isObject, type JsonObject } from './json.ts';
import { WireMap } from './wire-map.ts';

const api = restApi({ encoding: 'form', arrays: 'indices' });
const about = <T extends z.ZodType>(schema: T) => schema.describe('About');

/** What arrives at the vendor for some parameters, after encoding has turned every scalar into text. */
function arrived(action: Action, params: JsonObject) {
  const { query, body } = action.request(action.params.parse(params));
  const plain = (value: unknown): JsonObject => {
    const text = JSON.stringify(value ?? {}, (_, one) =>
      typeof one === 'number' || typeof one === 'boolean' ? String(one) : one,
    );
    const parsed: unknown = JSON.parse(text);
    return isObject(parsed) ? parsed : {};
  };
  return { query: plain(query), body: body?.encoding === 'json' ? plain(body.value) : plain(body?.value) };
}

const roundTrip = (action: Action, params: JsonObject) => new WireMap(action).read(arrived(action, params));

describe('WireMap', () => {
  const id = about(z.string());

  it('reads back an object that was sent as JSON in a string', () => {
    const action = api('POST /things/{id}', {
      summary: 'Change',
      params: z.object({ id, values: about(z.record(z.string(), z.unknown())) }),
      wire: ({ values }) => ({ body: { data: JSON.stringify(values) } }),
    });
    for (const values of [{ state: { label: 'Done' }, name: 'x' }, {}]) {
      expect(roundTrip(action, { id: '1', values })).toEqual({ values });
    }
  });

  it('reads back renamed, wrapped, joined and translated parameters', () => {
    const action = api('POST /things/{id}', {
      summary: 'Change',
      params: z.object({
        id,
        name: about(z.string()),
        count: about(z.int().optional()),
        open: about(z.boolean().optional()),
        state: about(z.enum(['on', 'off']).optional()),
        tags: about(z.array(z.string()).optional()),
        address: about(z.strictObject({ city: z.string().optional(), zip: z.string().optional() }).optional()),
        metadata: about(z.record(z.string(), z.string()).optional()),
        at: about(z.iso.datetime().optional()),
      }),
      wire: ({ name, count, open, state, tags, address, metadata, at }) => ({
        query: { tag_list: tags?.join(','), when: at },
        body: {
          thing: { title: name, size: count, is_closed: open === undefined ? undefined : open ? 'no' : 'yes' },
          ...(state !== undefined && { status: state === 'on' ? 1 : 0 }),
          town: address?.city,
          address_zip: address?.zip,
          metadata,
        },
      }),
    });
    const params = {
      name: 'x',
      count: 3,
      open: false,
      state: 'off',
      tags: ['a', 'b'],
      address: { city: 'Oslo', zip: '1' },
      metadata: { any: 'thing' },
      at: '2026-01-01T00:00:00Z',
    };
    expect(roundTrip(action, { id: '1', ...params })).toEqual(params);
    expect(roundTrip(action, { id: '1', name: 'y' })).toEqual({ name: 'y' });
    const map = new WireMap(action);
    expect([map.encoding, map.queryName('at'), map.queryName('name')]).toEqual(['form', 'when', undefined]);
  });

  it('finds the bracketed name of a query parameter', () => {
    const action = api('GET /things', {
      summary: 'List',
      params: z.object({ page: about(z.int().optional()) }),
      wire: ({ page }) => ({ query: { 'page[number]': page } }),
    });
    expect(new WireMap(action).queryName('page')).toBe('page[number]');
    expect(new WireMap(action).read({ query: { page: { number: '4' } }, body: {} })).toEqual({ page: 4 });
  });

  it('takes texts with several parameters apart', () => {
    const graphql = graphqlApi({
      path: '/g',
      cursor: { param: 'after', size: 'first' },
      pageInfo: { hasNextPage: 'a', endCursor: 'b' },
    });
    const action = graphql('query ($expression: String!) { file(expression: $expression) { ...fields } }', {
      summary: 'File',
      params: z.object({ path: about(z.string()), ref: about(z.string().default('HEAD')) }),
      at: 'file',
      variables: { expression: '{ref}:{path}' },
      fields: selection('text'),
    });
    const map = new WireMap(action);
    expect(map.read({ query: {}, body: { variables: { expression: 'main:src/a:b.ts' } } })).toEqual({
      ref: 'main',
      path: 'src/a:b.ts',
    });
    expect(map.read({ query: {}, body: { variables: { expression: 'main:' } } })).toEqual({ ref: 'main', path: '' });
    expect(map.paramsAt(['body', 'variables', 'expression'])).toEqual(['ref', 'path']);
  });

  it('gives back whatever goes in unchanged', () => {
    const params = z.object({
      name: about(z.string()),
      count: about(z.int().optional()),
      flag: about(z.boolean().default(true)),
      list: about(z.array(z.int()).min(1).optional()),
      nested: about(z.strictObject({ deep: z.strictObject({ value: z.string() }) }).optional()),
    });
    const action = restApi()('POST /things', { summary: 'Create', params });
    const map = new WireMap(action);
    const values = fc.record(
      {
        name: fc.string(),
        count: fc.integer(),
        flag: fc.boolean(),
        list: fc.array(fc.integer(), { minLength: 1, maxLength: 4 }),
        nested: fc.record({ deep: fc.record({ value: fc.string() }) }),
      },
      { requiredKeys: ['name', 'flag'] },
    );
    fc.assert(
      fc.property(values, (given) => {
        expect(map.read(arrived(action, given))).toEqual(given);
      }),
    );
  });

  it('goes without the parameters of requests that cannot be built', () => {
    const action = api('GET /things', {
      summary: 'List',
      params: z.object({ good: about(z.string().optional()), bad: about(z.string().optional()) }),
      wire: ({ good, bad }) => {
        if (bad !== undefined) throw new Error('cannot be sent');
        return { query: { good } };
      },
    });
    expect(new WireMap(action).read({ query: { good: 'x', bad: 'y' }, body: {} })).toEqual({ good: 'x' });
  });
});
