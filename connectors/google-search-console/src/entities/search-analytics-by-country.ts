import { searchAnalytics } from '../search-analytics.ts';

export const searchAnalyticsByCountry = searchAnalytics(
  'search_analytics_by_country',
  'Clicks, impressions and position by day and country',
  ['country'],
);
