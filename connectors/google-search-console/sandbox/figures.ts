import type { RawValue } from '@connectory/connector-sdk';
import { type SampleSource, simulate } from '@connectory/sandbox';
import { searchAnalyticsAllFields } from '../src/entities/search-analytics-all-fields.ts';
import { searchAnalyticsByCountry } from '../src/entities/search-analytics-by-country.ts';
import { searchAnalyticsByDate } from '../src/entities/search-analytics-by-date.ts';
import { searchAnalyticsByDevice } from '../src/entities/search-analytics-by-device.ts';
import { searchAnalyticsByPage } from '../src/entities/search-analytics-by-page.ts';
import { searchAnalyticsByQuery } from '../src/entities/search-analytics-by-query.ts';
import type { searchAnalytics } from '../src/search-analytics.ts';
import { sampleProperties } from './properties.ts';

/** The property of the simulated user that has figures. */
const [analyzedProperty] = sampleProperties;

/** The last day with final figures: Google needs two days for them. */
const lastSampleDay = '2026-10-29';

const values = {
  country: ['usa', 'gbr', 'deu', 'can', 'fra'],
  device: ['MOBILE', 'DESKTOP', 'TABLET'],
  page: ['', 'collections/hiking-boots', 'collections/rain-jackets', 'guides/waterproof-leather-boots', 'sale'].map(
    (path) => `${analyzedProperty.address}${path}`,
  ),
  query: ['northtrail', 'hiking boots', 'rain jacket women', 'how to waterproof leather boots', 'trail shoes sale'],
};

// Divides the figures of a day among this many rows.
const shares: Readonly<Record<number, readonly number[]>> = {
  1: [1],
  3: [0.62, 0.31, 0.07],
  5: [0.44, 0.26, 0.15, 0.1, 0.05],
};

/** A row of figures. The figures of a day depend only on the day, so that its rows have the same sum by any dimension. */
function sampleFigures(source: SampleSource, dividedBy: readonly (keyof typeof values)[]) {
  const perDay = Math.max(1, ...dividedBy.map((dimension) => values[dimension].length));
  const rank = source.index % perDay;
  const daysBefore = Math.floor(source.index / perDay);
  const date = new Date(Date.parse(lastSampleDay) - daysBefore * 86_400_000).toISOString().slice(0, 10);
  const impressions = Math.round((6400 + ((daysBefore * 5) % 7) * 260) * (shares[perDay]?.[rank] ?? 0));
  const clicks = Math.round((impressions * (34 + ((daysBefore * 3) % 11))) / 1000);
  return {
    keys: [date, ...dividedBy.map((dimension) => values[dimension][rank % values[dimension].length])],
    clicks,
    impressions,
    ctr: clicks / impressions,
    position: source.integer(1200 + rank * 900, 1900 + rank * 900) / 1000,
  };
}

const simulated = (
  entity: ReturnType<typeof searchAnalytics>,
  dividedBy: readonly ('country' | 'device' | 'page' | 'query')[],
) =>
  simulate(entity, {
    sample: (source) => sampleFigures(source, dividedBy),
    actions: {
      list: {
        fields: { siteUrl: null },
        isMeant: (params) => String(params.dimensions).toLowerCase() === String(['date', ...dividedBy]),
        // A window that begins after the sample days is one counted from today, and means all of them.
        matches: ({ keys: [date] }: RawValue, { siteUrl, startDate, endDate }) =>
          siteUrl === analyzedProperty.siteUrl && date <= endDate && (date >= startDate || startDate > lastSampleDay),
      },
    },
  });

export const simulatedAnalytics = [
  simulated(searchAnalyticsByDate, []),
  simulated(searchAnalyticsByCountry, ['country']),
  simulated(searchAnalyticsByDevice, ['device']),
  simulated(searchAnalyticsByPage, ['page']),
  simulated(searchAnalyticsByQuery, ['query']),
  simulated(searchAnalyticsAllFields, ['country', 'device', 'page', 'query']),
];
