import { ConnectorError } from '@connectory/connector-sdk';
import { vendorCalls } from '@connectory/testkit';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { accountUsers } from '../src/entities/account-users.ts';
import { adCampaignAnalytics } from '../src/entities/ad-campaign-analytics.ts';
import { campaigns } from '../src/entities/campaigns.ts';
import { conversions } from '../src/entities/conversions.ts';
import { creatives } from '../src/entities/creatives.ts';
import { linkedinAds } from '../src/index.ts';

const { list } = adCampaignAnalytics.actions;
const report = { q: 'analytics', pivot: 'CAMPAIGN', timeGranularity: 'DAILY', campaigns: 'List()' } as const;
const sent = (params: Partial<Parameters<typeof list.request>[0]>) =>
  JSON.parse(JSON.stringify(list.request({ ...report, dateRange: '2026-01-01', ...params }).query));

describe('reports', () => {
  it.each([
    ['2026-01-31', '(start:(year:2026,month:1,day:31))'],
    ['2026-01-01/2026-01-31', '(start:(year:2026,month:1,day:1),end:(year:2026,month:1,day:31))'],
    ['(start:(year:2024,month:1,day:1))', '(start:(year:2024,month:1,day:1))'],
  ])('send the period %s in Rest.li syntax', (dateRange, expected) => {
    expect(sent({ dateRange }).dateRange).toBe(expected);
  });

  it.each([
    ['List()', 'List()'],
    [
      'List(urn:li:sponsoredCampaign:1,urn:li:sponsoredCampaign:2)',
      'List(urn%3Ali%3AsponsoredCampaign%3A1,urn%3Ali%3AsponsoredCampaign%3A2)',
    ],
    ['List(urn%3Ali%3AsponsoredCampaign%3A1)', 'List(urn%3Ali%3AsponsoredCampaign%3A1)'],
    [
      'urn:li:sponsoredCampaign:1,urn:li:sponsoredCampaign:2',
      'List(urn%3Ali%3AsponsoredCampaign%3A1,urn%3Ali%3AsponsoredCampaign%3A2)',
    ],
  ])('encode the URNs of %s once', (text, expected) => {
    expect(sent({ campaigns: text }).campaigns).toBe(expected);
  });

  it('always ask what a row is about', () => {
    expect(sent({ fields: 'clicks,dateRange' }).fields).toBe('clicks,dateRange,pivotValues');
    expect(sent({})).not.toHaveProperty('fields');
  });

  it('refuse a period that would end the query', () => {
    expect(() => sent({ dateRange: 'x&q=other' })).toThrow(ConnectorError);
  });
});

describe('requests', () => {
  it('send a creative URN as one encoded segment, and lists as a finder', () => {
    const { get, list: listCreatives } = creatives.actions;
    expect(get.request({ account_id: 5, id: 'urn:li:sponsoredCreative:7' }).path).toBe(
      '/adAccounts/5/creatives/urn%3Ali%3AsponsoredCreative%3A7',
    );
    const params = listCreatives.params.parse({ account_id: 5, q: 'criteria' });
    expect(listCreatives.request(params).headers).toEqual({ 'x-restli-method': 'FINDER' });
  });

  it('use version 2.0.0 of the protocol where LinkedIn requires it, and no version for account users', () => {
    const params = campaigns.actions.list.params.parse({ account_id: 5, q: 'search' });
    expect(campaigns.actions.list.request(params).headers).toEqual({ 'x-restli-protocol-version': '2.0.0' });
    const users = accountUsers.actions.list.params.parse({ q: 'accounts', accounts: 'urn:li:sponsoredAccount:5' });
    const request = accountUsers.actions.list.request(users);
    expect(request).not.toHaveProperty('headers');
    expect(request.query).toEqual({ q: 'accounts', accounts: 'urn:li:sponsoredAccount:5', count: 100, start: 0 });
  });
});

it('names the days of a row as dates', () => {
  const { derived } = adCampaignAnalytics.search ?? { derived: {} as never };
  const dateRange = { start: { year: 2026, month: 1, day: 5 }, end: { year: 2026, month: 12, day: 31 } };
  expect(derived.start_date?.from?.({ dateRange })).toBe('2026-01-05');
  expect(derived.end_date?.from?.({ dateRange })).toBe('2026-12-31');
  expect(derived.costInUsd?.from?.({ costInUsd: '12.50' })).toBe(12.5);
  expect(derived.costInUsd?.from?.({})).toBeUndefined();
});

describe('pages by offset', () => {
  const { paging } = conversions.actions.list;
  const next = (total: number, start: number, count: number) =>
    paging?.next({
      params: { count: 2, start },
      count,
      value: (path) => (path === 'paging.total' ? total : undefined),
      first: () => undefined,
      last: () => undefined,
      header: () => undefined,
    });

  it('go on where LinkedIn returns -1 as the total, until a page is empty', () => {
    expect([next(-1, 0, 2), next(-1, 2, 2), next(-1, 4, 0)]).toEqual([{ start: 2 }, { start: 4 }, null]);
  });

  it('skip a whole page from which LinkedIn left out an element', () => {
    expect([next(-1, 0, 1), next(5, 2, 1)]).toEqual([{ start: 2 }, { start: 4 }]);
  });

  it('end at the total where LinkedIn counts', () => {
    expect([next(4, 0, 2), next(4, 2, 2)]).toEqual([{ start: 2 }, null]);
  });
});

it('waits for a limit of the day, and holds back only the endpoint that has one', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1, 12) });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const message = 'Resource level throttle APPLICATION DAY limit for calls to this resource is reached.';
  const { call } = await vendorCalls(linkedinAds, (request) =>
    request.endsWith('/adAccounts') ? { status: 429, body: { message } } : { body: { id: 1 } },
  );
  expect(await call('accounts list', { q: 'search' })).toMatchObject({
    code: 'upstream_rate_limited',
    retryAfterSeconds: 3600,
  });
  expect(await call('accounts get', { id: 1 })).toBeNull();
});
