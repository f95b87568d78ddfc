import { searchAnalytics } from '../search-analytics.ts';

export const searchAnalyticsByPage = searchAnalytics(
  'search_analytics_by_page',
  'Clicks, impressions and position by day and page',
  ['page'],
);
