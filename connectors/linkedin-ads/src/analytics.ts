import { allFields, day, encoded, from, type RawValue, setting, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { restLi2 } from './adapter.ts';
import { restLiDateRange, restLiList } from './rest-li.ts';
import { finder, usually } from './shared.ts';

const Day = z.object({ year: z.int(), month: z.int(), day: z.int() });
const figure = z.int().nullish();

/** Figures of one campaign or creative for one day or month; LinkedIn returns the requested ones. */
export const Figures = z.object({
  dateRange: z.object({ start: Day, end: Day }).nullish(),
  pivotValues: z.array(z.string()).nullish(),
  impressions: figure,
  clicks: figure,
  costInLocalCurrency: z.string().nullish(),
  costInUsd: z.string().nullish(),
  likes: figure,
  shares: figure,
  comments: figure,
  reactions: figure,
  follows: figure,
  totalEngagements: figure,
  landingPageClicks: figure,
  companyPageClicks: figure,
  externalWebsiteConversions: figure,
  externalWebsitePostClickConversions: figure,
  externalWebsitePostViewConversions: figure,
  conversionValueInLocalCurrency: z.string().nullish(),
  approximateMemberReach: figure,
  cardClicks: figure,
  cardImpressions: figure,
  videoStarts: figure,
  videoViews: figure,
  videoFirstQuartileCompletions: figure,
  videoMidpointCompletions: figure,
  videoThirdQuartileCompletions: figure,
  videoCompletions: figure,
  fullScreenPlays: figure,
  oneClickLeads: figure,
  oneClickLeadFormOpens: figure,
  otherEngagements: figure,
  adUnitClicks: figure,
  actionClicks: figure,
  textUrlClicks: figure,
  commentLikes: figure,
  sends: figure,
  opens: figure,
  downloadClicks: figure,
  jobApplications: figure,
  jobApplyClicks: figure,
  registrations: figure,
  talentLeads: figure,
  validWorkEmailLeads: figure,
  postClickJobApplications: figure,
  postClickJobApplyClicks: figure,
  postClickRegistrations: figure,
  postViewJobApplications: figure,
  postViewJobApplyClicks: figure,
  postViewRegistrations: figure,
  leadGenerationMailContactInfoShares: figure,
  leadGenerationMailInterestedClicks: figure,
  documentCompletions: figure,
  documentFirstQuartileCompletions: figure,
  documentMidpointCompletions: figure,
  documentThirdQuartileCompletions: figure,
});

/** A pivot and a day identify a row. */
export const figuresKey = [
  'pivotValues.0',
  'dateRange.start.year',
  'dateRange.start.month',
  'dateRange.start.day',
] as const;

/** Parameters every report takes; `pivot` is what its rows are about. */
export const reportParams = (pivot: string) => ({
  q: finder('analytics'),
  pivot: usually(pivot).describe('What each row describes'),
  timeGranularity: z
    .enum(['DAILY', 'MONTHLY', 'ALL'])
    .meta({ default: 'DAILY', examples: ['DAILY'] })
    .describe('Whether there is a row per day, per month, or for the whole period'),
  dateRange: usually(
    '(start:(year:2024,month:1,day:1),end:(year:2024,month:12,day:31))',
    '2026-10-01/2026-10-31',
  ).describe('Period, in Rest.li syntax or as ISO days: `2026-01-01/2026-01-31`, or `2026-01-01` for all days since'),
  fields: z
    .string()
    .optional()
    .describe(
      'Names of figures, separated by commas, at most 18; `dateRange` and `pivotValues` are added. By default, LinkedIn returns impressions and clicks',
    ),
});

/** A parameter that holds URNs of campaigns or creatives. */
export const urnList = (example: string) => usually('List()', example);

/** What all reports declare in addition to their route. The response is a single page. */
export const report = { paging: null, ...restLi2 } as const;

/** The query of a report, its values in Rest.li syntax; `subjects` names the parameter with the list of URNs. */
export function reportQuery(params: Readonly<Record<string, string | undefined>>, subjects: string) {
  const { dateRange = '', fields, [subjects]: urns = '', ...rest } = params;
  return {
    query: {
      ...rest,
      dateRange: restLiDateRange(dateRange),
      // A sync plan joins URNs with commas.
      [subjects]: restLiList(urns.startsWith('urn:') ? `List(${urns})` : urns),
      fields: fields && encoded([...new Set([...fields.split(','), 'dateRange', 'pivotValues'])].join(',')),
    },
  };
}

// LinkedIn accepts 20 names, two of which identify the row.
const maxUsed = [
  'impressions',
  'clicks',
  'costInLocalCurrency',
  'costInUsd',
  'likes',
  'shares',
  'comments',
  'reactions',
  'follows',
  'totalEngagements',
  'landingPageClicks',
  'companyPageClicks',
  'externalWebsiteConversions',
  'conversionValueInLocalCurrency',
  'oneClickLeads',
  'oneClickLeadFormOpens',
  'videoViews',
  'videoCompletions',
].join(',');

/** What the synchronized copy requests: daily figures since the date of the setting. */
export const reportSync = {
  q: 'analytics',
  timeGranularity: 'DAILY',
  dateRange: setting('analytics_since', { otherwise: day(-90) }),
  fields: setting('analytics_fields', { otherwise: maxUsed }),
} as const;

/** Campaigns or creatives per request: LinkedIn returns at most 15,000 rows, two years of daily figures of 20. */
export const reportBatch = 20;

type RawDay = { readonly year: number; readonly month: number; readonly day: number } | undefined;

const isoDay = (at: RawDay) =>
  at && `${at.year}-${String(at.month).padStart(2, '0')}-${String(at.day).padStart(2, '0')}`;

// The record has amounts of money as text, the contract searches them as numbers.
const amount = (field: 'costInLocalCurrency' | 'costInUsd' | 'conversionValueInLocalCurrency') =>
  from(z.number(), (row: RawValue) => (typeof row[field] === 'string' ? Number(row[field]) : row[field]));

/** The search fields of a report. */
export const figuresSearch = {
  fields: allFields(Figures, {
    except: [
      'dateRange',
      'costInLocalCurrency',
      'costInUsd',
      'conversionValueInLocalCurrency',
      'jobApplications',
      'jobApplyClicks',
      'registrations',
      'talentLeads',
      'validWorkEmailLeads',
      'postClickJobApplications',
      'postClickJobApplyClicks',
      'postClickRegistrations',
      'postViewJobApplications',
      'postViewJobApplyClicks',
      'postViewRegistrations',
      'leadGenerationMailContactInfoShares',
      'leadGenerationMailInterestedClicks',
      'documentCompletions',
      'documentFirstQuartileCompletions',
      'documentMidpointCompletions',
      'documentThirdQuartileCompletions',
    ],
  }),
  derived: {
    costInLocalCurrency: amount('costInLocalCurrency'),
    costInUsd: amount('costInUsd'),
    conversionValueInLocalCurrency: amount('conversionValueInLocalCurrency'),
    start_date: from(time('date'), ({ dateRange }) => isoDay(dateRange?.start)),
    end_date: from(time('date'), ({ dateRange }) => isoDay(dateRange?.end)),
  },
};
