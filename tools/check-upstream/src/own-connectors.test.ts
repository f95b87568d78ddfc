import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { combineDescriptions, type ObservedRequest } from '@connectory/api-description';
import { faultsOf, requestOf } from '@connectory/api-description/testing';
import { describe, expect, it } from 'vitest';
import { loadOwnDescriptions, ownConnectors } from './own-connectors.ts';

const folder = fileURLToPath(new URL('../../../../shared/upstream', import.meta.url));
const isPresent = existsSync(folder);
if (!isPresent) {
  console.log("skipped: the vendors' descriptions are not in ../shared/upstream, so nothing can be held against them");
}

/** Requests by connector, each with the deviations it must have. */
type Examples = Readonly<Record<string, readonly (readonly [ObservedRequest, readonly string[]])[]>>;

const amazon = { 'Amazon-Advertising-API-ClientId': '***', 'Amazon-Advertising-API-Scope': '1' };
const campaigns = { ...amazon, 'Content-Type': 'application/vnd.spCampaign.v3+json' };
const account = `AC${'0a'.repeat(16)}`;
const graphql = (query: string, variables: Record<string, unknown> = {}) => ({ query, variables });

const examples: Examples = {
  'code-hosting': [
    [requestOf('GET https://api.github.com/repos/o/r/issues?state=open&per_page=5&page=2'), []],
    [
      requestOf('GET https://api.github.com/repos/o/r/issues?state=opened&perpage=5'),
      ['wrong_value /query/state ~open', 'unknown_query /query/perpage ~per_page'],
    ],
    [requestOf('GET https://api.github.com/repos/o/r/issues/one'), ['wrong_type /path/issue_number']],
    [requestOf('POST https://api.github.com/repos/o/r/issues', { title: 'x', labels: ['a', { name: 'b' }] }), []],
    [
      requestOf('POST https://api.github.com/repos/o/r/issues', { labels: [5] }),
      ['missing_field /body/title', 'wrong_type /body/labels/*'],
    ],
    [
      requestOf(
        'POST https://api.github.com/graphql',
        graphql('query($login: String!) { organization(login: $login) { name } }', { login: 'x' }),
      ),
      [],
    ],
    [
      requestOf(
        'POST https://api.github.com/graphql',
        graphql('query($first: Int) { viewer { repositories(first: $first) { nodes { nam } } } }', { first: 'x' }),
      ),
      ['invalid_document /body/query/viewer/repositories/nodes/nam', 'wrong_variable /body/variables/first'],
    ],
    [
      requestOf(
        'POST https://api.github.com/graphql',
        graphql('{ repository(owner: "o", name: "r") { object(expression: "x") { ... on Commit { changedFiles } } } }'),
      ),
      ['deprecated /body/query/repository/object/changedFiles'],
    ],
  ],
  wiki: [
    [
      requestOf('GET https://acme.atlassian.net/wiki/api/v2/pages?id=1,2&status=current&limit=250&body-format=storage'),
      [],
    ],
    [
      requestOf('GET https://acme.atlassian.net/wiki/api/v2/pages?status=draft&limit=251&body-format=view'),
      ['wrong_value /query/status/*', 'wrong_value /query/body-format', 'wrong_value /query/limit'],
    ],
    [requestOf('GET https://acme.atlassian.net/wiki/api/v2/blogposts?sort=title'), ['wrong_value /query/sort']],
    [requestOf('GET https://acme.atlassian.net/wiki/rest/api/audit?limit=5'), []],
  ],
  'recruiting-1': [
    [requestOf('GET https://harvest.greenhouse.io/v1/candidates?per_page=5&anything=1'), []],
    [
      requestOf(
        'GET https://harvest.greenhouse.io/v3/applications?ids=1,2&created_at=gte|2026-01-01T00:00:00Z&status=active',
      ),
      [],
    ],
    [
      requestOf('GET https://harvest.greenhouse.io/v3/applications?ids=x&status=gone&per_page=501'),
      ['wrong_value /query/per_page', 'wrong_type /query/ids/*', 'wrong_value /query/status'],
    ],
    [requestOf('GET https://harvest.greenhouse.io/v1/candidate'), ['unknown_path /path ~GET /candidates']],
  ],
  payments: [
    [requestOf('GET https://api.stripe.com/v1/customers?limit=10&created[gte]=1700000000&expand[]=data.sources'), []],
    [
      requestOf('GET https://api.stripe.com/v1/customers?limit=ten&created[from]=1&sort=x'),
      ['unknown_field /query/created/from', 'wrong_type /query/limit', 'unknown_query /query/sort'],
    ],
    [requestOf('GET https://api.stripe.com/v1/customers/search?limit=5'), ['missing_query /query/query']],
    [requestOf('POST https://api.stripe.com/v1/customers', 'name=x&address[city]=y&metadata[order]=5&email='), []],
    [requestOf('POST https://api.stripe.com/v1/customers', { name: 'x' }), ['content_type /header/content-type']],
    [
      requestOf('POST https://api.stripe.com/v1/prices', 'currency=usd&product=p&recurring[interval_count]=2'),
      ['missing_field /body/recurring/interval'],
    ],
    [
      requestOf('POST https://api.stripe.com/v1/subscriptions', 'customer=c&items[0][price]=p&items[0][quantity]=two'),
      ['wrong_type /body/items/*/quantity'],
    ],
    [requestOf('PATCH https://api.stripe.com/v1/customers/c'), ['unknown_method /path']],
  ],
  'email-marketing-1': [
    [requestOf('GET https://api.sendgrid.com/v3/marketing/stats/singlesends?singlesend_ids=a,b&page_size=5'), []],
    [requestOf('GET https://api.sendgrid.com/v3/templates'), ['missing_query /query/page_size']],
    [requestOf('GET https://api.sendgrid.com/v3/asm/suppressions?limit=5'), ['unknown_query /query/limit']],
    [
      requestOf('GET https://api.sendgrid.com/v3/marketing/campaigns'),
      ['unknown_path /path ~GET /v3/marketing/contacts'],
    ],
  ],
  'professional-network-ads': [
    [
      requestOf('GET https://api.linkedin.com/rest/adAccounts?q=search&anything=1', undefined, {
        'LinkedIn-Version': '202601',
      }),
      [],
    ],
    [
      requestOf('GET https://api.linkedin.com/rest/adAccounts?pageSize=1001'),
      ['missing_query /query/q', 'wrong_value /query/pageSize', 'missing_header /header/linkedin-version'],
    ],
  ],
  'team-chat': [
    [requestOf('GET https://slack.com/api/conversations.list?limit=20&exclude_archived=true'), []],
    [requestOf('GET https://slack.com/api/conversations.replies?channel=C1'), ['missing_query /query/ts']],
    [requestOf('POST https://slack.com/api/chat.postMessage', { channel: 'C1', text: 'x', unfurl_links: true }), []],
    [requestOf('POST https://slack.com/api/chat.postMessage', 'channel=C1&text=x&unfurl_links=true'), []],
    [
      requestOf('POST https://slack.com/api/chat.postMessage', { text: 'x', thread: '1' }),
      ['missing_field /body/channel', 'unknown_field /body/thread ~thread_ts'],
    ],
  ],
  'work-management': [
    [
      requestOf(
        'POST https://api.monday.com/v2',
        graphql('{ boards(limit: 5) { id name items_page { cursor items { id } } } }'),
      ),
      [],
    ],
    [
      requestOf('POST https://api.monday.com/v2', graphql('{ boards { columns { settings_str } } }')),
      ['deprecated /body/query/boards/columns/settings_str'],
    ],
    [requestOf('POST https://api.monday.com/v2', graphql('{ board { id } }')), ['invalid_document /body/query/board']],
  ],
  'search-ads': [
    [
      requestOf(
        'POST https://googleads.googleapis.com/v25/customers/1/googleAds:search',
        { query: 'x' },
        { 'developer-token': '***' },
      ),
      [],
    ],
    [
      requestOf('POST https://googleads.googleapis.com/v25/customers/1/googleAds:search', { querry: 'x' }),
      ['missing_header /header/developer-token', 'missing_field /body/query', 'unknown_field /body/querry ~query'],
    ],
    [
      requestOf(
        'POST https://googleads.googleapis.com/v25/customers/1/campaigns:mutate',
        { operations: [{ update: { id: '5', status: 'PAUSE' }, updateMask: 'status' }] },
        { 'developer-token': '***' },
      ),
      ['read_only /body/operations/*/update/id', 'wrong_value /body/operations/*/update/status ~PAUSED'],
    ],
    [
      requestOf('GET https://googleads.googleapis.com/v20/customers:listAccessibleCustomers', undefined, {
        'developer-token': '***',
      }),
      ['unknown_path /path ~GET /v25/customers:listAccessibleCustomers'],
    ],
  ],
  telephony: [
    [
      requestOf(
        `GET https://api.twilio.com/2010-04-01/Accounts/${account}/Calls.json?Status=completed&StartTime%3E=2026-01-01`,
      ),
      [],
    ],
    [
      requestOf(`GET https://api.twilio.com/2010-04-01/Accounts/${account}/Calls.json?Status=done&PageSize=1001`),
      ['wrong_value /query/Status', 'wrong_value /query/PageSize'],
    ],
    [
      requestOf(
        `POST https://api.twilio.com/2010-04-01/Accounts/${account}/Messages.json`,
        'To=%2B1&MediaUrl=https://a.example/1',
      ),
      [],
    ],
    [
      requestOf(`POST https://api.twilio.com/2010-04-01/Accounts/${account}/Messages.json`, 'body=x'),
      ['missing_field /body/To', 'unknown_field /body/body ~Body'],
    ],
  ],
  'product-analytics': [
    [requestOf('GET https://amplitude.com/api/2/users?start=20260101&end=20260131&i=7&m=new'), []],
    [
      requestOf('GET https://amplitude.com/api/2/users?start=20260101&m=newer'),
      ['missing_query /query/end', 'wrong_value /query/m ~new'],
    ],
    [requestOf('GET https://analytics.eu.amplitude.com/api/2/annotations'), ['deprecated /path']],
  ],
  'marketplace-ads': [
    [requestOf('GET https://advertising-api-eu.amazon.com/v2/profiles', undefined, amazon), []],
    [
      requestOf(
        'POST https://advertising-api-eu.amazon.com/sp/campaigns/list',
        { stateFilter: { include: ['ENABLED'] } },
        campaigns,
      ),
      [],
    ],
    [
      requestOf(
        'POST https://advertising-api-eu.amazon.com/sp/campaigns/list',
        { stateFilter: { include: 'enabled' } },
        campaigns,
      ),
      ['wrong_type /body/stateFilter/include'],
    ],
    [
      requestOf('POST https://advertising-api-eu.amazon.com/sp/campaigns/list', {}),
      [
        'missing_header /header/amazon-advertising-api-clientid',
        'missing_header /header/amazon-advertising-api-scope',
        'content_type /header/content-type',
      ],
    ],
    [requestOf('GET https://advertising-api.amazon.com/v2/portfolios/1', undefined, amazon), ['deprecated /path']],
  ],
  'recruiting-2': [
    [requestOf('POST https://api.ashbyhq.com/application.list', { limit: 5, cursor: 'x', createdAfter: 1 }), []],
    [requestOf('POST https://api.ashbyhq.com/application.list', { limit: '5' }), ['wrong_type /body/limit']],
    [requestOf('POST https://api.ashbyhq.com/job.list', { status: ['Open', 'Gone'] }), ['wrong_value /body/status/*']],
    [requestOf('POST https://api.ashbyhq.com/job.info'), ['missing_field /body/id']],
    [requestOf('POST https://api.ashbyhq.com/department.list', { cursor: 'x' }), ['unknown_field /body/cursor']],
  ],
  'search-console': [
    [
      requestOf(
        'POST https://www.googleapis.com/webmasters/v3/sites/https%3A%2F%2Fa.example%2F/searchAnalytics/query',
        { startDate: '2026-01-01', dimensions: ['date'] },
      ),
      [],
    ],
    [
      requestOf('POST https://searchconsole.googleapis.com/webmasters/v3/sites/x/searchAnalytics/query', {
        type: 'WEB',
      }),
      [],
    ],
    [
      requestOf('GET https://www.googleapis.com/webmasters/v3/sites/x/sitemaps?alt=json&page=1'),
      ['unknown_query /query/page'],
    ],
  ],
  'storefront-2': [
    [requestOf('GET https://acme.myshopify.com/admin/api/2026-04/orders.json?status=any&further=1'), []],
    [
      requestOf('GET https://acme.myshopify.com/admin/api/2026-04/orders/1.json?field=id'),
      ['unknown_query /query/field ~fields'],
    ],
    [
      requestOf('GET https://acme.myshopify.com/admin/api/2025-01/orders.json'),
      ['unknown_path /path ~GET /customers/{id}/orders.json'],
    ],
    [requestOf('GET https://acme.myshopify.com/admin/api/2026-04/customers/search.json?query=x'), []],
  ],
};

describe("the vendors' descriptions", () => {
  it.skipIf(!isPresent).each(Object.keys(ownConnectors))(
    '%s: right requests pass, wrong ones do not',
    async (connector) => {
      const description = combineDescriptions(await loadOwnDescriptions(connector, folder));
      const cases = examples[connector] ?? [];
      expect(cases.length).toBeGreaterThan(1);
      for (const [request, faults] of cases) {
        expect(new Set(faultsOf(description, request)), `${request.method} ${request.url}`).toEqual(new Set(faults));
      }
    },
  );

  it('are refused for a connector that has none', async () => {
    await expect(loadOwnDescriptions('helpdesk', folder)).rejects.toThrow('There is no description for "helpdesk"');
  });
});
