import { globSync } from 'node:fs';
import { join } from 'node:path';
import MiniSearch from 'minisearch';
import { expect, it } from 'vitest';
import { boostDocument } from '../../.vitepress/theme/guides-first.ts';
import { builtSite } from '../../src/repository.ts';
import { searchOptions } from '../../src/site-configuration.ts';
import { readBuiltPages } from '../built-pages.ts';

// As many as a laptop shows without scrolling.
const resultsInSight = 5;

/** What somebody types into the search box, and where it leads. */
const searches: Readonly<Record<string, string>> = {
  docker: '/docs/guide/install',
  backup: '/docs/guide/operate',
  mcp: '/docs/guide/agents',
  oauth: '/docs/guide/connect-accounts',
  'first call': '/docs/guide/first-call',
  'follow changes': '/docs/guide/changes',
  'receive webhooks': '/docs/guide/subscriptions',
  'within seconds': '/docs/guide/events',
  console: '/docs/guide/console',
  credentials: '/docs/guide/credentials',
  'find actions': '/docs/guide/actions',
  agents: '/docs/guide/agents',
  policy: '/docs/guide/tokens',
  search: '/docs/guide/search',
  fuzzy: '/docs/guide/search',
  sync: '/docs/guide/sync',
  retry: '/docs/guide/errors',
  audit: '/docs/guide/audit',
  production: '/docs/guide/operate',
  settings: '/docs/guide/operating',
  scaling: '/docs/guide/scaling',
  security: '/docs/guide/security',
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

/** The index of the built site, as the search box loads it. */
async function builtIndex(): Promise<MiniSearch> {
  const [chunk = ''] = globSync('assets/chunks/@localSearchIndexroot.*.js', { cwd: builtSite });
  const { default: index } = await import(join(builtSite, chunk));
  return MiniSearch.loadJSON(index, {
    fields: ['title', 'titles', 'text'],
    storeFields: ['title', 'titles'],
    searchOptions: { ...searchOptions, boostDocument },
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
