import { searchAnalytics } from '../search-analytics.ts';

export const searchAnalyticsByDate = searchAnalytics(
  'search_analytics_by_date',
  'Clicks, impressions and position by day',
  [],
);
