import { searchAnalytics } from '../search-analytics.ts';

export const searchAnalyticsByDevice = searchAnalytics(
  'search_analytics_by_device',
  'Clicks, impressions and position by day and kind of device',
  ['device'],
);
