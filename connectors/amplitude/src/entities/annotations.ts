import { allFields, defineEntity, type RawValue } from '@connectory/connector-sdk';
import { z } from 'zod';
import { amplitude } from '../adapter.ts';

const Annotation = z.object({
  id: z.int(),
  date: z.string().nullish(),
  details: z.string().nullish(),
  label: z.string().nullish(),
});

const AnnotationDetails = z.object({
  id: z.int(),
  start: z.iso.datetime({ offset: true }),
  end: z.iso.datetime({ offset: true }).nullish(),
  label: z.string().nullish(),
  details: z.string().nullish(),
  category: z.object({ id: z.int().nullish(), name: z.string().nullish() }).nullish(),
  chart_id: z.string().nullish(),
});

const sampleLines = [
  ['Autumn campaign', 'Mailing to 12,000 subscribers'],
  ['Prices changed', 'Annual plans are 5% cheaper'],
  ['Outage', 'Sign-up was down for 40 minutes'],
  ['Portugal', 'The shop opens in Portugal'],
  ['Trade fair', 'Booth in Lisbon, with vouchers'],
  ['New checkout', 'One page instead of four'],
  ['Summer sale', 'Two weeks, 20% on everything'],
  ['App 3.0', 'In both stores, for everybody'],
  ['Cookie banner', 'Fewer sessions are counted from here on'],
  ['Webinar', '240 registrations'],
  ['Home page without video', 'Loads in half the time'],
  ['Spring campaign', 'Mailing to 9,500 subscribers'],
] as const;

// Every other one marks a release.
const sampleText = (index: number) =>
  index % 2 === 0
    ? ([`Release 4.${12 - index / 2}`, 'Live in all regions'] as const)
    : (sampleLines[((index - 1) / 2) % sampleLines.length] ?? []);

/** https://amplitude.com/docs/apis/analytics/chart-annotations */
export const annotations = defineEntity({
  name: 'annotations',
  summary: 'Notes on charts that mark what happened on a day',
  record: Annotation,
  key: 'id',
  actions: {
    list: amplitude('GET /3/annotations', {
      summary: 'List all annotations',
      // The contract has the record of version 2, whose annotations were about a day.
      toRecord: ({ start, ...row }: RawValue) => ({ ...row, date: start?.slice(0, 10) ?? null }),
      toRow: ({ date, ...record }) => ({ ...record, start: `${date}T00:00:00+00:00` }),
    }),
    get: amplitude('GET /3/annotations/{annotation_id}', {
      summary: 'Get one annotation, with its end, category and chart',
      params: z.object({ annotation_id: z.int().describe('Annotation id') }),
      result: AnnotationDetails,
    }),
  },
  search: { fields: allFields(Annotation) },
  sync: { via: 'list' },
  sample: (source) => {
    const [label, details] = sampleText(source.index);
    return {
      id: 160_419 + source.index,
      date: source.time(14 * source.index + 3).slice(0, 10),
      details,
      label,
      end: null,
      category: { id: 45_678, name: 'Releases and campaigns' },
      chart_id: null,
    };
  },
});
