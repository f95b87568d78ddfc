import type { Entity, RawValue } from '@connectory/connector-sdk';
import { vendorCalls } from '@connectory/testkit';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Condition, meets } from '../sandbox/search.ts';
import { companies } from '../src/entities/companies.ts';
import { contacts } from '../src/entities/contacts.ts';
import { deals } from '../src/entities/deals.ts';
import { objects } from '../src/entities/objects.ts';
import { schemas } from '../src/entities/schemas.ts';
import { tickets } from '../src/entities/tickets.ts';
import { hubspot } from '../src/index.ts';

const search = contacts.actions.api_search;

const refusalOf = (
  params: object,
  { actions }: Pick<Entity, 'actions'> = contacts,
  name: 'list' | 'api_search' = 'list',
) => actions[name]?.params.safeParse(params).error?.issues[0]?.message;

describe('api_search', () => {
  const sent = (params: object) => search.request(search.params.parse(params)).body?.value;

  it('sends every member HubSpot describes, with the properties of the record', () => {
    expect(sent({})).toEqual({
      filterGroups: [],
      sorts: [],
      properties: [
        'associatedcompanyid',
        'createdate',
        'email',
        'firstname',
        'hs_object_id',
        'hubspot_owner_id',
        'lastmodifieddate',
        'lastname',
      ],
      after: '0',
      limit: 25,
    });
  });

  it('sends conditions as they are, and the order in the short form', () => {
    const filterGroups = [
      { filters: [{ propertyName: 'createdate', operator: 'BETWEEN', value: '1', highValue: '2' }] },
    ];
    const sorts = [{ propertyName: 'createdate', direction: 'DESCENDING' }, { propertyName: 'email' }];
    expect(sent({ filterGroups, sorts, properties: ['email'], after: '25' })).toEqual({
      filterGroups,
      sorts: ['-createdate', 'email'],
      properties: ['email'],
      after: '25',
      limit: 25,
    });
  });

  it('refuses what HubSpot would', () => {
    const refused = (params: object) => refusalOf(params, contacts, 'api_search');
    const group = { filters: [{ propertyName: 'email', operator: 'HAS_PROPERTY' }] };
    expect(refused({ filterGroups: Array(6).fill(group), query: 'x'.repeat(3000), after: '9999' })).toBeUndefined();
    expect(refused({ filterGroups: Array(7).fill(group) })).toBeDefined();
    expect(refused({ query: 'x'.repeat(3001) })).toBeDefined();
    expect(refused({ after: '10000' })).toBe(
      'must be below 10000: HubSpot returns no more results for one search; narrow it with filters',
    );
    expect(refused({ filterGroups: [{}] })).toBeDefined();
    expect(refused({ filterGroups: [{ filters: [{ propertyName: 'email' }] }] })).toBeDefined();
    expect(refused({ filterGroups: [{ filters: [{ operator: 'HAS_PROPERTY' }] }] })).toBeDefined();
  });
});

it.each([companies, contacts, deals, tickets])('the search of $name ends after 10,000 results', ({ actions }) => {
  expect(actions.api_search.paging?.max).toEqual({ records: 10_000, offset: 'after' });
});

describe('a list', () => {
  it.each([contacts, objects])('of $name has smaller pages with history', (entity) => {
    const others = entity.name === 'objects' ? { objectType: '2-1' } : {};
    expect(refusalOf({ ...others, limit: 100 }, entity)).toBeUndefined();
    expect(refusalOf({ ...others, limit: 50, propertiesWithHistory: 'email' }, entity)).toBeUndefined();
    expect(refusalOf({ ...others, limit: 51, propertiesWithHistory: 'email' }, entity)).toBe(
      'must be at most 50 together with propertiesWithHistory',
    );
  });
});

describe('objects', () => {
  const { get, list } = objects.actions;
  const accepts = (objectType: string) => {
    const results = [list.params.safeParse({ objectType }), get.params.safeParse({ objectType, objectId: '1' })];
    return results.map(({ success }) => success);
  };

  it.each(['2-3465404', 'p48213305_site_visit', 'p_site_visit'])('reads %s', (objectType) => {
    expect(accepts(objectType)).toEqual([true, true]);
  });

  it.each([
    'contacts',
    'CONTACT',
    '0-1',
    'products',
    'partner_clients',
    ' contacts',
    'p_x/../contacts',
    '2-1/../contacts',
  ])('does not read %s', (objectType) => {
    expect(accepts(objectType)).toEqual([false, false]);
  });
});

describe('schemas', () => {
  it('may have properties without a description and options, as in the example of HubSpot', () => {
    const code = { name: 'code', label: 'Code', type: 'string', fieldType: 'text', groupName: 'car_information' };
    const car = { id: '1', name: 'car', labels: {}, requiredProperties: [], properties: [code], associations: [] };
    expect(schemas.record.safeParse(car).error).toBeUndefined();
  });
});

describe('a copy', () => {
  it.each([contacts, companies, deals, tickets])(
    'of $name asks for every property it is searched by',
    ({ search, sync }) => {
      const asked = String(sync?.params?.properties).split(',');
      const searched = search?.fields.filter((field) => field.startsWith('properties.')) ?? [];
      expect(searched.map((field) => field.replace('properties.', ''))).toEqual(asked);
      expect(String(sync?.params?.associations).split(',')).toEqual(Object.keys(search?.derived ?? {}));
    },
  );

  const associated = ({ search }: Entity, field: string, associations: RawValue) =>
    search?.derived[field]?.from?.({ associations });

  it('names an associated record once', () => {
    const results = [
      { id: '7', type: 'contact_to_company' },
      { id: '7', type: 'contact_to_company_unlabeled' },
      { id: '9', type: 'contact_to_company_unlabeled' },
    ];
    expect(associated(contacts, 'companies', { companies: { results } })).toEqual(['7', '9']);
    expect(associated(contacts, 'companies', undefined)).toEqual([]);
  });

  it('finds line items under either name', () => {
    const list = { results: [{ id: '3', type: 'deal_to_line_item' }] };
    expect(associated(deals, 'line_items', { 'line items': list })).toEqual(['3']);
    expect(associated(deals, 'line_items', { line_items: list })).toEqual(['3']);
  });
});

describe('the simulated search', () => {
  const deal = {
    dealname: 'Harbor Foods - Renewal',
    amount: '4200',
    createdate: '2026-06-01T00:00:00Z',
    closedate: null,
  };
  const cases: readonly (readonly [Condition, boolean])[] = [
    [{ propertyName: 'amount', operator: 'GT', value: '900' }, true],
    [{ propertyName: 'amount', operator: 'LTE', value: '4200.00' }, true],
    [{ propertyName: 'amount', operator: 'NEQ', value: '4200' }, false],
    [{ propertyName: 'amount', operator: 'IN', values: ['1', '4200'] }, true],
    [{ propertyName: 'amount', operator: 'NOT_IN', values: ['1', '4200'] }, false],
    [{ propertyName: 'createdate', operator: 'GTE', value: String(Date.UTC(2026, 5, 1)) }, true],
    [{ propertyName: 'createdate', operator: 'BETWEEN', value: '2026-05-01', highValue: '2026-05-31' }, false],
    [{ propertyName: 'closedate', operator: 'HAS_PROPERTY' }, false],
    [{ propertyName: 'closedate', operator: 'NOT_HAS_PROPERTY' }, true],
    [{ propertyName: 'closedate', operator: 'LT', value: '2027-01-01' }, false],
    [{ propertyName: 'dealname', operator: 'EQ', value: 'harbor foods - renewal' }, true],
    [{ propertyName: 'dealname', operator: 'CONTAINS_TOKEN', value: 'renewal' }, true],
    [{ propertyName: 'dealname', operator: 'CONTAINS_TOKEN', value: 'renew' }, false],
    [{ propertyName: 'dealname', operator: 'CONTAINS_TOKEN', value: 'renew*' }, true],
    [{ propertyName: 'dealname', operator: 'NOT_CONTAINS_TOKEN', value: 'pilot' }, true],
  ];

  it.each(cases)('holds %j: %s', (filter, expected) => {
    expect(meets(deal, [{ filters: [filter] }], '')).toBe(expected);
  });

  it('needs one group of conditions, and all words of the query', () => {
    const none: { filters: Condition[] } = { filters: [{ propertyName: 'amount', operator: 'LT', value: '0' }] };
    const all = { filters: [] };
    expect(meets(deal, [none, all], 'foods harbor')).toBe(true);
    expect(meets(deal, [none], '')).toBe(false);
    expect(meets(deal, [], 'foods cedar')).toBe(false);
  });
});

describe('rate limits', () => {
  const atNoon = () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1, 12) });
    onTestFinished(() => {
      vi.useRealTimers();
    });
  };
  const isSearch = (request: string) => request.endsWith('/search');

  it('of searches hold back all searches and nothing else', async () => {
    const { call, sent } = await vendorCalls(hubspot, (request) =>
      isSearch(request) ? { status: 429, body: { policyName: 'SECONDLY' } } : { body: { results: [] } },
    );
    expect(await call('contacts api_search')).toMatchObject({ code: 'upstream_rate_limited', retryAfterSeconds: 10 });
    expect(await call('deals api_search')).toMatchObject({ code: 'upstream_rate_limited' });
    expect(await call('contacts list')).toBeNull();
    expect(sent.filter(isSearch)).toHaveLength(1);
  });

  it('of the day are waited for until it may have ended', async () => {
    const body = { errorType: 'RATE_LIMIT', policyName: 'DAILY', message: 'You have reached your daily limit.' };
    atNoon();
    const { call, sent } = await vendorCalls(hubspot, () => ({ status: 429, body }));
    expect(await call('contacts list')).toMatchObject({ code: 'upstream_rate_limited', retryAfterSeconds: 3600 });
    expect(await call('contacts list')).toMatchObject({ code: 'upstream_rate_limited' });
    expect(sent).toHaveLength(1);
  });
});

it('asks for a new authorization when HubSpot no longer knows the refresh token', async () => {
  const { call } = await vendorCalls(hubspot, (request) =>
    request.endsWith('/token') ? { status: 400, body: { status: 'BAD_REFRESH_TOKEN' } } : { status: 401 },
  );
  expect(await call('contacts list')).toMatchObject({ code: 'reauthorization_required' });
});
