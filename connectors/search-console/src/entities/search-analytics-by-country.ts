import { searchAnalytics } from '../search-analytics.ts';

/** Contract B7, search_analytics_by_country. */
export const searchAnalyticsByCountry = searchAnalytics(
  'search_analytics_by_country',
  'Clicks, impressions and position by day and country',
  ['country'],
);
