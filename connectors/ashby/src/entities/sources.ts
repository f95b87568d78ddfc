import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { ashby } from '../adapter.ts';
import { listParams } from '../shared.ts';

/** Where a candidate came from: the record of `sources`, also embedded in applications. */
export const Source = z.object({
  id: z.string(),
  title: z.string().nullish(),
  isArchived: z.boolean().nullish(),
  sourceType: z
    .object({
      id: z.string().nullish(),
      title: z.string().nullish(),
      isArchived: z.boolean().nullish(),
    })
    .nullish(),
});

/** https://developers.ashbyhq.com/reference/sourcelist */
export const sources = defineEntity({
  name: 'sources',
  summary: 'Origins of candidates, such as a job board or a referral',
  record: Source,
  key: 'id',
  actions: {
    list: ashby('POST /source.list', { summary: 'List sources that are not archived', params: listParams }),
  },
  sample: (source) => ({
    title: source.pick(['Applied', 'Referral', 'LinkedIn', 'Agency', 'Career fair']),
    isArchived: false,
    sourceType: source.pick([
      { id: '0f9c7f3e-5a2d-4c55-8e0b-6d1a3b7c2f10', title: 'Inbound', isArchived: false },
      { id: '4b8e2d61-93f4-4f0a-a7c5-1e5d9f6b8a27', title: 'Sourced', isArchived: false },
    ]),
  }),
});
