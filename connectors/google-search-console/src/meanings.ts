import type { Meanings } from '@connectory/connector-sdk';

/** Days are those of Pacific time. */
export const meanings: Meanings = {
  clicks: 'Number of clicks from Google to the property',
  country: 'Country of the searcher, as a three-letter ISO 3166 code in lower case',
  ctr: 'Clicks divided by impressions, from 0 to 1',
  date: 'Day as YYYY-MM-DD, in Pacific time',
  device: 'Kind of device: `DESKTOP`, `MOBILE` or `TABLET`',
  errors: 'Number of errors in the sitemap, as a string',
  impressions: 'Number of times the property was shown in results',
  keys: 'Values of the dimensions, in the order in which they were requested',
  lastDownloaded: 'When Google last read the sitemap, as ISO 8601; absent if never',
  lastSubmitted: 'When the sitemap was last submitted, as ISO 8601',
  page: 'URL of the page that was shown',
  path: 'URL of the sitemap',
  permissionLevel: 'What the user may do, such as `siteOwner` or `siteRestrictedUser`',
  position: 'Average position in results, from 1 at the top',
  query: 'What the person searched for',
  search_type: 'Kind of search: `web`',
  type: 'Kind of sitemap: `sitemap`, `rssFeed`, `atomFeed`, `urlList` or others',
  warnings: 'Number of warnings in the sitemap, as a string',
};
