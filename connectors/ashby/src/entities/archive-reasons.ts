import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { ashby } from '../adapter.ts';
import { listParams } from '../shared.ts';

/** Why an application ended: the record of `archive_reasons`, also embedded in applications. */
export const ArchiveReason = z.object({
  id: z.string(),
  text: z.string().nullish(),
  reasonType: z.string().nullish(),
  isArchived: z.boolean().nullish(),
});

/** https://developers.ashbyhq.com/reference/archivereasonlist */
export const archiveReasons = defineEntity({
  name: 'archive_reasons',
  summary: 'Reasons for which an application can be archived',
  keywords: ['turn down', 'reject', 'reasons we can choose', 'decline reasons', 'rejection reasons'],
  record: ArchiveReason,
  key: 'id',
  actions: {
    list: ashby('POST /archiveReason.list', {
      summary: 'List archive reasons still in use',
      params: listParams,
    }),
  },
});
