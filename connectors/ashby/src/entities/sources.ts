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
  keywords: ['job boards that bring', 'channel', 'hiring channel', 'recruitment channel', 'agencies'],
  record: Source,
  key: 'id',
  actions: {
    list: ashby('POST /source.list', { summary: 'List sources that are not archived', params: listParams }),
  },
});
