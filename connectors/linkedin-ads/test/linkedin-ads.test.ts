import { ConnectorError } from '@connectory/connector-sdk';
import { simulatedCalls, vendorCalls } from '@connectory/testkit';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { sandbox } from '../sandbox/index.ts';
import { accountUsers } from '../src/entities/account-users.ts';
import { adCampaignAnalytics } from '../src/entities/ad-campaign-analytics.ts';
import { audienceAnalytics } from '../src/entities/audience-analytics.ts';
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

  it('divide the figures of campaigns by a part of the audience', async () => {
    const [, byCompany] = audienceAnalytics;
    const params = {
      campaigns: 'urn:li:sponsoredCampaign:7',
      timeGranularity: 'ALL',
      dateRange: '2026-01-01',
    } as const;
    expect(JSON.parse(JSON.stringify(byCompany?.actions.list.request(params).query))).toMatchObject({
      q: 'analytics',
      pivot: 'MEMBER_COMPANY',
      campaigns: 'List(urn%3Ali%3AsponsoredCampaign%3A7)',
    });
    const call = await simulatedCalls(linkedinAds, { sandbox });
    const [row] = await call('ad_member_seniority_analytics list', params);
    expect(row.pivotValues[0]).toMatch(/^urn:li:seniority:/);
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

describe('writes', () => {
  const budget = { amount: '25.00', currencyCode: 'USD' };

  it('patch only the given fields, and name the method in a header', () => {
    const { request } = campaigns.actions.update;
    expect(request({ account_id: 5, id: 7, status: 'PAUSED', dailyBudget: budget })).toMatchObject({
      method: 'POST',
      path: '/adAccounts/5/adCampaigns/7',
      headers: { 'x-restli-protocol-version': '2.0.0', 'x-restli-method': 'PARTIAL_UPDATE' },
      body: { value: { patch: { $set: { status: 'PAUSED', dailyBudget: budget } } } },
    });
  });

  it('address a member by account and user, each encoded once', () => {
    const member = { account: 'urn:li:sponsoredAccount:5', user: 'urn:li:person:ab' } as const;
    const { path, body } = accountUsers.actions.create.request({ ...member, role: 'VIEWER' });
    expect(path).toBe('/adAccountUsers/(account:urn%3Ali%3AsponsoredAccount%3A5,user:urn%3Ali%3Aperson%3Aab)');
    expect(body?.value).toEqual({ ...member, role: 'VIEWER' });
  });

  it('send the account of a conversion rule beside its changes', () => {
    const account = 'urn:li:sponsoredAccount:5';
    expect(conversions.actions.update.request({ id: 7, account, enabled: false })).toMatchObject({
      path: '/conversions/7',
      query: { account },
      body: { value: { patch: { $set: { enabled: false } } } },
    });
  });

  it('create, change and delete a campaign', async () => {
    const call = await simulatedCalls(linkedinAds, { sandbox });
    const account_id = 507404993;
    const created = await call('campaigns create', {
      account_id,
      name: 'Trial',
      campaignGroup: 'urn:li:sponsoredCampaignGroup:615492066',
      type: 'SPONSORED_UPDATES',
      locale: { country: 'US', language: 'en' },
      runSchedule: { start: 1_790_000_000_000 },
      politicalIntent: 'NOT_POLITICAL',
      offsiteDeliveryEnabled: false,
      status: 'DRAFT',
    });
    const byId = { account_id, id: created.id };
    expect(created).toEqual({ id: expect.any(Number) });
    const listed = await call('campaigns list', { account_id, q: 'search' });
    const account = 'urn:li:sponsoredAccount:507404993';
    expect(listed).toContainEqual(expect.objectContaining({ id: created.id, name: 'Trial', status: 'DRAFT', account }));
    expect(await call('campaigns update', { ...byId, status: 'PAUSED', dailyBudget: budget })).toEqual({});
    expect(await call('campaigns get', byId)).toMatchObject({ name: 'Trial', status: 'PAUSED', dailyBudget: budget });
    expect(await call('campaigns delete', byId)).toEqual({});
    await expect(call('campaigns get', byId)).rejects.toMatchObject({ code: 'record_not_found' });
  });

  it('attach a conversion rule to a campaign, and detach it', async () => {
    const call = await simulatedCalls(linkedinAds, { sandbox });
    const pair = { campaign: 'urn:li:sponsoredCampaign:168037013', conversion: 'urn:lla:llaPartnerConversion:999' };
    expect(await call('campaign_conversions create', pair)).toEqual({});
    expect(await call('campaign_conversions delete', pair)).toEqual({});
    await expect(call('campaign_conversions delete', pair)).rejects.toMatchObject({ code: 'record_not_found' });
  });

  it('give a member access, change the role, and take it away', async () => {
    const call = await simulatedCalls(linkedinAds, { sandbox });
    const member = { account: 'urn:li:sponsoredAccount:507404993', user: 'urn:li:person:newcomer01' };
    const rolesOf = async () => {
      const members = await call('account_users list', { q: 'accounts', accounts: member.account });
      return members.flatMap(({ user, role }: typeof member & { role: string }) =>
        user === member.user ? [role] : [],
      );
    };
    await call('account_users create', { ...member, role: 'VIEWER' });
    expect(await rolesOf()).toEqual(['VIEWER']);
    await call('account_users update', { ...member, role: 'CAMPAIGN_MANAGER' });
    expect(await rolesOf()).toEqual(['CAMPAIGN_MANAGER']);
    await call('account_users delete', member);
    expect(await rolesOf()).toEqual([]);
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
