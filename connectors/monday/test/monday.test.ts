import { type Page, valueAt } from '@connectory/connector-sdk';
import { failureConditions } from '@connectory/connector-sdk/engine';
import { describe, expect, it } from 'vitest';
import { upstream } from '../src/adapter.ts';
import { activityLogs } from '../src/entities/activity-logs.ts';
import { boards } from '../src/entities/boards.ts';
import { items } from '../src/entities/items.ts';
import { teams } from '../src/entities/teams.ts';
import { updates } from '../src/entities/updates.ts';
import { users } from '../src/entities/users.ts';
import { workspaces } from '../src/entities/workspaces.ts';

const pageWith = (params: Record<string, unknown>, count: number, body: Record<string, unknown> = {}): Page => ({
  params,
  count,
  value: (path) => body[path],
  first: () => undefined,
  last: () => undefined,
  header: () => undefined,
});

it.each([
  ['a list of errors', { errors: [{ message: 'Limit', extensions: { code: 'ComplexityException' } }] }],
  ['a code', { error_code: 'ComplexityException', status_code: 429, error_data: { retry_in_seconds: 7 } }],
  ['a message', { error_message: 'Limit', status_code: 429 }],
])('a 200 with %s is a rate limit, not a missing board', (_form, body) => {
  const { code = [], codes = {} } = upstream.failure;
  expect(failureConditions(upstream.failure).some(({ path }) => valueAt(body, path) !== undefined)).toBe(true);
  const found = code.map((path) => valueAt(body, path)).find((value) => value !== undefined);
  expect(codes[found]).toBe('upstream_rate_limited');
});

describe('requests', () => {
  it('finds people of every status by id', () => {
    const { query, variables } = users.actions.get.request({ id: '58210430' }).body?.value ?? {};
    expect(query).toContain('users(status: [ACTIVE, INACTIVE, PENDING], ids: $id)');
    expect(variables).toEqual({ id: '58210430' });
  });

  it('reads the items of a board from where the cursor says', () => {
    const { params, request } = items.actions.list;
    const sent = (more: object) => request(params.parse({ board_id: '5091204110', ...more })).body?.value;
    expect(sent({})).toMatchObject({ variables: { board_id: '5091204110' } });
    expect(sent({ cursor: 'MSw5' })).toMatchObject({ variables: { board_id: '5091204110', cursor: 'MSw5' } });
  });

  it.each([boards, workspaces])(
    'lists active $name, and asks for all states only for the copy',
    ({ actions, sync }) => {
      const { params, request } = actions.list;
      const sent = (state: object) => request({ page: 2, ...state }).body?.value.variables;
      expect([sent({}), sent({ state: 'all' })]).toEqual([{ page: 2 }, { page: 2, state: 'all' }]);
      expect(sync?.params).toEqual({ state: 'all' });
      expect(params.safeParse({ state: 'all' }).success).toBe(false);
    },
  );

  it('asks for no field that monday.com deprecated', () => {
    expect(boards.actions.list.document).toContain('columns { archived description id settings_str: settings title');
  });

  it.each([
    ['more people than monday.com gives', users.actions.list, { limit: 1001 }],
    ['more updates than monday.com gives', updates.actions.list, { limit: 101 }],
    ['a page before the first', users.actions.list, { page: 0 }],
    ['a time without its day', activityLogs.actions.list, { board_id: '1', from: '09:00' }],
  ])('refuses %s', (_, { params }, given) => {
    expect(params.safeParse(given).success).toBe(false);
  });
});

describe('pages', () => {
  it('of items end where monday.com gives no cursor', () => {
    const { paging } = items.actions.list;
    const at = 'data.boards.0.items_page.cursor';
    expect(paging?.next(pageWith({}, 100, { [at]: 'MSw5' }))).toEqual({ cursor: 'MSw5' });
    expect(paging?.next(pageWith({}, 100, { [at]: null }))).toBeNull();
  });

  it('of boards end with the empty one, because rows the credential may not see are left out', () => {
    const { paging } = boards.actions.list;
    expect(paging?.next(pageWith({}, 49))).toEqual({ page: 2 });
    expect(paging?.next(pageWith({ page: 2 }, 0))).toBeNull();
  });
});

describe('records', () => {
  const { toRecord } = boards.actions.get;

  it('give the settings of columns as text', () => {
    const columns = [{ id: 'status', settings_str: { labels: [{ id: 1 }], board: 9_007_199_254_740_993n } }, null];
    expect(toRecord?.({ id: '1', columns }, { id: '1' })).toEqual({
      id: '1',
      columns: [{ id: 'status', settings_str: '{"labels":[{"id":1}],"board":"9007199254740993"}' }, null],
    });
  });

  it.each([[null], [[{ id: 'name', settings_str: null }]]])('leave %j as it is', (columns) => {
    expect(toRecord?.({ columns }, { id: '1' })).toEqual({ columns });
  });
});

describe('search fields', () => {
  it('count the seconds of what monday.com writes in units of 100 nanoseconds', () => {
    expect(activityLogs.search?.derived.created_at_int.from?.({ created_at: '17929526103957929' })).toBe(1_792_952_610);
  });

  it('take board and item of an activity from its data', () => {
    const { board_id, pulse_id } = activityLogs.search?.derived ?? {};
    const data = '{"board_id":5091204110,"pulse_id":5091388402}';
    expect([board_id?.from?.({ data }), pulse_id?.from?.({ data })]).toEqual([5_091_204_110, 5_091_388_402]);
  });

  it.each(['{"board_id":5091204110}', '{"pulse_id":null}', '"text"', 'null', '', 'not JSON'])(
    'know no item where the data is %s',
    (data) => {
      expect(activityLogs.search?.derived.pulse_id.from?.({ data })).toBeNull();
    },
  );

  it('give the time of the last change in seconds, and null where there is none', () => {
    const updatedAt = boards.search?.derived.updated_at_int.from;
    expect(updatedAt?.({ updated_at: '2026-10-31T16:36:05Z' })).toBe(1_793_464_565);
    expect(updatedAt?.({ updated_at: null })).toBeNull();
  });

  it('give the ids of teams as numbers', () => {
    expect(teams.search?.derived.id.from?.({ id: '1204518' })).toBe(1_204_518);
  });
});
