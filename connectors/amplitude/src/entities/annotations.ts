import { allFields, defineEntity, type RawValue, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { amplitude } from '../adapter.ts';

const Annotation = z.object({
  id: z.int(),
  date: time('date').nullish(),
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

/** https://amplitude.com/docs/apis/analytics/chart-annotations */
export const annotations = defineEntity({
  name: 'annotations',
  summary: 'Notes on charts that mark what happened on a day',
  keywords: ['release marker', 'mark on the graph', 'event markers', 'comment'],
  record: Annotation,
  key: 'id',
  actions: {
    list: amplitude('GET /3/annotations', {
      summary: 'List all annotations',
      // The contract has the record of version 2, whose annotations were about a day.
      toRecord: ({ start, ...row }: RawValue) => ({ ...row, date: start?.slice(0, 10) ?? null }),
    }),
    get: amplitude('GET /3/annotations/{annotation_id}', {
      summary: 'Get one annotation, with its end, category and chart',
      params: z.object({ annotation_id: z.int().describe('Annotation id') }),
      result: AnnotationDetails,
    }),
    create: amplitude('POST /3/annotations', {
      beyondContract: true,
      summary: 'Mark a release, campaign or outage on all charts, or on one',
      params: z.object({
        label: z.string().min(1).describe('Short text shown on the chart'),
        start: time()
          .describe('When it begins, as an ISO 8601 time with its offset')
          .meta({ examples: ['2026-11-01T09:00:00+00:00'] }),
        end: time().optional().describe('When it ends, likewise; without it, it is a point in time'),
        details: z.string().optional().describe('Longer text'),
        category: z.string().optional().describe('Name of its category, such as Releases'),
        chart_id: z
          .string()
          .optional()
          .describe('Id of the only chart that shows it; all charts of the project by default'),
      }),
      result: AnnotationDetails,
    }),
  },
  search: { title: 'label', fields: allFields(Annotation) },
  sync: { via: 'list' },
});
