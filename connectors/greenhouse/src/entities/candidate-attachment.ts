import { defineEntity } from '@connectory/connector-sdk';
import { downloadOf, StoredAttachment } from '../records/attachment.ts';

/** https://harvestdocs.greenhouse.io/reference/get_v3-attachments */
export const candidateAttachment = defineEntity({
  name: 'candidate_attachment',
  summary: 'Files of a candidate, from all of their applications',
  keywords: ['cv', 'resume', 'applicant', 'profile of the applicant', 'phone number of the applicant'],
  record: StoredAttachment,
  key: 'id',
  actions: { download: downloadOf('candidate_id', 'Download a file of a candidate') },
});
