import { searchAnalytics } from '../search-analytics.ts';

export const searchAnalyticsAllFields = searchAnalytics(
  'search_analytics_all_fields',
  'Clicks, impressions and position by day, country, device, page and query',
  ['country', 'device', 'page', 'query'],
);
