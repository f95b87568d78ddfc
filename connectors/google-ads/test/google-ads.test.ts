import { simulatedCalls } from '@connectory/testkit';
import { describe, expect, it } from 'vitest';
import { sandbox } from '../sandbox/index.ts';
import { upstream } from '../src/adapter.ts';
import { accounts, eachAccount } from '../src/entities/accounts.ts';
import { adGroups } from '../src/entities/ad-groups.ts';
import { campaigns } from '../src/entities/campaigns.ts';
import { labels } from '../src/entities/labels.ts';
import { fromClause } from '../src/query-language.ts';

const customer_id = '4820193057';

// What is sent, as JSON has it.
const sent = (request: { readonly body?: { readonly value: unknown } }) =>
  JSON.parse(JSON.stringify(request.body?.value));

describe('searches', () => {
  const { list } = campaigns.actions;

  it('ask for the fields of the entity unless the caller writes a query', () => {
    const { query } = list.params.parse({ customer_id });
    expect(query).toMatch(/^SELECT campaign\.id, campaign\.name, .* FROM campaign$/);
    expect(query).not.toMatch(/metrics|segments|_date/);
    expect(accounts.actions.list.params.parse({ customer_id }).query).toMatch(/ FROM customer$/);
  });

  it('never send a page size, and repeat the query with a page token', () => {
    const params = { customer_id, query: 'SELECT campaign.id FROM campaign', pageSize: 50, pageToken: 'CAE' };
    const request = list.request(list.params.parse(params));
    expect(request.path).toBe('/customers/4820193057/googleAds:search');
    expect(sent(request)).toEqual({ query: params.query, pageToken: 'CAE' });
    expect(list.params.safeParse({ ...params, pageSize: 10_001 }).success).toBe(false);
  });

  it.each([
    'SELECT customer.id FROM customer',
    "SELECT label.id FROM label WHERE label.name = ' FROM campaign '",
    'SELECT campaign.id FROM campaign_label',
    'campaign.id FROM campaign',
    'SELECT FROM campaign',
  ])('are refused where they read another resource: %s', (query) => {
    expect(list.params.safeParse({ customer_id, query }).success).toBe(false);
  });

  it('may have any clause', () => {
    const query =
      'select campaign.id,\n campaign.name\nfrom Campaign where campaign.id = 1 order by campaign.id limit 5';
    expect(list.params.safeParse({ customer_id, query }).success).toBe(true);
  });

  it('take account numbers without dashes only', () => {
    expect(list.params.safeParse({ customer_id: '482-019-3057' }).success).toBe(false);
  });

  it('fill the copy with metrics in total, which no segment divides', () => {
    const { query } = campaigns.sync?.params ?? {};
    expect(query).toMatch(/ metrics\.interactions FROM campaign$/);
    expect(query).not.toContain('segments');
    expect(eachAccount.where).toEqual({ neq: { 'customer.manager': true } });
  });

  it('are told apart by what they select from', () => {
    const query = 'select campaign.id\nfrom campaign_label where campaign.id = 1';
    expect(fromClause('campaign_label').test(query)).toBe(true);
    expect(fromClause('campaign').test(query)).toBe(false);
  });
});

it('names search fields as the query language does', () => {
  const { derived } = adGroups.search ?? { derived: {} as never };
  const row = { adGroup: { cpcBidMicros: '1200000', effectiveTargetRoas: 3.5 }, campaign: { id: '20481190376' } };
  expect(derived['ad_group.cpc_bid_micros']?.from?.(row)).toBe('1200000');
  expect(derived['ad_group.effective_target_roas']?.from?.(row)).toBe(3.5);
  expect(derived['campaign.id']?.from?.(row)).toBe('20481190376');
  expect(derived['metrics.cost_micros']?.from?.(row)).toBeUndefined();
});

describe('changes', () => {
  const resourceName = 'customers/4820193057/adGroups/150280341911';
  const { update } = adGroups.actions;

  it('name what they change, in the mask of the caller or by the members given', () => {
    const operations = [
      { update: { resourceName, status: 'PAUSED', cpcBidMicros: '900000' } },
      { updateMask: 'name', update: { resourceName, name: 'Shoes', status: 'ENABLED' } },
    ] as const;
    const request = update.request(update.params.parse({ customer_id, operations }));
    expect(request.path).toBe('/customers/4820193057/adGroups:mutate');
    expect(sent(request)).toEqual({
      operations: [{ updateMask: 'status,cpcBidMicros', update: operations[0].update }, operations[1]],
    });
  });

  it('add a keyword, change its bid, and remove it', async () => {
    const call = await simulatedCalls(googleAds, { sandbox });
    const [{ adGroup }] = await call('ad_groups list', { customer_id });
    const keyword = { text: 'red umbrella', matchType: 'PHRASE' };
    const named = async () => {
      const rows = await call('ad_group_criteria list', { customer_id });
      return rows.find((row: typeof rows) => row.adGroupCriterion.keyword.text === keyword.text)?.adGroupCriterion;
    };
    const create = { adGroup: adGroup.resourceName, keyword };
    await call('ad_group_criteria create', { customer_id, operations: [{ create }] });
    const created = await named();
    expect(created).toMatchObject({ keyword, negative: false });
    const changed = { resourceName: created.resourceName, cpcBidMicros: '750000' };
    await call('ad_group_criteria update', { customer_id, operations: [{ update: changed }] });
    expect(await named()).toMatchObject({ ...changed, keyword });
    await call('ad_group_criteria delete', { customer_id, operations: [{ remove: created.resourceName }] });
    expect(await named()).toBeUndefined();
  });

  it('raise a budget', async () => {
    const call = await simulatedCalls(googleAds, { sandbox });
    const [{ campaignBudget }] = await call('campaign_budgets list', { customer_id });
    const changed = { resourceName: campaignBudget.resourceName, amountMicros: '55000000' };
    await call('campaign_budgets update', { customer_id, operations: [{ update: changed }] });
    const [row] = await call('campaign_budgets list', { customer_id });
    expect(row.campaignBudget).toEqual({ ...campaignBudget, ...changed });
  });

  it('have the description of a label where Google Ads has it', () => {
    const { create } = labels.actions;
    const operations = [
      { create: { name: 'Brand' } },
      { create: { name: 'Sale', description: 'Until May', textLabel: { backgroundColor: '#CCCCCC' } } },
      { create: { name: 'Test', description: 'One', textLabel: { description: 'Other' } } },
    ];
    expect(sent(create.request(create.params.parse({ customer_id, operations })))).toEqual({
      operations: [
        { create: { name: 'Brand' } },
        { create: { name: 'Sale', textLabel: { description: 'Until May', backgroundColor: '#CCCCCC' } } },
        { create: { name: 'Test', textLabel: { description: 'Other' } } },
      ],
    });
  });
});

it('sends the developer token and the manager account', () => {
  expect(upstream.authentication.oauth2?.headers).toMatchObject({ 'developer-token': '{developer_token}' });
  expect(upstream.headers).toEqual({ 'login-customer-id': '{login_customer_id}' });
  expect(upstream.settings.safeParse({ login_customer_id: '482-019-3057' }).success).toBe(false);
});
