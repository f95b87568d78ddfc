import { globSync } from 'node:fs';
import { join } from 'node:path';
import MiniSearch from 'minisearch';
import { expect, it } from 'vitest';
import { searchOptions } from '../../.vitepress/theme/search-ranking.ts';
import { builtSite } from '../../src/repository.ts';
import { readBuiltPages } from '../built-pages.ts';

// As many as a laptop shows without scrolling.
const resultsInSight = 5;

/** Words that people type into the search box, and where they lead. */
const searches: Readonly<Record<string, string>> = {
  docker: '/docs/guide/install',
  backup: '/docs/guide/operate',
  mcp: '/docs/guide/agents',
  oauth: '/docs/guide/agents',
  'oauth app': '/docs/guide/connect-accounts',
  'first call': '/docs/guide/first-call',
  'follow changes': '/docs/guide/changes',
  'export parquet': '/docs/guide/export',
  'receive webhooks': '/docs/guide/subscriptions',
  'within seconds': '/docs/guide/events',
  console: '/docs/guide/console',
  credentials: '/docs/guide/credentials',
  'find actions': '/docs/guide/actions',
  agents: '/docs/guide/agents',
  policy: '/docs/guide/tokens',
  'hide fields': '/docs/guide/data-policies',
  'identity provider': '/docs/guide/people',
  roles: '/docs/guide/people',
  approvals: '/docs/guide/approvals',
  search: '/docs/guide/search',
  fuzzy: '/docs/guide/search',
  sql: '/docs/guide/sql',
  'own fields': '/docs/guide/own-fields',
  sync: '/docs/guide/sync',
  retry: '/docs/guide/errors',
  audit: '/docs/guide/audit',
  production: '/docs/guide/operate',
  settings: '/docs/guide/operating',
  scaling: '/docs/guide/scaling',
  security: '/docs/guide/security',
  retention: '/docs/guide/deletion',
  gdpr: '/docs/guide/personal-data-requests',
  versions: '/docs/guide/versioning',
  'command line': '/docs/guide/command-line',
  typescript: '/docs/guide/typescript-client',
  python: '/docs/guide/other-languages',
  'hosted service': '/docs/guide/drop-in',
  'writing a connector': '/docs/guide/writing-a-connector',
  warehouse: '/docs/recipes/sync-to-a-warehouse',
  'answer a ticket': '/docs/recipes/answer-a-ticket',
  'find a customer': '/docs/recipes/find-a-customer',
  story: '/docs/recipes/follow-a-story',
  payment_intents: '/docs/connectors/stripe/payment_intents',
  ending_before: '/docs/connectors/stripe/',
  idempotency_conflict: '/docs/reference/',
};

/** Questions as people type them: a dozen of a first reader of these pages, then those of newcomers, operators, and authors of agents and connectors. */
const questions: Readonly<Record<string, readonly string[]>> = {
  'unpaid invoices older than 30 days': ['/docs/tasks/unpaid-invoices'],
  'read-only agent, tickets only': ['/docs/tasks/read-only-agent'],
  'webhook when a deal changes': ['/docs/tasks/deal-webhook'],
  'rotate the encryption key': ['/docs/guide/operate'],
  'Kubernetes with Postgres': ['/docs/guide/install'],
  'how fresh is the data': ['/docs/tasks/fresh-data'],
  'how to page': ['/docs/tasks/page-through-everything'],
  'why 409': ['/docs/tasks/why-409'],
  'add Salesforce': ['/docs/tasks/another-system'],
  'upload file': ['/docs/tasks/files'],
  "delete customer's data (GDPR)": ['/docs/tasks/delete-data', '/docs/guide/deletion'],
  "end user's token, own connection": ['/docs/tasks/end-user-token'],
  'how do I make my first API call?': ['/docs/guide/first-call'],
  'do I need a Stripe account to try it': ['/docs/guide/first-call', '/docs/#try-it'],
  'use it from Python': ['/docs/guide/other-languages'],
  'search a misspelt name': ['/docs/guide/search'],
  'join tickets and invoices with SQL': ['/docs/guide/sql'],
  'search a custom field of HubSpot': ['/docs/guide/own-fields', '/docs/connectors/hubspot/'],
  'export all customers as CSV': ['/docs/tasks/export'],
  'connect Claude Code to my gateway': ['/docs/guide/agents'],
  'sign in with Okta or Entra': ['/docs/guide/people'],
  'connect ChatGPT': ['/docs/guide/agents'],
  'who may approve a refund': ['/docs/guide/approvals'],
  'hold refunds until somebody approves': ['/docs/guide/approvals'],
  'make the agent ask before it writes': ['/docs/guide/agents'],
  'which tools does the MCP server have': ['/docs/guide/agents'],
  'can the agent delete something by accident': ['/docs/guide/agents', '/docs/guide/tokens'],
  'what happens if I send the same write twice': ['/docs/guide/first-call', '/docs/reference/execute'],
  "the vendor's rate limit is used up": ['/docs/guide/errors', '/docs/guide/sync'],
  'customer must reconnect an expired account': ['/docs/guide/connect-accounts'],
  'verify the signature of a webhook': ['/docs/guide/subscriptions', '/docs/reference/subscriptions'],
  'how long is the audit log kept': ['/docs/guide/audit', '/docs/reference/audit'],
  'back up and restore the database': ['/docs/guide/operate'],
  'prometheus alerts': ['/docs/guide/operate', '/docs/guide/operating'],
  'upgrade to a new version': ['/docs/guide/operate', '/docs/guide/install', '/docs/guide/versioning'],
  'run several processes behind a load balancer': [
    '/docs/guide/scaling',
    '/docs/guide/operate',
    '/docs/guide/operating',
  ],
  'test my connector without the real API': [
    '/docs/reference/testkit',
    '/docs/reference/connector-sdk',
    '/docs/guide/writing-a-connector',
  ],
  'declare pagination in a connector': ['/docs/reference/connector-sdk'],
  'generate a connector from an OpenAPI file': ['/docs/guide/writing-a-connector'],
  'is a plugin sandboxed': ['/docs/guide/security', '/docs/reference/an-interpreter-per-plugin'],
};

/** The index of the built site, as the search box loads it. */
async function builtIndex(): Promise<MiniSearch> {
  const [chunk = ''] = globSync('assets/chunks/@localSearchIndexroot.*.js', { cwd: builtSite });
  const { default: index } = await import(join(builtSite, chunk));
  return MiniSearch.loadJSON(index, {
    fields: ['title', 'titles', 'text'],
    storeFields: ['title', 'titles'],
    searchOptions,
  });
}

it('guides are found by their main terms, and entities, parameters and error codes by their names', async () => {
  const guides = [...readBuiltPages().keys()].filter((address) => /^\/docs\/(?:guide|recipes)\//.test(address));
  expect(Object.values(searches)).toEqual(expect.arrayContaining(guides));
  const index = await builtIndex();
  const missed = Object.entries(searches).flatMap(([text, wanted]) => {
    const addresses = index.search(text).map(({ id }) => new URL(id, 'http://site').pathname);
    const first = addresses.slice(0, resultsInSight);
    return first.some((address) => address.startsWith(wanted)) ? [] : [`${text}: ${first.join(' ')}`];
  });
  expect(missed).toEqual([]);
});

it('a question finds its page in the first three results, asked as it is written', async () => {
  const index = await builtIndex();
  const missed = Object.entries(questions).flatMap(([question, wanted]) => {
    const first = index.search(question).slice(0, 3);
    const found = first.some(({ id }) => wanted.some((address) => id.startsWith(address)));
    return found ? [] : [`${question}: ${first.map(({ id }) => id).join(' ')}`];
  });
  expect(missed).toEqual([]);
});

it('a question of common words only finds nothing, and no name of a property is taken for a synonym', async () => {
  const index = await builtIndex();
  expect(index.search('how do I')).toEqual([]);
  expect(() => index.search('constructor __proto__')).not.toThrow();
});
