import type { RawValue } from '@connectory/connector-sdk';
import { type SampleSource, simulate } from '@connectory/sandbox';
import { Figures } from '../src/analytics.ts';
import { adCampaignAnalytics } from '../src/entities/ad-campaign-analytics.ts';
import { adCreativeAnalytics } from '../src/entities/ad-creative-analytics.ts';
import { audienceAnalytics } from '../src/entities/audience-analytics.ts';
import { sampleIds } from './account.ts';

const daysIn = (dateRange: string) =>
  [...dateRange.matchAll(/year:(\d+),month:(\d+),day:(\d+)/g)].map(([, year, month, date]) =>
    Date.UTC(Number(year), Number(month) - 1, Number(date)),
  );

/**
 * How the simulated vendor returns a report. Its figures are of a fixed month, so that a period without an end, which begins on a
 * day counted from today, means all of them.
 */
const reportSimulation = (subjects: 'campaigns' | 'creatives') => ({
  fields: { [subjects]: null, q: null, pivot: null },
  matches: (row: RawValue, params: RawValue) =>
    isInPeriod(row, params) && decodeURIComponent(params[subjects]).split(/[(),]/).includes(row.pivotValues[0]),
});

function isInPeriod({ dateRange }: RawValue, params: RawValue): boolean {
  const [start, end] = daysIn(params.dateRange);
  const { year, month, day: date } = dateRange.start;
  const time = Date.UTC(year, month - 1, date);
  return start === undefined || end === undefined || (time >= start && time <= end);
}

const none = Object.fromEntries(
  Object.keys(Figures.shape)
    .filter((name) => name !== 'dateRange' && name !== 'pivotValues')
    .map((name) => [name, 0]),
);

/** Position of the campaign or creative that the sample figures at a position are about: five have figures. */
const sampleSubject = ({ index }: SampleSource) => index % 5;

/** A day of figures about the subject with this URN; fewer people click than see, and fewer buy than click. */
function sampleFigures(source: SampleSource, subject: string) {
  const [year = 2026, month = 1, date = 1] = source
    .time(Math.floor(source.index / 5) + 1)
    .slice(0, 10)
    .split('-')
    .map(Number);
  const impressions = source.integer(900, 2500);
  const clicks = Math.round(impressions / source.integer(70, 180));
  const cost = (clicks * source.integer(300, 900)) / 100;
  const conversions = Math.floor(clicks / source.integer(5, 15));
  const [reactions, comments, shares] = [source.integer(2, 14), source.integer(0, 3), source.integer(0, 3)];
  const videoViews = source.index % 5 === 1 ? Math.round(impressions / 4) : 0;
  const onDay = { year, month, day: date };
  return {
    ...none,
    dateRange: { start: onDay, end: onDay },
    pivotValues: [subject],
    impressions,
    clicks,
    costInLocalCurrency: cost.toFixed(2),
    costInUsd: cost.toFixed(2),
    landingPageClicks: clicks,
    externalWebsiteConversions: conversions,
    externalWebsitePostClickConversions: conversions,
    conversionValueInLocalCurrency: (conversions * 120).toFixed(2),
    approximateMemberReach: Math.round(impressions / 1.6),
    likes: reactions,
    reactions,
    comments,
    shares,
    follows: source.integer(0, 2),
    totalEngagements: clicks + reactions + comments + shares,
    videoStarts: videoViews,
    videoViews,
    videoCompletions: Math.round(videoViews / 5),
  };
}

const simulatedAudiences = audienceAnalytics.map((entity) => {
  const part = entity.name
    .replace(/^ad_(?:member_)?|_analytics$/g, '')
    .replace(/_(.)/g, (_, letter) => letter.toUpperCase());
  return simulate(entity, {
    sample: (source) => sampleFigures(source, `urn:li:${part}:${1 + sampleSubject(source)}`),
    actions: { list: { fields: { campaigns: null }, matches: isInPeriod } },
  });
});

export const simulatedAnalytics = [
  ...simulatedAudiences,
  simulate(adCampaignAnalytics, {
    sample: (source) => sampleFigures(source, `urn:li:sponsoredCampaign:${sampleIds.campaign(sampleSubject(source))}`),
    actions: {
      list: reportSimulation('campaigns'),
    },
  }),
  simulate(adCreativeAnalytics, {
    sample: (source) => sampleFigures(source, sampleIds.creative(sampleSubject(source))),
    actions: {
      list: reportSimulation('creatives'),
    },
  }),
];
