import {
  day,
  defineEntity,
  from,
  fromBody,
  fromParam,
  page,
  type RawValue,
  setting,
  time,
} from '@connectory/connector-sdk';
import { z } from 'zod';
import { google } from './adapter.ts';
import { eachProperty } from './entities/sites.ts';
import { inProperty } from './shared.ts';

const Row = z.object({
  keys: z.array(z.string()).nullish(),
  clicks: z.number().nullish(),
  impressions: z.number().nullish(),
  ctr: z.number().nullish(),
  position: z.number().nullish(),
});

// Google reads these names in both spellings. Its reference has those of the contract, its API description the others.
const described: Readonly<Record<string, string>> = {
  date: 'DATE',
  country: 'COUNTRY',
  device: 'DEVICE',
  page: 'PAGE',
  query: 'QUERY',
  searchAppearance: 'SEARCH_APPEARANCE',
  web: 'WEB',
  discover: 'DISCOVER',
  googleNews: 'GOOGLE_NEWS',
  news: 'NEWS',
  image: 'IMAGE',
  video: 'VIDEO',
  auto: 'AUTO',
  byPage: 'BY_PAGE',
  byProperty: 'BY_PROPERTY',
  byNewsShowcasePanel: 'BY_NEWS_SHOWCASE_PANEL',
  final: 'FINAL',
  all: 'ALL',
};
const asDescribed = (name: string) => described[name] ?? name;

const isoDay = z
  .string()
  .refine((text) => z.iso.date().safeParse(text).success, 'must be a day such as 2026-10-31')
  .meta({ format: 'date' });

const queryParams = (dimensions: readonly string[]) =>
  inProperty.extend({
    startDate: isoDay.describe('First day (YYYY-MM-DD), in Pacific time').meta({ examples: ['2026-10-01'] }),
    endDate: isoDay.describe('Last day (YYYY-MM-DD), in Pacific time').meta({ examples: ['2026-10-31'] }),
    dimensions: z
      .array(z.string())
      .default([...dimensions])
      .describe(
        'Dimensions of the rows, in the order of `keys`: date, country, device, page, query, or only searchAppearance',
      ),
    rowLimit: z.int().min(1).max(25_000).default(1000).describe('Number of rows per page'),
    startRow: z.int().min(0).default(0).describe('Position of the first row, from 0'),
    type: z
      .enum(['web', 'discover', 'googleNews', 'news', 'image', 'video'])
      .default('web')
      .describe('Kind of search, or Discover or Google News'),
    aggregationType: z
      .enum(['auto', 'byPage', 'byProperty', 'byNewsShowcasePanel'])
      .default('auto')
      .describe('Whether figures are aggregated per page or per property; with `auto`, Google decides'),
    dataState: z
      .enum(['final', 'all'])
      .default('final')
      .describe('`final` for figures that no longer change, `all` to include those of the last days'),
  });

/**
 * An entity of search analytics: the figures of each day, divided by further dimensions.
 * https://developers.google.com/webmaster-tools/v1/searchanalytics/query
 */
export function searchAnalytics(
  name: string,
  summary: string,
  dividedBy: readonly ('country' | 'device' | 'page' | 'query')[],
) {
  const dimensions = ['date', ...dividedBy];
  const list = google('POST /webmasters/v3/sites/{siteUrl}/searchAnalytics/query', {
    summary: `Get the figures of a property by ${dimensions.join(', ')}`,
    recordsAt: 'rows',
    paging: page.offset({ param: 'startRow', size: 'rowLimit' }),
    meta: { response_aggregation_type: fromBody('responseAggregationType', z.string().nullable()) },
    params: queryParams(dimensions),
    wire: (params) => ({
      body: {
        ...params,
        dimensions: params.dimensions.map(asDescribed),
        type: asDescribed(params.type),
        aggregationType: asDescribed(params.aggregationType),
        dataState: asDescribed(params.dataState),
      },
    }),
  });
  const byDimension = dimensions.map((dimension, position) => [
    dimension,
    from(dimension === 'date' ? time('date') : z.string(), ({ keys }: RawValue) => keys?.[position]),
  ]);
  return defineEntity({
    name,
    summary,
    keywords: ['google', 'organic', 'traffic', 'visitors', 'rank', 'per day', 'countries', 'mobile', 'landing page'],
    record: Row,
    key: dimensions.map((_, position) => `keys.${position}` as const),
    actions: { list },
    search: {
      fields: ['ctr', 'position'],
      derived: {
        clicks: from(z.int(), ({ clicks }: RawValue) => clicks),
        impressions: from(z.int(), ({ impressions }: RawValue) => impressions),
        ...Object.fromEntries(byDimension),
        search_type: fromParam(z.string(), 'type'),
        site_url: fromParam(z.string(), 'siteUrl'),
      },
    },
    sync: {
      via: 'list',
      params: {
        startDate: setting('start_date', { otherwise: day(-90) }),
        endDate: day(0),
        rowLimit: 25_000,
        type: 'web',
      },
      ...eachProperty,
      cursor: { field: 'keys.0', param: 'startDate', reads: 'date', lookBack: { days: 3 } },
    },
  });
}
