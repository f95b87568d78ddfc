import { searchAnalytics } from '../search-analytics.ts';

/** Contract B7, search_analytics_by_date. */
export const searchAnalyticsByDate = searchAnalytics(
  'search_analytics_by_date',
  'Clicks, impressions and position by day',
  [],
);
