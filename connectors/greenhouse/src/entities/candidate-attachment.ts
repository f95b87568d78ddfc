import { defineEntity } from '@connectory/connector-sdk';
import { downloadOf, StoredAttachment, sampleAttachment } from '../records/attachment.ts';

/** https://harvestdocs.greenhouse.io/reference/get_v3-attachments */
export const candidateAttachment = defineEntity({
  name: 'candidate_attachment',
  summary: 'Files of a candidate, from all of their applications',
  record: StoredAttachment,
  key: 'id',
  actions: { download: downloadOf('candidate_id', 'Download a file of a candidate') },
  sample: sampleAttachment('candidate_attachment'),
});
