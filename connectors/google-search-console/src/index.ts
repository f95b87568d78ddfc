import { type Connector, defineConnector } from '@connectory/connector-sdk';
import packageJson from '../package.json' with { type: 'json' };
import { upstream } from './adapter.ts';
import { searchAnalyticsAllFields } from './entities/search-analytics-all-fields.ts';
import { searchAnalyticsByCountry } from './entities/search-analytics-by-country.ts';
import { searchAnalyticsByDate } from './entities/search-analytics-by-date.ts';
import { searchAnalyticsByDevice } from './entities/search-analytics-by-device.ts';
import { searchAnalyticsByPage } from './entities/search-analytics-by-page.ts';
import { searchAnalyticsByQuery } from './entities/search-analytics-by-query.ts';
import { sitemaps } from './entities/sitemaps.ts';
import { sites } from './entities/sites.ts';
import { urlInspections } from './entities/url-inspections.ts';
import { logo } from './logo.ts';
import { meanings } from './meanings.ts';
import { personal } from './personal.ts';

/** Search-console analytics (Google Search Console). */
export const googleSearchConsole: Connector = defineConnector({
  id: 'google-search-console',
  kind: 'search-console analytics',
  contractId: 'B7',
  vendor: 'Google Search Console',
  logo,
  version: packageJson.version,
  upstream,
  entities: [
    sites,
    sitemaps,
    urlInspections,
    searchAnalyticsByDate,
    searchAnalyticsByCountry,
    searchAnalyticsByDevice,
    searchAnalyticsByPage,
    searchAnalyticsByQuery,
    searchAnalyticsAllFields,
  ],
  meanings,
  personal,
  check: { entity: 'sites', action: 'list', params: {} },
});
