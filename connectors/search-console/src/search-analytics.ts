import {
  day,
  defineEntity,
  from,
  fromBody,
  fromParam,
  page,
  type RawValue,
  type SampleSource,
  setting,
} from '@connectory/connector-sdk';
import { z } from 'zod';
import { google } from './adapter.ts';
import { eachProperty } from './entities/sites.ts';
import { sampleProperties } from './sample-properties.ts';
import { inProperty } from './shared.ts';

const Row = z.object({
  keys: z.array(z.string()).nullish(),
  clicks: z.number().nullish(),
  impressions: z.number().nullish(),
  ctr: z.number().nullish(),
  position: z.number().nullish(),
});

// Google's description names these values in capitals, its prose and the contract in camel case. It reads both.
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

/** What rows can be divided by. Figures of a day stand in one row per value. */
type Dimension = 'date' | 'country' | 'device' | 'page' | 'query';

const queryParams = (dimensions: readonly Dimension[]) =>
  inProperty.extend({
    startDate: z.iso
      .date()
      .describe('First day (YYYY-MM-DD), in Pacific time')
      .meta({ examples: ['2026-10-01'] }),
    endDate: z.iso
      .date()
      .describe('Last day (YYYY-MM-DD), in Pacific time')
      .meta({ examples: ['2026-10-31'] }),
    dimensions: z
      .array(z.string())
      .default([...dimensions])
      .describe(
        'What rows are divided by, in the order of `keys`: date, country, device, page, query or searchAppearance',
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
      .describe('Whether figures are counted per page or per property'),
    dataState: z
      .enum(['final', 'all'])
      .default('final')
      .describe('`final` for figures that no longer change, `all` to include those of the last days'),
  });

// The day is the first key. The type of a cursor has no list positions; the engine follows them like any path.
const dayKey = 'keys.0' as string as 'keys';

const [analysed] = sampleProperties;
const sampleValues = {
  country: ['usa', 'gbr', 'deu', 'can', 'fra'],
  device: ['MOBILE', 'DESKTOP', 'TABLET'],
  page: ['', 'collections/hiking-boots', 'collections/rain-jackets', 'guides/waterproof-leather-boots', 'sale'].map(
    (path) => `${analysed.address}${path}`,
  ),
  query: ['northtrail', 'hiking boots', 'rain jacket women', 'how to waterproof leather boots', 'trail shoes sale'],
};
// The sandbox's last final day: figures are final after two days.
const lastSampleDay = '2026-10-29';

function sampleRow(source: SampleSource, others: readonly Exclude<Dimension, 'date'>[]) {
  const perDay = Math.max(1, ...others.map((name) => sampleValues[name].length));
  const rank = source.index % perDay;
  const daysBefore = Math.floor(source.index / perDay);
  const date = new Date(Date.parse(lastSampleDay) - daysBefore * 86_400_000).toISOString().slice(0, 10);
  const impressions = Math.round(source.integer(2600, 3400) / (rank + 1));
  const clicks = Math.round((impressions * source.integer(20, 60)) / 1000);
  return {
    keys: [date, ...others.map((name) => sampleValues[name][rank % sampleValues[name].length])],
    clicks,
    impressions,
    ctr: clicks / impressions,
    position: source.integer(1200 + rank * 900, 1900 + rank * 900) / 1000,
  };
}

/**
 * An entity of search analytics: the figures of each day, divided by further dimensions.
 * https://developers.google.com/webmaster-tools/v1/searchanalytics/query
 */
export function searchAnalytics(name: string, summary: string, others: readonly Exclude<Dimension, 'date'>[]) {
  const dimensions: readonly Dimension[] = ['date', ...others];
  return defineEntity({
    name,
    summary,
    record: Row,
    key: dimensions.map((_, position) => `keys.${position}` as const),
    actions: {
      list: google('POST /sites/{siteUrl}/searchAnalytics/query', {
        summary: `Get the figures of a property by ${dimensions.join(', ')}`,
        recordsAt: 'rows',
        paging: page.offset({ param: 'startRow', size: 'rowLimit' }),
        meta: { response_aggregation_type: fromBody('responseAggregationType', z.string().nullable()) },
        params: queryParams(dimensions),
        wire: ({ dimensions: by, type, aggregationType, dataState, ...rest }) => ({
          body: {
            ...rest,
            dimensions: by.map(asDescribed),
            type: asDescribed(type),
            aggregationType: asDescribed(aggregationType),
            dataState: asDescribed(dataState),
          },
        }),
        simulate: {
          fields: { siteUrl: null },
          answers: ({ dimensions: by }) => String(by).toLowerCase() === String(dimensions),
          // A window that begins after the sample days is one counted from today, and means all of them.
          matches: ({ keys }: RawValue, { siteUrl, startDate, endDate }) =>
            siteUrl === analysed.siteUrl && (startDate > lastSampleDay || keys[0] >= startDate) && keys[0] <= endDate,
        },
      }),
    },
    search: {
      fields: ['ctr', 'position'],
      derived: {
        clicks: from(z.int(), ({ clicks }: RawValue) => clicks),
        impressions: from(z.int(), ({ impressions }: RawValue) => impressions),
        ...Object.fromEntries(
          dimensions.map((dimension, position) => [
            dimension,
            from(z.string(), ({ keys }: RawValue) => keys?.[position]),
          ]),
        ),
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
      cursor: { field: dayKey, param: 'startDate', reads: 'date', lookBack: { days: 3 } },
    },
    sample: (source) => sampleRow(source, others),
  });
}
