import { searchAnalytics } from '../search-analytics.ts';

/** Contract B7, search_analytics_all_fields. */
export const searchAnalyticsAllFields = searchAnalytics(
  'search_analytics_all_fields',
  'Clicks, impressions and position by day, country, device, page and query',
  ['country', 'device', 'page', 'query'],
);
