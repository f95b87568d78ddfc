import type { JsonObject } from '@connectory/testkit/schema-values';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { loadFixture } from '../test/fixture.ts';
import { type CheckedAction, checkUpstream, type Simulate, type UpstreamReport } from './check-upstream.ts';
import type { ObservedRequest } from './description.ts';
import { loadDescription } from './formats.ts';
import type { KnownDeviation } from './report.ts';
import type { DryRun } from './requests.ts';

const descriptions = [loadFixture('bakery.openapi.yaml')];
const base = 'https://eu.bakery.example/v1';

const get = (path: string, query: JsonObject = {}): ObservedRequest => {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return { method: 'GET', url: `${base}${path}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`, headers: {} };
};
const post = (body: JsonObject): ObservedRequest => ({
  method: 'POST',
  url: `${base}/loaves`,
  headers: { 'content-type': 'application/json' },
  body,
});

const noResponse: Simulate = async () => undefined;

function check(action: string, params: z.ZodType, dryRun: DryRun, deviations?: readonly KnownDeviation[]) {
  const schema = z.toJSONSchema(params, { io: 'input' });
  return checkUpstream({
    connector: { id: 'bakery', actions: [{ entity: 'loaves', action, params: { ...schema }, reads: [] }] },
    descriptions,
    dryRun,
    simulate: noResponse,
    ...(deviations && { deviations }),
  });
}

const missing: KnownDeviation = {
  entity: 'loaves',
  action: 'list',
  kind: 'unknown_query',
  where: '/query/page',
  reason: 'new since the description was written',
};

describe('checking a connector', () => {
  it('passes when every request of every parameter set is described', async () => {
    const params = z.strictObject({
      limit: z.int().min(1).max(100).optional(),
      sort: z.enum(['name', 'baked_at']).optional(),
    });
    const report = await check('list', params, (_entity, _action, given) => [get('/loaves', given)]);
    expect(report).toEqual({
      connector: 'bakery',
      actions: 1,
      parameterSets: 6,
      requests: 6,
      records: 0,
      simulated: 0,
      findings: [],
      known: [],
      stale: [],
      notes: [],
      passed: true,
    });
  });

  it('reports one finding per place, with the first parameters and how often it was seen', async () => {
    const params = z.strictObject({ sort: z.enum(['name', 'weight', 'price']).optional() });
    const report = await check('list', params, (_entity, _action, given) => [get('/loaves', given)]);
    expect(report.passed).toBe(false);
    expect(report.findings).toEqual([
      {
        part: 'request',
        entity: 'loaves',
        action: 'list',
        kind: 'wrong_value',
        where: '/query/sort',
        message: '"weight" is not one of name, baked_at',
        operation: 'GET /loaves',
        seenWith: { params: { sort: 'weight' }, label: '.sort=weight' },
        count: 2,
      },
    ]);
  });

  it('checks every request of an action that sends several', async () => {
    const report = await check('get', z.strictObject({}), () => [get('/loaves'), get('/lofs')]);
    expect(report).toMatchObject({ requests: 2, findings: [{ kind: 'unknown_path', nearest: 'GET /loaves' }] });
  });

  it('fails for bounds the vendor does not have', async () => {
    const params = z.strictObject({ limit: z.int().max(1000).optional(), name: z.string().max(30).optional() });
    const list = await check('list', params, (_entity, _action, { limit = 1 }) => [get('/loaves', { limit })]);
    expect(list.findings).toMatchObject([
      { kind: 'wrong_value', where: '/query/limit', seenWith: { label: '.limit=1000' } },
    ]);
    const create = await check('create', params, (_entity, _action, { name = 'x' }) => [post({ name, flour: 'rye' })]);
    expect(create.findings).toMatchObject([
      { kind: 'wrong_value', where: '/body/name', seenWith: { label: '.name of length 30' } },
    ]);
  });

  it('takes an action for refused when its dry run rejects, shows nothing, or no parameters can be made', async () => {
    const none = z.strictObject({});
    const refuses = await check('list', none, () => Promise.reject(new Error('invalid_params:\n two of them')));
    expect(refuses.findings).toMatchObject([
      {
        kind: 'refused',
        where: '/params',
        message: 'the connector refuses the parameters: invalid_params: two of them',
      },
    ]);
    const silent = await check('list', none, () => []);
    expect(silent.findings).toMatchObject([{ kind: 'refused', message: 'the dry run shows no request' }]);
    const hopeless = await check('list', z.strictObject({ code: z.string().regex(/^(?!x)ab+$/) }), () => [
      get('/loaves'),
    ]);
    expect(hopeless.findings).toMatchObject([
      { kind: 'refused', message: expect.stringContaining('give its schema an example') },
    ]);
  });
});

describe('made-up values', () => {
  const version = { 'x-bakery-version': '2026-01' };

  it('are replaced by values the vendor takes, where the schema allows those', async () => {
    const seen: unknown[] = [];
    const report = await check('get', z.strictObject({ id: z.string() }), (_entity, _action, { id }) => {
      seen.push(id);
      return [{ ...get(`/loaves/${id}`), headers: version }];
    });
    expect(report.findings).toEqual([]);
    expect(seen).toEqual(['example_id', '11']);
  });

  it('are replaced several at a time, within objects and lists, and only once for all sets', async () => {
    const params = z.strictObject({
      filter: z.strictObject({ ids: z.array(z.string()) }),
      kind: z.string(),
      limit: z.int().min(1).max(2).optional(),
    });
    let runs = 0;
    const report = await check('list', params, (_entity, _action, given) => {
      runs += 1;
      const { ids } = given.filter as { ids: string[] };
      return [get('/loaves', { ids: ids.join(','), kinds: given.kind, limit: given.limit ?? 1 })];
    });
    expect(report.findings).toEqual([]);
    expect(runs).toBe(report.parameterSets + 1);
  });

  it('stay a deviation where the schema has no value the vendor takes', async () => {
    const id = z.string().regex(/^loaf_[0-9]{3}$/);
    const report = await check('get', z.strictObject({ id }), (_entity, _action, params) => [
      { ...get(`/loaves/${params.id}`), headers: version },
    ]);
    expect(report.findings).toMatchObject([{ kind: 'wrong_type', where: '/path/id' }]);
  });

  it('do not excuse values the schema states', async () => {
    const params = z.strictObject({ limit: z.int().default(500).optional() });
    const report = await check('list', params, (_entity, _action, given) => [get('/loaves', given)]);
    expect(report.findings).toMatchObject([{ kind: 'wrong_value', where: '/query/limit' }]);
  });

  it('of a stated length are compared by length only', async () => {
    const params = z.strictObject({ flour: z.string().min(5).max(6) });
    const report = await check('create', params, (_entity, _action, { flour }) => [post({ name: 'x', flour })]);
    expect(report.findings).toEqual([]);
  });
});

describe('known deviations', () => {
  const list: DryRun = () => [get('/loaves', { page: 2 })];

  it('pass with their reason', async () => {
    const report = await check('list', z.strictObject({}), list, [missing]);
    expect(report).toMatchObject({
      passed: true,
      findings: [],
      known: [{ where: '/query/page', reason: missing.reason }],
    });
  });

  it('fail when they no longer occur', async () => {
    const report = await check('list', z.strictObject({}), () => [get('/loaves')], [missing]);
    expect(report).toMatchObject({ passed: false, findings: [], known: [], stale: [{ entry: missing, unused: [] }] });
  });

  it('cover their own place only', async () => {
    const report = await check('list', z.strictObject({}), list, [{ ...missing, where: '/query/pages' }]);
    expect(report.findings).toHaveLength(1);
    expect(report.stale).toHaveLength(1);
  });
});

describe('records and simulated answers', () => {
  const loaf = z.object({ id: z.string(), weight: z.number() });
  const list: CheckedAction = {
    entity: 'loaves',
    action: 'list',
    params: { type: 'object' },
    reads: ['next'],
    result: { kind: 'records', at: 'loaves', record: { ...z.toJSONSchema(loaf) }, filtered: false },
  };
  const page = (loaves: object, more: object = { next: { type: 'string' } }) => ({
    type: 'object',
    required: ['next', 'total'],
    properties: { loaves: { type: 'array', items: loaves }, total: { type: 'integer' }, ...more },
  });
  const described = {
    type: 'object',
    required: ['id', 'weight', 'shelf'],
    properties: { id: { type: 'string' }, weight: { type: 'number' }, shelf: { type: 'string' } },
  };
  const whole = { loaves: [{ id: '1', weight: 5 }], next: 'x' };
  const replies = (schema: unknown, action = list, simulated: { body: unknown } = { body: whole }) => {
    const responses = { 200: { content: { 'application/json': { ...(schema !== undefined && { schema }) } } } };
    const document = { openapi: '3.1.0', servers: [{ url: base }], paths: { '/loaves': { get: { responses } } } };
    return checkUpstream({
      connector: { id: 'bakery', actions: [action] },
      descriptions: [loadDescription({ name: 'bakery', text: JSON.stringify(document) })],
      dryRun: () => [get('/loaves')],
      simulate: async () => ({ request: get('/loaves'), ...simulated }),
    });
  };
  const linesOf = ({ findings }: UpstreamReport) => findings.map(({ part, kind, where }) => `${part} ${kind} ${where}`);

  it('pass when the vendor sends what is declared, and count what the simulation cannot know', async () => {
    expect(await replies(page(described))).toMatchObject({
      passed: true,
      records: 1,
      simulated: 1,
      notes: ['the simulated responses lack 2 values that the vendor always sends and the connector does not declare'],
    });
  });

  it('fail for a place the vendor does not have, once', async () => {
    const properties = { loafs: { type: 'array', items: described } };
    expect(linesOf(await replies({ type: 'object', properties }))).toEqual([
      'record unknown_place /answer/next',
      'record unknown_place /answer/loaves',
    ]);
    expect(linesOf(await replies(page(described, { loaves: described, next: {} })))).toEqual([
      'record wrong_type /answer/loaves',
      'simulated wrong_type /answer/loaves',
    ]);
  });

  it('fail for a record that differs, and a simulated one', async () => {
    const properties = { id: { type: 'string', minLength: 3 }, weight: { type: ['number', 'null'] } };
    expect(linesOf(await replies(page({ ...described, properties })))).toEqual([
      'record null_denied /answer/loaves/*/weight',
      'simulated wrong_value /answer/loaves/*/id',
    ]);
    const { weight: _, ...others } = properties;
    expect(linesOf(await replies(page({ ...described, required: [], properties: others })))).toEqual([
      'record unknown_field /answer/loaves/*/weight',
      'simulated wrong_value /answer/loaves/*/id',
    ]);
  });

  it('fail for a simulated response without what the record declares and the action reads, or without a body', async () => {
    expect(linesOf(await replies(page(described), list, { body: { loaves: [{ id: '1' }] } }))).toEqual([
      'simulated missing_field /answer/next',
      'simulated missing_field /answer/loaves/*/weight',
    ]);
    expect(linesOf(await replies(page(described), list, { body: undefined }))).toEqual([
      'simulated wrong_type /answer',
    ]);
  });

  it('fail for a simulated vendor that refuses', async () => {
    const report = await checkUpstream({
      connector: { id: 'bakery', actions: [list] },
      descriptions: [],
      dryRun: () => [],
      simulate: () => Promise.reject(new Error('no such\n record')),
    });
    expect(report.findings.at(-1)).toMatchObject({
      part: 'simulated',
      kind: 'refused',
      message: 'the simulated vendor gives no response: no such record',
    });
  });

  it('say what could not be compared', async () => {
    expect((await replies(undefined)).notes).toEqual([
      'loaves.list: the description has no schema of the response of GET /loaves',
    ]);
    expect((await replies(page({}))).notes).toContain('loaves.list: the description leaves open /answer/loaves/*');
    const { result } = list;
    const reshaped = { ...list, ...(result && { result: { ...result, reshape: (row: unknown) => row } }) };
    const failing = {
      ...list,
      ...(result && { result: { ...result, reshape: () => Number.parseFloat(undefined as never).toFixed(500) } }),
    };
    expect((await replies(page(described), failing)).notes).toContainEqual(
      expect.stringContaining('its rows are reshaped, which fails for made-up ones'),
    );
    expect((await replies(page(described), reshaped)).notes).toContain(
      'loaves.list: its rows are reshaped, so the types of its record are not compared',
    );
  });

  it('take absent fields of rows that are dropped, and the null of a record that is not found', async () => {
    const { result } = list;
    if (result === undefined) throw new Error('the list has no result');
    const optional = { ...described, required: ['id'] };
    expect(linesOf(await replies(page(optional)))).toEqual(['record absence_denied /answer/loaves/*/weight']);
    expect(linesOf(await replies(page(optional), { ...list, result: { ...result, filtered: true } }))).toEqual([]);
    const one = { ...list, reads: [], result: { ...result, kind: 'record' as const, at: 'loaf' } };
    const schema = { properties: { loaf: { anyOf: [described, { type: 'null' }] } } };
    expect(linesOf(await replies(schema, one, { body: { loaf: { id: '1', weight: 5, shelf: 'a' } } }))).toEqual([]);
  });
});
