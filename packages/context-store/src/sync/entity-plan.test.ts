import {
  auth,
  defineConnector,
  defineEntity,
  defineUpstream,
  type Entity,
  eachOfSetting,
  fromParam,
  restApi,
} from '@connectory/connector-sdk';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { tracker } from '../../test/sync/tracker-connector.ts';
import { entityPlans } from './entity-plan.ts';

const api = restApi({});
const upstream = defineUpstream({
  baseUrl: 'https://example.com',
  documentation: 'https://example.com/docs',
  version: { pinned: '1', sunset: null },
  authentication: { token: auth.bearer('token', 'Token') },
  settings: z.object({ s: z.array(z.string()).optional() }),
  failure: { message: [] },
});
const record = z.object({ id: z.string(), name: z.string() });

const list = (params: z.ZodObject) => api('GET /things', { summary: 'List', params });
const inOwner = list(z.object({ owner: z.string().describe('Owner'), page: z.string().optional().describe('Page') }));
const owners = defineEntity({
  name: 'owners',
  summary: 'Owners',
  record,
  key: 'id',
  actions: { list: list(z.object({})) },
  search: { fields: ['name'] },
  sync: { via: 'list' },
});

/** The plans of a connector whose second entity is given, with the types that would refuse it taken away. */
function plansWith(entity: Partial<Entity>) {
  const things = { ...owners, name: 'things', actions: { list: inOwner }, ...entity } as Entity;
  const check = { entity: 'owners', action: 'list', params: {} } as const;
  const about = { id: 'toy', kind: 'toy', vendor: 'Toy', version: '1.0.0', upstream };
  return entityPlans(defineConnector({ ...about, entities: [things, owners], check }));
}

describe('plans', () => {
  it('stand in order and know what makes a partition', () => {
    const plans = entityPlans(tracker).map(({ entity, partitionParams, inherited }) => [
      entity.name,
      partitionParams,
      inherited,
    ]);
    expect(plans).toEqual([
      ['repositories', ['owner', 'repo'], []],
      ['issues', ['owner', 'repo'], []],
      ['comments', ['owner', 'repo', 'number'], ['owner', 'repo']],
      ['accounts', [], []],
    ]);
    expect(entityPlans(tracker)).toBe(entityPlans(tracker));
  });

  it('may bind key fields that are no search fields', () => {
    const plans = plansWith({ sync: { via: 'list', each: owners, bind: { owner: 'id' } } });
    expect(plans.map(({ entity }) => entity.name)).toEqual(['owners', 'things']);
  });

  it('may send what is sync-only', () => {
    const params = z.object({ owner: z.string().describe('Owner') });
    const syncOnly = z.object({ kind: z.enum(['all']), since: z.string(), team: z.string() });
    const list = api('GET /things', { summary: 'List', params, syncOnly });
    const [, plan] = plansWith({
      actions: { list },
      sync: {
        via: 'list',
        params: { kind: 'all' },
        each: owners,
        bind: { owner: 'id', team: 'name' },
        cursor: { field: 'name', param: 'since' },
      },
    });
    expect(Object.keys(plan?.params.shape ?? {})).toEqual(['owner', 'kind', 'since', 'team']);
    expect(plan?.partitionParams).toEqual(['owner', 'team']);
  });

  it('leave out what is not searchable', () => {
    expect(plansWith({ search: null, sync: null })).toHaveLength(1);
  });

  it('read in batches have no partitions, and no other record of a parent in their keys', () => {
    const [, plan] = plansWith({ sync: { via: 'list', each: owners, bind: { owner: '{id}' }, batch: 50 } });
    expect(plan).toMatchObject({ partitionParams: [], batch: { size: 50, param: 'owner' } });
  });

  it.each<[string, Partial<Entity>]>([
    ['nothing gives the parameter owner', { sync: { via: 'list' } }],
    ['the action has no parameter tenant', { sync: { via: 'list', params: { owner: 'a', tenant: 'b' } } }],
    [
      'the action has no parameter since',
      { sync: { via: 'list', params: { owner: 'a' }, cursor: { field: 'name', param: 'since' } } },
    ],
    [
      'nothing gives the parameter owner, which is the search field owner',
      {
        search: { fields: [], derived: { owner: fromParam(z.string(), 'owner') } },
        sync: { via: 'list', each: owners, bind: { owner: 'id' }, batch: 2 },
      },
    ],
    ['the parent offers no email', { sync: { via: 'list', each: owners, bind: { owner: 'email' } } }],
    ['the parent offers no name', { sync: { via: 'list', each: eachOfSetting('s', ['a']), bind: { owner: 'name' } } }],
    [
      'the parent offers no nickname',
      { sync: { via: 'list', each: owners, bind: { owner: 'owner:{id}:{nickname}' } } },
    ],
    [
      'where.eq.nme is not a search field of owners. Did you mean "name"',
      { sync: { via: 'list', each: owners, where: { eq: { nme: 'x' } }, bind: { owner: 'name' } } },
    ],
    [
      'gone.eq.nme is not a search field of things. Did you mean "name"',
      { sync: { via: 'list', params: { owner: 'a' }, gone: { eq: { nme: 'x' } } } },
    ],
    [
      'where.gt.name must be a string',
      { sync: { via: 'list', each: owners, where: { gt: { name: 7 } }, bind: { owner: 'name' } } },
    ],
    [
      'where.eq.nme is not a search field of owners',
      {
        sync: {
          via: 'list',
          each: eachOfSetting('s', ['id'], { otherwise: owners }),
          where: { eq: { nme: 'x' } },
          bind: { owner: 'id' },
        },
      },
    ],
    ['binds parameters to nothing', { sync: { via: 'list', bind: { owner: 'name' } } }],
    ['binds no parameter', { sync: { via: 'list', params: { owner: 'a' }, each: owners } }],
    [
      'nothing gives the parameter page, which is the search field number',
      {
        search: { fields: [], derived: { number: fromParam(z.string(), 'page') } },
        sync: { via: 'list', params: { owner: 'a' } },
      },
    ],
    [
      'things has no list that needs no parameters',
      {
        sync: {
          via: 'list',
          each: { ...eachOfSetting('s', ['id']), otherwise: { ...owners, name: 'things' } },
          bind: { owner: 'id' },
        },
      },
    ],
    ['is its own parent', { sync: { via: 'list', each: { name: 'things' }, bind: { owner: 'name' } } }],
    ['has no key', { key: null, sync: { via: 'list', params: { owner: 'a' } } }],
  ])('are refused where %s', (rule, entity) => {
    expect(() => plansWith(entity)).toThrow(new RegExp(`^connector toy, things sync: .*${rule}`));
  });

  it('are refused where the parent has no copy', () => {
    const check = { entity: 'owners', action: 'list', params: {} } as const;
    const about = { id: 'toy', kind: 'toy', vendor: 'Toy', version: '1.0.0', upstream };
    const things = {
      ...owners,
      name: 'things',
      actions: { list: inOwner },
      sync: { via: 'list', each: owners, bind: { owner: 'id' } },
    };
    const connector = defineConnector({ ...about, entities: [things as Entity, { ...owners, search: null }], check });
    expect(() => entityPlans(connector)).toThrow('owners sync: serves as partitions but has no copy');
  });
});
