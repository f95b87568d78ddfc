import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ApiDescription, loadDescription } from '@connectory/api-description';

/** One description file of a vendor, relative to the folder with all vendors. */
export interface OwnDescription {
  readonly file: string;
  /** `closed`: a query name that is not described is a deviation. `open`: the vendor's list is not complete. */
  readonly query: 'closed' | 'open';
  /** Where a GraphQL API answers. */
  readonly endpoint?: string;
}

/** What the requests of one of this project's connectors are held against. */
export interface OwnConnector {
  readonly descriptions: readonly OwnDescription[];
  /** Why the query names are taken as a closed or an open set. */
  readonly reason: string;
}

const closed = (...files: readonly string[]): OwnDescription[] => files.map((file) => ({ file, query: 'closed' }));
const open = (...files: readonly string[]): OwnDescription[] => files.map((file) => ({ file, query: 'open' }));

/** The descriptions of this project's connectors, by connector id. Connectors without an entry have none to be held against. */
export const ownConnectors: Readonly<Record<string, OwnConnector>> = {
  'code-hosting': {
    descriptions: [
      ...closed('github/rest.openapi.json'),
      { file: 'github/schema.graphql', query: 'closed', endpoint: 'https://api.github.com/graphql' },
    ],
    reason: "the vendor's own",
  },
  wiki: {
    descriptions: closed('confluence/v2.openapi.json', 'confluence/v1.openapi.json'),
    reason: "a copy of the vendor's own",
  },
  'recruiting-1': {
    descriptions: open('greenhouse/harvest-v3.openapi.json', 'greenhouse/harvest-v1.openapi.json'),
    reason: 'v1 is read off the documentation, v3 is partial',
  },
  payments: {
    descriptions: closed('stripe/openapi.json'),
    reason:
      "from the vendor's client library, which the vendor generates from its own description; the API refuses names it does not know",
  },
  'email-marketing-1': {
    descriptions: closed(
      'sendgrid/tsg_mc_contacts_v3.openapi.json',
      'sendgrid/tsg_mc_lists_v3.openapi.json',
      'sendgrid/tsg_mc_segments_2.0_v3.openapi.json',
      'sendgrid/tsg_mc_segments_v3.openapi.json',
      'sendgrid/tsg_mc_singlesends_v3.openapi.json',
      'sendgrid/tsg_mc_stats_v3.openapi.json',
      'sendgrid/tsg_suppressions_v3.openapi.json',
      'sendgrid/tsg_templates_v3.openapi.json',
    ),
    reason: "the vendor's own",
  },
  'professional-network-ads': {
    descriptions: open('linkedin-ads/openapi.json'),
    reason: 'written by hand from the documentation; the names of search finders are not listed there',
  },
  'team-chat': {
    descriptions: open('slack/openapi.json'),
    reason: 'read off the pages of the methods; the API ignores names it does not know',
  },
  'work-management': {
    descriptions: [{ file: 'monday/schema-2026-07.graphql', query: 'closed', endpoint: 'https://api.monday.com/v2' }],
    reason: "the vendor's own; 2026-07 is the version the connector sends",
  },
  'search-ads': {
    descriptions: closed('google-ads/v25.openapi.json'),
    reason: "from the vendor's protocol definitions, which are the API; it refuses names it does not know",
  },
  telephony: {
    descriptions: closed('twilio/api_v2010.openapi.json'),
    reason: "the vendor's own",
  },
  'product-analytics': {
    descriptions: open('amplitude/openapi.json'),
    reason: 'written by hand from the documentation',
  },
  'marketplace-ads': {
    descriptions: [
      ...closed('amazon-ads/sponsored-products-v3.openapi.json', 'amazon-ads/profiles.openapi.json'),
      ...open('amazon-ads/portfolios-v3+sponsored-brands-v4.openapi.json'),
    ],
    reason: "copies of the vendor's own; portfolios and sponsored brands are written by hand",
  },
  'recruiting-2': {
    descriptions: closed('ashby/openapi.json'),
    reason: "an old copy of the vendor's own",
  },
  'search-console': {
    descriptions: closed(
      'google-search-console/webmasters.v3.discovery.json',
      'google-search-console/searchconsole.v1.discovery.json',
    ),
    reason: "the vendor's own",
  },
  'storefront-2': {
    descriptions: closed('shopify/2026-04.openapi.json'),
    reason:
      "from the vendor's client library; the operations whose methods pass further names on are marked open in the file",
  },
};

/**
 * Loads the descriptions of one of this project's connectors from the folder that holds them all.
 * @throws Error for a connector without descriptions and for a file that is missing.
 */
export async function loadOwnDescriptions(connector: string, folder: string): Promise<ApiDescription[]> {
  const own = ownConnectors[connector];
  if (own === undefined) {
    throw new Error(`There is no description for "${connector}"; known: ${Object.keys(ownConnectors).join(', ')}`);
  }
  return Promise.all(
    own.descriptions.map(async ({ file, query, endpoint }) =>
      loadDescription({
        name: file,
        text: await readFile(join(folder, file), 'utf8'),
        openQuery: query === 'open',
        ...(endpoint === undefined ? {} : { endpoint }),
      }),
    ),
  );
}
