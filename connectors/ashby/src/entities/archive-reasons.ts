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
  record: ArchiveReason,
  key: 'id',
  actions: {
    list: ashby('POST /archiveReason.list', {
      summary: 'List archive reasons still in use',
      params: listParams,
    }),
  },
  sample: (source) => ({
    ...source.pick([
      { text: 'Not enough experience', reasonType: 'RejectedByOrg' },
      { text: 'Took another offer', reasonType: 'RejectedByCandidate' },
      { text: 'Position closed', reasonType: 'Other' },
    ]),
    isArchived: false,
  }),
});
