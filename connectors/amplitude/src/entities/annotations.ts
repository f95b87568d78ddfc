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
  },
  search: { fields: allFields(Annotation) },
  sync: { via: 'list' },
});
