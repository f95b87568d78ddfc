import { searchAnalytics } from '../search-analytics.ts';

export const searchAnalyticsByQuery = searchAnalytics(
  'search_analytics_by_query',
  'Clicks, impressions and position by day and what people searched for',
  ['query'],
);
