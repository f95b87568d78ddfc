import type { DerivedField } from '@connectory/connector-sdk';
import { simulatedCalls, vendorCalls } from '@connectory/testkit';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { sandbox } from '../sandbox/index.ts';
import { searchAnalyticsAllFields } from '../src/entities/search-analytics-all-fields.ts';
import { searchAnalyticsByCountry } from '../src/entities/search-analytics-by-country.ts';
import { sitemaps } from '../src/entities/sitemaps.ts';
import { eachProperty } from '../src/entities/sites.ts';
import { urlInspections } from '../src/entities/url-inspections.ts';
import { googleSearchConsole } from '../src/index.ts';

it('puts a property and a sitemap into the path as a whole', () => {
  const { get } = sitemaps.actions;
  const params = { siteUrl: 'https://www.example.com/shop/', feedpath: 'https://www.example.com/shop/map.xml?page=1' };
  expect(get.request(get.params.parse(params)).path).toBe(
    '/webmasters/v3/sites/https%3A%2F%2Fwww.example.com%2Fshop%2F/sitemaps/https%3A%2F%2Fwww.example.com%2Fshop%2Fmap.xml%3Fpage%3D1',
  );
  expect(get.request({ ...params, siteUrl: 'sc-domain:example.com' }).path).toMatch(
    /^\/webmasters\/v3\/sites\/sc-domain%3Aexample\.com\//,
  );
});

describe('writes', () => {
  it('add a property, and remove it', async () => {
    const call = await simulatedCalls(googleSearchConsole, { sandbox });
    const added = { siteUrl: 'https://new.example/', permissionLevel: 'siteUnverifiedUser' };
    expect(await call('sites create', { siteUrl: added.siteUrl })).toEqual({});
    expect(await call('sites list')).toContainEqual(added);
    expect(await call('sites delete', { siteUrl: added.siteUrl })).toEqual({});
    expect(await call('sites list')).not.toContainEqual(added);
  });

  it('submit a sitemap, and remove it', async () => {
    const call = await simulatedCalls(googleSearchConsole, { sandbox });
    const siteUrl = 'https://harborbooks.example/';
    const feedpath = 'https://harborbooks.example/events.xml';
    const paths = async () => (await call('sitemaps list', { siteUrl })).map(({ path }: { path: string }) => path);
    expect(await call('sitemaps create', { siteUrl, feedpath })).toEqual({});
    expect(await call('sitemaps get', { siteUrl, feedpath })).toMatchObject({ path: feedpath, isPending: true });
    expect(await paths()).toContain(feedpath);
    expect(await call('sitemaps delete', { siteUrl, feedpath })).toEqual({});
    expect(await paths()).not.toContain(feedpath);
  });
});

it('inspects a page outside the path of the Webmasters API', () => {
  const params = { siteUrl: 'sc-domain:example.com', inspectionUrl: 'https://www.example.com/a' };
  expect(urlInspections.actions.get.request(params)).toMatchObject({
    method: 'POST',
    path: '/v1/urlInspection/index:inspect',
    body: { value: params },
  });
});

describe('search analytics', () => {
  const { list } = searchAnalyticsByCountry.actions;
  const window = { siteUrl: 'sc-domain:example.com', startDate: '2026-10-01', endDate: '2026-10-31' };

  it('send names in the spelling of the description, and any other as it was given', () => {
    const params = {
      ...window,
      dimensions: ['searchAppearance', 'HOUR'],
      type: 'googleNews',
      aggregationType: 'byPage',
    };
    expect(list.request(list.params.parse(params)).body?.value).toEqual({
      startDate: '2026-10-01',
      endDate: '2026-10-31',
      dimensions: ['SEARCH_APPEARANCE', 'HOUR'],
      rowLimit: 1000,
      startRow: 0,
      type: 'GOOGLE_NEWS',
      aggregationType: 'BY_PAGE',
      dataState: 'FINAL',
    });
  });

  it.each([
    [{ startDate: '2026-02-30' }, 'must be a day such as 2026-10-31'],
    [{ endDate: 'yesterday' }, 'must be a day such as 2026-10-31'],
    [{ rowLimit: 25_001 }, 'Too big'],
    [{ startRow: -1 }, 'Too small'],
    [{ type: 'maps' }, 'Invalid option'],
  ])('refuse %j', (wrong, message) => {
    expect(list.params.safeParse({ ...window, ...wrong }).error?.issues[0]?.message).toContain(message);
  });

  it('are searched by what their keys stand for', () => {
    const fields = searchAnalyticsAllFields.search?.derived ?? {};
    const row = { keys: ['2026-10-29', 'usa', 'MOBILE', 'https://www.example.com/', 'boots'], clicks: 4 };
    const found = Object.entries<DerivedField>(fields).flatMap(([name, { from }]) => (from ? [[name, from(row)]] : []));
    expect(Object.fromEntries(found)).toEqual({
      date: '2026-10-29',
      country: 'usa',
      device: 'MOBILE',
      page: 'https://www.example.com/',
      query: 'boots',
      clicks: 4,
      impressions: undefined,
    });
  });
});

it('synchronizes no property that the user has not verified', () => {
  expect(eachProperty.where).toEqual({ neq: { permissionLevel: 'siteUnverifiedUser' } });
});

it.each([
  ['dailyLimitExceeded', 3600],
  ['quotaExceeded', 10],
])('takes a 403 with %s for a limit of one kind of calls', async (reason, retryAfterSeconds) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1, 12) });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const { call } = await vendorCalls(googleSearchConsole, (request) =>
    request.endsWith('/sites') ? { status: 403, body: { error: { errors: [{ reason }] } } } : { body: { sitemap: [] } },
  );
  expect(await call('sites list')).toMatchObject({ code: 'upstream_rate_limited', retryAfterSeconds });
  expect(await call('sitemaps list', { siteUrl: 'sc-domain:a.example' })).toBeNull();
});
