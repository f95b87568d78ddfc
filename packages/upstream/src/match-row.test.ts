import { type Action, graphqlApi } from '@connectory/connector-sdk';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { get } from '../test/answering.ts';
import { gatewayErrorOf } from '../test/test-connector.ts';

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
