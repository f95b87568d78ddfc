import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { loadFixture } from '../test/fixture.ts';
import { checkUpstream } from './check-upstream.ts';
import type { ObservedRequest } from './description/api-description.ts';
import { type DryRun, DryRunUnavailableError } from './dry-run.ts';
import type { JsonObject } from './json.ts';
import type { KnownDeviation } from './known-deviations.ts';

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

function check(action: string, params: z.ZodType, dryRun: DryRun, known?: readonly KnownDeviation[]) {
  const schema = z.toJSONSchema(params, { io: 'input' });
  return checkUpstream({
    manifest: {
      id: 'bakery',
      entities: [{ name: 'loaves', actions: [{ action, params: schema }, { action: 'context_store_search' }] }],
    },
    descriptions,
    dryRun,
    ...(known && { deviations: { bakery: known, other: [{ ...missing, entity: 'elsewhere' }] } }),
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
        entity: 'loaves',
        action: 'list',
        kind: 'wrong_value',
        where: '/query/sort',
        message: '"weight" is none of name, baked_at',
        operation: 'GET /loaves',
        params: { sort: 'weight' },
        label: '.sort=weight',
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
    expect(list.findings).toMatchObject([{ kind: 'wrong_value', where: '/query/limit', label: '.limit=1000' }]);
    const create = await check('create', params, (_entity, _action, { name = 'x' }) => [post({ name, flour: 'rye' })]);
    expect(create.findings).toMatchObject([{ kind: 'wrong_value', where: '/body/name', label: '.name of length 30' }]);
  });

  it('takes an action for refused when its dry run rejects, shows nothing, or no parameters can be made', async () => {
    const none = z.strictObject({});
    const refuses = await check('list', none, () => Promise.reject(new Error('invalid_params:\n two of them')));
    expect(refuses.findings).toMatchObject([
      { kind: 'refused', where: '/params', message: 'the gateway refuses the parameters: invalid_params: two of them' },
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

  it('ends when no dry run is possible', async () => {
    const dryRun = () => Promise.reject(new DryRunUnavailableError('wrong token'));
    await expect(check('list', z.strictObject({}), dryRun)).rejects.toThrow('wrong token');
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
    expect(report).toMatchObject({ passed: false, findings: [], known: [], stale: [missing] });
  });

  it('cover their own place only', async () => {
    const report = await check('list', z.strictObject({}), list, [{ ...missing, where: '/query/pages' }]);
    expect(report.findings).toHaveLength(1);
    expect(report.stale).toHaveLength(1);
  });
});
