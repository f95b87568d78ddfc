import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { listParams } from '../lists.ts';
import { listOf } from '../reads.ts';

const Source = z.object({
  id: z.int(),
  name: z.string().nullish(),
  type: z.object({ id: z.int().nullish(), name: z.string().nullish() }).nullish(),
});

/** https://harvestdocs.greenhouse.io/reference/get_v3-sources */
export const sources = defineEntity({
  name: 'sources',
  summary: 'Where candidates come from, such as a job board or a referral',
  keywords: ['channel', 'hiring channel', 'recruitment channel', 'through which channel', 'send us', 'agencies'],
  record: Source,
  key: 'id',
  actions: { list: listOf('sources', 'List sources, newest first', { params: listParams }) },
  search: { title: 'name', fields: allFields(Source) },
  sync: { via: 'list', params: { per_page: 500 } },
});
