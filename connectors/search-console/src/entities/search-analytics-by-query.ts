import { searchAnalytics } from '../search-analytics.ts';

/** Contract B7, search_analytics_by_query. */
export const searchAnalyticsByQuery = searchAnalytics(
  'search_analytics_by_query',
  'Clicks, impressions and position by day and what people searched for',
  ['query'],
);
