import { simulatedCalls, vendorCalls } from '@connectory/testkit';
import { describe, expect, it } from 'vitest';
import { sandbox } from '../sandbox/index.ts';
import { upstream } from '../src/adapter.ts';
import { portfolios } from '../src/entities/portfolios.ts';
import { profiles } from '../src/entities/profiles.ts';
import { sponsoredBrandsAdGroups } from '../src/entities/sponsored-brands-ad-groups.ts';
import { sponsoredBrandsCampaigns } from '../src/entities/sponsored-brands-campaigns.ts';
import { sponsoredProductCampaigns } from '../src/entities/sponsored-product-campaigns.ts';
import { sponsoredProductKeywords } from '../src/entities/sponsored-product-keywords.ts';
import { sponsoredProductNegativeTargets } from '../src/entities/sponsored-product-negative-targets.ts';
import { amazonAds } from '../src/index.ts';

// What is sent, as JSON has it.
const sent = (request: { readonly body?: { readonly value: unknown } }) =>
  JSON.parse(JSON.stringify(request.body?.value));

describe('sponsored lists', () => {
  const { list } = sponsoredProductCampaigns.actions;
  const request = (params: object) => list.request(list.params.parse(params));

  it('send states as the list in capitals that Amazon takes', () => {
    expect(sent(request({ stateFilter: { include: 'enabled,paused' }, nextToken: 'eyJ' }))).toEqual({
      maxResults: 100,
      nextToken: 'eyJ',
      includeExtendedDataFields: true,
      stateFilter: { include: ['ENABLED', 'PAUSED'] },
    });
    expect(sent(request({ stateFilter: {} }))).not.toHaveProperty('stateFilter');
  });

  it.each(['', 'ENABLED', 'enabled;paused', 'enabled,', 'deleted'])('refuse the states %j in a sentence', (include) => {
    const { error } = list.params.safeParse({ stateFilter: { include } });
    expect(error?.issues[0]?.message).toBe('must be one or more of enabled, paused, archived, separated by commas');
  });

  it.each([
    [list, 'spCampaign.v3', 1000],
    [sponsoredProductNegativeTargets.actions.list, 'spNegativeTargetingClause.v3', 1000],
    [sponsoredBrandsCampaigns.actions.list, 'sbcampaignresource.v4', 100],
    [sponsoredBrandsAdGroups.actions.list, 'sbadgroupresource.v4', 100],
  ])("of %# ask for and send one media type, in pages of Amazon's size", (action, media, max) => {
    const type = `application/vnd.${media}+json`;
    expect(action.request({ maxResults: 10 }).headers).toEqual({ accept: type, 'content-type': type });
    expect([0, 1, max, max + 1].map((maxResults) => action.params.safeParse({ maxResults }).success)).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});

describe('writes', () => {
  it('send one record in a list, ask for the record, and name its media type', () => {
    const { create, delete: remove } = sponsoredProductKeywords.actions;
    const keyword = {
      campaignId: '487350293826481',
      adGroupId: '276590418337862',
      keywordText: 'cast iron pan',
      matchType: 'EXACT',
      state: 'ENABLED',
    } as const;
    const type = 'application/vnd.spKeyword.v3+json';
    expect(create.request(keyword)).toMatchObject({
      method: 'POST',
      path: '/sp/keywords',
      headers: { accept: type, 'content-type': type, prefer: 'return=representation' },
      body: { value: { keywords: [keyword] } },
    });
    expect(remove.request({ keywordId: '7' })).toMatchObject({
      path: '/sp/keywords/delete',
      body: { value: { keywordIdFilter: { include: ['7'] } } },
    });
  });

  it('change the budget of a campaign and the bid of a keyword', async () => {
    const call = await simulatedCalls(amazonAds, { sandbox });
    const [{ campaignId }] = await call('sponsored_product_campaigns list');
    const budget = { budgetType: 'DAILY', budget: 42.5 };
    const changed = await call('sponsored_product_campaigns update', { campaignId, state: 'PAUSED', budget });
    expect(changed).toMatchObject({ campaignId, state: 'PAUSED', budget });
    const found = await call('sponsored_product_campaigns get', { campaignId: Number(campaignId) });
    expect(found).toMatchObject({ state: 'PAUSED', budget });
    const [{ keywordId }] = await call('sponsored_product_keywords list');
    await call('sponsored_product_keywords update', { keywordId, bid: 1.25 });
    expect(await call('sponsored_product_keywords list')).toContainEqual(
      expect.objectContaining({ keywordId, bid: 1.25 }),
    );
  });

  it('add and remove a negative keyword', async () => {
    const call = await simulatedCalls(amazonAds, { sandbox });
    const [{ adGroupId, campaignId }] = await call('sponsored_product_ad_groups list');
    const word = { adGroupId, campaignId, keywordText: 'toy pan', matchType: 'NEGATIVE_PHRASE' };
    const { keywordId } = await call('sponsored_product_negative_keywords create', word);
    const words = async () => call('sponsored_product_negative_keywords list');
    expect(await words()).toContainEqual(expect.objectContaining({ ...word, keywordId, state: 'ENABLED' }));
    expect(await call('sponsored_product_negative_keywords delete', { keywordId })).toEqual({ keywordId });
    expect(await words()).not.toContainEqual(expect.objectContaining({ keywordId }));
  });

  it.each([
    ['rangeError', 'upstream_rejected'],
    ['entityNotFoundError', 'record_not_found'],
    ['throttledError', 'upstream_rate_limited'],
  ])('fail in the words of Amazon where the record has an error in a 207: %s', async (errorType, code) => {
    const message = 'Words of Amazon';
    const errors = [{ errorType, errorValue: { [errorType]: { reason: 'TOO_LOW', message } } }];
    const { call } = await vendorCalls(amazonAds, () => ({
      status: 207,
      body: { keywords: { success: [], error: [{ index: 0, errors }] } },
    }));
    const error = await call('sponsored_product_keywords update', { keywordId: '7', bid: 0.01 });
    expect(error).toMatchObject({ code, upstream: { status: 207, code: errorType, message } });
  });
});

describe('single records', () => {
  it('are found in the list, since their own addresses were shut off', () => {
    const campaign = sponsoredProductCampaigns.actions.get.request({ campaignId: 487_350_293_826_481 });
    expect(campaign.path).toBe('/sp/campaigns/list');
    expect(sent(campaign)).toMatchObject({ campaignIdFilter: { include: ['487350293826481'] } });
    const portfolio = portfolios.actions.get.request({ portfolioId: 118_274_630_955_102 });
    expect(portfolio.path).toBe('/portfolios/list');
    expect(sent(portfolio)).toMatchObject({ portfolioIdFilter: { include: ['118274630955102'] } });
  });
});

describe('portfolios', () => {
  const { list } = portfolios.actions;

  it('ask for their history with a boolean, on each page', () => {
    expect(sent(list.request(list.params.parse({})))).toEqual({ includeExtendedDataFields: true });
    expect(sent(list.request(list.params.parse({ includeExtendedDataFields: 'false', nextToken: 'eyJ' })))).toEqual({
      includeExtendedDataFields: false,
      nextToken: 'eyJ',
    });
  });

  it('have their times in milliseconds, and none without the history', () => {
    const row = { portfolioId: '1', extendedData: { creationDateTime: '2026-01-01T00:00:00Z', servingStatus: 'X' } };
    expect(list.toRecord?.(row, list.params.parse({}))).toEqual({
      portfolioId: '1',
      creationDate: 1_767_225_600_000,
      lastUpdatedDate: null,
      servingStatus: 'X',
    });
    expect(list.toRecord?.({ portfolioId: '1' }, list.params.parse({}))).toMatchObject({ creationDate: null });
  });
});

it('takes Sponsored Brands fields from where version 4 has them', () => {
  const { list } = sponsoredBrandsCampaigns.actions;
  const row = { campaignId: '1', bidding: { bidOptimization: true }, smartDefault: ['MANUAL', 'TARGETING'] };
  expect(list.toRecord?.(row, list.params.parse({}))).toEqual({
    ...row,
    bidOptimization: true,
    smartDefault: 'MANUAL,TARGETING',
  });
});

it('reads profiles without a profile, and all types of them into the copy', () => {
  const { get, list } = profiles.actions;
  expect(get.request({ profileId: 1 }).headers).toEqual({ 'amazon-advertising-api-scope': null });
  expect(list.request(list.params.parse({})).query).toEqual({ profileTypeFilter: 'seller,vendor' });
  expect(profiles.sync?.params).toEqual({ profileTypeFilter: 'seller,vendor,agency' });
});

it('sends the client id with every call, and calls the hosts of the region', () => {
  expect(upstream.authentication.oauth2?.headers).toMatchObject({ 'amazon-advertising-api-clientid': '{client_id}' });
  expect(upstream.places.host).toMatchObject({ map: { eu: 'advertising-api-eu.amazon.com' } });
  expect(upstream.places.login_host).toMatchObject({ map: { eu: 'api.amazon.co.uk', fe: 'api.amazon.co.jp' } });
  expect(upstream.settings.safeParse({ profile_id: 'US' }).success).toBe(false);
});
